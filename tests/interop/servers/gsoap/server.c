/* A server that gSOAP generates, in SOAP encoding: every operation writes what it got to stdout, and returns it. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "RegistryBinding.nsmap"
#include "soapH.h"

static void hex(const char *text) {
  if (text == NULL) printf("null");
  else for (const unsigned char *c = (const unsigned char *)text; *c; c++) printf("%02x", *c);
}

static void bits(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  printf("%016llx", (unsigned long long)bits);
}

static void begin(const char *operation) { printf("{\"operation\":\"%s\",\"args\":[\"", operation); }
static void end(void) { printf("\"]}\n"); fflush(stdout); }

int ns1__EchoText(struct soap *soap, char *text, char **result) {
  begin("EchoText");
  hex(text);
  end();
  *result = text;
  return SOAP_OK;
}

/* Within the line the value is a text itself, so its quotes are escaped. */
int ns1__EchoEntry(struct soap *soap, struct ns1__Entry *entry, struct ns1__EchoEntryResponse *response) {
  struct ns1__Mark *mark = entry == NULL ? NULL : entry->mark;
  begin("EchoEntry");
  if (entry == NULL) printf("null");
  else {
    printf("{\\\"id\\\":\\\"%lld\\\",\\\"mark\\\":{\\\"label\\\":\\\"", (long long)entry->id);
    hex(mark == NULL ? NULL : mark->label);
    printf("\\\",\\\"weight\\\":\\\"");
    bits(mark == NULL ? 0 : mark->weight);
    printf("\\\"},\\\"open\\\":\\\"%s\\\",\\\"title\\\":\\\"", entry->open ? "true" : "false");
    hex(entry->title);
    printf("\\\"}");
  }
  end();
  response->return_ = entry;
  return SOAP_OK;
}

int ns1__EchoNumbers(struct soap *soap, struct Numbers *numbers, struct ns1__EchoNumbersResponse *response) {
  begin("EchoNumbers");
  printf("[");
  for (int i = 0; numbers != NULL && i < numbers->__size; i++) printf("%s\\\"%d\\\"", i > 0 ? "," : "", numbers->__ptr[i]);
  printf("]");
  end();
  response->return_ = numbers;
  return SOAP_OK;
}

int ns1__Measure(struct soap *soap, char *text, struct ns1__MeasureResponse *response) {
  begin("Measure");
  hex(text);
  end();
  response->return_ = text;
  response->length = text == NULL ? 0 : (int)strlen(text);
  return SOAP_OK;
}

int main(int count, char **arguments) {
  struct soap *soap = soap_new1(SOAP_C_UTFSTRING);
  soap->bind_flags = SO_REUSEADDR;
  if (!soap_valid_socket(soap_bind(soap, "127.0.0.1", atoi(arguments[1]), 100))) {
    soap_print_fault(soap, stderr);
    return 1;
  }
  printf("{\"ready\":true}\n");
  fflush(stdout);
  while (soap_valid_socket(soap_accept(soap))) {
    soap_serve(soap);
    soap_destroy(soap);
    soap_end(soap);
  }
  return 0;
}

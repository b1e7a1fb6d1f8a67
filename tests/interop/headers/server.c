/* A server that gSOAP generates, with its plug-ins for WS-Addressing and WS-Security. Arguments: port, "addressed" or "plain", "secured" or "plain",
   password. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "Notes.nsmap"
#include "soapH.h"
#include "wsaapi.h"
#include "wsseapi.h"

static int addressed, secured;
static const char *password;

int ns__Echo(struct soap *soap, char *text, struct ns__EchoResponse *response) {
  if (addressed && soap_wsa_check(soap)) return soap->error;
  if (secured) {
    if (soap_wsse_verify_Timestamp(soap)) return soap->error;
    const char *user = soap_wsse_get_Username(soap);
    if (user == NULL) return soap->error;
    if (strcmp(user, "me") != 0 || soap_wsse_verify_Password(soap, password)) return soap_wsse_fault(soap, wsse__FailedAuthentication, NULL);
    soap_wsse_delete_Security(soap);
  }
  response->text = text;
  return addressed ? soap_wsa_reply(soap, NULL, "http://notes.example/Notes/EchoAnswer") : SOAP_OK;
}

/* Faults that come as requests, which the plug-in for WS-Addressing expects. */
int SOAP_ENV__Fault(struct soap *soap, char *faultcode, char *faultstring, char *faultactor, struct SOAP_ENV__Detail *detail,
  struct SOAP_ENV__Code *code, struct SOAP_ENV__Reason *reason, char *node, char *role, struct SOAP_ENV__Detail *more) {
  return SOAP_NO_METHOD;
}

int main(int count, char **values) {
  if (count < 5) return 2;
  struct soap *soap = soap_new1(SOAP_C_UTFSTRING);
  addressed = strcmp(values[2], "addressed") == 0;
  secured = strcmp(values[3], "secured") == 0;
  password = values[4];
  if (addressed) soap_register_plugin(soap, soap_wsa);
  soap_register_plugin(soap, soap_wsse);
  soap->bind_flags = SO_REUSEADDR;
  if (soap_bind(soap, "127.0.0.1", atoi(values[1]), 100) < 0) return 1;
  printf("{\"ready\":true}\n");
  fflush(stdout);
  while (soap_accept(soap) >= 0) {
    soap_serve(soap);
    soap_destroy(soap);
    soap_end(soap);
  }
  return 0;
}

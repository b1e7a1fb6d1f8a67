/* Stubs that gSOAP's wsdl2h and soapcpp2 generate, as a client: a call a line on stdin, its result a line on stdout. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "AccountApiSoap.nsmap"
#include "soapH.h"

#define MAX_TEXTS 64

/* No value of the protocol needs an escape: the quoted texts of a line, in order, are all there is to read. */
static char *texts[MAX_TEXTS];
static int count;

static void scan(char *line) {
  count = 0;
  for (char *at = strchr(line, '"'); at != NULL && count < MAX_TEXTS; at = strchr(at + 1, '"')) {
    texts[count++] = at + 1;
    at = strchr(at + 1, '"');
    *at = '\0';
  }
}

/* Value of a top-level property. */
static const char *property(const char *name) {
  for (int i = 0; i + 1 < count; i += 2)
    if (strcmp(texts[i], name) == 0) return texts[i + 1];
  return "";
}

/* Arguments follow the property "args": name, its value, type, its value, value, its value. */
static int first_argument(void) {
  for (int i = 0; i < count; i++)
    if (strcmp(texts[i], "args") == 0) return i + 1;
  return count;
}

static const char *argument_name(int i) { return texts[first_argument() + 6 * i + 1]; }
static const char *argument_type(int i) { return texts[first_argument() + 6 * i + 3]; }
static const char *argument(int i) { return texts[first_argument() + 6 * i + 5]; }
static int arguments(void) { return (count - first_argument()) / 6; }

/* The generated table starts with SOAP 1.2; an envelope is written in the version of the table. */
static struct Namespace tables[2][16];

static void use_version(struct soap *soap, int version) {
  struct Namespace *table = tables[version == 2];
  if (table[0].id == NULL) {
    for (int i = 0; namespaces[i].id != NULL; i++) table[i] = namespaces[i];
    if (version != 2) {
      table[0].ns = "http://schemas.xmlsoap.org/soap/envelope/";
      table[0].in = "http://www.w3.org/*/soap-envelope";
      table[1].ns = "http://schemas.xmlsoap.org/soap/encoding/";
      table[1].in = "http://www.w3.org/*/soap-encoding";
    }
  }
  soap_set_namespaces(soap, table);
  soap_set_version(soap, version);
}

static char *string_of(struct soap *soap, const char *hex) {
  size_t length = strlen(hex) / 2;
  char *text = (char *)soap_malloc(soap, length + 1);
  for (size_t i = 0; i < length; i++) {
    unsigned byte;
    sscanf(hex + 2 * i, "%2x", &byte);
    text[i] = (char)byte;
  }
  text[length] = '\0';
  return text;
}

static double double_of(const char *hex) {
  uint64_t bits = strtoull(hex, NULL, 16);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* A value where the descriptor says s:string. */
static char *form_value(struct soap *soap, int i) {
  const char *type = argument_type(i);
  if (strcmp(type, "string") == 0) return string_of(soap, argument(i));
  if (strcmp(type, "double") == 0) return soap_strdup(soap, soap_double2s(soap, double_of(argument(i))));
  if (strcmp(type, "char") != 0) return soap_strdup(soap, argument(i));
  char *text = (char *)soap_malloc(soap, 8);
  unsigned unit = (unsigned)atoi(argument(i));
  if (unit < 0x80) sprintf(text, "%c", unit);
  else if (unit < 0x800) sprintf(text, "%c%c", 0xC0 | unit >> 6, 0x80 | (unit & 63));
  else sprintf(text, "%c%c%c", 0xE0 | unit >> 12, 0x80 | (unit >> 6 & 63), 0x80 | (unit & 63));
  return text;
}

static void answer(const char *type, const char *text, int hex) {
  printf("{\"id\":\"%s\",\"type\":\"%s\",\"value\":\"", property("id"), type);
  for (const unsigned char *at = (const unsigned char *)text; *at; at++) printf(hex ? "%02x" : "%c", *at);
  printf("\"}\n");
  fflush(stdout);
}

/* Over GET the generated functions take no parameters: the caller puts the query into the address. */
static char *with_query(struct soap *soap, const char *endpoint) {
  size_t size = strlen(endpoint) + 16;
  for (int i = 0; i < arguments(); i++) size += 64 + 3 * strlen(form_value(soap, i));
  char *url = (char *)soap_malloc(soap, size);
  strcpy(url, endpoint);
  for (int i = 0; i < arguments(); i++) {
    sprintf(url + strlen(url), "%c%s=", i == 0 ? '?' : '&', argument_name(i));
    for (const unsigned char *at = (const unsigned char *)form_value(soap, i); *at; at++) sprintf(url + strlen(url), "%%%02X", *at);
  }
  return url;
}

static char *escaped(struct soap *soap, const char *text) {
  char *result = (char *)soap_malloc(soap, 6 * strlen(text) + 1);
  char *end = result;
  for (; *text; text++) {
    if (strchr("<>&\r", *text)) end += sprintf(end, "&#%d;", *text);
    else *end++ = *text;
  }
  *end = '\0';
  return result;
}

#define INPUT(operation) struct _ns1__##operation in; struct _ns1__##operation##Response out; memset(&in, 0, sizeof in); memset(&out, 0, sizeof out)
#define STRING(i) string_of(soap, argument(i))
#define FORM(i) form_value(soap, i)
#define IS(name) (strcmp(operation, #name) == 0)
#define SOAP_CALL(name) status = two ? soap_call___ns1__##name##_(soap, endpoint, NULL, &in, &out) : soap_call___ns1__##name(soap, endpoint, NULL, &in, &out)
#define INT_RESULT(name) number = out.name##Result

static int number;
static char *text;
static int is_text;

static int call_soap(struct soap *soap, const char *operation, const char *endpoint, int two) {
  int status = SOAP_ERR;
  if (IS(MarkAllOperationsAsReadForCurrency)) {
    INPUT(MarkAllOperationsAsReadForCurrency);
    in.sessionId = STRING(0);
    soap_s2ns1__CurrencyCode(soap, argument(1), &in.currency);
    SOAP_CALL(MarkAllOperationsAsReadForCurrency);
    INT_RESULT(MarkAllOperationsAsReadForCurrency);
  } else if (IS(MarkAllMessagesAsReadForContact)) {
    INPUT(MarkAllMessagesAsReadForContact);
    in.sessionId = STRING(0);
    in.wmid = STRING(1);
    SOAP_CALL(MarkAllMessagesAsReadForContact);
    INT_RESULT(MarkAllMessagesAsReadForContact);
  } else if (IS(ContactSetFavorite)) {
    INPUT(ContactSetFavorite);
    in.sessionId = STRING(0);
    in.wmid = STRING(1);
    in.value = strcmp(argument(2), "true") == 0 ? xsd__boolean__true_ : xsd__boolean__false_;
    SOAP_CALL(ContactSetFavorite);
    INT_RESULT(ContactSetFavorite);
  } else if (IS(TopupAtmCard)) {
    INPUT(TopupAtmCard);
    in.sessionId = STRING(0);
    in.id = strtoll(argument(1), NULL, 10);
    in.amount = double_of(argument(2));
    in.purseFrom = STRING(3);
    SOAP_CALL(TopupAtmCard);
    INT_RESULT(TopupAtmCard);
  } else if (IS(MarkOperationAsRead)) {
    INPUT(MarkOperationAsRead);
    in.sessionId = STRING(0);
    in.id = strtoll(argument(1), NULL, 10);
    SOAP_CALL(MarkOperationAsRead);
    INT_RESULT(MarkOperationAsRead);
  } else if (IS(TelepaySchedulerConfirmCreate)) {
    INPUT(TelepaySchedulerConfirmCreate);
    in.sessionId = STRING(0);
    in.profileId = atoi(argument(1));
    in.taskId = atoi(argument(2));
    in.code = STRING(3);
    SOAP_CALL(TelepaySchedulerConfirmCreate);
    INT_RESULT(TelepaySchedulerConfirmCreate);
  } else if (IS(Exchange)) {
    INPUT(Exchange);
    in.sessionId = STRING(0);
    in.CurrencyToBuy = (unsigned short)atoi(argument(1));
    in.CurrencyToPay = (unsigned short)atoi(argument(2));
    in.amountToPay = double_of(argument(3));
    SOAP_CALL(Exchange);
    INT_RESULT(Exchange);
  } else if (IS(UnsubscribeWithAuthTicket)) {
    INPUT(UnsubscribeWithAuthTicket);
    in.ticket = STRING(0);
    in.wmid = STRING(1);
    in.pushServiceUserId = STRING(2);
    SOAP_CALL(UnsubscribeWithAuthTicket);
    INT_RESULT(UnsubscribeWithAuthTicket);
  } else if (IS(UnsubscribeApp)) {
    INPUT(UnsubscribeApp);
    in.appId = STRING(0);
    in.userId = STRING(1);
    in.pushServiceUserId = STRING(2);
    in.authHash = STRING(3);
    SOAP_CALL(UnsubscribeApp);
    INT_RESULT(UnsubscribeApp);
  } else if (IS(GetErrorDesc)) {
    INPUT(GetErrorDesc);
    in.errorCode = atoi(argument(0));
    in.cultureCode = atoi(argument(1));
    SOAP_CALL(GetErrorDesc);
    text = out.GetErrorDescResult;
    is_text = 1;
  }
  return status;
}

#define GET(name, result) status = soap_call___ns1__##name##Response__(soap, with_query(soap, endpoint), NULL, result)

static int call_get(struct soap *soap, const char *operation, const char *endpoint) {
  int status = SOAP_ERR;
  if (IS(MarkAllOperationsAsReadForCurrency)) GET(MarkAllOperationsAsReadForCurrency, &number);
  else if (IS(MarkAllMessagesAsReadForContact)) GET(MarkAllMessagesAsReadForContact, &number);
  else if (IS(ContactSetFavorite)) GET(ContactSetFavorite, &number);
  else if (IS(TopupAtmCard)) GET(TopupAtmCard, &number);
  else if (IS(MarkOperationAsRead)) GET(MarkOperationAsRead, &number);
  else if (IS(TelepaySchedulerConfirmCreate)) GET(TelepaySchedulerConfirmCreate, &number);
  else if (IS(Exchange)) GET(Exchange, &number);
  else if (IS(UnsubscribeWithAuthTicket)) GET(UnsubscribeWithAuthTicket, &number);
  else if (IS(UnsubscribeApp)) GET(UnsubscribeApp, &number);
  else if (IS(GetErrorDesc)) {
    GET(GetErrorDesc, &text);
    is_text = 1;
  }
  return status;
}

#define POST(name, ...) status = soap_call___ns1__##name##___(soap, endpoint, NULL, __VA_ARGS__)

static int call_post(struct soap *soap, const char *operation, const char *endpoint) {
  int status = SOAP_ERR;
  if (IS(MarkAllOperationsAsReadForCurrency)) POST(MarkAllOperationsAsReadForCurrency, FORM(0), FORM(1), &number);
  else if (IS(MarkAllMessagesAsReadForContact)) POST(MarkAllMessagesAsReadForContact, FORM(0), FORM(1), &number);
  else if (IS(ContactSetFavorite)) POST(ContactSetFavorite, FORM(0), FORM(1), FORM(2), &number);
  else if (IS(TopupAtmCard)) POST(TopupAtmCard, FORM(0), FORM(1), FORM(2), FORM(3), &number);
  else if (IS(MarkOperationAsRead)) POST(MarkOperationAsRead, FORM(0), FORM(1), &number);
  else if (IS(TelepaySchedulerConfirmCreate)) POST(TelepaySchedulerConfirmCreate, FORM(0), FORM(1), FORM(2), FORM(3), &number);
  else if (IS(Exchange)) POST(Exchange, FORM(0), FORM(1), FORM(2), FORM(3), &number);
  else if (IS(UnsubscribeWithAuthTicket)) POST(UnsubscribeWithAuthTicket, FORM(0), FORM(1), FORM(2), &number);
  else if (IS(UnsubscribeApp)) POST(UnsubscribeApp, FORM(0), FORM(1), FORM(2), FORM(3), &number);
  else if (IS(GetErrorDesc)) {
    POST(GetErrorDesc, FORM(0), FORM(1), &text);
    is_text = 1;
  }
  return status;
}

#define LOCATE(name)                                                       \
  if (IS(name)) {                                                          \
    struct _ns3__##name in;                                                \
    struct _ns3__##name##Response out;                                     \
    memset(&in, 0, sizeof in);                                             \
    memset(&out, 0, sizeof out);                                           \
    in.__size = 1;                                                         \
    in.__any = &xml;                                                       \
    int status = soap_call___ns3__##name(soap, endpoint, NULL, &in, &out); \
    text = status == SOAP_OK && out.__size > 0 ? out.__any[0] : NULL;      \
    return status;                                                         \
  }

/* The address locator's elements are open content: strings of XML. */
static int locate(struct soap *soap, const char *operation, const char *endpoint) {
  const char *content = escaped(soap, string_of(soap, argument(0)));
  char *xml = (char *)soap_malloc(soap, strlen(content) + 128);
  sprintf(xml, "<address xmlns=\"%s\">%s</address>", getenv("INTEROP_GEO_NAMESPACE"), content);
  is_text = 1;
  LOCATE(Parse)
  LOCATE(ParseWithHouse)
  LOCATE(GeoCode)
  LOCATE(CheckPostIndex)
  return SOAP_ERR;
}

/* Text between the tags of one element, references resolved. */
static char *content_of(struct soap *soap, const char *xml) {
  static const char *names[] = {"&lt;", "&gt;", "&amp;", "&quot;", "&apos;", "&#13;", "&#xD;", "&#xd;"};
  static const char values[] = "<>&\"'\r\r\r";
  const char *start = strchr(xml, '>');
  if (start == NULL || start[-1] == '/') return soap_strdup(soap, "");
  const char *end = strrchr(xml, '<');
  char *result = (char *)soap_malloc(soap, (size_t)(end - start));
  char *to = result;
  for (const char *at = start + 1; at < end;) {
    int i = 0;
    while (i < 8 && strncmp(at, names[i], strlen(names[i])) != 0) i++;
    *to++ = i < 8 ? values[i] : *at;
    at += i < 8 ? strlen(names[i]) : 1;
  }
  *to = '\0';
  return result;
}

static void report_error(struct soap *soap) {
  if (soap->fault != NULL && soap->error == SOAP_FAULT) {
    const char *reason = soap_fault_string(soap);
    answer("fault", reason == NULL ? "" : reason, 1);
  } else {
    char message[1024] = "";
    soap_sprint_fault(soap, message, sizeof message);
    answer("error", message, 1);
  }
}

int main(void) {
  static char line[1 << 20];
  struct soap *soap = soap_new1(SOAP_C_UTFSTRING | SOAP_IO_KEEPALIVE);
  soap->double_format = "%.17lG";
  while (fgets(line, sizeof line, stdin)) {
    scan(line);
    const char *service = property("service"), *operation = property("operation"), *binding = property("binding");
    int locator = strcmp(service, "AddressLocator") == 0;
    char endpoint[256];
    sprintf(endpoint, locator ? "%s/geosrvex/%s.svc" : "%s/%s.asmx", getenv("INTEROP_BASE_URL"), service);
    number = 0;
    text = NULL;
    is_text = 0;
    use_version(soap, strcmp(binding, "soap11") == 0 ? 1 : strcmp(binding, "soap12") == 0 ? 2 : 0);
    int status = locator                              ? locate(soap, operation, endpoint)
                 : strncmp(binding, "soap", 4) == 0   ? call_soap(soap, operation, endpoint, strcmp(binding, "soap12") == 0)
                 : strcmp(binding, "httpGet") == 0    ? call_get(soap, operation, endpoint)
                                                      : call_post(soap, operation, endpoint);
    if (status != SOAP_OK) report_error(soap);
    else if (is_text && text == NULL) answer("null", "", 1);
    else if (is_text) answer("string", locator ? content_of(soap, text) : text, 1);
    else {
      char digits[16];
      sprintf(digits, "%d", number);
      answer("int", digits, 0);
    }
    soap_destroy(soap);
    soap_end(soap);
  }
  return 0;
}

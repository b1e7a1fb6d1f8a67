/* A client that gSOAP generates, with its plug-ins for WS-Addressing and WS-Security. Arguments: address, version of SOAP, "addressed" or "plain",
   "none", "text" or "digest", "stamped" or "plain", user, password, text. It writes one line. */
#include <stdio.h>
#include <string.h>
#include "Notes.nsmap"
#include "soapH.h"
#include "wsaapi.h"
#include "wsseapi.h"

static void answer(const char *type, const char *value) {
  printf("{\"type\":\"%s\",\"value\":\"", type);
  for (const unsigned char *c = (const unsigned char *)value; *c; c++) printf("%02x", *c);
  printf("\"}\n");
}

int main(int count, char **values) {
  const char *action = "http://notes.example/Notes/Echo";
  struct soap *soap = soap_new1(SOAP_C_UTFSTRING);
  struct ns__EchoResponse response = {NULL};
  if (count < 9) return 2;
  const char *url = values[1], *security = values[4], *user = values[6], *password = values[7];
  int addressed = strcmp(values[3], "addressed") == 0;
  soap_set_version(soap, strcmp(values[2], "soap12") == 0 ? 2 : 1);
  soap_register_plugin(soap, soap_wsse);
  if (addressed) {
    soap_register_plugin(soap, soap_wsa);
    soap_wsa_request(soap, soap_wsa_rand_uuid(soap), url, action);
  }
  if (strcmp(security, "none") != 0) {
    soap_wsse_add_Security(soap);
    if (strcmp(values[5], "stamped") == 0) soap_wsse_add_Timestamp(soap, "Time", 60);
    if (strcmp(security, "digest") == 0) soap_wsse_add_UsernameTokenDigest(soap, "User", user, password);
    else soap_wsse_add_UsernameTokenText(soap, "User", user, password);
  }
  if (soap_call_ns__Echo(soap, url, action, values[8], &response) == SOAP_OK) {
    if (addressed && soap_wsa_check(soap)) answer("error", "soap_wsa_check refuses the answer");
    else answer("text", response.text);
  } else if (soap->fault) {
    const char **sub = soap_faultsubcode(soap);
    const char **code = soap_faultcode(soap);
    answer("fault", sub != NULL && *sub != NULL ? *sub : *code != NULL ? *code : "");
  } else {
    char text[1000] = "";
    soap_sprint_fault(soap, text, sizeof text);
    answer("error", text);
  }
  return 0;
}

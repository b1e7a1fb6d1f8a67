/* A client of gSOAP with its plug-in for WS-Security: it signs Body and timestamp, and verifies the answer. Arguments: address, version of SOAP, key,
   certificate, certificate of the service, text. It writes one line. */
#include <stdio.h>
#include <string.h>
#include "Notes.nsmap"
#include "soapH.h"
#include "wsseapi.h"

static X509 *certificate_in(const char *name) {
  FILE *file = fopen(name, "r");
  X509 *certificate = file ? PEM_read_X509(file, NULL, NULL, NULL) : NULL;
  if (file) fclose(file);
  return certificate;
}

int main(int count, char **values) {
  struct soap *soap = soap_new1(SOAP_C_UTFSTRING | SOAP_XML_CANONICAL);
  struct ns__EchoResponse response = {NULL};
  if (count < 7) return 2;
  FILE *file = fopen(values[3], "r");
  EVP_PKEY *key = file ? PEM_read_PrivateKey(file, NULL, NULL, NULL) : NULL;
  if (file) fclose(file);
  X509 *own = certificate_in(values[4]), *service = certificate_in(values[5]);
  soap_set_version(soap, strcmp(values[2], "soap12") == 0 ? 2 : 1);
  soap_register_plugin(soap, soap_wsse);
  soap_wsse_add_Timestamp(soap, "Time", 60);
  soap_wsse_add_BinarySecurityTokenX509(soap, "Token", own);
  soap_wsse_add_KeyInfo_SecurityTokenReferenceX509(soap, "#Token");
  soap_wsse_set_wsu_id(soap, "wsse:BinarySecurityToken");
  soap_wsse_sign_body(soap, SOAP_SMD_SIGN_RSA_SHA256, key, 0);
  soap_wsse_verify_auto(soap, SOAP_SMD_VRFY_RSA_SHA256, X509_get_pubkey(service), 0);
  if (soap_call_ns__Echo(soap, values[1], "http://notes.example/Notes/Echo", values[6], &response) != SOAP_OK) {
    char text[2000] = "";
    soap_sprint_fault(soap, text, sizeof text);
    printf("error: %s\n", text);
  } else if (soap_wsse_verify_body(soap) != SOAP_OK) {
    printf("error: the answer is not signed\n");
  } else {
    printf("verified: %s\n", response.text);
  }
  return 0;
}

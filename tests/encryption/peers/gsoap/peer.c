#include "wsseapi.h"
#include "order.nsmap"
#include <openssl/pem.h>

/* Encrypts a request to the standard output, or decrypts one of the standard input and prints its item. Arguments: mode, key, certificate, algorithm. */
int o__order(struct soap *soap, char *item, char **done) {
  fprintf(stderr, "item: %s\n", item);
  *done = item;
  return SOAP_OK;
}

int main(int count, char **args) {
  struct soap *soap = soap_new1(SOAP_XML_CANONICAL | SOAP_C_UTFSTRING);
  int alg = !strcmp(args[4], "aes256-gcm") ? SOAP_MEC_AES256_CBC | SOAP_MEC_GCM : !strcmp(args[4], "aes256-cbc") ? SOAP_MEC_AES256_CBC : !strcmp(args[4], "aes128-cbc") ? SOAP_MEC_AES128_CBC : SOAP_MEC_DES_CBC;
  FILE *file = fopen(args[2], "r");
  EVP_PKEY *key = PEM_read_PrivateKey(file, NULL, NULL, NULL);
  fclose(file);
  file = fopen(args[3], "r");
  X509 *certificate = PEM_read_X509(file, NULL, NULL, NULL);
  fclose(file);
  soap_register_plugin(soap, soap_wsse);
  if (!strcmp(args[1], "encrypt")) {
    char *done = NULL;
    soap->sendfd = 1;
    soap_wsse_add_Security(soap);
    if (soap_wsse_add_EncryptedKey(soap, SOAP_MEC_ENV | SOAP_MEC_ENC | alg, "Cert", certificate, NULL, NULL, NULL)) {
      soap_print_fault(soap, stderr);
      return 1;
    }
    return soap_send_o__order(soap, "", NULL, "5 > 4 \xC3\xA4") ? (soap_print_fault(soap, stderr), 1) : 0;
  }
  soap_set_imode(soap, SOAP_XML_DOM);
  soap_wsse_decrypt_auto(soap, SOAP_MEC_ENV | SOAP_MEC_DEC | alg, key, 0);
  soap->recvfd = 0;
  soap->sendfd = 1;
  if (soap_begin_serve(soap) || soap_serve_request(soap)) {
    soap_print_fault(soap, stderr);
    return 1;
  }
  return 0;
}

/* A client and a server that gSOAP generates, with its plug-in for signed and encrypted messages. Arguments: "client" URL, or "server" PORT, then words
   NAME=VALUE. The client makes one call; the server serves a message for each line of words on its standard input. Each writes a line for a message. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "Notes.nsmap"
#include "soapH.h"
#include "wsseapi.h"

static const char *envelopes[] = {"http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope"};
static const char *wsu = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
static const char *wsse = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";

/* What the words say. */
static struct {
  char text[64], sign[32], check[32], form[32], token[32], encrypt[32], transport[32], decrypt[32], tags[64], version[32], user[32];
  char key[512], certificate[512], peer[512], trusted[512], secret[128], password[128];
} words;

static void read_word(const char *word) {
  const struct { const char *name; char *value; size_t size; } all[] = {
    {"text", words.text, sizeof words.text}, {"sign", words.sign, sizeof words.sign}, {"check", words.check, sizeof words.check},
    {"form", words.form, sizeof words.form}, {"token", words.token, sizeof words.token}, {"encrypt", words.encrypt, sizeof words.encrypt},
    {"transport", words.transport, sizeof words.transport}, {"decrypt", words.decrypt, sizeof words.decrypt}, {"tags", words.tags, sizeof words.tags},
    {"version", words.version, sizeof words.version}, {"user", words.user, sizeof words.user}, {"key", words.key, sizeof words.key},
    {"certificate", words.certificate, sizeof words.certificate}, {"peer", words.peer, sizeof words.peer},
    {"trusted", words.trusted, sizeof words.trusted}, {"secret", words.secret, sizeof words.secret}, {"password", words.password, sizeof words.password},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    size_t length = strlen(all[i].name);
    if (strncmp(word, all[i].name, length) == 0 && word[length] == '=') snprintf(all[i].value, all[i].size, "%s", word + length + 1);
  }
}

static void answer(const char *type, const char *value) {
  printf("{\"type\":\"%s\",\"value\":\"", type);
  for (const unsigned char *c = (const unsigned char *)value; *c; c++) printf("%02x", *c);
  printf("\"}\n");
  fflush(stdout);
}

static int signature_of(const char *name, int way) {
  int hash = strstr(name, "sha512") ? SOAP_SMD_SHA512 : strstr(name, "sha384") ? SOAP_SMD_SHA384 : strstr(name, "sha256") ? SOAP_SMD_SHA256 : SOAP_SMD_SHA1;
  if (strncmp(name, "hmac", 4) == 0) return SOAP_SMD_HMAC | hash;
  return way | hash | (strncmp(name, "ecdsa", 5) == 0 ? SOAP_SMD_ECDSA : 0);
}

static int cipher_of(const char *name) {
  int gcm = strstr(name, "gcm") != NULL;
  if (strncmp(name, "aes128", 6) == 0) return gcm ? SOAP_MEC_AES128_GCM : SOAP_MEC_AES128_CBC;
  if (strncmp(name, "aes192", 6) == 0) return gcm ? SOAP_MEC_AES192_GCM : SOAP_MEC_AES192_CBC;
  if (strncmp(name, "aes256", 6) == 0) return gcm ? SOAP_MEC_AES256_GCM : SOAP_MEC_AES256_CBC;
  return SOAP_MEC_DES_CBC;
}

static EVP_PKEY *read_key(const char *path) {
  FILE *file = fopen(path, "r");
  EVP_PKEY *key = file ? PEM_read_PrivateKey(file, NULL, NULL, NULL) : NULL;
  if (file) fclose(file);
  return key;
}

static X509 *read_certificate(const char *path) {
  FILE *file = fopen(path, "r");
  X509 *certificate = file ? PEM_read_X509(file, NULL, NULL, NULL) : NULL;
  if (file) fclose(file);
  return certificate;
}

/* What the next message that is sent has. */
static int secure(struct soap *soap) {
  if (*words.sign == 0 && *words.encrypt == 0 && *words.user == 0) return SOAP_OK;
  soap_wsse_add_Security(soap);
  if (soap_wsse_add_Timestamp(soap, "Time", 60)) return soap->error;
  if (*words.user && soap_wsse_add_UsernameTokenDigest(soap, "User", words.user, words.password)) return soap->error;
  if (strcmp(words.form, "inclusive") == 0) soap_wsse_set_InclusiveNamespaces(soap, "*");
  else if (strcmp(words.form, "prefixes") == 0) soap_wsse_set_InclusiveNamespaces(soap, "ns xsi");
  if (*words.sign) {
    int algorithm = signature_of(words.sign, SOAP_SMD_SIGN);
    if (strncmp(words.sign, "hmac", 4) == 0) {
      if (soap_wsse_add_KeyInfo_KeyName(soap, "shared") || soap_wsse_sign_body(soap, algorithm, words.secret, strlen(words.secret))) return soap->error;
    } else {
      X509 *certificate = read_certificate(words.certificate);
      if (strcmp(words.token, "certificate") == 0) {
        if (soap_wsse_add_KeyInfo_X509Certificate(soap, certificate)) return soap->error;
      } else if (soap_wsse_add_BinarySecurityTokenX509(soap, "X509Token", certificate) || soap_wsse_add_KeyInfo_SecurityTokenReferenceX509(soap, "#X509Token")) {
        return soap->error;
      }
      if (soap_wsse_sign_body(soap, algorithm, read_key(words.key), 0)) return soap->error;
      if (*words.user) soap_wsse_sign_only(soap, "Time User Body");
      else soap_wsse_sign_only(soap, "Time Body");
    }
  }
  if (*words.encrypt) {
    int algorithm = SOAP_MEC_ENV_ENC | cipher_of(words.encrypt) | (strcmp(words.transport, "rsa-oaep-mgf1p") == 0 ? SOAP_MEC_OAEP : 0);
    if (strcmp(words.transport, "direct") == 0) {
      if (soap_wsse_encrypt_body(soap, SOAP_MEC_ENC | cipher_of(words.encrypt), words.secret, strlen(words.secret))) return soap->error;
    } else if (*words.tags) {
      soap_wsse_set_wsu_id(soap, "ds:Signature");
      if (soap_wsse_add_EncryptedKey_encrypt_only(soap, algorithm, "Cert", read_certificate(words.peer), NULL, NULL, NULL, words.tags)) return soap->error;
    } else if (soap_wsse_add_EncryptedKey(soap, algorithm, "Cert", read_certificate(words.peer), NULL, NULL, NULL)) {
      return soap->error;
    }
  }
  return SOAP_OK;
}

/* The certificate of a signature that names it without having it. */
static const void *find_key(struct soap *soap, int *algorithm, const char *name, const unsigned char *id, int id_length, int *length) {
  static X509 *peer;
  if ((*algorithm & SOAP_SMD_ALGO) != SOAP_SMD_VRFY || *words.peer == 0) return NULL;
  X509_free(peer);
  return peer = read_certificate(words.peer);
}

/* What the next message that arrives may have. */
static void expect(struct soap *soap) {
  soap->cafile = words.trusted;
  if (strncmp(words.check, "hmac", 4) != 0 && *words.decrypt == 0) soap_wsse_set_security_token_handler(soap, find_key);
  if (strncmp(words.check, "hmac", 4) == 0) soap_wsse_verify_auto(soap, signature_of(words.check, 0), words.secret, strlen(words.secret));
  else if (*words.check) soap_wsse_verify_auto(soap, SOAP_SMD_NONE, NULL, 0);
  /* It decrypts from the tree alone. */
  else if (*words.decrypt) soap_wsse_verify_init(soap);
  if (strcmp(words.transport, "direct") == 0) soap_wsse_decrypt_auto(soap, SOAP_MEC_DEC | cipher_of(words.decrypt), words.secret, strlen(words.secret));
  else if (*words.decrypt) soap_wsse_decrypt_auto(soap, SOAP_MEC_ENV_DEC | cipher_of(words.decrypt), read_key(words.key), 0);
}

/* Whether the message that arrived has what is asked for. */
static int checked(struct soap *soap) {
  if (*words.check == 0) return SOAP_OK;
  if (soap_wsse_verify_Timestamp(soap)) return soap->error;
  /* Its own function for the Body looks in SOAP 1.2 for a namespace that its tree has only where the Body declares it again. */
  if (soap_wsse_verify_element(soap, envelopes[0], "Body") + soap_wsse_verify_element(soap, envelopes[1], "Body") != 1) {
    return soap_sender_fault(soap, "the Body is not signed", NULL);
  }
  if (soap_wsse_verify_element(soap, wsu, "Timestamp") != 1) return soap_sender_fault(soap, "the timestamp is not signed", NULL);
  if (*words.user) {
    const char *user = soap_wsse_get_Username(soap);
    if (user == NULL || soap_wsse_verify_Password(soap, words.password)) return soap->error;
    if (soap_wsse_verify_element(soap, wsse, "UsernameToken") != 1) return soap_sender_fault(soap, "the token is not signed", NULL);
  }
  return SOAP_OK;
}

static int served;

/* It answers in the namespace of the last version of WS-Security that it saw, and takes the one of version 1.1 for another name of the first one. */
static void forget_version(struct soap *soap) {
  for (struct Namespace *each = soap->local_namespaces; each && each->id; each++) {
    if (strcmp(each->id, "wsse") == 0) {
      SOAP_FREE(soap, each->out);
      each->out = NULL;
    }
  }
}

int ns__Echo(struct soap *soap, char *text, struct ns__EchoResponse *response) {
  if (checked(soap)) return soap->error;
  soap_wsse_delete_Security(soap);
  served = 1;
  answer("text", text);
  forget_version(soap);
  *words.user = 0;
  response->text = text;
  return secure(soap);
}

static void report(struct soap *soap) {
  char text[2000] = "";
  soap_sprint_fault(soap, text, sizeof text);
  answer("fault", text);
}

static int serve(struct soap *soap, int port) {
  char line[4096];
  soap->bind_flags = SO_REUSEADDR;
  if (soap_bind(soap, "127.0.0.1", port, 100) < 0) return 1;
  answer("ready", "");
  while (fgets(line, sizeof line, stdin)) {
    memset(&words, 0, sizeof words);
    for (char *word = strtok(line, "\t\n"); word; word = strtok(NULL, "\t\n")) read_word(word);
    served = 0;
    /* Otherwise it would stay with the version of SOAP that the last message had. */
    soap_set_namespaces(soap, namespaces);
    soap_wsse_verify_done(soap);
    expect(soap);
    answer("waits", "");
    if (soap_accept(soap) < 0) return 1;
    if (soap_serve(soap) && !served) report(soap);
    soap_wsse_delete_Security(soap);
    soap_destroy(soap);
    soap_end(soap);
  }
  return 0;
}

int main(int count, char **values) {
  struct soap *soap = soap_new1(SOAP_C_UTFSTRING | SOAP_XML_CANONICAL);
  struct ns__EchoResponse response = {NULL};
  if (count < 3) return 2;
  soap_register_plugin(soap, soap_wsse);
  if (strcmp(values[1], "server") == 0) return serve(soap, atoi(values[2]));
  for (int i = 3; i < count; i++) read_word(values[i]);
  soap_set_version(soap, strcmp(words.version, "soap12") == 0 ? 2 : 1);
  if (secure(soap)) {
    report(soap);
    return 0;
  }
  expect(soap);
  *words.user = 0;
  if (soap_call_ns__Echo(soap, values[2], "http://notes.example/Notes/Echo", words.text, &response) || checked(soap)) report(soap);
  else answer("text", response.text);
  return 0;
}

/* Faults that come as requests, which the plug-in for WS-Addressing expects. */
int SOAP_ENV__Fault(struct soap *soap, char *faultcode, char *faultstring, char *faultactor, struct SOAP_ENV__Detail *detail,
  struct SOAP_ENV__Code *code, struct SOAP_ENV__Reason *reason, char *node, char *role, struct SOAP_ENV__Detail *more) {
  return SOAP_NO_METHOD;
}

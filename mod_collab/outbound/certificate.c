/* certificate.c: checks a certificate and its private key, before a server uses them. */
#include "outbound/certificate.h"

#include <openssl/pem.h>
#include <openssl/x509v3.h>

/* Gives no passphrase, so that an encrypted key is refused: httpd would ask the operator for the passphrase at each start. */
static int no_passphrase(char *to, int size, int writes, void *data) {
  (void)to, (void)size, (void)writes, (void)data;
  return 0;
}

static X509 *read_certificate(const char *text) {
  BIO *in = BIO_new_mem_buf(text, -1);
  X509 *certificate = in ? PEM_read_bio_X509(in, NULL, no_passphrase, NULL) : NULL;

  BIO_free(in);
  return certificate;
}

static EVP_PKEY *read_key(const char *text) {
  BIO *in = BIO_new_mem_buf(text, -1);
  EVP_PKEY *key = in ? PEM_read_bio_PrivateKey(in, NULL, no_passphrase, NULL) : NULL;

  BIO_free(in);
  return key;
}

static bool is_for(X509 *certificate, const char *host) {
  return X509_check_host(certificate, host, 0, 0, NULL) == 1 || X509_check_ip_asc(certificate, host, 0) == 1;
}

static const char *pair_fault(apr_pool_t *pool, X509 *certificate, EVP_PKEY *key, const char *host) {
  if (!certificate) {
    return "the first file has no certificate in PEM";
  }
  if (!key) {
    return "the second file has no private key in PEM without a passphrase";
  }
  if (X509_check_private_key(certificate, key) != 1) {
    return "the key does not belong to the certificate, which must be the first one in its file";
  }
  int end = X509_cmp_current_time(X509_get0_notAfter(certificate));
  int begin = X509_cmp_current_time(X509_get0_notBefore(certificate));
  if (end == 0 || begin == 0) {
    return "the certificate's dates cannot be read";
  }
  if (end < 0) {
    return "the certificate has expired";
  }
  if (begin > 0) {
    return "the certificate is not valid yet";
  }
  return is_for(certificate, host) ? NULL : apr_pstrcat(pool, "the certificate is not for ", host, NULL);
}

const char *collab_certificate_fault(apr_pool_t *pool, const char *chain, const char *key, const char *host) {
  X509 *first = read_certificate(chain);
  EVP_PKEY *secret = read_key(key);
  const char *fault = pair_fault(pool, first, secret, host);

  X509_free(first);
  EVP_PKEY_free(secret);
  return fault;
}

/* certificate.h: checks a certificate and its private key for a TLS server. Runs outside of httpd, too. */
#ifndef COLLAB_OUTBOUND_CERTIFICATE_H
#define COLLAB_OUTBOUND_CERTIFICATE_H

#include "collab.h"

/* Returns what is wrong with a certificate and its key, both in PEM; NULL: nothing. `host` is the name or address of the server.
 * `chain` begins with the certificate. Does not check whether clients trust the certificate. The text has no full stop and is
 * pool memory. */
const char *collab_certificate_fault(apr_pool_t *pool, const char *chain, const char *key, const char *host);

#endif

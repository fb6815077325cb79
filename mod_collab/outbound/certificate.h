/* certificate.h: whether a certificate and its private key are what a server of TLS can use. Runs outside of httpd, too. */
#ifndef COLLAB_OUTBOUND_CERTIFICATE_H
#define COLLAB_OUTBOUND_CERTIFICATE_H

#include "collab.h"

/* What is wrong with a certificate and its key, both in PEM, for a server of this host name or address; NULL: nothing. `chain`
 * begins with the certificate. Whether a client trusts it is not looked at. The result is a text without a full stop, in memory
 * of the pool. */
const char *collab_certificate_fault(apr_pool_t *pool, const char *chain, const char *key, const char *host);

#endif

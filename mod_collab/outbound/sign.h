/* sign.h: the headers of a delivery that sign it and authenticate us to its receiver. For the dispatcher, and for the examples of
 * api/describe. */
#ifndef COLLAB_OUTBOUND_SIGN_H
#define COLLAB_OUTBOUND_SIGN_H

#include "collab.h"

#define COLLAB_SIGNATURE_LENGTH (7 + 64) /* "sha256=" and hex */

/* The value of X-Hub-Signature-256: "sha256=" and the lower-case hex of HMAC-SHA256 over the body's bytes, keyed with the
 * secret's bytes as the member got them (interface.md 16.2). False when OpenSSL fails. */
bool collab_sign(const char *secret, const char *body, apr_size_t len, char out[COLLAB_SIGNATURE_LENGTH + 1]);

#define COLLAB_SECRET_PREFIX "whsec_"
#define COLLAB_STANDARD_SIGNATURE_LENGTH (3 + 44) /* "v1," and base64 */

/* One signature of the header webhook-signature (Standard Webhooks; interface.md 16.3): "v1," and the base64 of HMAC-SHA256 over
 * `text`, which is "id.timestamp.body". The key is the decoded base64 after "whsec_". If the secret has no "whsec_" (an older
 * format), the key is the bytes of the secret. False when OpenSSL fails. */
bool collab_sign_standard(apr_pool_t *pool, const char *secret, const char *text, apr_size_t len,
                          char out[COLLAB_STANDARD_SIGNATURE_LENGTH + 1]);

/* The header line of Basic authentication, as libcurl takes it; wiped when `pool` is cleared. */
const char *collab_basic_header(apr_pool_t *pool, const char *user, const char *password);

/* The header line that authenticates us to a callback, as libcurl takes it, from an opened callbackAuth (JSON text). NULL and
 * *fine true: the type NONE has no header. NULL and *fine false: callbackAuth cannot be used (an unknown type, a line end in a
 * value). Wiped when `pool` is cleared. */
const char *collab_callback_header(apr_pool_t *pool, const char *auth, bool *fine);

#endif

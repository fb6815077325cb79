/* base64.h: base64 and base64url (RFC 4648, 4 and 5). Any thread, any process. */
#ifndef COLLAB_BASE_BASE64_H
#define COLLAB_BASE_BASE64_H

#include "collab.h"

/* base64url without padding. Decoding is strict: it returns NULL for padding, for blanks, and for unused bits at the end that are
 * not 0. */
const char *collab_base64url(apr_pool_t *pool, const void *data, apr_size_t len);
const unsigned char *collab_unbase64url(apr_pool_t *pool, const char *text, apr_size_t text_len, apr_size_t *len);

/* Standard base64 with padding (Basic authentication). */
const char *collab_base64(apr_pool_t *pool, const void *data, apr_size_t len);

#endif

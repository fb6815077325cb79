/* random.h: unguessable values from OpenSSL's generator. Any thread, any process. When the generator fails, each function returns
 * NULL (or false), never a weak value; the caller answers COLLAB_UNAVAILABLE. */
#ifndef COLLAB_BASE_RANDOM_H
#define COLLAB_BASE_RANDOM_H

#include "collab.h"

/* Token of a request or a note, or a password that a person may have to type: 20 characters [A-Za-z0-9], uniformly drawn, 119
 * bits (interface.md 1.5). */
const char *collab_random_token(apr_pool_t *pool);

/* Webhook secret: "whsec_" and the base64 of 32 random bytes (interface.md 16.4). */
const char *collab_random_webhook_secret(apr_pool_t *pool);

/* Password: 43 characters of base64url, 258 bits. */
const char *collab_random_secret(apr_pool_t *pool);

/* Random bytes for a key; false when the generator fails. */
bool collab_random_bytes(void *bytes, apr_size_t len);

/* UUID version 4, lower case. */
const char *collab_random_uuid(apr_pool_t *pool);

#endif

/* oauth.h: the texts of OAuth 2's client credentials grant (RFC 6749, 4.4): writes the request to a token endpoint and reads its
 * answer. Transfers nothing. For the dispatcher. Values are pool memory. */
#ifndef COLLAB_OUTBOUND_OAUTH_H
#define COLLAB_OUTBOUND_OAUTH_H

#include "collab.h"

typedef struct collab_token_request_t {
  const char *url;
  const char *header; /* Authorization: Basic …, as libcurl takes it; wiped with the pool */
  const char *body;   /* application/x-www-form-urlencoded */
} collab_token_request_t;

/* Makes the request from an opened callbackAuth (JSON text). False: callbackAuth is incomplete, or its type is not OAuth 2. */
bool collab_oauth_request(apr_pool_t *pool, const char *auth, collab_token_request_t *request);

/* Returns the access token of a token endpoint's answer (RFC 6749, 5.1) and sets its lifetime in seconds, from 0 to a day.
 * NULL: there is no usable token (no JSON, a type other than Bearer, a character that a header cannot carry). */
const char *collab_oauth_token(apr_pool_t *pool, const char *answer, apr_size_t len, int64_t *lasts);

/* Why a token endpoint refused a request (RFC 6749, 5.2): the members `error` and `error_description` of its answer, as
 * "invalid_client: Client authentication failed". The endpoint chose the words, so they are cut to 100 and 200 characters, and a
 * blank replaces each control character. NULL: the answer has neither member. */
const char *collab_oauth_refusal(apr_pool_t *pool, const char *answer, apr_size_t len);

#endif

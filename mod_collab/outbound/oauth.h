/* oauth.h: the client credentials grant of OAuth 2 (RFC 6749, 4.4), as text: what is asked of a token endpoint, and what its
 * answer says. Transfers nothing. Dispatcher; values are pool memory. */
#ifndef COLLAB_OUTBOUND_OAUTH_H
#define COLLAB_OUTBOUND_OAUTH_H

#include "collab.h"

typedef struct collab_token_request_t {
  const char *url;
  const char *header; /* Authorization: Basic …, as libcurl takes it; wiped with the pool */
  const char *body;   /* application/x-www-form-urlencoded */
} collab_token_request_t;

/* What to ask, from the callbackAuth that was sealed (JSON text). False when it is of another type or incomplete. */
bool collab_oauth_request(apr_pool_t *pool, const char *auth, collab_token_request_t *request);

/* The access token of a token endpoint's answer (RFC 6749, 5.1) and how many seconds it lasts. NULL when there is none that can
 * be used: no JSON, another type than Bearer, a character that a header cannot carry. */
const char *collab_oauth_token(apr_pool_t *pool, const char *answer, apr_size_t len, int64_t *lasts);

#endif

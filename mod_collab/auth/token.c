/* token.c: this service's own access tokens (auth/token.h).
 *
 * A token says whose it is and which generation of the account's tokens it belongs to, and no more: whether the account is still
 * active, and in which company, the operation's own statement finds out. Called by login (issue) and for every authenticated
 * request (caller), where it costs one HMAC and two small JSON documents at most. Must never tell the client which of its checks
 * failed, and never log a token. */
#include "auth/token.h"

#include "auth/issue.h"
#include "base/random.h"
#include "base/text.h"

#include <string.h>
#include <strings.h>

/* A token is good from a little before its issue on: the next request may reach a node whose clock is behind the issuer's. */
#define ISSUED_EARLY 5

/* A number without sign as the database gave it, within int64 and in its one spelling. */
static bool is_number(const char *text) {
  int64_t value;
  return text != NULL && *text != '-' && (*text != '0' || text[1] == '\0') && collab_text_integer(text, &value);
}

const char *collab_token_issue(apr_pool_t *pool, const collab_jws_key_t *key, const char *issuer, const char *user,
                               const char *epoch, apr_time_t now, int lifetime_seconds) {
  const char *random = collab_random_token(pool);
  apr_int64_t issued = apr_time_sec(now);

  if (random == NULL || !is_number(user) || !is_number(epoch))
    return NULL;
  const collab_issue_t claims = {.issuer = issuer,
                                 .subject = user,
                                 .id = apr_pstrcat(pool, epoch, "-", random, NULL),
                                 .issued = issued,
                                 .from = issued - ISSUED_EARLY,
                                 .until = issued + lifetime_seconds};
  return collab_issue(pool, key, &claims);
}

const char *collab_token_of(const char *authorization) {
  if (authorization == NULL || strncasecmp(authorization, "Bearer ", 7) != 0)
    return NULL;
  return authorization + 7 + strspn(authorization + 7, " ");
}

/* Reads an integral member; false when it is missing or of another kind. */
static bool read_time(const collab_json_t *claims, const char *name, int64_t *seconds) {
  const collab_json_t *value = collab_json_get(claims, name);

  *seconds = collab_json_integer(value);
  return collab_json_kind(value) == COLLAB_JSON_INTEGER;
}

static bool is_in_time(const collab_json_t *claims, apr_time_t now) {
  int64_t issued, from, until, seconds = apr_time_sec(now);

  return read_time(claims, "iat", &issued) && read_time(claims, "nbf", &from) && read_time(claims, "exp", &until) &&
         from <= seconds && seconds < until;
}

bool collab_token_caller(apr_pool_t *pool, const collab_jws_key_t *key, const char *issuer, const char *authorization,
                         apr_time_t now, collab_caller_t *caller) {
  const char *token = collab_token_of(authorization);
  if (token == NULL)
    return false;

  const collab_json_t *claims = collab_jws_verify(pool, key, token);
  if (claims == NULL || !is_in_time(claims, now))
    return false;

  const char *iss = collab_json_string(collab_json_get(claims, "iss"));
  const char *sub = collab_json_string(collab_json_get(claims, "sub"));
  const char *jti = collab_json_string(collab_json_get(claims, "jti"));
  const char *dash = jti ? strchr(jti, '-') : NULL;
  if (iss == NULL || strcmp(iss, issuer) != 0 || dash == NULL || dash[1] == '\0')
    return false;

  const char *epoch = apr_pstrmemdup(pool, jti, (apr_size_t)(dash - jti));
  if (!is_number(sub) || !is_number(epoch))
    return false;
  *caller = (collab_caller_t){.user = sub, .epoch = epoch};
  return true;
}

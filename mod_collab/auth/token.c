/* token.c: this service's own access tokens (auth/token.h).
 *
 * A token contains the id and the epoch of its account. The operation's statement determines the account's company, and
 * whether the account is still active. The claim `company` decides only whose turn it is at the database, and which company's
 * rate limit holds. So a token without this claim, or with a former company, is equally valid. Called by login (issue) and for
 * every authenticated request (caller). For a request this costs at most one HMAC and two small JSON documents. Must never log a
 * token. */
#include "auth/token.h"

#include "auth/claims.h"
#include "base/random.h"
#include "base/text.h"

#include <string.h>
#include <strings.h>

/* Is the text an unsigned number within int64, as the database writes it? */
static bool is_number(const char *text) {
  int64_t value;
  return text != NULL && *text != '-' && (*text != '0' || text[1] == '\0') && collab_text_integer(text, &value);
}

const char *collab_token_issue(apr_pool_t *pool, const collab_jws_key_t *key, const char *issuer, const char *user,
                               const char *company, const char *epoch, apr_time_t now, int lifetime_seconds) {
  const char *random = collab_random_token(pool);
  apr_int64_t issued = apr_time_sec(now);

  if (random == NULL || !is_number(user) || !is_number(epoch) || (company && !is_number(company))) {
    return NULL;
  }
  const collab_issue_t claims = {.issuer = issuer,
                                 .subject = user,
                                 .company = company ? apr_atoi64(company) : 0,
                                 .id = apr_pstrcat(pool, epoch, "-", random, NULL),
                                 .issued = issued,
                                 .from =
                                     issued - COLLAB_CLAIMS_LEEWAY, /* the next request may reach a node whose clock is slow */
                                 .until = issued + lifetime_seconds};
  return collab_issue(pool, key, &claims);
}

const char *collab_token_of(const char *authorization) {
  if (authorization == NULL || strncasecmp(authorization, "Bearer ", 7) != 0) {
    return NULL;
  }
  return authorization + 7 + strspn(authorization + 7, " ");
}

/* Reads an integer member; false if it is missing or has another type. */
static bool read_time(const collab_json_t *claims, const char *name, int64_t *seconds) {
  const collab_json_t *value = collab_json_get(claims, name);

  *seconds = collab_json_integer(value);
  return collab_json_kind(value) == COLLAB_JSON_INTEGER;
}

/* The fault of the token's times, or NULL. */
static const char *time_fault(const collab_json_t *claims, apr_time_t now) {
  int64_t issued, from, until, seconds = apr_time_sec(now);

  if (!read_time(claims, "iat", &issued) || !read_time(claims, "nbf", &from) || !read_time(claims, "exp", &until)) {
    return COLLAB_REFUSED_TIMES;
  }
  return seconds >= until ? COLLAB_REFUSED_EXPIRED : seconds < from ? COLLAB_REFUSED_EARLY : NULL;
}

bool collab_token_caller(apr_pool_t *pool, const collab_jws_key_t *key, const char *issuer, const char *authorization,
                         apr_time_t now, collab_caller_t *caller, const char **fault) {
  const char *token = collab_token_of(authorization);
  const collab_json_t *claims = token ? collab_jws_verify(pool, key, token) : NULL;

  *fault = claims ? time_fault(claims, now) : COLLAB_REFUSED_SIGNATURE;
  if (*fault) {
    return false;
  }

  const char *iss = collab_json_string(collab_json_get(claims, "iss"));
  const char *sub = collab_json_string(collab_json_get(claims, "sub"));
  const char *jti = collab_json_string(collab_json_get(claims, "jti"));
  const char *dash = jti ? strchr(jti, '-') : NULL;
  bool ours = iss != NULL && strcmp(iss, issuer) == 0;
  *fault = ours ? COLLAB_REFUSED_ACCOUNT : COLLAB_REFUSED_ISSUER;
  if (!ours || dash == NULL || dash[1] == '\0') {
    return false;
  }

  const char *epoch = apr_pstrmemdup(pool, jti, (apr_size_t)(dash - jti));
  if (!is_number(sub) || !is_number(epoch)) {
    return false;
  }
  *fault = NULL;
  *caller = (collab_caller_t){.user = sub, .epoch = epoch, .company = collab_json_integer(collab_json_get(claims, "company"))};
  return true;
}

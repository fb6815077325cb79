/* oauth.c: reads and writes the texts of OAuth 2's client credentials grant. Called by the dispatcher
 * (dispatch/send/access_token.c); logs nothing, keeps nothing. */
#include "outbound/oauth.h"

#include <string.h>
#include <strings.h>

#include "base/json.h"
#include "base/secret.h"
#include "base/text.h"
#include "domain/domain.h"
#include "outbound/sign.h"

#define ERROR_SHOWN 100       /* characters of `error` that are shown */
#define DESCRIPTION_SHOWN 200 /* characters of `error_description` that are shown */
#define LASTS_UNSAID 300      /* seconds, for an answer without expires_in */
#define LASTS_AT_MOST 86400   /* seconds; the longest that a token is kept, whatever its lifetime */

static const char *member(const collab_json_t *json, const char *name) {
  const char *text = collab_json_string(collab_json_get(json, name));
  return text && *text ? text : NULL;
}

bool collab_oauth_request(apr_pool_t *pool, const char *auth, collab_token_request_t *request) {
  const char *error;
  const collab_json_t *json = collab_json_parse(pool, auth, strlen(auth), &error);
  const char *type = member(json, "type"), *id = member(json, "oauth2ClientId"), *secret = member(json, "oauth2ClientSecret");
  const char *scope = member(json, "oauth2Scope");

  request->url = member(json, "oauth2TokenUrl");
  if (!type || strcmp(type, OAUTH2) != 0 || !id || !secret || !request->url) {
    return false;
  }
  /* RFC 6749, 2.3.1: id and secret are form-encoded before they are joined */
  const char *encoded = collab_text_encode(pool, secret);
  request->header = collab_basic_header(pool, collab_text_encode(pool, id), encoded);
  collab_secret_wipe(encoded);
  request->body = apr_pstrcat(pool, "grant_type=client_credentials", scope ? "&scope=" : "",
                              scope ? collab_text_encode(pool, scope) : "", NULL);
  return true;
}

static bool is_visible(const char *text) {
  for (; *text; text++) {
    if (*text < 0x21 || *text > 0x7e) {
      return false;
    }
  }
  return true;
}

/* The whole seconds of expires_in, at most LASTS_AT_MOST. Some servers write a fraction, or the number as a string. 0: it is
 * negative, or no number. */
static int64_t lasts_of(apr_pool_t *pool, const collab_json_t *value) {
  const char *text = collab_json_string(value), *error;

  if (collab_json_kind(value) == COLLAB_JSON_NULL) {
    return LASTS_UNSAID;
  }
  double seconds = collab_json_number(text ? collab_json_parse(pool, text, strlen(text), &error) : value);
  return seconds > LASTS_AT_MOST ? LASTS_AT_MOST : seconds > 0 ? (int64_t)seconds : 0;
}

const char *collab_oauth_token(apr_pool_t *pool, const char *answer, apr_size_t len, int64_t *lasts) {
  const char *error;
  const collab_json_t *json = collab_json_parse(pool, answer, len, &error);
  const char *token = member(json, "access_token"), *type = member(json, "token_type");

  if (!token || !is_visible(token) || (type && strcasecmp(type, "bearer") != 0)) {
    return NULL;
  }
  *lasts = lasts_of(pool, collab_json_get(json, "expires_in"));
  return token;
}

/* The first `most` characters of a text, with a blank for each control character (U+0000 to U+001F, U+007F to U+009F). */
static const char *shown(apr_pool_t *pool, const char *text, int most) {
  char *out = apr_pstrdup(pool, text), *c = out;

  for (; *c; c++) {
    unsigned char byte = (unsigned char)*c, next = (unsigned char)c[1];
    if ((byte & 0xC0) != 0x80 && most-- == 0) {
      break;
    }
    if (byte < 0x20 || byte == 0x7F) {
      *c = ' ';
    } else if (byte == 0xC2 && next < 0xA0) {
      c[0] = c[1] = ' ';
    }
  }
  *c = '\0';
  return out;
}

const char *collab_oauth_refusal(apr_pool_t *pool, const char *answer, apr_size_t len) {
  const char *fault;
  const collab_json_t *json = collab_json_parse(pool, answer, len, &fault);
  const char *error = member(json, "error"), *description = member(json, "error_description");

  if (!error && !description) {
    return NULL;
  }
  return apr_pstrcat(pool, error ? shown(pool, error, ERROR_SHOWN) : "", error && description ? ": " : "",
                     description ? shown(pool, description, DESCRIPTION_SHOWN) : "", NULL);
}

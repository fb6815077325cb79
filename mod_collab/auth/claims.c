/* claims.c: checks the claims of another issuer's token (auth/claims.h).
 *
 * This file verifies no signature. bearer.c checks the claims before the signature, because the issuer determines the keys. A
 * claim of an unexpected type never passes as a missing one. A fault describes only the token: this file reads no accounts. */
#include "auth/claims.h"

#include "base/domain.h"
#include "base/text.h"

#include <apr_lib.h>
#include <apr_strings.h>
#include <string.h>

static bool is_word(const collab_json_t *value, const char *word) {
  const char *text = collab_json_string(value);
  return text != NULL && strcmp(text, word) == 0;
}

/* Is `aud` the audience, or an array of strings that contains the audience? */
static bool is_for(const collab_json_t *aud, const char *audience) {
  bool found = false;

  if (collab_json_kind(aud) != COLLAB_JSON_ARRAY) {
    return is_word(aud, audience);
  }
  for (apr_size_t i = 0; i < collab_json_count(aud); i++) {
    const collab_json_t *one = collab_json_at(aud, i);
    if (collab_json_kind(one) != COLLAB_JSON_STRING) {
      return false;
    }
    found = found || is_word(one, audience);
  }
  return found;
}

const collab_issuer_t *collab_claims_issuer(const apr_array_header_t *issuers, const collab_json_t *claims) {
  const collab_json_t *iss = collab_json_get(claims, "iss");
  const collab_json_t *aud = collab_json_get(claims, "aud");

  for (int i = 0; i < issuers->nelts; i++) {
    const collab_issuer_t *issuer = &APR_ARRAY_IDX(issuers, i, collab_issuer_t);
    if (is_word(iss, issuer->name) && is_for(aud, issuer->audience)) {
      return issuer;
    }
  }
  return NULL;
}

const char *collab_claims_audiences(apr_pool_t *pool, const apr_array_header_t *issuers, const char *name) {
  const char *text = NULL;

  for (int i = 0; name && i < issuers->nelts; i++) {
    const collab_issuer_t *issuer = &APR_ARRAY_IDX(issuers, i, collab_issuer_t);
    if (strcmp(issuer->name, name) == 0) {
      text = apr_pstrcat(pool, text ? text : "", text ? " or '" : "'", issuer->audience, "'", NULL);
    }
  }
  return text;
}

/* Reads a time (NumericDate, RFC 7519, 2: seconds since 1970, perhaps with a fraction). An absent time sets *seconds to
 * `otherwise`. False if the claim is not a time. A double is precise to the microsecond for such times. */
static bool read_time(const collab_json_t *claims, const char *name, double otherwise, double *seconds) {
  const collab_json_t *value = collab_json_get(claims, name);
  collab_json_kind_t kind = collab_json_kind(value);

  *seconds = value ? collab_json_number(value) : otherwise;
  return value == NULL || ((kind == COLLAB_JSON_INTEGER || kind == COLLAB_JSON_REAL) && *seconds >= 0);
}

const char *collab_claims_time_fault(const collab_json_t *claims, apr_time_t now) {
  double until, from, issued, seconds = (double)now / APR_USEC_PER_SEC;

  if (!read_time(claims, "exp", -1, &until) || until < 0 || !read_time(claims, "nbf", 0, &from) ||
      !read_time(claims, "iat", 0, &issued)) {
    return COLLAB_REFUSED_TIMES;
  }
  if (seconds - COLLAB_CLAIMS_LEEWAY >= until) {
    return COLLAB_REFUSED_EXPIRED;
  }
  return from - COLLAB_CLAIMS_LEEWAY > seconds || issued - COLLAB_CLAIMS_LEEWAY > seconds ? COLLAB_REFUSED_EARLY : NULL;
}

const char *collab_claims_issued(apr_pool_t *pool, const collab_json_t *claims) {
  double issued;

  if (!read_time(claims, "iat", -1, &issued) || issued < 0) {
    return NULL;
  }
  return apr_psprintf(pool, "%.6f", issued);
}

const char *collab_claims_object_id(apr_pool_t *pool, const char *oid) {
  static const char form[] = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";

  if (strlen(oid) != sizeof(form) - 1) {
    return oid;
  }
  for (apr_size_t i = 0; i < sizeof(form) - 1; i++) {
    if (form[i] == 'x' ? !apr_isxdigit(oid[i]) : oid[i] != form[i]) {
      return oid;
    }
  }
  char *lower = apr_pstrdup(pool, oid);
  for (char *c = lower; *c; c++) {
    *c = (char)apr_tolower(*c);
  }
  return lower;
}

const char *collab_claims_subject(apr_pool_t *pool, const collab_issuer_t *issuer, const collab_json_t *claims) {
  const char *subject = collab_json_string(collab_json_get(claims, issuer->principals ? "oid" : "sub"));

  if (subject == NULL || collab_text_is_blank(subject) || collab_text_length(subject) > SUBJECT_LENGTH) {
    return NULL;
  }
  for (const char *c = subject; *c; c++) {
    if ((unsigned char)*c < ' ' || *c == 127) {
      return NULL;
    }
  }
  return issuer->principals ? collab_claims_object_id(pool, subject) : subject;
}

/* claims.c: checks the claims of another issuer's token (auth/claims.h).
 *
 * This file verifies no signature. bearer.c checks the claims before the signature, because the issuer determines the keys. A
 * claim of an unexpected type never passes as a missing one. A fault describes only the token: this file reads no accounts. */
#include "auth/claims.h"

#include "base/text.h"
#include "domain/domain.h"

#include <apr_lib.h>
#include <apr_strings.h>
#include <string.h>
#include <strings.h>

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

/* Is the token the issuer's, and for this service? */
static bool is_of(const collab_issuer_t *issuer, const collab_json_t *claims) {
  const collab_json_t *aud = collab_json_get(claims, "aud");

  if (!is_word(collab_json_get(claims, "iss"), issuer->name)) {
    return false;
  }
  if (issuer->by_client) {
    return is_word(collab_json_get(claims, "client_id"), issuer->audience) && (aud == NULL || is_for(aud, issuer->audience));
  }
  return is_for(aud, issuer->audience);
}

/* Does the token name an application, and not a person? Entra says so in idtyp, if its registration has that optional claim. An
 * application's sub is its oid; a person's sub is made for each registration, and is no object id. Neither is a person's choice.
 */
static bool is_application(const collab_json_t *claims) {
  const collab_json_t *idtyp = collab_json_get(claims, "idtyp");
  const char *oid = collab_json_string(collab_json_get(claims, "oid"));

  return idtyp ? is_word(idtyp, "app") : oid != NULL && is_word(collab_json_get(claims, "sub"), oid);
}

const collab_issuer_t *collab_claims_issuer(const apr_array_header_t *issuers, const collab_json_t *claims) {
  const collab_issuer_t *found = NULL;

  for (int i = 0; i < issuers->nelts; i++) {
    const collab_issuer_t *issuer = &APR_ARRAY_IDX(issuers, i, collab_issuer_t);
    if (!is_of(issuer, claims)) {
      continue;
    }
    if (found == NULL) {
      found = issuer;
    } else if (issuer->principals != found->principals && strcmp(issuer->audience, found->audience) == 0) {
      return issuer->principals == is_application(claims) ? issuer : found;
    }
  }
  return found;
}

const char *collab_claims_audiences(apr_pool_t *pool, const apr_array_header_t *issuers, const char *name) {
  const char *text = NULL;

  for (int i = 0; name && i < issuers->nelts; i++) {
    const collab_issuer_t *issuer = &APR_ARRAY_IDX(issuers, i, collab_issuer_t);
    const char *one = apr_pstrcat(pool, issuer->by_client ? "client_id '" : "'", issuer->audience, "'", NULL);
    if (strcmp(issuer->name, name) == 0 && !(text && strstr(text, one))) {
      text = text ? apr_pstrcat(pool, text, " or ", one, NULL) : one;
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

/* Does the claim typ name another kind of token? Keycloak writes it into every token: Bearer, ID, Refresh, Offline, Logout. */
static bool is_other_type(const collab_json_t *typ) {
  static const char *const others[] = {"ID", "Refresh", "Offline", "Logout"};
  const char *word = collab_json_string(typ);
  bool other = typ != NULL && word == NULL;

  for (unsigned i = 0; word && i < sizeof(others) / sizeof(*others); i++) {
    other = other || strcasecmp(word, others[i]) == 0;
  }
  return other;
}

const char *collab_claims_kind_fault(const collab_json_t *claims) {
  static const struct {
    const char *claim, *fault;
  } marks[] = {
      {"events", COLLAB_REFUSED_KIND("events")}, /* a logout token or another security event */
      {"at_hash", COLLAB_REFUSED_KIND("at_hash")},
      {"c_hash", COLLAB_REFUSED_KIND("c_hash")}, /* with at_hash: an ID token */
      {"cnf", COLLAB_REFUSED_BOUND},
  };
  const collab_json_t *use = collab_json_get(claims, "token_use");

  if (is_other_type(collab_json_get(claims, "typ"))) {
    return COLLAB_REFUSED_KIND("typ");
  }
  if (use && !is_word(use, "access")) { /* Cognito */
    return COLLAB_REFUSED_KIND("token_use");
  }
  for (unsigned i = 0; i < sizeof(marks) / sizeof(*marks); i++) {
    if (collab_json_get(claims, marks[i].claim)) {
      return marks[i].fault;
    }
  }
  return NULL;
}

const char *collab_claims_lifetime_fault(const collab_issuer_t *issuer, const collab_json_t *claims, apr_time_t now) {
  double until, begun;

  if (issuer->lifetime == 0 || !read_time(claims, "exp", 0, &until) ||
      !read_time(claims, "iat", (double)now / APR_USEC_PER_SEC, &begun)) {
    return NULL;
  }
  return until - begun > issuer->lifetime + COLLAB_CLAIMS_LIFETIME_LEEWAY ? COLLAB_REFUSED_LIFETIME : NULL;
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

/* bearer.c: identifies the caller by a bearer token (auth/bearer.h).
 *
 *   our own header and our signature       ──> our token (token.c): the usual case; nothing more is read
 *   iss and aud of a trusted issuer        ──> that issuer's keys only: form, times, key by kid and alg, signature
 *   anything else                          ──> our key only
 *
 * A token's claims choose the keys that it is tried with. An issuer's keys verify only tokens with that issuer's name, so a token
 * of one issuer never passes as another's or as ours (configtest refuses an issuer with our name). HMAC and "none" are not
 * accepted from other issuers. Called by http/identity.c for every authenticated request. A refusal describes the token; it
 * reveals nothing about accounts, because this file does not read any. Must never log a token. */
#include "auth/bearer.h"

#include "auth/claims.h"
#include "auth/token.h"

#include <apr_strings.h>
#include <string.h>
#include <strings.h>

struct collab_trust_t {
  const apr_array_header_t *issuers; /* collab_issuer_t */
  collab_keyset_t **keys;            /* one set for each issuer, in the same order; no two issuers share a set */
};

collab_trust_t *collab_trust_make(apr_pool_t *pool, const apr_array_header_t *issuers, int trust, apr_array_header_t *remarks) {
  collab_trust_t *made = apr_pcalloc(pool, sizeof(*made));
  const char *remark;

  made->issuers = issuers;
  made->keys = apr_pcalloc(pool, (apr_size_t)(issuers->nelts + 1) * sizeof(*made->keys));
  for (int i = 0; i < issuers->nelts; i++) {
    const collab_issuer_t *issuer = &APR_ARRAY_IDX(issuers, i, collab_issuer_t);
    made->keys[i] = collab_keyset_make(pool, issuer, trust, &remark);
    if (made->keys[i] == NULL) {
      return NULL;
    }
    if (remark) {
      APR_ARRAY_PUSH(remarks, const char *) = apr_pstrcat(remarks->pool, issuer->name, ": ", issuer->keys, ": ", remark, NULL);
    }
  }
  return made;
}

collab_keyset_t *collab_trust_keys(const collab_trust_t *trust, int index) {
  return trust->keys[index];
}

void collab_trust_child_init(collab_trust_t *trust, apr_pool_t *pchild) {
  for (int i = 0; trust && i < trust->issuers->nelts; i++) {
    collab_keyset_child_init(trust->keys[i], pchild);
  }
}

/* Whether another issuer's token may be signed with this algorithm (as collab_jws_usual returns it). */
static bool is_public_algorithm(const char *algorithm) {
  static const char *const names[] = {"RS256", "PS256", "ES256", "EdDSA"};

  for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++) {
    if (strcmp(algorithm, names[i]) == 0) {
      return true;
    }
  }
  return false;
}

/* An access token has the type at+jwt or JWT, or none. Other types (a logout token, a proof) are for other uses. Returns the
 * fault, or NULL. */
static const char *type_fault(const collab_issuer_t *issuer, const char *type) {
  if (type != NULL && strncasecmp(type, "application/", 12) == 0) {
    type += 12;
  }
  if (type != NULL && strcasecmp(type, "at+jwt") == 0) {
    return NULL;
  }
  if (type != NULL && strcasecmp(type, "JWT") != 0) {
    return COLLAB_REFUSED_TYPE;
  }
  return issuer->at_jwt ? COLLAB_REFUSED_AT_JWT : NULL;
}

/* Checks another issuer's token as far as that is possible without a key. Returns the fault, or NULL. */
static const char *foreign_fault(const collab_issuer_t *issuer, const collab_jws_unverified_t *unverified, const char *subject,
                                 apr_time_t now) {
  if (!is_public_algorithm(unverified->algorithm)) {
    return COLLAB_REFUSED_ALGORITHM;
  }
  const char *fault = type_fault(issuer, unverified->type);
  fault = fault ? fault : collab_claims_kind_fault(unverified->claims);
  if (fault) {
    return fault;
  }
  if (subject == NULL) {
    return issuer->principals ? COLLAB_REFUSED_PRINCIPAL : COLLAB_REFUSED_USER;
  }
  fault = collab_claims_time_fault(unverified->claims, now);
  return fault ? fault : collab_claims_lifetime_fault(issuer, unverified->claims, now);
}

static bool is_signed(apr_pool_t *pool, const collab_found_keys_t *found, const char *token) {
  bool right = false;

  for (int i = 0; i < found->count && !right; i++) {
    right = collab_jws_signed(pool, found->keys[i], token);
  }
  return right;
}

/* Verifies the signature with the issuer's keys; once more if the issuer's set has changed meanwhile. */
static collab_outcome_t verify(apr_pool_t *pool, const collab_bearer_t *bearer, collab_keyset_t *keys, const char *token,
                               const collab_jws_unverified_t *unverified, const char **fault) {
  collab_found_keys_t found;

  for (int tries = 0; tries < 2; tries++) {
    collab_outcome_t outcome = collab_keyset_find(keys, pool, bearer->source, bearer->context, bearer->clock, unverified->kid,
                                                  unverified->algorithm, &found);
    *fault = COLLAB_REFUSED_KEY;
    if (outcome != COLLAB_OK) {
      return outcome;
    }
    *fault = COLLAB_REFUSED_SIGNATURE;
    if (is_signed(pool, &found, token)) {
      return COLLAB_OK;
    }
    if (!collab_keyset_again(keys, pool, bearer->source, bearer->context, bearer->clock, &found)) {
      break;
    }
  }
  return COLLAB_UNAUTHENTICATED;
}

static collab_outcome_t foreign(apr_pool_t *pool, const collab_bearer_t *bearer, const collab_issuer_t *issuer, const char *token,
                                const collab_jws_unverified_t *unverified, apr_time_t now, collab_caller_t *caller,
                                const char **fault) {
  const char *subject = collab_claims_subject(pool, issuer, unverified->claims);

  *fault = foreign_fault(issuer, unverified, subject, now);
  if (*fault) {
    return COLLAB_UNAUTHENTICATED;
  }
  collab_keyset_t *keys = bearer->trust->keys[issuer - &APR_ARRAY_IDX(bearer->trust->issuers, 0, collab_issuer_t)];
  collab_outcome_t outcome = verify(pool, bearer, keys, token, unverified, fault);
  if (outcome != COLLAB_OK) {
    return outcome;
  }
  *caller = (collab_caller_t){.issuer = issuer->name,
                              .kind = issuer->principals ? "principal" : "user",
                              .subject = subject,
                              .issued = collab_claims_issued(pool, unverified->claims)};
  return COLLAB_OK;
}

static bool is_own(apr_pool_t *pool, const collab_bearer_t *bearer, const char *authorization, apr_time_t now,
                   collab_caller_t *caller, const char **fault) {
  return collab_token_caller(pool, bearer->own_key, bearer->own_issuer, authorization, now, caller, fault);
}

/* Returns the reason to refuse a token with an untrusted issuer or the wrong audience. An ID token has another audience, too; its
 * kind is the better reason. `fault`: what the check with this service's own key has found. */
static const char *stranger_fault(apr_pool_t *pool, const collab_bearer_t *bearer, const char *issuer,
                                  const collab_json_t *claims, const char *fault) {
  const char *audiences = bearer->trust ? collab_claims_audiences(pool, bearer->trust->issuers, issuer) : NULL;

  if (audiences) {
    const char *kind = collab_claims_kind_fault(claims);
    return kind ? kind : apr_pstrcat(pool, COLLAB_REFUSED_AUDIENCE, audiences, NULL);
  }
  return issuer && strcmp(issuer, bearer->own_issuer) == 0 ? fault : COLLAB_REFUSED_ISSUER;
}

collab_outcome_t collab_bearer_caller(apr_pool_t *pool, const collab_bearer_t *bearer, const char *authorization, apr_time_t now,
                                      collab_caller_t *caller, collab_refusal_t *refusal) {
  collab_jws_unverified_t unverified;
  const char *token = collab_token_of(authorization), *fault = NULL;

  bool given = token && *token;
  *refusal = (collab_refusal_t){.bearer = given};
  if (!given) {
    refusal->reason = collab_authorization_fault(authorization);
    return COLLAB_UNAUTHENTICATED;
  }
  bool tried = bearer->trust == NULL || collab_jws_looks_own(bearer->own_key, token);
  if (tried && is_own(pool, bearer, authorization, now, caller, &fault)) {
    return COLLAB_OK;
  }
  bool too_long = strnlen(token, COLLAB_TOKEN_MAX + 1) > COLLAB_TOKEN_MAX;
  const char *mistake = too_long ? COLLAB_REFUSED_LENGTH : collab_authorization_token_fault(token);
  refusal->reason = mistake ? mistake : COLLAB_REFUSED_FORM;
  if (mistake || !collab_jws_read(pool, token, &unverified)) {
    return COLLAB_UNAUTHENTICATED;
  }
  refusal->issuer = collab_json_string(collab_json_get(unverified.claims, "iss"));
  const collab_issuer_t *issuer = bearer->trust ? collab_claims_issuer(bearer->trust->issuers, unverified.claims) : NULL;
  if (issuer != NULL) {
    return foreign(pool, bearer, issuer, token, &unverified, now, caller, &refusal->reason);
  }
  if (!tried && is_own(pool, bearer, authorization, now, caller, &fault)) {
    return COLLAB_OK;
  }
  refusal->reason = stranger_fault(pool, bearer, refusal->issuer, unverified.claims, fault);
  return COLLAB_UNAUTHENTICATED;
}

/* claims.h: checks the claims of another issuer's token (interface.md 4.3), and lists the reasons to refuse a token. Any thread.
 */
#ifndef COLLAB_AUTH_CLAIMS_H
#define COLLAB_AUTH_CLAIMS_H

#include "auth/jws.h"
#include "base/json.h"
#include "domain/issuer.h"

/* Seconds by which another issuer's clock may be wrong. */
#define COLLAB_CLAIMS_LEEWAY 60

/* Seconds by which a token may live longer than its issuer's tokens may: Entra dates iat back by so much. */
#define COLLAB_CLAIMS_LIFETIME_LEEWAY 300

/* The trusted issuer of a token: iss must equal its name, and aud must be its audience or an array that contains it. For an
 * issuer that is known `by_client`, client_id must be its audience, and aud, if present, must contain it, too. NULL: none. Of two
 * with the same name and audience, which name users and principals, the principals' one is returned if the token names an
 * application: idtyp is "app", or there is no idtyp and oid equals sub. `issuers` holds collab_issuer_t. */
const collab_issuer_t *collab_claims_issuer(const apr_array_header_t *issuers, const collab_json_t *claims);

/* The audiences that tokens of the issuer `name` may have, for a message: `'a' or 'b' or client_id 'c'`, in `pool`. NULL: no such
 * issuer. */
const char *collab_claims_audiences(apr_pool_t *pool, const apr_array_header_t *issuers, const char *name);

/* NULL if `now` is between nbf (optional) and exp (required), and iat (optional) is not in the future, all with leeway. Each of
 * these claims must be a number, with or without a fraction. Returns one of the texts below for a token that breaks these rules.
 */
const char *collab_claims_time_fault(const collab_json_t *claims, apr_time_t now);

/* NULL if the claims may be those of an access token that a bearer may use. Otherwise a claim says that they are another token's,
 * such as an ID token's (RFC 8725, 3.12), or that the token is bound to a key; returns one of the texts below. */
const char *collab_claims_kind_fault(const collab_json_t *claims);

/* NULL if the time from iat, or else from `now`, to exp is at most the issuer's `lifetime`, with COLLAB_CLAIMS_LIFETIME_LEEWAY.
 * Call after collab_claims_time_fault. */
const char *collab_claims_lifetime_fault(const collab_issuer_t *issuer, const collab_json_t *claims, apr_time_t now);

/* When the token was issued (iat), in seconds as a decimal text in `pool`; NULL: no iat. Call after collab_claims_time_fault. */
const char *collab_claims_issued(apr_pool_t *pool, const collab_json_t *claims);

/* A service principal's object id as stored and compared. A GUID is in lower case, because issuers and their tools write either
 * case; any other text is unchanged. */
const char *collab_claims_object_id(apr_pool_t *pool, const char *oid);

/* The token's subject: a user's `sub` as the issuer spells it, or a principal's `oid` as collab_claims_object_id spells it. Has 1
 * to 255 printable characters. NULL if the claim is missing or has another form. */
const char *collab_claims_subject(apr_pool_t *pool, const collab_issuer_t *issuer, const collab_json_t *claims);

/* Why a caller was refused: one of the texts below, which repeat nothing that was sent. They appear in the body, in
 * error_description (RFC 6750, 3: printable ASCII without `"` and `\`) and in the log. Any thread. */

typedef struct collab_refusal_t {
  const char *reason;
  const char *issuer; /* the unverified claim iss; NULL: missing, or not a string */
  bool bearer;        /* a bearer token was sent: the challenge has the reason, too (RFC 6750, 3.1) */
} collab_refusal_t;

/* authorization.c: why the value of an Authorization header (NULL: none) has no bearer token. Never NULL. */
const char *collab_authorization_fault(const char *authorization);

/* authorization.c: the usual mistake that shows in the text behind "Bearer"; NULL: none. No token has one. */
const char *collab_authorization_token_fault(const char *token);

/* The reason when a token has a valid signature, but its account is unknown or disabled or has ended the token. Also the reason
 * when this service's own token has an odd form. One text for all these cases does not reveal which of them applies. */
#define COLLAB_REFUSED_ACCOUNT "The token was not accepted"

#define COLLAB_REFUSED_NOTHING "No token was sent"
#define COLLAB_REFUSED_EMPTY "No token stands behind the word Bearer"
#define COLLAB_REFUSED_TWICE "The word Bearer stands there twice"
#define COLLAB_REFUSED_QUOTES "Quotation marks stand around the token"
#define COLLAB_REFUSED_PLACEHOLDER "A placeholder was sent"
#define COLLAB_REFUSED_SEPARATOR "One blank must stand between the word Bearer and the token"
#define COLLAB_REFUSED_PARTS "A blank or a comma stands within the token"
#define COLLAB_REFUSED_OTHER "The scheme is another one; Bearer is wanted"
#define COLLAB_REFUSED_KNOWN_SCHEME(scheme) "The scheme is " scheme "; Bearer is wanted"
#define COLLAB_REFUSED_SCHEME "The scheme Bearer is missing before the token"
#define COLLAB_REFUSED_LENGTH "The token is longer than " APR_STRINGIFY(COLLAB_TOKEN_MAX) " bytes"
#define COLLAB_REFUSED_FORM "The token is malformed"
#define COLLAB_REFUSED_ISSUER "The token has an unknown issuer (iss)"
#define COLLAB_REFUSED_AUDIENCE "The token has the wrong audience (aud), it must be "
#define COLLAB_REFUSED_EXPIRED "The token has expired"
#define COLLAB_REFUSED_EARLY "The token is not valid yet (nbf, iat)"
#define COLLAB_REFUSED_TIMES "The token has no expiry time (exp), or a time that is not a number (exp, nbf, iat)"
#define COLLAB_REFUSED_SIGNATURE "The token has an invalid signature"
#define COLLAB_REFUSED_KEY "The token was signed with a key (kid, alg) that its issuer does not publish"
#define COLLAB_REFUSED_ALGORITHM "The token has an algorithm (alg) that is not accepted"
#define COLLAB_REFUSED_TYPE "The token is not an access token (typ)"
#define COLLAB_REFUSED_AT_JWT "The token's header must have the type at+jwt (typ)"
#define COLLAB_REFUSED_KIND(claim) "The token is not an access token (claim " claim ")"
#define COLLAB_REFUSED_BOUND "The token is bound to a key (cnf), so it is not valid as a bearer token"
#define COLLAB_REFUSED_LIFETIME "The token is valid for longer than its issuer's tokens may be (exp, iat)"
#define COLLAB_REFUSED_USER "The token names no user (sub)"
#define COLLAB_REFUSED_PRINCIPAL "The token names no service principal (oid)"

#endif

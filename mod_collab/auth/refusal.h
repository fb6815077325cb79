/* refusal.h: why a bearer token was refused. The texts go into error_description (RFC 6750, 3: printable ASCII without `"` and
 * `\`) and into the log. Any thread. */
#ifndef COLLAB_AUTH_REFUSAL_H
#define COLLAB_AUTH_REFUSAL_H

typedef struct collab_refusal_t {
  const char *reason; /* NULL: the request had no bearer token */
  const char *issuer; /* the claim iss as the token has it, not verified; NULL: it has none that is a string */
} collab_refusal_t;

/* The one reason for a token with a good signature whose account is unknown or disabled, or whose account has ended it. It is
 * also the reason for an own token of an odd form, so it does not tell that any of these is the case. */
#define COLLAB_REFUSED_ACCOUNT "The token was not accepted"

#define COLLAB_REFUSED_SCHEME "The scheme Bearer is missing before the token"
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
#define COLLAB_REFUSED_USER "The token names no user (sub)"
#define COLLAB_REFUSED_PRINCIPAL "The token names no service principal (oid)"

#endif

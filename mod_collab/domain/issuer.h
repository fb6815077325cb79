/* issuer.h: another issuer of access tokens: one CollabTrustedIssuer, as the operator wrote it. Any thread, any process. */
#ifndef COLLAB_DOMAIN_ISSUER_H
#define COLLAB_DOMAIN_ISSUER_H

#include "collab.h"

typedef struct collab_issuer_t {
  const char *name;      /* the claim iss, exactly */
  const char *audience;  /* the value that the claim aud must equal or contain; by_client: that client_id must equal */
  const char *keys;      /* absolute path of a JWKS file, or the URL of one */
  bool remote;           /* `keys` is a URL, which the dispatcher fetches */
  bool principals;       /* true: the claim oid names a principal; false: the claim sub names a user */
  int refresh;           /* seconds after which keys of a URL are fetched again in any case */
  int lifetime;          /* the longest lifetime of a token, in seconds; 0: any */
  bool at_jwt;           /* the header's typ must be at+jwt (RFC 9068) */
  bool by_client;        /* the claim client_id has the audience; aud may be absent */
  const char *token_url; /* its token endpoint, for the description only; NULL: not known */
  const char *scope;     /* the scopes that a client asks for there, separated by blanks; NULL: none */
} collab_issuer_t;

/* Minimum time between two fetches of one key set, in seconds, for any reason and also after a failure. */
#define COLLAB_ISSUER_THROTTLE 30

#endif

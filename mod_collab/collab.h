/* collab.h: the vocabulary that every layer of mod_collab shares. The layers below config/ also run outside of httpd (collabctl,
 * unit tests): they use APR, never a request_rec. */
#ifndef COLLAB_H
#define COLLAB_H

#include <apr_pools.h>
#include <apr_strings.h>
#include <apr_tables.h>
#include <apr_time.h>
#include <stdbool.h>
#include <stdint.h>

#include "domain/outcome.h"

/* Log number of a message, unique in the tree (`make style` checks it): COLLABNO(0012) "text". */
#define COLLABNO(n) "CB" #n ": "

/* The caller, as far as the token alone tells. The operation's own statement checks whether the account is active, and finds its
 * company. A token of this service sets the first three members, a token of another issuer sets the last four. The others are
 * NULL or 0. */
typedef struct collab_caller_t {
  const char *user;    /* account id, decimal */
  const char *epoch;   /* the account's token generation when this token was issued, decimal */
  int64_t company;     /* the account's company when this token was issued; 0: unknown. For scheduling, never for authorization */
  const char *issuer;  /* the claim iss */
  const char *kind;    /* "user" or "principal": the kind of account that the issuer's tokens name */
  const char *subject; /* the claim sub of a user, oid of a principal */
  const char *issued;  /* when that issuer made the token, in seconds since 1970; NULL: unknown */
} collab_caller_t;

#endif

/* collab.h: the vocabulary that every layer of mod_collab shares.
 *
 * Layers, lower never includes higher (`make check-layers`):
 *   base(0) <- config(1) <- store(2) <- auth, event, outbound(3) <- http(4) <- api, dispatch, status, ctl(5)
 * base, store/pg, event and outbound also run outside of httpd (collabctl, unit tests): they use APR, never a request_rec. */
#ifndef COLLAB_H
#define COLLAB_H

#include <apr_pools.h>
#include <apr_strings.h>
#include <apr_tables.h>
#include <apr_time.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/outcome.h"

/* Log tag of a message, unique in the tree (`make style` looks for doubles): COLLABNO(0012) "text". */
#define COLLABNO(n) "CB" #n ": "

/* Who is calling, as far as the token alone says; whether the account is active and whose company it is, the operation's
 * own statement finds out. A token of our own has the first three, one of another issuer the last four; the rest is NULL or 0.
 */
typedef struct collab_caller_t {
  const char *user;    /* account id, decimal */
  const char *epoch;   /* the account's token generation when this token was issued, decimal */
  int64_t company;     /* its account's company when this token was issued; 0: unknown. Schedules, and authorizes nothing */
  const char *issuer;  /* the claim iss */
  const char *kind;    /* "user" or "principal": what that issuer's tokens name */
  const char *subject; /* the claim sub of a user, oid of a principal */
  const char *issued;  /* when that issuer made the token, in seconds since 1970; NULL: it does not say */
} collab_caller_t;

#endif

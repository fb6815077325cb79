/* credentials.h: the secrets and credentials that prove where a delivery comes from (credentials.c). Only the loop's thread calls
 * this. */
#ifndef COLLAB_DISPATCH_DELIVERY_CREDENTIALS_H
#define COLLAB_DISPATCH_DELIVERY_CREDENTIALS_H

#include "base/crypt.h"
#include "dispatch/delivery/claimed_row.h"

typedef struct collab_credentials_cache_t collab_credentials_cache_t;

/* The sealed columns of a subscription's row, opened. */
typedef struct collab_credentials_t {
  const char *secret;
  const char **previous; /* the replaced secrets that still sign, newest first; ended by NULL */
  const char *header;    /* the header line that authenticates to the callback; NULL: none, or `oauth` */
  const char *oauth;     /* the credentials with which an access token must be fetched; else NULL */
  const char *error;     /* why the proof cannot be used; else NULL */
  bool final;            /*   and that will not change */
} collab_credentials_t;

collab_credentials_cache_t *collab_credentials_setup(apr_pool_t *pool, const collab_keyring_t *keyring);

/* Once in each turn of the loop: forgets all of them when it is time. */
void collab_credentials_turn(collab_credentials_cache_t *credentials, apr_time_t now);

/* The proof for a claimed row. The caller copies from it before the next turn, which may forget it. */
const collab_credentials_t *collab_credentials_of(collab_credentials_cache_t *credentials,
                                                  const collab_claimed_row_t *claimed_row);

#endif

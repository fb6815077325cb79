/* credentials.h: the secrets that sign deliveries, and the credentials for callbacks (credentials.c). Only the loop's thread
 * calls this. */
#ifndef COLLAB_DISPATCH_SEND_CREDENTIALS_H
#define COLLAB_DISPATCH_SEND_CREDENTIALS_H

#include "base/keyring.h"
#include "dispatch/claim/claimed_row.h"

typedef struct collab_credentials_cache_t collab_credentials_cache_t;

/* A subscription's sealed columns, opened. */
typedef struct collab_credentials_t {
  const char *secret;
  const char **previous; /* the replaced secrets that still sign, newest first; ended by NULL */
  const char *header;    /* the header line for the callback's authentication; NULL: none, or OAuth 2 */
  const char *oauth;     /* with OAuth 2: the credentials for fetching an access token; else NULL */
  const char *error;     /* why the credentials cannot be used; else NULL */
  bool final;            /* the error is final: no retry can help */
} collab_credentials_t;

collab_credentials_cache_t *collab_credentials_setup(apr_pool_t *pool, const collab_keyring_t *keyring);

/* Once per turn of the loop: wipes the cache when it is time. */
void collab_credentials_turn(collab_credentials_cache_t *credentials, apr_time_t now);

/* Returns the opened secrets and credentials for a claimed row. They are valid until the next turn of the loop, which may wipe
 * them. */
const collab_credentials_t *collab_credentials_of(collab_credentials_cache_t *credentials,
                                                  const collab_claimed_row_t *claimed_row);

#endif

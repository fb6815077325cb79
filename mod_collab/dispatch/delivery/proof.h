/* proof.h: by what deliveries prove that they are ours (proof.c). The loop's thread alone. */
#ifndef COLLAB_DISPATCH_DELIVERY_PROOF_H
#define COLLAB_DISPATCH_DELIVERY_PROOF_H

#include "base/crypt.h"
#include "dispatch/delivery/claimed_row.h"

typedef struct collab_proofs_t collab_proofs_t;

/* What is sealed in a subscription's row, opened. */
typedef struct collab_proof_t {
  const char *secret;
  const char **previous; /* those that were replaced and still sign, newest first; ended by NULL */
  const char *header;    /* the callback's own authentication, as libcurl takes it; NULL: none, or */
  const char *oauth;     /*   this: a token must be fetched with it */
  const char *error;     /* why there is none; else NULL */
  bool final;            /*   and will be none */
} collab_proof_t;

collab_proofs_t *collab_proofs_setup(apr_pool_t *pool, const collab_keyring_t *keyring);

/* Once a turn: forgets all when it is time. */
void collab_proofs_turn(collab_proofs_t *proofs, apr_time_t now);

/* For a row. To be copied from before the next turn, which may forget all. */
const collab_proof_t *collab_proof_of(collab_proofs_t *proofs, const collab_claimed_row_t *claimed_row);

#endif

/* proof.h: the secrets and credentials that prove where a delivery comes from (proof.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_PROOF_H
#define COLLAB_DISPATCH_DELIVERY_PROOF_H

#include "base/crypt.h"
#include "dispatch/delivery/claimed_row.h"

typedef struct collab_proofs_t collab_proofs_t;

/* The sealed columns of a subscription's row, opened. */
typedef struct collab_proof_t {
  const char *secret;
  const char **previous; /* the replaced secrets that still sign, newest first; ended by NULL */
  const char *header;    /* the header line that authenticates to the callback; NULL: none, or `oauth` */
  const char *oauth;     /* the credentials with which an access token must be fetched; else NULL */
  const char *error;     /* why the proof cannot be used; else NULL */
  bool final;            /*   and that will not change */
} collab_proof_t;

collab_proofs_t *collab_proofs_setup(apr_pool_t *pool, const collab_keyring_t *keyring);

/* Once in each turn of the loop: forgets all proofs when it is time. */
void collab_proofs_turn(collab_proofs_t *proofs, apr_time_t now);

/* The proof for a claimed row. The caller copies from it before the next turn, which may forget it. */
const collab_proof_t *collab_proof_of(collab_proofs_t *proofs, const collab_claimed_row_t *claimed_row);

#endif

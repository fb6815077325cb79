/* proof.h: by what deliveries prove that they are ours. The loop's thread alone. */
#ifndef COLLAB_DISPATCH_DELIVERY_PROOF_H
#define COLLAB_DISPATCH_DELIVERY_PROOF_H

#include "dispatch/dispatch.h"

/* What is sealed in a subscription's row, opened. */
typedef struct collab_proof_t {
  const char *secret;
  const char **previous; /* those that were replaced and still sign, newest first; ended by NULL */
  const char *header;    /* the callback's own authentication, as libcurl takes it; NULL: none, or */
  const char *oauth;     /*   this: a token must be fetched with it */
  const char *error;     /* why there is none; else NULL */
  bool final;            /*   and will be none */
} collab_proof_t;

void collab_proofs_setup(collab_dispatcher_t *d);                /* once */
void collab_proofs_turn(collab_dispatcher_t *d, apr_time_t now); /* forgets all when it is time */

/* For a row. To be copied from before the next turn, which may forget all. */
const collab_proof_t *collab_proof_of(collab_dispatcher_t *d, const collab_claimed_row_t *claimed_row);

#endif

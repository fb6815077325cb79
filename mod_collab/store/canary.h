/* canary.h: checks whether a key ring (CollabSecretsKey) is the one that sealed this database's secrets. The database stores a
 * known text, sealed like every other secret; a ring that opens it has the right keys. The first process that has keys writes
 * this canary. For the watcher and collabctl. */
#ifndef COLLAB_STORE_CANARY_H
#define COLLAB_STORE_CANARY_H

#include "base/keyring.h"
#include "store/pg.h"

typedef enum collab_canary_t {
  COLLAB_CANARY_OPENS,   /* the ring has the database's keys */
  COLLAB_CANARY_FOREIGN, /* the canary is sealed with a key that the ring does not have */
  COLLAB_CANARY_ABSENT,  /* no canary has been written yet */
  COLLAB_CANARY_UNKNOWN  /* the database did not answer (collab_pg_sqlstate(), collab_pg_message()), or OpenSSL failed */
} collab_canary_t;

/* Reads the canary over `pg`, after writing one if there is none, and opens it with `ring`. Waits until `deadline`
 * (collab_time_clock) at most. Never returns COLLAB_CANARY_ABSENT. */
collab_canary_t collab_canary_check(collab_pg_t *pg, apr_pool_t *pool, const collab_keyring_t *ring, apr_time_t deadline);

/* The two steps of collab_canary_check. collab_canary_make makes a new canary for STATEMENT(canary_keep); NULL when OpenSSL
 * fails. collab_canary_verdict judges a row with the column `canary`. */
const char *collab_canary_make(apr_pool_t *pool, const collab_keyring_t *ring);
collab_canary_t collab_canary_verdict(apr_pool_t *pool, const collab_keyring_t *ring, collab_rows_t rows);

/* Opens a canary and seals it again with the first key of the ring. NULL when the canary does not open. */
const char *collab_canary_again(apr_pool_t *pool, const collab_keyring_t *ring, const char *sealed);

#endif

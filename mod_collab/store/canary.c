/* canary.c: a known text in the database, sealed with the secrets key (store/canary.h). The text is sealed under an identity of
 * its own, so that no other sealed value passes for it. */
#include "store/canary.h"

#include <string.h>

#include "base/seal.h"

#define IDENTITY "canary"
#define TEXT "mod_collab"

const char *collab_canary_make(apr_pool_t *pool, const collab_keyring_t *ring) {
  return collab_seal(pool, ring, IDENTITY, TEXT);
}

const char *collab_canary_again(apr_pool_t *pool, const collab_keyring_t *ring, const char *sealed) {
  return collab_seal_again(pool, ring, IDENTITY, sealed);
}

collab_canary_t collab_canary_verdict(apr_pool_t *pool, const collab_keyring_t *ring, collab_rows_t rows) {
  const char *sealed = collab_rows_text(rows, 0, "canary");
  const char *text = sealed ? collab_unseal(pool, ring, IDENTITY, sealed) : NULL;

  return !sealed ? COLLAB_CANARY_ABSENT : text && !strcmp(text, TEXT) ? COLLAB_CANARY_OPENS : COLLAB_CANARY_FOREIGN;
}

collab_canary_t collab_canary_check(collab_pg_t *pg, apr_pool_t *pool, const collab_keyring_t *ring, apr_time_t deadline) {
  const collab_statement_t *statement = STATEMENT(canary_keep);
  const char *const values[] = {collab_canary_make(pool, ring)};

  if (!values[0] || collab_pg_run(pg, pool, statement, values, deadline) != COLLAB_PG_DONE) {
    return COLLAB_CANARY_UNKNOWN;
  }
  return collab_canary_verdict(pool, ring, collab_pg_rows(pg, statement->nparts - 1));
}

/* db.h: a worker's way to the database: mod_dbd's pool behind a gate with a time limit. Worker threads only. */
#ifndef COLLAB_STORE_DB_H
#define COLLAB_STORE_DB_H

#include <httpd.h>

#include "store/statement.h"

/* What an operation's statement answered. */
typedef struct collab_answer_t {
  collab_outcome_t outcome;
  const char *body; /* JSON text from SQL, or NULL; memory of the pool */
  apr_size_t body_len;
  const void *rows; /* collab_rows_t * of the part that gave the outcome, for handlers that want other columns */
} collab_answer_t;

/* Retrieves mod_dbd's functions and sizes the gate by DBDMax. Called in post_config. NULL, or what is missing. */
const char *collab_db_post_config(apr_pool_t *pconf, server_rec *s);

/* The connection string of DBDParams, for who opens a connection of his own as mod_dbd would; NULL: there is none. Any process,
 * after post_config. */
const char *collab_db_dsn(void);

/* Makes the gate of this child. Called in child_init. */
void collab_db_child_init(apr_pool_t *pchild, server_rec *s);

/* Runs a statement in one round trip: borrows a connection (waits at most `wait` for a healthy one; requests wait here while
 * PostgreSQL restarts), sends, waits for the commit to be known, gives the connection back before it returns. A read
 * that meets a dead connection is sent again; a write never is. outcome COLLAB_UNAVAILABLE when there is no connection, none
 * answers in time, or the outcome of a commit is unknown (logged once, here): 4.5 s after the call, or 1.5 s after `wait` where
 * that is longer. Rows live in `pool`. */
collab_answer_t collab_db_run(apr_pool_t *pool, server_rec *s, const collab_statement_t *statement, const char *const *values,
                              apr_interval_time_t wait);

/* Work of several statements in one transaction, on one borrowed connection. Begin waits as collab_db_run does, and all of it
 * together takes no longer than that; NULL: no connection. Whoever begins it ends it, before any output; what is forgotten is
 * taken back with `pool`. */
typedef struct collab_work_t collab_work_t;
collab_work_t *collab_db_begin(apr_pool_t *pool, server_rec *s, apr_interval_time_t wait);
collab_answer_t collab_db_step(collab_work_t *work, apr_pool_t *pool, const collab_statement_t *statement,
                               const char *const *values);
bool collab_db_commit(collab_work_t *work); /* false: not committed, or not known (logged) */
void collab_db_rollback(collab_work_t *work);

#endif

/* db.h: a worker's access to the database: mod_dbd's pool, with fair shares and a time limit. Worker threads only. */
#ifndef COLLAB_STORE_DB_H
#define COLLAB_STORE_DB_H

#include <httpd.h>

#include "store/statement.h"

/* The result of an operation's statement. */
typedef struct collab_answer_t {
  collab_outcome_t outcome;
  const char *body; /* JSON text from SQL, or NULL; memory of the pool */
  apr_size_t body_len;
  const char *etag; /* the last part's column `etag`; NULL: it has none */
  const void *rows; /* collab_rows_t * of the part that returned the outcome, for handlers that need other columns */
} collab_answer_t;

/* Retrieves mod_dbd's functions. All virtual hosts use mod_dbd's pool for `server`: `dsn` is its DBDParams (memory of pconf;
 * NULL: none), `most` its DBDMax, and `init_sql` the FILE:LINE of a DBDInitSQL in it (NULL: none). Called in post_config. Returns
 * NULL, or a message about what is missing. */
const char *collab_db_post_config(server_rec *server, const char *dsn, int most, const char *init_sql);

/* The connection string of DBDParams, for a process that opens a connection of its own as mod_dbd would; NULL: none. Any process,
 * after post_config. */
const char *collab_db_dsn(void);

/* Prepares the connections of this child. Called in child_init. */
void collab_db_child_init(apr_pool_t *pchild);

/* Finds out whether this child can open a connection. Does nothing in a child without connections. A child_init that must run
 * after mod_dbd's. */
void collab_db_child_start(apr_pool_t *pchild, server_rec *s);

/* Who asks for a connection, and how long it waits for a usable one. */
typedef struct collab_asker_t {
  uint64_t group;             /* the company, because companies take turns (http/steps.h); 0: none */
  bool costly;                /* a read that may take long, so never on the last connection for reads */
  apr_interval_time_t wait;   /* CollabDatabaseWait */
  apr_interval_time_t within; /* until the result is known, in place of collab_db_run's limit; 0: that limit */
} collab_asker_t;

/* Runs a statement in one round trip. Borrows a connection (requests wait here while PostgreSQL restarts), sends the statement,
 * waits until the commit is known, and returns the connection. A read that meets a dead connection is sent again; a write never
 * is. A statement that PostgreSQL undid because of a conflict with another transaction is repeated once. The outcome is
 * COLLAB_UNAVAILABLE when there is no connection, when there is no answer in time (4.5 s after the call, or 1.5 s after `wait` if
 * that is longer), or when the result of a commit is unknown. collab_db_run logs these failures; the caller need not. Rows live
 * in `pool`. */
collab_answer_t collab_db_run(apr_pool_t *pool, server_rec *s, const collab_asker_t *asker, const collab_statement_t *statement,
                              const char *const *values);

/* Several statements in one transaction, on one borrowed connection. Begin waits like collab_db_run, and the whole transaction
 * has the same time limit; NULL when there is no connection. The function that begins the work must end it before any output.
 * Work that is not ended is rolled back with `pool`. */
typedef struct collab_work_t collab_work_t;
collab_work_t *collab_db_begin(apr_pool_t *pool, server_rec *s, const collab_asker_t *asker);
collab_answer_t collab_db_step(collab_work_t *work, apr_pool_t *pool, const collab_statement_t *statement,
                               const char *const *values);
/* After a step that PostgreSQL undid, with its whole transaction, because of a conflict with another one: begins the transaction
 * anew, so that the caller can repeat its steps. Once for each work, within its time limit. False: there is nothing to repeat, or
 * no time, or no connection; the work can only be rolled back. */
bool collab_db_again(collab_work_t *work);
bool collab_db_commit(collab_work_t *work); /* false: not committed, or unknown (logged) */
void collab_db_rollback(collab_work_t *work);

#endif

/* pg.h: statements on a PostgreSQL connection: prepared on first use, sent without blocking, done only when their commit is
 * known.
 *
 * A connection belongs to one thread at a time: of a worker (through store/db.h), the dispatcher, the watcher, or collabctl. */
#ifndef COLLAB_STORE_PG_H
#define COLLAB_STORE_PG_H

#include "base/time.h"
#include "store/statement.h"

typedef struct collab_pg_t collab_pg_t;

typedef enum collab_pg_state_t {
  COLLAB_PG_IDLE,   /* no statement in progress */
  COLLAB_PG_BUSY,   /* sent; poll collab_pg_socket() for collab_pg_events() and step again */
  COLLAB_PG_DONE,   /* complete; committed if it writes; the rows are available */
  COLLAB_PG_FAILED, /* refused by the database, nothing has changed; see collab_pg_sqlstate() */
  COLLAB_PG_LOST    /* the connection is lost, or the result of the commit is unknown: a write may or may not have happened */
} collab_pg_state_t;

/* Rows of a part, in the memory of the pool given to collab_pg_send. */
typedef struct collab_rows_t {
  int count;
  const void *result; /* libpq's */
} collab_rows_t;

/* Opens a connection that mod_dbd does not own, and pins its session's settings. The environment says only where the server is
 * and how to reach it, where the DSN leaves that open (pg_environment.c). Waits at most the DSN's connect_timeout for each
 * host, and once more for the settings. The connection is closed with `pool`. NULL and *error on failure (pool memory; may name
 * host and user, never a password). */
collab_pg_t *collab_pg_connect(apr_pool_t *pool, const char *dsn, const char **error);

/* What refuses a login, by its SQLSTATE (pg_refusal.c). */
typedef enum collab_pg_login_t {
  COLLAB_PG_LOGS_IN,
  COLLAB_PG_UNREACHABLE, /* no server has answered with an SQLSTATE */
  COLLAB_PG_PASSWORD,    /* the password is wrong, or none is there */
  COLLAB_PG_NOT_ALLOWED, /* pg_hba.conf or pg_ident.conf refuses it */
  COLLAB_PG_NO_ROLE,     /* or it may not log in: PostgreSQL tells both in the same way */
  COLLAB_PG_NO_DATABASE,
  COLLAB_PG_NO_CONNECT, /* the role lacks the privilege, or the database accepts no connections */
  COLLAB_PG_TOO_MANY,   /* for the server, the database or the role */
  COLLAB_PG_STARTING,   /* PostgreSQL starts, stops or recovers */
  COLLAB_PG_POOLER,     /* a pooler refuses it: PostgreSQL itself has no such answer to libpq */
  COLLAB_PG_REFUSED     /* PostgreSQL, for another reason */
} collab_pg_login_t;

/* Why no connection with this DSN can be opened: the first line of libpq's message, with its SQLSTATE if the server gave one;
 * NULL: it can. Sets *login, unless that is NULL. Opens a connection and closes it again; waits as collab_pg_connect does. Memory
 * of `pool`; as in collab_pg_connect, no password. */
const char *collab_pg_refusal(apr_pool_t *pool, const char *dsn, collab_pg_login_t *login);

/* As collab_pg_refusal, for a connection that takes PGPASSWORD and PGOPTIONS from the environment, as mod_dbd's do. NULL: it
 * can be opened, or has neither. */
const char *collab_pg_refusal_of_mod_dbd(apr_pool_t *pool, const char *dsn);

/* As collab_pg_connect, for a caller that must not wait for a server or for the resolution of its name: another thread opens the
 * connection. The opening cannot be cancelled; it ends as collab_pg_connect does. NULL: no memory, or no thread could be created.
 */
typedef struct collab_pg_opening_t collab_pg_opening_t;
collab_pg_opening_t *collab_pg_open(const char *dsn);
int collab_pg_opening_socket(const collab_pg_opening_t *opening); /* becomes readable once the opening is over */
bool collab_pg_opening_over(const collab_pg_opening_t *opening);
/* Waits until the opening is over, frees the opening, and returns the same as collab_pg_connect. */
collab_pg_t *collab_pg_opened(collab_pg_opening_t *opening, apr_pool_t *pool, const char **error);

/* Returns the state of a connection that has another owner (mod_dbd's pool); `connection` is libpq's PGconn. The first call
 * creates the state, which dies with the connection. NULL: out of memory. */
collab_pg_t *collab_pg_of(void *connection);

/* Reopens the connection, waiting at most the DSN's connect_timeout. False when the server cannot be reached. The new session is
 * not pinned. */
bool collab_pg_reset(collab_pg_t *pg);

/* Pins the session's settings (pg_pins.c), unless they are pinned since the last login. For connections of mod_dbd, which resets
 * them by itself: call it before each use by a new borrower. `dsn`: the connection's. Waits at most the DSN's connect_timeout;
 * never call it in a loop that must not wait. False and *error (pool memory) when the session cannot be used: it is lost, or has
 * a setting that it must not have. */
bool collab_pg_pin(collab_pg_t *pg, apr_pool_t *pool, const char *dsn, const char **error);

/* Time limits of sessions, as PostgreSQL prints them ("4s"); "0": none. */
typedef struct collab_pg_limits_t {
  const char *statement, *lock, *idle; /* statement_timeout, lock_timeout, idle_in_transaction_session_timeout */
} collab_pg_limits_t;

/* Sets the time limits of this process's sessions. Those in a connection string win. Before: none. Copies the struct, not its
 * texts. Call it while the process has one thread. */
void collab_pg_limit(const collab_pg_limits_t *limits);

/* Why a session cannot be used that is not alone on its server process. A new session that has prepared statements already
 * (SQLSTATE 42P05) is one. */
#define COLLAB_PG_SHARED                                                                                                         \
  "a pooler shares server processes between sessions: it does transaction pooling, or has no server_reset_query"

/* For collab_pg_pin. Whether the session's settings have been pinned since the login; the DSN's connect_timeout, or a minute. */
bool *collab_pg_pinned(collab_pg_t *pg);
apr_interval_time_t collab_pg_patience(const collab_pg_t *pg);

/* Makes the connection unusable, without waiting. Its owner must reset it or open a new one. */
void collab_pg_drop(collab_pg_t *pg);

/* True if the connection is usable. Checks the socket for a last message that the server has sent. No round trip. */
bool collab_pg_alive(collab_pg_t *pg);

/* Sends a statement; `values` are in the order of its binds, NULL is SQL NULL. The values must stay valid until the statement is
 * done. Rows live in `pool`. Returns COLLAB_PG_BUSY or COLLAB_PG_LOST. */
collab_pg_state_t collab_pg_send(collab_pg_t *pg, apr_pool_t *pool, const collab_statement_t *statement,
                                 const char *const *values);

/* Handles what has arrived, without waiting. */
collab_pg_state_t collab_pg_step(collab_pg_t *pg);

/* Steps until done. At `deadline` (collab_time_clock, as all deadlines here) closes the socket and returns COLLAB_PG_LOST. Does
 * not cancel the statement: a commit whose wait for the standby is cancelled reports success without being replicated. */
collab_pg_state_t collab_pg_wait(collab_pg_t *pg, apr_time_t deadline);

/* Waits like collab_pg_wait for a statement that any thread has sent with these values. If the server no longer knows the
 * statement, prepares and sends it again. */
collab_pg_state_t collab_pg_finish(collab_pg_t *pg, const char *const *values, apr_time_t deadline);

/* Sends a statement as collab_pg_send does, and waits for its result as collab_pg_finish does. */
collab_pg_state_t collab_pg_run(collab_pg_t *pg, apr_pool_t *pool, const collab_statement_t *statement, const char *const *values,
                                apr_time_t deadline);

/* In a transaction of several statements (STATEMENT(transaction_begin), …), a statement that is DONE is not committed until the
 * transaction is. A commit is a write, so the commit is DONE only when its result is known. */

/* True if a transaction is open that can still be ended. False when there is none, or the connection is lost. */
bool collab_pg_alive_in_transaction(const collab_pg_t *pg);

/* Runs a script of several commands by the simple protocol, in the open transaction or in one of its own (migrations, roles).
 * False and *error on failure: nothing has changed, and an open transaction can only be rolled back; or, if the connection can
 * no longer be used, the script's commit is in doubt. Waits without limit, as collab_pg_copy does. */
bool collab_pg_script(collab_pg_t *pg, apr_pool_t *pool, const char *sql, const char **error);

/* Fills a table: `command` is a COPY … FROM STDIN, `rows` its input. Otherwise works as collab_pg_script. */
bool collab_pg_copy(collab_pg_t *pg, apr_pool_t *pool, const char *command, const char *rows, const char **error);

/* What to poll before the next step: the socket, for POLLIN or for POLLIN | POLLOUT. */
int collab_pg_socket(const collab_pg_t *pg);
short collab_pg_events(const collab_pg_t *pg);

/* Rows of part `part` (from 0) of the statement that is DONE. */
collab_rows_t collab_pg_rows(const collab_pg_t *pg, int part);

/* The SQLSTATE and PostgreSQL's function that raised it ("": there is none), and the message of the last statement that was
 * FAILED or LOST; pool memory of that statement. */
#define COLLAB_PG_FUNCTION 24 /* a longer name is truncated */
const char *collab_pg_sqlstate(const collab_pg_t *pg);
const char *collab_pg_function(const collab_pg_t *pg);
const char *collab_pg_message(const collab_pg_t *pg);

/* The database's message on one line, without its "ERROR:" and without the place in the SQL. For people. */
const char *collab_pg_one_line(apr_pool_t *pool, const char *message);

/* The first WARNING of PostgreSQL for the last statement or script, other than those about rows or tables skipped because they
 * are locked, and about a commit in doubt, which is COLLAB_PG_LOST; NULL: none. Pool memory of the statement or script. */
const char *collab_pg_warning(const collab_pg_t *pg);

/* Sets the function that gets each such warning of any connection of this process, as it arrives, in the thread that uses the
 * connection; NULL: none. Call it while the process has one thread. */
typedef void collab_pg_hear_t(const char *text, const char *sqlstate);
void collab_pg_on_warning(collab_pg_hear_t *function);

/* The value of a column by name; NULL: SQL NULL, no such column, or row out of range. */
const char *collab_rows_text(collab_rows_t rows, int row, const char *column);
apr_size_t collab_rows_length(collab_rows_t rows, int row, const char *column);

/* For reading many rows: the number of a column, by which collab_rows_at reads it; -1: no such column. */
int collab_rows_column(collab_rows_t rows, const char *name);
const char *collab_rows_at(collab_rows_t rows, int row, int column);

/* The integer in a column; 0 where collab_rows_text would be NULL. */
int64_t collab_rows_integer(collab_rows_t rows, int row, const char *column);

/* The outcome that a SQLSTATE ("": none arrived) from this function of PostgreSQL means: COLLAB_UNAVAILABLE or COLLAB_INTERNAL.
 * Sets *drop if the connection must be dropped. */
collab_outcome_t collab_pg_outcome(const char *sqlstate, const char *function, bool *drop);

/* Did the statement that FAILED conflict with another transaction (serialization failure, deadlock)? A repetition may succeed. */
bool collab_pg_conflicted(const collab_pg_t *pg);

/* The outcome of the statement that has ended: COLLAB_OK only when it is DONE; COLLAB_UNAVAILABLE when the result of a commit is
 * unknown. */
collab_outcome_t collab_pg_verdict(const collab_pg_t *pg);

/* A notification: its channel's name and its payload, truncated to these sizes. */
typedef struct collab_notice_t {
  char channel[32], said[24];
} collab_notice_t;

/* The next notification of another session that has arrived. False: none. */
bool collab_pg_notified(collab_pg_t *pg, collab_notice_t *notice);

#endif

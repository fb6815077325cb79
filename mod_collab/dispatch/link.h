/* link.h: a database connection of the dispatcher that reconnects (link.c). Each link belongs to one thread: the loop's or a
 * log's. All times in dispatch/ are of collab_time_clock, if nothing else is said. */
#ifndef COLLAB_DISPATCH_LINK_H
#define COLLAB_DISPATCH_LINK_H

#include <httpd.h>
#include <poll.h>

#include "base/time.h"
#include "store/binds.h"
#include "store/pg.h"

/* The pause before connecting again. link.c doubles it, up to five times, while the first statement of each connection fails. */
#define COLLAB_TRY_AGAIN apr_time_from_msec(200)

/* Takes the result of a statement: DONE, FAILED or LOST. Its rows are valid until this function returns. */
typedef void (*collab_receive_t)(void *owner, collab_pg_state_t state);

typedef struct collab_link_t {
  const server_rec *s;
  const char *dsn;
  const char *name;   /* in log messages */
  bool reports_login; /* raises the alarm "login" while it cannot connect */
  apr_pool_t *pool, *statement_pool;
  collab_pg_t *pg;              /* NULL: not connected */
  collab_pg_opening_t *opening; /* the attempt to connect in progress; NULL: none */
  bool busy;                    /* a statement is in progress, until `deadline` at most */
  apr_time_t deadline;
  collab_receive_t receive; /* takes the statement's result; NULL: the result is discarded */
  void *owner;
  apr_interval_time_t refused_pause; /* pause after a statement that the database refused */
  apr_time_t again_at;               /* when the link may next connect, or send after a refusal; COLLAB_NEVER while connecting */
  bool down;                         /* the last attempt to connect has failed */
  unsigned sessions;                 /* connections opened so far */
  bool fresh;                        /* the present connection has not answered a statement yet */
  int failed_connections;            /* consecutive earlier connections whose first statement failed */
  char logged_sqlstate[8];           /* of the fault that was logged last */
  apr_time_t log_again_at;           /* when a fault with the same SQLSTATE is next logged */
  unsigned unlogged;                 /* number of faults since the last logged one */
} collab_link_t;

/* Initializes a link that is not connected yet. Its memory comes from `pool`. */
void collab_link_init(collab_link_t *link, apr_pool_t *pool, const server_rec *s, const char *dsn, const char *name);

/* Returns true when connected, with an empty statement_pool. Otherwise starts an attempt to connect if one is due. Never
 * waits. */
bool collab_link_up(collab_link_t *link);

/* Like collab_link_up, but waits for the connection. Not for the loop. */
bool collab_link_connect(collab_link_t *link);

/* Once per turn of the loop: takes the result of an attempt to connect. */
void collab_link_turn(collab_link_t *link);

/* What the loop polls for this link; descriptor -1: nothing. */
struct pollfd collab_link_waits(const collab_link_t *link);

/* Handles an idle connection's readable socket: data, or the end of the connection. Also drops a connection to a database that
 * this node must not use (store/own_exchange.h). */
void collab_link_hear(collab_link_t *link);

/* Returns when a statement that is due at `due` can be sent: at `due`, or when the link may connect or send again, whichever is
 * later. COLLAB_NEVER while another statement is in progress. */
apr_time_t collab_link_free_at(const collab_link_t *link, apr_time_t due);

/* Sends a statement with its BINDS. Calls `receive`, unless it is NULL, once with `owner`: from collab_link_step, or, if the
 * connection is lost, before collab_link_send returns. */
void collab_link_send(collab_link_t *link, const collab_statement_t *statement, const char *const *values,
                      collab_receive_t receive, void *owner);

/* Advances the statement in progress, if any. When it has ended, logs a fault, passes the result to `receive`, frees the rows,
 * and drops a lost connection. */
void collab_link_step(collab_link_t *link);

/* Counts and logs the fault, if any, of a statement that collab_link_step did not advance. */
void collab_link_note(collab_link_t *link, collab_pg_state_t state);

/* Closes the connection. The next attempt to connect follows after a pause. */
void collab_link_drop(collab_link_t *link);

#endif

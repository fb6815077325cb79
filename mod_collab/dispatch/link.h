/* link.h: a database connection of the dispatcher that reconnects (link.c). Each link belongs to one thread: the loop's or the
 * event log's. */
#ifndef COLLAB_DISPATCH_LINK_H
#define COLLAB_DISPATCH_LINK_H

#include <httpd.h>
#include <poll.h>

#include "store/pg.h"

#define COLLAB_NEVER APR_INT64_MAX
#define COLLAB_TRY_AGAIN apr_time_from_msec(200) /* pause before a database that has failed us is tried again */

/* Takes the result of a statement that its owner has sent: DONE, FAILED or LOST. Rows are valid until it returns. */
typedef void (*collab_receive_t)(void *owner, collab_pg_state_t state);

typedef struct collab_link_t {
  const server_rec *s;
  const char *dsn;
  const char *name;   /* in log messages */
  bool reports_login; /* while it cannot connect, the alarm "login" is raised */
  apr_pool_t *pool, *statement_pool;
  collab_pg_t *pg;              /* NULL: not connected */
  collab_pg_opening_t *opening; /* the attempt to connect that is in progress; else NULL */
  bool busy;                    /* a statement is in progress: */
  apr_time_t deadline;
  collab_receive_t receive; /*   takes its result; NULL: nobody wants it */
  void *owner;
  apr_interval_time_t refused_pause; /* pause after a statement that the database refused */
  apr_time_t again_at; /* when it may connect again, or send again after a refusal; COLLAB_NEVER during an attempt to connect */
  bool down;           /* the last attempt to connect has failed */
  unsigned sessions;   /* connections opened so far */
  bool fresh;          /* the present connection has not answered a statement yet */
  int failed_connections;  /* connections in a row, before this one, whose first statement failed */
  char logged_sqlstate[8]; /* of the failure that was logged last */
  apr_time_t log_again_at; /* when one with the same SQLSTATE is logged again, */
  unsigned unlogged;       /*   with the number of those that were not */
} collab_link_t;

/* Initializes a link that is not connected yet. Its memory comes from `pool`. */
void collab_link_init(collab_link_t *link, apr_pool_t *pool, const server_rec *s, const char *dsn, const char *name);

/* True: connected, and statement_pool is empty. Otherwise starts an attempt to connect when one is due; never waits. */
bool collab_link_up(collab_link_t *link);

/* Like collab_link_up, but waits for the server. Not for the loop. */
bool collab_link_connect(collab_link_t *link);

/* Once per turn of the loop: takes the result of an attempt to connect. */
void collab_link_turn(collab_link_t *link);

/* What the loop polls for this link; descriptor -1: nothing. */
struct pollfd collab_link_waits(const collab_link_t *link);

/* The socket is readable: handles data, or the end of the connection. */
void collab_link_hear(collab_link_t *link);

/* When a statement that is due at `due` can be sent: not before the link may connect or send again; COLLAB_NEVER while another is
 * in progress. */
apr_time_t collab_link_free_at(const collab_link_t *link, apr_time_t due);

/* Sends a statement with its BINDS. `receive` (NULL: nobody) is called once, with `owner`: by collab_link_step, or before this
 * returns if the connection is lost. */
void collab_link_send(collab_link_t *link, const collab_statement_t *statement, const char *const *values,
                      collab_receive_t receive, void *owner);

/* Advances the statement in progress, if there is one. When it has ended, logs a fault, passes the result to its owner, frees the
 * rows, and drops a lost connection. */
void collab_link_step(collab_link_t *link);

/* Counts and logs the result of a statement that was not advanced by collab_link_step. */
void collab_link_note(collab_link_t *link, collab_pg_state_t state);

/* Closes the connection. The next attempt to connect follows after a pause. */
void collab_link_drop(collab_link_t *link);

#endif

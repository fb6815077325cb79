/* link.h: a database connection of the dispatcher that comes back (link.c). Each belongs to one thread: the loop's, or the event
 * log's. */
#ifndef COLLAB_DISPATCH_LINK_H
#define COLLAB_DISPATCH_LINK_H

#include <httpd.h>
#include <poll.h>

#include "store/pg.h"

#define COLLAB_NEVER APR_INT64_MAX
#define COLLAB_TRY_AGAIN apr_time_from_msec(200) /* until a database that refused us is asked again */

typedef struct collab_link_t {
  const server_rec *s;
  const char *dsn;
  const char *name;   /* for the log */
  bool reports_login; /* while it cannot be connected, the alarm "login" is raised */
  apr_pool_t *pool, *statement_pool;
  collab_pg_t *pg;              /* NULL: not connected */
  collab_pg_opening_t *opening; /* it is being connected; else NULL */
  bool busy;
  apr_time_t deadline; /* of the statement under way */
  apr_time_t again_at; /* not connected: when to try again; COLLAB_NEVER while it tries */
  bool complained;
  unsigned sessions;      /* connections made up to now */
  bool fresh;             /* the present one has not answered yet, */
  int failed_connections; /*   and so many before it, in a row, have refused the first that was asked */
  char said[8];           /* SQLSTATE of the refusal that was logged last: the next of its kind is at say_at, */
  apr_time_t say_at;
  unsigned unsaid; /*   with how many were not */
} collab_link_t;

/* Not connected yet; its memory is of `pool`. */
void collab_link_init(collab_link_t *link, apr_pool_t *pool, const server_rec *s, const char *dsn, const char *name);

/* True: connected. Otherwise begins to connect when it is time; never waits. */
bool collab_link_up(collab_link_t *link);

/* As collab_link_up, and waits for the server: not for the loop. */
bool collab_link_connect(collab_link_t *link);

/* Once a turn of the loop: has it been connected? */
void collab_link_turn(collab_link_t *link);

/* What the loop waits for; descriptor -1: nothing. */
struct pollfd collab_link_waits(const collab_link_t *link);

/* Something has come: perhaps its end. */
void collab_link_hear(collab_link_t *link);

/* When work that is due at `due` can begin: not before the link may connect again. */
apr_time_t collab_link_free_at(const collab_link_t *link, apr_time_t due);

/* Sends a statement with its BINDS. False: the connection is lost, and dropped. */
bool collab_link_send(collab_link_t *link, const collab_statement_t *statement, const char *const *values);

/* How the statement gets on: BUSY, DONE, FAILED or LOST; the last two are logged. */
collab_pg_state_t collab_link_step(collab_link_t *link);

/* Counts and logs the end of a statement that was not stepped. */
void collab_link_note(collab_link_t *link, collab_pg_state_t state);

/* After the rows of the statement were read: frees them, or drops a connection that is gone. */
void collab_link_done(collab_link_t *link, collab_pg_state_t state);

/* Closes the connection; the next begins after a pause. */
void collab_link_drop(collab_link_t *link);

#endif

/* pg_open.c: opens a connection, in the caller's thread, or in a thread of its own for a caller that must not wait (store/pg.h).
 *
 * libpq's non-blocking interface (PQconnectPoll) still blocks while it resolves a name. It also leaves two things to its caller:
 * connect_timeout, and the switch from a host that does not answer to the next host of the DSN. PQconnectdb does both but blocks,
 * so it runs in a thread. That thread uses the DSN, a pool of its own and the new connection, and nothing else. It also
 * pins the session's settings, because that takes a round trip. */
#include <libpq-fe.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/text.h"
#include "store/own_exchange.h"
#include "store/pg.h"
#include "store/pg_private.h"

struct collab_pg_opening_t {
  pthread_t thread;
  int over;         /* an eventfd, readable once the thread has finished */
  apr_pool_t *pool; /* the thread's, until it has finished */
  PGconn *conn;
  bool usable;
  const char *error; /* why it is not usable */
  char dsn[];
};

static apr_status_t finish(void *conn) {
  PQfinish(conn);
  return APR_SUCCESS;
}

/* Opens the connection, pins its settings and checks whose database it is. False and *error (memory of `pool`): it cannot be
 * used; the caller still closes it. */
static bool open_now(apr_pool_t *pool, const char *dsn, PGconn **conn, const char **error) {
  collab_pg_t *pg;

  *conn = collab_pg_begin(dsn, true);
  if (PQstatus(*conn) != CONNECTION_OK) {
    *error = collab_text_chomp(pool, PQerrorMessage(*conn));
    return false;
  }
  if (!(pg = collab_pg_of(*conn)) || PQsetnonblocking(*conn, 1)) {
    *error = "out of memory";
    return false;
  }
  return collab_pg_pin(pg, pool, dsn, error) && collab_own_exchange_check(pg, pool, error);
}

/* Registers a usable connection with `pool`, which closes it. Closes another one, and returns NULL. */
static collab_pg_t *adopt(apr_pool_t *pool, PGconn *conn, bool usable) {
  if (!usable) {
    PQfinish(conn);
    return NULL;
  }
  apr_pool_cleanup_register(pool, conn, finish, apr_pool_cleanup_null);
  return collab_pg_of(conn);
}

collab_pg_t *collab_pg_connect(apr_pool_t *pool, const char *dsn, const char **error) {
  PGconn *conn;
  bool usable = open_now(pool, dsn, &conn, error);

  return adopt(pool, conn, usable);
}

static void *open_it(void *data) {
  collab_pg_opening_t *opening = data;

  opening->usable = open_now(opening->pool, opening->dsn, &opening->conn, &opening->error);
  eventfd_write(opening->over, 1);
  return NULL;
}

collab_pg_opening_t *collab_pg_open(const char *dsn) {
  size_t len = strlen(dsn);
  collab_pg_opening_t *opening = calloc(1, sizeof *opening + len + 1);
  sigset_t all, before;

  if (!opening || apr_pool_create(&opening->pool, NULL) != APR_SUCCESS) {
    free(opening);
    return NULL;
  }
  memcpy(opening->dsn, dsn, len);
  opening->over = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  sigfillset(&all); /* the new thread inherits the mask: signals are for the caller's thread */
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int failed = opening->over < 0 || pthread_create(&opening->thread, NULL, open_it, opening);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (failed) {
    close(opening->over);
    apr_pool_destroy(opening->pool);
    free(opening);
    return NULL;
  }
  return opening;
}

int collab_pg_opening_socket(const collab_pg_opening_t *opening) {
  return opening->over;
}

bool collab_pg_opening_over(const collab_pg_opening_t *opening) {
  struct pollfd p = {opening->over, POLLIN, 0};
  return poll(&p, 1, 0) > 0;
}

collab_pg_t *collab_pg_opened(collab_pg_opening_t *opening, apr_pool_t *pool, const char **error) {
  pthread_join(opening->thread, NULL);
  if (!opening->usable) {
    *error = apr_pstrdup(pool, opening->error);
  }
  collab_pg_t *pg = adopt(pool, opening->conn, opening->usable);
  close(opening->over);
  apr_pool_destroy(opening->pool);
  free(opening);
  return pg;
}

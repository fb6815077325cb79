/* pg_open.c: opens a connection, in the caller's thread, or in a thread of its own for a caller that must not wait (store/pg.h).
 *
 * libpq's non-blocking interface (PQconnectPoll) still blocks while it resolves a name. It also leaves two things to its caller:
 * connect_timeout, and the switch from a host that does not answer to the next host of the DSN. PQconnectdb does both but blocks,
 * so it runs in a thread. That thread uses the DSN and the new connection, and nothing else. */
#include <libpq-fe.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/text.h"
#include "store/pg.h"

struct collab_pg_opening_t {
  pthread_t thread;
  int over; /* an eventfd, readable once the thread has finished */
  PGconn *conn;
  char dsn[];
};

static apr_status_t finish(void *conn) {
  PQfinish(conn);
  return APR_SUCCESS;
}

/* Registers the connection with `pool`, which closes it. If the connection has failed, closes it, sets *error and returns NULL.
 */
static collab_pg_t *adopt(apr_pool_t *pool, PGconn *conn, const char **error) {
  if (PQstatus(conn) != CONNECTION_OK) {
    *error = collab_text_chomp(pool, PQerrorMessage(conn));
    PQfinish(conn);
    return NULL;
  }
  collab_pg_t *pg = collab_pg_of(conn);
  if (!pg || PQsetnonblocking(conn, 1)) {
    *error = "out of memory";
    PQfinish(conn);
    return NULL;
  }
  apr_pool_cleanup_register(pool, conn, finish, apr_pool_cleanup_null);
  return pg;
}

collab_pg_t *collab_pg_connect(apr_pool_t *pool, const char *dsn, const char **error) {
  return adopt(pool, PQconnectdb(dsn), error);
}

static void *open_it(void *data) {
  collab_pg_opening_t *opening = data;

  opening->conn = PQconnectdb(opening->dsn);
  eventfd_write(opening->over, 1);
  return NULL;
}

collab_pg_opening_t *collab_pg_open(const char *dsn) {
  size_t len = strlen(dsn);
  collab_pg_opening_t *opening = calloc(1, sizeof *opening + len + 1);
  sigset_t all, before;

  if (!opening) {
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
  collab_pg_t *pg = adopt(pool, opening->conn, error);
  close(opening->over);
  free(opening);
  return pg;
}

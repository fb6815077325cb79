/* connection.c: takes a connection from mod_dbd's pool, with a deadline (store/connection.h).
 *
 * A server that hangs accepts connections and says nothing, so connecting to it ends only with connect_timeout, for each host in
 * turn. That takes several seconds, which a request that has waited in line no longer has. Neither libpq has a deadline for all
 * hosts, nor mod_dbd one for its pool. So an attempt that may have to connect runs in a thread. Its caller leaves at the
 * deadline, and a connection that the thread opens later goes into the pool for the next caller.
 * mod_dbd opens new connections one after another and takes none back meanwhile, so returning a connection may need a thread,
 * too.
 * A thread costs 30 µs. So there is one only if an attempt or a statement has failed within the last minute, and until the first
 * connection of a child. There are never more of them than places at the gate: a late attempt keeps its place. */
#include "store/connection.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

#define DOUBT apr_time_from_sec(60) /* after a failure, attempts run in a thread for so long */
#define NEVER_REACHED APR_INT64_MAX
#define CHILD_WAITS 100 /* times 100 ms: for attempts that are in progress when the child ends */

typedef struct attempt_t {
  server_rec *s;
  collab_connection_t connection;
  bool found;
  pthread_mutex_t lock;
  sem_t over;
  bool is_over, is_left; /* guarded by the lock: the thread has finished; the caller no longer waits */
  void (*late)(void *data);
  void *data;
} attempt_t;

typedef struct closing_t {
  server_rec *s;
  ap_dbd_t *dbd;
  void (*after)(void *data);
  void *data;
} closing_t;

static APR_OPTIONAL_FN_TYPE(ap_dbd_open) * dbd_open;
static APR_OPTIONAL_FN_TYPE(ap_dbd_close) * dbd_close;

static _Atomic apr_time_t doubt_until; /* NEVER_REACHED: until the first attempt that succeeds */
static atomic_int under_way;

const char *collab_connection_setup(void) {
  dbd_open = APR_RETRIEVE_OPTIONAL_FN(ap_dbd_open);
  dbd_close = APR_RETRIEVE_OPTIONAL_FN(ap_dbd_close);
  return dbd_open && dbd_close ? NULL : "mod_dbd is not loaded: the module keeps its data in PostgreSQL through it";
}

static void doubt(void) {
  atomic_store(&doubt_until, apr_time_now() + DOUBT);
}

static bool is_in_doubt(void) {
  return apr_time_now() < atomic_load(&doubt_until);
}

static apr_status_t wait_for_threads(void *data) {
  (void)data;
  for (int i = 0; i < CHILD_WAITS && atomic_load(&under_way) > 0; i++) {
    apr_sleep(apr_time_from_msec(100));
  }
  return APR_SUCCESS;
}

void collab_connection_child_init(apr_pool_t *pchild, server_rec *s) {
  (void)s;
  atomic_store(&doubt_until, NEVER_REACHED);
  apr_pool_pre_cleanup_register(pchild, NULL, wait_for_threads); /* before pchild destroys mod_dbd's pool */
}

static bool try(apr_pool_t *pool, server_rec *s, collab_connection_t *connection) {
  connection->dbd = dbd_open(pool, s);
  if (!connection->dbd) {
    return false;
  }
  connection->pg = collab_pg_of(apr_dbd_native_handle(connection->dbd->driver, connection->dbd->handle));
  if (connection->pg && (collab_pg_alive(connection->pg) || collab_pg_reset(connection->pg))) {
    return true;
  }
  dbd_close(s, connection->dbd);
  return false;
}

static void free_attempt(attempt_t *attempt) {
  pthread_mutex_destroy(&attempt->lock);
  sem_destroy(&attempt->over);
  free(attempt);
}

static void *run_attempt(void *data) {
  attempt_t *attempt = data;
  apr_pool_t *pool;

  apr_pool_create(&pool, NULL);
  attempt->found = try(pool, attempt->s, &attempt->connection);
  apr_pool_destroy(pool);
  pthread_mutex_lock(&attempt->lock);
  attempt->is_over = true;
  bool left = attempt->is_left;
  pthread_mutex_unlock(&attempt->lock);
  if (left) {
    if (attempt->found) {
      dbd_close(attempt->s, attempt->connection.dbd);
    }
    attempt->late(attempt->data);
    free_attempt(attempt);
  } else {
    sem_post(&attempt->over);
  }
  atomic_fetch_sub(&under_way, 1);
  return NULL;
}

static bool start_thread(void *(*function)(void *data), void *data) {
  pthread_attr_t attributes;
  pthread_t thread;

  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  atomic_fetch_add(&under_way, 1);
  int failed = pthread_create(&thread, &attributes, function, data);
  pthread_attr_destroy(&attributes);
  if (failed) {
    atomic_fetch_sub(&under_way, 1);
  }
  return !failed;
}

/* Waits for the thread. False: the caller no longer waits, and the thread cleans up after itself. */
static bool wait_until(attempt_t *attempt, apr_time_t deadline) {
  struct timespec at = {(time_t)apr_time_sec(deadline), (long)apr_time_usec(deadline) * 1000};

  while (sem_timedwait(&attempt->over, &at)) {
    if (errno == EINTR) {
      continue;
    }
    pthread_mutex_lock(&attempt->lock);
    attempt->is_left = !attempt->is_over;
    bool left = attempt->is_left;
    pthread_mutex_unlock(&attempt->lock);
    if (left) {
      return false;
    }
    at.tv_sec += 3600; /* the thread has finished: its sem_post follows */
  }
  return true;
}

static collab_taken_t take_by_thread(server_rec *s, apr_time_t deadline, collab_connection_t *connection,
                                     void (*late)(void *data), void *data) {
  attempt_t *attempt = calloc(1, sizeof *attempt);

  if (!attempt) {
    return COLLAB_NOT_TAKEN;
  }
  attempt->s = s;
  attempt->late = late;
  attempt->data = data;
  pthread_mutex_init(&attempt->lock, NULL);
  sem_init(&attempt->over, 0, 0);
  if (!start_thread(run_attempt, attempt)) {
    free_attempt(attempt);
    return COLLAB_NOT_TAKEN;
  }
  if (!wait_until(attempt, deadline)) {
    return COLLAB_TAKEN_LATE;
  }
  *connection = attempt->connection;
  bool found = attempt->found;
  free_attempt(attempt);
  return found ? COLLAB_TAKEN : COLLAB_NOT_TAKEN;
}

collab_taken_t collab_connection_take(apr_pool_t *pool, server_rec *s, apr_time_t deadline, collab_connection_t *connection,
                                      void (*late)(void *data), void *data) {
  apr_time_t never_reached = NEVER_REACHED;
  collab_taken_t taken = is_in_doubt()              ? take_by_thread(s, deadline, connection, late, data)
                         : try(pool, s, connection) ? COLLAB_TAKEN
                                                    : COLLAB_NOT_TAKEN;

  if (taken != COLLAB_TAKEN) {
    doubt();
  } else {
    atomic_compare_exchange_strong(&doubt_until, &never_reached, 0);
  }
  return taken;
}

static void close_it(const closing_t *closing) {
  dbd_close(closing->s, closing->dbd);
  if (closing->after) {
    closing->after(closing->data);
  }
}

static void *run_closing(void *data) {
  close_it(data);
  free(data);
  atomic_fetch_sub(&under_way, 1);
  return NULL;
}

void collab_connection_give_back(server_rec *s, const collab_connection_t *connection, bool lost, void (*after)(void *data),
                                 void *data) {
  const closing_t closing = {s, connection->dbd, after, data};

  if (lost) {
    doubt();
  }
  closing_t *own = is_in_doubt() ? malloc(sizeof *own) : NULL;
  if (own) {
    *own = closing;
    if (start_thread(run_closing, own)) {
      return;
    }
    free(own);
  }
  close_it(&closing);
}

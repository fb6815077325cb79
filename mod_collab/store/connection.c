/* connection.c: an attempt to have a connection of mod_dbd's pool (store/connection.h).
 *
 * A server that hangs accepts connections and says nothing, so connecting to it ends with connect_timeout, of each host in turn:
 * up to several seconds, which a request that has waited in line no longer has. libpq cannot be told a deadline for all hosts,
 * nor mod_dbd one for its pool. So an attempt that may have to connect runs in a thread; who waited for it leaves at his
 * deadline, and what the thread comes by goes into the pool for the next. mod_dbd opens new connections one after another, and
 * takes none back meanwhile, so giving back has a thread, too. A thread costs 30 µs, so there is one only where an attempt or a
 * statement has failed within the last minute, and until the first connection of a child. There are no more of them than places
 * at the gate, which a late one keeps. */
#include "store/connection.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

#define DOUBT apr_time_from_sec(60) /* for how long nothing must have failed before an attempt is made without a thread */
#define NEVER_REACHED APR_INT64_MAX
#define CHILD_WAITS 100 /* times 100 ms: for attempts that are under way when the child ends */

typedef struct attempt_t {
  server_rec *s;
  collab_connection_t connection;
  bool found;
  pthread_mutex_t lock;
  sem_t over;
  bool is_over, is_left; /* under the lock: the thread has come to its end; nobody waits for it */
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

static _Atomic apr_time_t doubt_until; /* NEVER_REACHED: until the first attempt that comes to something */
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
  apr_pool_pre_cleanup_register(pchild, NULL, wait_for_threads); /* mod_dbd's pool goes with this one */
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

static void end(attempt_t *attempt) {
  pthread_mutex_destroy(&attempt->lock);
  sem_destroy(&attempt->over);
  free(attempt);
}

static void *run(void *data) {
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
    end(attempt);
  } else {
    sem_post(&attempt->over);
  }
  atomic_fetch_sub(&under_way, 1);
  return NULL;
}

static bool start(void *(*run)(void *data), void *data) {
  pthread_attr_t attributes;
  pthread_t thread;

  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  atomic_fetch_add(&under_way, 1);
  int failed = pthread_create(&thread, &attributes, run, data);
  pthread_attr_destroy(&attributes);
  if (failed) {
    atomic_fetch_sub(&under_way, 1);
  }
  return !failed;
}

/* Waits for the thread; false: it is on its own from now on. */
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
    at.tv_sec += 3600; /* its post is on the way */
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
  if (!start(run, attempt)) {
    end(attempt);
    return COLLAB_NOT_TAKEN;
  }
  if (!wait_until(attempt, deadline)) {
    return COLLAB_TAKEN_LATE;
  }
  *connection = attempt->connection;
  bool found = attempt->found;
  end(attempt);
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
    if (start(run_closing, own)) {
      return;
    }
    free(own);
  }
  close_it(&closing);
}

/* connection.c: lends mod_dbd's connections to the threads of a worker process (store/connection.h).
 *
 * mod_dbd opens a connection under the lock of its pool, so meanwhile no thread can take another one or return one. With a host
 * that hangs, connecting takes connect_timeout for each such host of the DSN, and again for each connection. A request does not
 * have that much time, and neither libpq has a deadline for all hosts, nor mod_dbd one for its pool. So a returned connection
 * stays here, as a spare, and only threads of their own call mod_dbd:
 *
 *   openers   each gets one more connection, and ends; the thread costs 30 µs
 *   a keeper  hands back to mod_dbd what is lost, and a spare that nobody has used for IDLE. If it has handed back nothing for
 *             IDLE, it hands back the oldest spare, because mod_dbd looks at DBDKeep and DBDExptime only when it gives or takes
 *             a connection
 *
 * A request that finds no spare waits for an opener or for a connection that another request offers, whichever comes first, and
 * leaves at its deadline. A connection that an opener gets later becomes a spare. */
#include "store/connection.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#define IDLE apr_time_from_sec(10)
#define KEEPER_LOOKS apr_time_from_sec(5)

/* A thread that waits for a connection; on that thread's stack. */
typedef struct waiter_t {
  struct waiter_t *next;
  sem_t wake;
  bool served; /* it is no longer in line: with a connection, or because an opener failed */
  bool found;
  collab_connection_t connection;
} waiter_t;

typedef struct spare_t {
  collab_connection_t connection;
  apr_time_t since;
} spare_t;

static APR_OPTIONAL_FN_TYPE(ap_dbd_open) * dbd_open;
static APR_OPTIONAL_FN_TYPE(ap_dbd_close) * dbd_close;
static server_rec *server;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards what follows */
static int most;                                         /* for taken + openers */
static int taken;                                        /* connections from mod_dbd: in use, spare, or lost */
static int openers;
static spare_t *spares; /* in the order of their return */
static int nspares;
static collab_connection_t *lost; /* the keeper returns them */
static int nlost;
static waiter_t *first, **last = &first;
static atomic_int nwaiters; /* may be read without the lock */
static bool has_keeper, ending;
static pthread_t keeper;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER; /* the keeper waits for it */
static apr_time_t handed_back_at;                        /* by the keeper */

const char *collab_connection_setup(void) {
  dbd_open = APR_RETRIEVE_OPTIONAL_FN(ap_dbd_open);
  dbd_close = APR_RETRIEVE_OPTIONAL_FN(ap_dbd_close);
  return dbd_open && dbd_close ? NULL : "mod_dbd is not loaded: the module keeps its data in PostgreSQL through it";
}

/* ---- the calls of mod_dbd, which may take long ---- */

static void hand_back(const collab_connection_t *connection) {
  dbd_close(server, connection->dbd);
  apr_pool_destroy(connection->pool);
}

static bool open_connection(collab_connection_t *connection) {
  apr_pool_create(&connection->pool, NULL);
  connection->dbd = dbd_open(connection->pool, server);
  if (!connection->dbd) {
    apr_pool_destroy(connection->pool);
    return false;
  }
  connection->pg = collab_pg_of(apr_dbd_native_handle(connection->dbd->driver, connection->dbd->handle));
  if (connection->pg && (collab_pg_alive(connection->pg) || collab_pg_reset(connection->pg))) {
    return true;
  }
  hand_back(connection);
  return false;
}

/* ---- the line; the caller holds the lock ---- */

static void remove_waiter(waiter_t **at) {
  waiter_t *gone = *at;

  *at = gone->next;
  if (last == &gone->next) {
    last = at;
  }
  atomic_fetch_sub(&nwaiters, 1);
}

/* Ends the wait of the first thread in line, with this connection or, if it is NULL, without. False: no thread waits. */
static bool serve(const collab_connection_t *connection) {
  waiter_t *waiter = first;

  if (!waiter) {
    return false;
  }
  remove_waiter(&first);
  waiter->served = true;
  waiter->found = connection != NULL;
  if (connection) {
    waiter->connection = *connection;
  }
  sem_post(&waiter->wake);
  return true;
}

static void serve_or_keep(const collab_connection_t *connection) {
  if (!serve(connection)) {
    spares[nspares++] = (spare_t){*connection, apr_time_now()};
  }
}

/* ---- openers ---- */

static void start_openers(void);

static void *run_opener(void *data) {
  collab_connection_t connection;
  bool opened = open_connection(&connection);

  pthread_mutex_lock(&lock);
  openers--;
  if (opened) {
    taken++;
    serve_or_keep(&connection);
  } else {
    serve(NULL);
  }
  start_openers();
  pthread_cond_signal(&change);
  pthread_mutex_unlock(&lock);
  return data;
}

static bool start_opener(void) {
  pthread_attr_t attributes;
  pthread_t thread;

  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  int failed = pthread_create(&thread, &attributes, run_opener, NULL);
  pthread_attr_destroy(&attributes);
  return !failed;
}

/* Starts an opener for each waiter that has none, while there may be more connections. If no thread can be started, the first
 * waiter leaves the line without a connection. The caller holds the lock. */
static void start_openers(void) {
  while (!ending && openers < atomic_load(&nwaiters) && taken + openers < most) {
    if (start_opener()) {
      openers++;
    } else {
      serve(NULL);
    }
  }
}

/* ---- the keeper ---- */

static collab_connection_t remove_oldest_spare(void) {
  collab_connection_t oldest = spares[0].connection;

  nspares--;
  for (int i = 0; i < nspares; i++) {
    spares[i] = spares[i + 1];
  }
  return oldest;
}

static bool has_idle_spare(void) {
  apr_time_t idle_since = apr_time_now() - IDLE;

  return nspares > 0 && (ending || spares[0].since <= idle_since || handed_back_at <= idle_since);
}

static void *run_keeper(void *data) {
  pthread_mutex_lock(&lock);
  handed_back_at = apr_time_now();
  while (!ending || openers > 0 || nlost > 0 || nspares > 0) {
    if (nlost > 0 || has_idle_spare()) {
      collab_connection_t back = nlost > 0 ? lost[--nlost] : remove_oldest_spare();
      pthread_mutex_unlock(&lock);
      hand_back(&back);
      pthread_mutex_lock(&lock);
      taken--;
      handed_back_at = apr_time_now();
      start_openers();
    } else {
      apr_time_t until = apr_time_now() + KEEPER_LOOKS;
      struct timespec at = {(time_t)apr_time_sec(until), (long)apr_time_usec(until) * 1000};
      pthread_cond_timedwait(&change, &lock, &at);
    }
  }
  pthread_mutex_unlock(&lock);
  return data;
}

/* ---- what the borrowers call ---- */

static void join_line(waiter_t *me) {
  sem_init(&me->wake, 0, 0);
  *last = me;
  last = &me->next;
  atomic_fetch_add(&nwaiters, 1);
  start_openers();
}

/* Waits until the thread is served, or its deadline. True: with a connection. */
static bool wait_in_line(waiter_t *me, apr_time_t deadline) {
  struct timespec at = {(time_t)apr_time_sec(deadline), (long)apr_time_usec(deadline) * 1000};
  bool late = false;

  while (!late && sem_timedwait(&me->wake, &at)) {
    late = errno != EINTR;
  }
  if (late) {
    pthread_mutex_lock(&lock);
    if (!me->served) {
      waiter_t **place = &first;
      while (*place != me) {
        place = &(*place)->next;
      }
      remove_waiter(place);
    }
    pthread_mutex_unlock(&lock);
  }
  sem_destroy(&me->wake);
  return me->found;
}

/* Takes the spare that was returned last, or else waits. */
static bool take_unchecked(apr_time_t deadline, collab_connection_t *connection) {
  waiter_t me = {.found = false};

  pthread_mutex_lock(&lock);
  if (!has_keeper && !ending) {
    has_keeper = !pthread_create(&keeper, NULL, run_keeper, NULL);
  }
  bool found = nspares > 0, waits = !found && !ending;
  if (found) {
    *connection = spares[--nspares].connection;
  } else if (waits) {
    join_line(&me);
  }
  pthread_mutex_unlock(&lock);
  if (waits) {
    found = wait_in_line(&me, deadline);
    *connection = me.connection;
  }
  return found;
}

bool collab_connection_take(apr_time_t deadline, collab_connection_t *connection) {
  while (take_unchecked(deadline, connection)) {
    if (collab_pg_alive(connection->pg)) {
      return true;
    }
    collab_connection_give_back(connection, true);
  }
  return false;
}

bool collab_connection_offer(const collab_connection_t *connection) {
  if (atomic_load(&nwaiters) == 0) {
    return false;
  }
  pthread_mutex_lock(&lock);
  bool served = serve(connection);
  pthread_mutex_unlock(&lock);
  return served;
}

void collab_connection_give_back(const collab_connection_t *connection, bool is_lost) {
  pthread_mutex_lock(&lock);
  if (is_lost) {
    lost[nlost++] = *connection;
    pthread_cond_signal(&change);
  } else {
    serve_or_keep(connection);
  }
  pthread_mutex_unlock(&lock);
}

/* ---- a child's life ---- */

/* Waits for the keeper, which waits for the openers: at most DBDMax times the time that connecting may take. */
static apr_status_t return_all(void *data) {
  (void)data;
  pthread_mutex_lock(&lock);
  ending = true;
  pthread_cond_signal(&change);
  bool runs = has_keeper;
  pthread_mutex_unlock(&lock);
  if (runs) {
    pthread_join(keeper, NULL);
  } else { /* no thread could be started for it */
    run_keeper(NULL);
  }
  return APR_SUCCESS;
}

void collab_connection_child_init(apr_pool_t *pchild, server_rec *s, int connections) {
  server = s;
  most = connections;
  spares = apr_pcalloc(pchild, (apr_size_t)most * sizeof *spares);
  lost = apr_pcalloc(pchild, (apr_size_t)most * sizeof *lost);
  apr_pool_pre_cleanup_register(pchild, NULL, return_all); /* before pchild destroys mod_dbd's pool */
}

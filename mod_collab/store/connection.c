/* connection.c: lends mod_dbd's connections to the threads of a worker process (store/connection.h).
 *
 * mod_dbd opens a connection under the lock of its pool, so meanwhile no thread can take another one or return one. With a host
 * that hangs, connecting takes connect_timeout for each such host of the DSN, and again for each connection. A request does not
 * have that much time, and neither libpq has a deadline for all hosts, nor mod_dbd one for its pool. So a returned connection
 * stays here, as a spare, and only threads of their own call mod_dbd: an opener, which gets one more connection, or a closer.
 * Such a thread costs 30 µs. A request that finds no spare waits for an opener or for a connection that another request offers,
 * whichever comes first, and leaves at its deadline. A connection that an opener gets later becomes a spare.
 * A spare that nobody has used for IDLE goes back to mod_dbd, where DBDKeep and DBDExptime decide about it. */
#include "store/connection.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

#define IDLE apr_time_from_sec(10)
#define CHILD_WAITS 100 /* times 100 ms: for threads that still call mod_dbd when the child ends */

/* A thread that waits for a connection; on that thread's stack. */
typedef struct waiter_t {
  struct waiter_t *next;
  server_rec *s;
  sem_t over;
  bool is_over; /* it has left the line: with a connection, or because an opener failed */
  bool found;
  collab_connection_t connection;
} waiter_t;

typedef struct spare_t {
  server_rec *s;
  collab_connection_t connection;
  apr_time_t since;
} spare_t;

/* What an opener or a closer does: it returns `back` to mod_dbd if that has a server, and then opens a connection for `opens` if
 * that is not NULL. */
typedef struct errand_t {
  spare_t back;
  server_rec *opens;
} errand_t;

static APR_OPTIONAL_FN_TYPE(ap_dbd_open) * dbd_open;
static APR_OPTIONAL_FN_TYPE(ap_dbd_close) * dbd_close;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards what follows */
static int most;                                         /* openers and connections that are not in mod_dbd's pool */
static int out;                                          /* connections that are not: spare, in use, or with a closer */
static spare_t *spares;                                  /* in the order of their return */
static int nspares;
static server_rec **openers; /* for each opener, its server */
static int nopeners;
static waiter_t *first, **last = &first;
static atomic_int nwaiters; /* may be read without the lock */

static atomic_int under_way; /* threads */

static void open_for_waiters(void);

const char *collab_connection_setup(void) {
  dbd_open = APR_RETRIEVE_OPTIONAL_FN(ap_dbd_open);
  dbd_close = APR_RETRIEVE_OPTIONAL_FN(ap_dbd_close);
  return dbd_open && dbd_close ? NULL : "mod_dbd is not loaded: the module keeps its data in PostgreSQL through it";
}

/* ---- the calls of mod_dbd, which may take long ---- */

static void close_connection(const spare_t *back) {
  dbd_close(back->s, back->connection.dbd);
  apr_pool_destroy(back->connection.pool);
}

static bool open_connection(server_rec *s, collab_connection_t *connection) {
  apr_pool_create(&connection->pool, NULL);
  connection->dbd = dbd_open(connection->pool, s);
  if (!connection->dbd) {
    apr_pool_destroy(connection->pool);
    return false;
  }
  connection->pg = collab_pg_of(apr_dbd_native_handle(connection->dbd->driver, connection->dbd->handle));
  if (connection->pg && (collab_pg_alive(connection->pg) || collab_pg_reset(connection->pg))) {
    return true;
  }
  close_connection(&(spare_t){s, *connection, 0});
  return false;
}

/* ---- the line; the caller holds the lock ---- */

static waiter_t **first_waiter(const server_rec *s) {
  waiter_t **at = &first;

  while (*at && (*at)->s != s) {
    at = &(*at)->next;
  }
  return at;
}

static void remove_waiter(waiter_t **at) {
  waiter_t *gone = *at;

  *at = gone->next;
  if (last == &gone->next) {
    last = at;
  }
  atomic_fetch_sub(&nwaiters, 1);
}

/* Ends the wait of the first thread that waits for this server's connections, with one or, if it is NULL, without. False: none
 * waits. */
static bool serve(const server_rec *s, const collab_connection_t *connection) {
  waiter_t **at = first_waiter(s), *waiter = *at;

  if (!waiter) {
    return false;
  }
  remove_waiter(at);
  waiter->is_over = true;
  waiter->found = connection != NULL;
  if (connection) {
    waiter->connection = *connection;
  }
  sem_post(&waiter->over);
  return true;
}

/* ---- spares; the caller holds the lock ---- */

static spare_t remove_spare(int at) {
  spare_t gone = spares[at];

  nspares--;
  for (int i = at; i < nspares; i++) {
    spares[i] = spares[i + 1];
  }
  return gone;
}

static void keep(server_rec *s, const collab_connection_t *connection) {
  if (!serve(s, connection)) {
    spares[nspares++] = (spare_t){s, *connection, apr_time_now()};
  }
}

/* ---- openers and closers ---- */

static void *run_errand(void *data) {
  errand_t *errand = data;
  collab_connection_t connection;

  if (errand->back.s) {
    close_connection(&errand->back);
  }
  bool opened = errand->opens && open_connection(errand->opens, &connection);
  pthread_mutex_lock(&lock);
  out += (opened ? 1 : 0) - (errand->back.s ? 1 : 0);
  if (errand->opens) {
    int i = 0;
    while (openers[i] != errand->opens) {
      i++;
    }
    openers[i] = openers[--nopeners];
  }
  if (opened) {
    keep(errand->opens, &connection);
  } else if (errand->opens) {
    serve(errand->opens, NULL);
  }
  open_for_waiters();
  pthread_mutex_unlock(&lock);
  free(errand);
  atomic_fetch_sub(&under_way, 1);
  return NULL;
}

static bool start_errand(spare_t back, server_rec *opens) {
  errand_t *errand = malloc(sizeof *errand);
  pthread_attr_t attributes;
  pthread_t thread;

  if (!errand) {
    return false;
  }
  *errand = (errand_t){back, opens};
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  atomic_fetch_add(&under_way, 1);
  int failed = pthread_create(&thread, &attributes, run_errand, errand);
  pthread_attr_destroy(&attributes);
  if (failed) {
    atomic_fetch_sub(&under_way, 1);
    free(errand);
  }
  return !failed;
}

/* Starts an opener for this server, if it has fewer openers than waiting threads. If there are as many connections as there may
 * be, one that is spare for another server makes room. False: no thread could be started. */
static bool open_for(server_rec *s) {
  int lacking = 0;

  for (const waiter_t *waiter = first; waiter; waiter = waiter->next) {
    lacking += waiter->s == s;
  }
  for (int i = 0; i < nopeners; i++) {
    lacking -= openers[i] == s;
  }
  bool full = out + nopeners >= most;
  if (lacking <= 0 || nopeners == most || (full && nspares == 0)) {
    return true;
  }
  if (!start_errand(full ? remove_spare(0) : (spare_t){.s = NULL}, s)) {
    return false;
  }
  openers[nopeners++] = s;
  return true;
}

/* Starts the openers that the line needs. The caller holds the lock. A thread for which none can be started waits no longer. */
static void open_for_waiters(void) {
  for (waiter_t *waiter = first, *next; waiter; waiter = next) {
    next = waiter->next;
    if (!open_for(waiter->s)) {
      serve(waiter->s, NULL);
    }
  }
}

/* ---- what the borrowers call ---- */

static void join_line(waiter_t *me) {
  sem_init(&me->over, 0, 0);
  *last = me;
  last = &me->next;
  atomic_fetch_add(&nwaiters, 1);
  open_for_waiters();
}

/* Waits until the thread has left the line. False: without a connection. */
static bool wait_in_line(waiter_t *me, apr_time_t deadline) {
  struct timespec at = {(time_t)apr_time_sec(deadline), (long)apr_time_usec(deadline) * 1000};

  while (sem_timedwait(&me->over, &at)) {
    if (errno == EINTR) {
      continue;
    }
    pthread_mutex_lock(&lock);
    if (!me->is_over) {
      waiter_t **place = &first;
      while (*place != me) {
        place = &(*place)->next;
      }
      remove_waiter(place);
    }
    pthread_mutex_unlock(&lock);
    break;
  }
  sem_destroy(&me->over);
  return me->is_over && me->found;
}

static bool take_spare(const server_rec *s, collab_connection_t *connection) {
  for (int i = nspares - 1; i >= 0; i--) {
    if (spares[i].s == s) {
      *connection = remove_spare(i).connection;
      return true;
    }
  }
  return false;
}

/* Takes the spare that was returned last, or else waits. */
static bool take_unchecked(server_rec *s, apr_time_t deadline, collab_connection_t *connection) {
  waiter_t me = {.s = s};

  pthread_mutex_lock(&lock);
  bool found = take_spare(s, connection);
  if (!found) {
    join_line(&me);
  }
  pthread_mutex_unlock(&lock);
  if (!found) {
    found = wait_in_line(&me, deadline);
    *connection = me.connection;
  }
  return found;
}

bool collab_connection_take(server_rec *s, apr_time_t deadline, collab_connection_t *connection) {
  while (take_unchecked(s, deadline, connection)) {
    if (collab_pg_alive(connection->pg)) {
      return true;
    }
    collab_connection_give_back(s, connection, true);
  }
  return false;
}

bool collab_connection_offer(server_rec *s, const collab_connection_t *connection) {
  if (atomic_load(&nwaiters) == 0) {
    return false;
  }
  pthread_mutex_lock(&lock);
  bool taken = serve(s, connection);
  pthread_mutex_unlock(&lock);
  return taken;
}

void collab_connection_give_back(server_rec *s, const collab_connection_t *connection, bool lost) {
  spare_t back = {.s = NULL};

  pthread_mutex_lock(&lock);
  if (lost) {
    back = (spare_t){s, *connection, 0};
  } else {
    keep(s, connection);
    if (nspares > 0 && apr_time_now() - spares[0].since > IDLE) {
      back = remove_spare(0);
    }
  }
  pthread_mutex_unlock(&lock);
  if (back.s && !start_errand(back, NULL)) {
    close_connection(&back);
    pthread_mutex_lock(&lock);
    out--;
    pthread_mutex_unlock(&lock);
  }
}

/* ---- a child's life ---- */

static apr_status_t return_all(void *data) {
  (void)data;
  for (int i = 0; i < CHILD_WAITS && atomic_load(&under_way) > 0; i++) {
    apr_sleep(apr_time_from_msec(100));
  }
  pthread_mutex_lock(&lock);
  while (nspares > 0) {
    spare_t back = remove_spare(nspares - 1);
    close_connection(&back);
  }
  pthread_mutex_unlock(&lock);
  return APR_SUCCESS;
}

void collab_connection_child_init(apr_pool_t *pchild, int connections) {
  most = connections;
  spares = apr_pcalloc(pchild, (apr_size_t)most * sizeof *spares);
  openers = apr_pcalloc(pchild, (apr_size_t)most * sizeof *openers);
  apr_pool_pre_cleanup_register(pchild, NULL, return_all); /* before pchild destroys mod_dbd's pool */
}

/* connection.c: lends mod_dbd's connections to the threads of a worker process (store/connection.h).
 *
 * Each of the pool's connections has a place (node/places.h). A place is closed while its connection is not open. Reads take at
 * most half of the places, and costly reads never take the last place of that half. A write mostly waits for the disk, so many
 * concurrent writes share a flush. A read uses the processor. If more reads run than there are processors, they only make one
 * another wait. With eight reads at once on two cores, one read in a hundred was slow: Linux left its backend runnable but not
 * running for 50 to 140 ms. With four reads at once, none was. Because the other half of the places is for writes alone, slow
 * reads never keep a write from a connection.
 *
 * mod_dbd opens a connection under the lock of its pool, so meanwhile no thread can take or return another one. Each connection
 * attempt takes connect_timeout for each host of the DSN that hangs. A request does not have that much time. libpq has no
 * deadline for all hosts together, and mod_dbd has none for its pool. So a returned connection stays at its place, and only two
 * kinds of separate threads call mod_dbd:
 *
 *   openers   each opens the connection of one place while a request waits, then ends; such a thread costs 30 µs. When it fails,
 *             and the process has no other connection, it reports the reason (node/pool_fault.h)
 *   a keeper  starts the openers, and hands lost connections, and those unused for IDLE, back to mod_dbd. When the keeper has
 *             handed back nothing for IDLE, it hands back a free connection, because mod_dbd applies DBDKeep and DBDExptime only
 *             when mod_dbd gives or takes a connection. At the child's start, and while no connection can be opened, it has one
 *             opened without a request, so that the node's health is what requests meet
 *
 * A request that waits gets the first connection that is opened or returned, and leaves at its deadline. */
#include "store/connection.h"

#include <ap_mpm.h>
#include <http_log.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>

#include "base/time.h"
#include "node/meter.h"
#include "node/pool_fault.h"
#include "node/said.h"
#include "node/workers.h"
#include "store/own_exchange.h"

#define IDLE apr_time_from_sec(10)
#define KEEPER_LOOKS apr_time_from_sec(5)
#define TEST_EVERY apr_time_from_sec(1)    /* while no connection can be opened */
#define FIRST_PAUSE apr_time_from_msec(50) /* after the first failure to connect; doubled with each further one */
#define LAST_PAUSE apr_time_from_msec(400) /* after the fourth and each later failure */

extern module AP_MODULE_DECLARE_DATA collab_module;
APLOG_USE_MODULE(collab);

static APR_OPTIONAL_FN_TYPE(ap_dbd_open) * dbd_open;
static APR_OPTIONAL_FN_TYPE(ap_dbd_close) * dbd_close;
static server_rec *server;
static const collab_dbd_pool_t *dbd_pool;

static collab_places_t *places;
/* Indexed by place. A connection is used only by its borrower or opener or, while its place is closed, by the keeper. */
static collab_connection_t *connections;
static int nconnections;

static bool has_keeper; /* guarded by the lock of `places` */
static pthread_t keeper;
static sem_t attention; /* wakes the keeper */
static atomic_bool ending;
static _Atomic apr_interval_time_t last_pause = 1; /* 0: the last attempt to connect succeeded; at first: there was none */

const char *collab_connection_setup(void) {
  dbd_open = APR_RETRIEVE_OPTIONAL_FN(ap_dbd_open);
  dbd_close = APR_RETRIEVE_OPTIONAL_FN(ap_dbd_close);
  return dbd_open && dbd_close ? NULL
                               : "mod_dbd is not loaded, and the module needs it for PostgreSQL: add LoadModule dbd_module";
}

/* ---- calls of mod_dbd, which may take long ---- */

/* Gives a place's connection back to mod_dbd. False: the place has none. */
static bool hand_back(collab_connection_t *connection) {
  if (!connection->dbd) {
    return false;
  }
  dbd_close(server, connection->dbd);
  collab_workers_opened(-1);
  apr_pool_destroy(connection->pool);
  connection->dbd = NULL;
  return true;
}

/* Undoes what DBDInitSQL has set, in a session that is new. A failure shows when the session is pinned. */
static void undo_init_sql(collab_connection_t *connection) {
  static const char *const nothing[COLLAB_MAX_BINDS];

  if (dbd_pool->init_sql && !*collab_pg_pinned(connection->pg)) {
    collab_pg_run(connection->pg, connection->pool, STATEMENT(session_reset), nothing,
                  collab_time_clock() + collab_pg_patience(connection->pg));
  }
}

/* Pins the settings of a session that is new, or that mod_dbd or this file has reset, and checks whose database it is. False and
 * *fault: it cannot be used. */
static bool is_usable(collab_connection_t *connection, const char **fault) {
  const char *error = "";
  uint64_t unsaid;

  undo_init_sql(connection);
  if (collab_pg_pin(connection->pg, connection->pool, dbd_pool->dsn, &error) &&
      collab_own_exchange_check(connection->pg, connection->pool, &error)) {
    return true;
  }
  collab_pg_drop(connection->pg); /* or mod_dbd would lend the same session again */
  error = collab_pg_one_line(connection->pool, error);
  *fault = apr_pstrcat(connection->pool, "a session cannot be used: ", error, NULL);
  if (collab_said_may_text(*fault, &unsaid)) {
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, server, COLLABNO(0105) "a database session cannot be used: %s%s", error,
                 collab_said_unsaid(connection->pool, unsaid));
  }
  return false;
}

/* False: no connection is open that can be used. Sets *fault if mod_dbd has opened one; memory of the connection. */
static bool open_connection(collab_connection_t *connection, const char **fault) {
  apr_pool_create(&connection->pool, NULL);
  connection->dbd = dbd_open(connection->pool, server);
  if (!connection->dbd) {
    apr_pool_destroy(connection->pool);
    return false;
  }
  collab_workers_opened(1);
  connection->pg = collab_pg_of(apr_dbd_native_handle(connection->dbd->driver, connection->dbd->handle));
  return connection->pg && (collab_pg_alive(connection->pg) || collab_pg_reset(connection->pg)) && is_usable(connection, fault);
}

/* ---- openers ---- */

/* Does this process end, or only finish its requests? Then it neither tries to open connections nor reports failures. */
static bool is_leaving(void) {
  int state;

  return atomic_load(&ending) || (ap_mpm_query(AP_MPMQ_MPM_STATE, &state) == APR_SUCCESS && state == AP_MPMQ_STOPPING);
}

/* Finds out why mod_dbd opens no connection, and reports it: mod_dbd itself says why only in the error log, and there only with
 * LogLevel dbd:error. True: now it has opened one. */
static bool ask(collab_connection_t *connection) {
  const char *reason, *fault = NULL;
  apr_pool_t *pool;

  apr_pool_create(&pool, NULL);
  hand_back(connection);
  reason = collab_pg_refusal(pool, dbd_pool->dsn, NULL);
  bool opened = !reason && open_connection(connection, &fault); /* the database may have come back in this moment */
  if (!opened && !reason && !fault && (reason = collab_pg_refusal_of_mod_dbd(pool, dbd_pool->dsn))) {
    reason =
        apr_pstrcat(pool, reason, ": PGPASSWORD or PGOPTIONS in httpd's environment replaces what DBDParams leave open", NULL);
  }
  if (!opened) {
    const char *init_sql = dbd_pool->init_sql ? apr_pstrcat(pool, ", or DBDInitSQL (", dbd_pool->init_sql, ") fails", NULL) : "";
    collab_pool_fault_note(reason  ? reason
                           : fault ? fault
                                   : apr_pstrcat(pool,
                                                 "DBDParams lead to it, but mod_dbd opens no connection: PostgreSQL refuses a "
                                                 "statement that another module has prepared there",
                                                 init_sql, " (LogLevel dbd:error shows it)", NULL));
  }
  apr_pool_destroy(pool);
  return opened;
}

/* Opens a place's connection. If the process has no other one, reports a failure. */
static bool open_or_report(collab_connection_t *connection) {
  const char *fault = NULL;
  bool opened = open_connection(connection, &fault);
  bool matters = !opened && !is_leaving() && !collab_places_count(places, COLLAB_PLACE_FREE) &&
                 !collab_places_count(places, COLLAB_PLACE_TAKEN);

  if (matters && !collab_pool_fault_may_ask()) {
    collab_pool_fault_note(NULL);
  } else if (matters && fault) {
    collab_pool_fault_note(fault);
  } else if (matters) {
    opened = ask(connection);
  }
  if (opened) {
    collab_pool_fault_end();
  }
  return opened;
}

/* Waits longer after each failure, while the database is unreachable, because mod_dbd logs each failure. */
static void pause_after_failure(void) {
  apr_interval_time_t pause = 2 * atomic_load(&last_pause);

  pause = pause < FIRST_PAUSE ? FIRST_PAUSE : pause < LAST_PAUSE ? pause : LAST_PAUSE;
  atomic_store(&last_pause, pause);
  apr_sleep(atomic_load(&ending) ? 0 : pause);
}

static void *run_opener(void *data) {
  collab_connection_t *connection = data;

  hand_back(connection);
  bool opened = open_or_report(connection);
  if (opened) {
    atomic_store(&last_pause, 0);
  } else {
    collab_meter_count(COLLAB_COUNT_CONNECTS_FAILED, 1);
    pause_after_failure();
  }
  collab_places_leave(places, (int)(connection - connections), !opened);
  return data;
}

static void start_opener(collab_connection_t *connection) {
  pthread_attr_t attributes;
  pthread_t thread;

  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  if (pthread_create(&thread, &attributes, run_opener, connection)) {
    run_opener(connection);
  }
  pthread_attr_destroy(&attributes);
}

/* ---- the keeper ---- */

static void hand_back_idle(apr_time_t *handed_back_at) {
  apr_time_t now = collab_time_clock(), idle_since = atomic_load(&ending) || *handed_back_at <= now - IDLE ? now : now - IDLE;

  for (int i = nconnections - 1; i >= 0; i--) { /* places with a high number are used least */
    if (collab_places_close(places, i, idle_since) && hand_back(&connections[i])) {
      *handed_back_at = now;
      idle_since = atomic_load(&ending) ? now : now - IDLE;
    }
  }
}

/* Starts openers for requests that wait; and one to try, if this process has no connection and its last attempt has failed. */
static void open_places(apr_time_t *tried_at) {
  apr_time_t now = collab_time_clock();
  bool try = atomic_load(&last_pause) && now - *tried_at >= TEST_EVERY && !is_leaving();

  for (int place; !atomic_load(&ending) && (place = collab_places_open(places, try)) >= 0; try = false) {
    *tried_at = now;
    start_opener(&connections[place]);
  }
}

static void *run_keeper(void *data) {
  apr_time_t handed_back_at = collab_time_clock(), tried_at = 0;

  while (!atomic_load(&ending) || collab_places_count(places, COLLAB_PLACE_OPENING) > 0) {
    open_places(&tried_at);
    hand_back_idle(&handed_back_at);
    struct timespec at = collab_time_monotonic(collab_time_clock() + (atomic_load(&last_pause) ? TEST_EVERY : KEEPER_LOOKS));
    sem_clockwait(&attention, CLOCK_MONOTONIC, &at);
  }
  hand_back_idle(&handed_back_at);
  return data;
}

/* Signals are for the process's other threads. */
static bool start_keeper(void) {
  sigset_t all, before;

  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  bool started = !pthread_create(&keeper, NULL, run_keeper, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return started;
}

static void attend(void) {
  if (!has_keeper && !atomic_load(&ending)) {
    has_keeper = true; /* before the keeper's openers look */
    if (!start_keeper()) {
      has_keeper = false;
    }
  }
  sem_post(&attention);
}

/* ---- called by borrowers ---- */

int collab_connection_places(collab_use_t use, int most) {
  int reads = (most + 1) / 2;

  return use == COLLAB_USE_ANY ? most : use == COLLAB_USE_READ || reads == 1 ? reads : reads - 1;
}

/* When a thread in line gets a connection, sends the thread's read before the thread wakes up. So the thread usually sleeps only
 * once, in line, and not again for the result. A read that fails is sent again; a write is sent only by its own thread. */
static void send_read(void *data, int place) {
  collab_borrower_t *borrower = data;
  collab_pg_t *pg = connections[place].pg;

  borrower->sent = borrower->read && collab_pg_alive(pg);
  if (borrower->sent) {
    collab_pg_send(pg, borrower->pool, borrower->read, borrower->values);
  }
}

bool collab_connection_take(collab_borrower_t *borrower) {
  int place;

  borrower->sent = false;
  while ((place = collab_places_enter(places, borrower->guest, borrower->until, borrower, &borrower->waited)) >= 0) {
    if (borrower->sent || collab_pg_alive(connections[place].pg)) {
      borrower->connection = &connections[place];
      collab_workers_lent(1);
      return true;
    }
    collab_places_leave(places, place, true);
  }
  borrower->busy = collab_places_count(places, COLLAB_PLACE_TAKEN) > 0;
  return false;
}

void collab_connection_give_back(collab_connection_t *connection, bool lost) {
  collab_workers_lent(-1);
  collab_places_leave(places, (int)(connection - connections), lost);
}

/* ---- a child's life ---- */

/* Waits for the keeper, which waits for the openers: at most DBDMax times the time limit for connecting, and once more if one of
 * them is finding out a reason. */
static apr_status_t return_all(void *data) {
  atomic_store(&ending, true);
  collab_places_count(places,
                      COLLAB_PLACE_FREE); /* takes the lock, so it waits for a running attend(); a later attend() sees `ending` */
  sem_post(&attention);
  if (has_keeper) {
    pthread_join(keeper, NULL);
  }
  (void)data;
  return APR_SUCCESS;
}

void collab_connection_child_init(apr_pool_t *pchild, const collab_dbd_pool_t *pool) {
  collab_place_rules_t rules = {
      .shares = 2, .reserved = 1, .reserved_for = IDLE, .line = INT_MAX, .served = send_read, .attend = attend};

  for (int use = 0; use < COLLAB_USES; use++) {
    rules.most[use] = collab_connection_places(use, pool->most);
  }
  dbd_pool = pool;
  server = pool->server;
  nconnections = pool->most;
  connections = apr_pcalloc(pchild, (apr_size_t)nconnections * sizeof *connections);
  places = collab_places_make(pchild, &rules);
  sem_init(&attention, 0, 0);
  apr_pool_pre_cleanup_register(pchild, NULL, return_all); /* before pchild destroys mod_dbd's pool */
}

/* Only the main thread runs yet, so the lock that guards has_keeper is not needed. */
void collab_connection_child_start(void) {
  attend();
}

/* db.c: a worker's way to the database: mod_dbd owns the connections, store/pg the statements, this file the gate.
 *
 * mod_dbd would let a request wait for a connection without limit, and hand out dead ones; here a request waits at most
 * CollabDatabaseWait, until it holds a connection that has been looked at. While PostgreSQL restarts, requests wait here. Called
 * by http/ on worker threads; the lease is given back before this returns, so before any output. Must never wait with a lease in
 * hand for anything but its own statement. */
#include "store/db.h"

#include <apr_dbd.h>
#include <apr_optional.h>
#include <apr_thread_mutex.h>
#include <errno.h>
#include <http_config.h>
#include <http_log.h>
#include <mod_dbd.h>
#include <semaphore.h>

#include "base/meter.h"
#include "store/pg.h"

extern module AP_MODULE_DECLARE_DATA collab_module;
APLOG_USE_MODULE(collab);

#define ANSWER_WITHIN apr_time_from_sec(10) /* the DSN's statement_timeout comes first; this is for a server that hangs */
#define LOOK_AGAIN apr_time_from_msec(50)   /* between two tries to get a healthy connection */

static APR_OPTIONAL_FN_TYPE(ap_dbd_open) * dbd_open;
static APR_OPTIONAL_FN_TYPE(ap_dbd_close) * dbd_close;

/* A request in line at the gate; on its thread's stack. */
typedef struct waiter_t {
  struct waiter_t *next;
  sem_t turn;
  bool served; /* a place has been handed to it */
} waiter_t;

/* As many requests may hold a connection as mod_dbd has; the others wait in line, first come first served, with an end to their
 * patience. A place is handed over, and its taker woken after the lock is free: a condition variable cost a fifth of httpd's time
 * here. */
static struct {
  apr_thread_mutex_t *lock;
  waiter_t *first, **last;
  int free;
} gate;
static int gate_size = 10; /* mod_dbd's own default */

/* DBDMax as the configuration has it; mod_dbd does not tell. */
static void find_dbd_max(const ap_directive_t *tree) {
  for (; tree; tree = tree->next) {
    if (!ap_cstr_casecmp(tree->directive, "DBDMax")) {
      gate_size = (int)apr_atoi64(tree->args);
    }
    find_dbd_max(tree->first_child);
  }
}

const char *collab_db_post_config(apr_pool_t *pconf, server_rec *s) {
  (void)pconf, (void)s;
  dbd_open = APR_RETRIEVE_OPTIONAL_FN(ap_dbd_open);
  dbd_close = APR_RETRIEVE_OPTIONAL_FN(ap_dbd_close);
  if (!dbd_open || !dbd_close) {
    return "mod_dbd is not loaded: the module keeps its data in PostgreSQL through it";
  }
  find_dbd_max(ap_conftree);
  return gate_size > 0 ? NULL : "DBDMax must be at least 1";
}

void collab_db_child_init(apr_pool_t *pchild, server_rec *s) {
  (void)s;
  apr_thread_mutex_create(&gate.lock, APR_THREAD_MUTEX_DEFAULT, pchild);
  gate.last = &gate.first;
  gate.free = gate_size;
}

/* Out of line again; false when a place has been handed over in the meantime. */
static bool gate_give_up(waiter_t *me) {
  waiter_t **at = &gate.first;

  apr_thread_mutex_lock(gate.lock);
  if (!me->served) {
    while (*at != me) {
      at = &(*at)->next;
    }
    *at = me->next;
    if (gate.last == &me->next) {
      gate.last = at;
    }
  }
  apr_thread_mutex_unlock(gate.lock);
  return !me->served;
}

static bool gate_wait(waiter_t *me, apr_time_t until) {
  struct timespec end = {(time_t)apr_time_sec(until), (long)apr_time_usec(until) * 1000};

  while (sem_timedwait(&me->turn, &end)) {
    if (errno != EINTR && gate_give_up(me)) {
      return false;
    }
    if (me->served) { /* its post is on the way */
      end.tv_sec += 3600;
    }
  }
  return true;
}

static bool gate_enter(apr_time_t until) {
  waiter_t me = {.next = NULL};

  apr_thread_mutex_lock(gate.lock);
  if (gate.free > 0) {
    gate.free--;
    apr_thread_mutex_unlock(gate.lock);
    return true;
  }
  sem_init(&me.turn, 0, 0);
  *gate.last = &me;
  gate.last = &me.next;
  apr_thread_mutex_unlock(gate.lock);
  apr_time_t since = apr_time_now();
  bool served = gate_wait(&me, until);
  collab_meter_time(COLLAB_TIME_GATE, apr_time_now() - since);
  return served;
}

static void gate_leave(void) {
  apr_thread_mutex_lock(gate.lock);
  waiter_t *next = gate.first;
  if (next) {
    next->served = true;
    if (!(gate.first = next->next)) {
      gate.last = &gate.first;
    }
  } else {
    gate.free++;
  }
  apr_thread_mutex_unlock(gate.lock);
  if (next) {
    sem_post(&next->turn);
  }
}

typedef struct lease_t {
  ap_dbd_t *dbd;
  collab_pg_t *pg;
} lease_t;

static void give_back(server_rec *s, lease_t *lease) {
  dbd_close(s, lease->dbd);
  gate_leave();
}

/* One try: a connection that is open and quiet, or none. */
static bool try_lease(apr_pool_t *pool, server_rec *s, lease_t *lease) {
  lease->dbd = dbd_open(pool, s);
  if (!lease->dbd) {
    return false;
  }
  lease->pg = collab_pg_of(apr_dbd_native_handle(lease->dbd->driver, lease->dbd->handle));
  if (lease->pg && (collab_pg_alive(lease->pg) || collab_pg_reset(lease->pg))) {
    return true;
  }
  dbd_close(s, lease->dbd);
  return false;
}

static bool take_lease(apr_pool_t *pool, server_rec *s, apr_time_t until, lease_t *lease) {
  if (!gate_enter(until)) {
    collab_meter_count(COLLAB_COUNT_LEASES_REFUSED, 1);
    ap_log_error(APLOG_MARK, APLOG_WARNING, 0, s, COLLABNO(0101) "all %d database connections stayed busy", gate_size);
    return false;
  }
  while (!try_lease(pool, s, lease)) {
    if (apr_time_now() + LOOK_AGAIN >= until) {
      gate_leave();
      collab_meter_count(COLLAB_COUNT_LEASES_REFUSED, 1);
      ap_log_error(APLOG_MARK, APLOG_ERR, 0, s, COLLABNO(0102) "the database cannot be reached");
      return false;
    }
    apr_sleep(LOOK_AGAIN);
  }
  return true;
}

/* Turns the rows of a finished statement into an answer: the first outcome that is not "ok" wins, the last body that is there
 * belongs to it. */
static void read_answer(apr_pool_t *pool, collab_pg_t *pg, const collab_statement_t *statement, collab_answer_t *answer) {
  answer->outcome = COLLAB_OK;
  for (int part = 0; part < statement->nparts; part++) {
    collab_rows_t rows = collab_pg_rows(pg, part);
    const char *word = collab_rows_text(rows, 0, "outcome");
    const char *body = collab_rows_text(rows, 0, "body");
    if (word) {
      answer->outcome = collab_outcome_named(word);
      answer->rows = apr_pmemdup(pool, &rows, sizeof rows);
    }
    if (body) {
      answer->body = body;
      answer->body_len = collab_rows_length(rows, 0, "body");
    }
    if (word && answer->outcome != COLLAB_OK) {
      break;
    }
  }
  if (answer->outcome == COLLAB_OUTCOME_COUNT) {
    answer->outcome = COLLAB_INTERNAL; /* a word that base/outcome.h does not have: the start-up check cannot see inside SQL */
  }
}

/* Runs a statement on a lease; what went wrong is logged here. */
static collab_pg_state_t run_by(apr_pool_t *pool, server_rec *s, const lease_t *lease, const collab_statement_t *statement,
                                const char *const *values, apr_time_t answer_by, collab_answer_t *answer) {
  collab_pg_state_t state = collab_pg_run(lease->pg, pool, statement, values, answer_by);

  if (state == COLLAB_PG_DONE) {
    read_answer(pool, lease->pg, statement, answer);
  } else {
    answer->outcome = collab_pg_verdict(lease->pg);
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, s, COLLABNO(0103) "statement %s: %s (SQLSTATE %s)%s", statement->name,
                 collab_pg_message(lease->pg), collab_pg_sqlstate(lease->pg),
                 state == COLLAB_PG_LOST && statement->writes ? "; whether it was committed is not known" : "");
  }
  return state;
}

static collab_pg_state_t run_on(apr_pool_t *pool, server_rec *s, const lease_t *lease, const collab_statement_t *statement,
                                const char *const *values, collab_answer_t *answer) {
  return run_by(pool, s, lease, statement, values, apr_time_now() + ANSWER_WITHIN, answer);
}

static collab_pg_state_t run_once(apr_pool_t *pool, server_rec *s, const collab_statement_t *statement, const char *const *values,
                                  apr_time_t until, apr_time_t answer_by, collab_answer_t *answer) {
  lease_t lease;

  if (!take_lease(pool, s, until, &lease)) {
    answer->outcome = COLLAB_UNAVAILABLE;
    return COLLAB_PG_IDLE;
  }
  collab_pg_state_t state =
      run_by(pool, s, &lease, statement, values, answer_by ? answer_by : apr_time_now() + ANSWER_WITHIN, answer);
  give_back(s, &lease);
  return state;
}

collab_answer_t collab_db_run(apr_pool_t *pool, server_rec *s, const collab_statement_t *statement, const char *const *values,
                              apr_interval_time_t wait) {
  apr_time_t until = apr_time_now() + wait;
  collab_answer_t answer = {COLLAB_UNAVAILABLE, NULL, 0, NULL};
  collab_pg_state_t state = run_once(pool, s, statement, values, until, 0, &answer);

  if (state == COLLAB_PG_LOST && !statement->writes && apr_time_now() < until) { /* a read may be asked twice */
    run_once(pool, s, statement, values, until, 0, &answer);
  }
  return answer;
}

collab_answer_t collab_db_look(apr_pool_t *pool, server_rec *s, const collab_statement_t *statement, const char *const *values,
                               apr_interval_time_t within) {
  apr_time_t until = apr_time_now() + within;
  collab_answer_t answer = {COLLAB_UNAVAILABLE, NULL, 0, NULL};

  run_once(pool, s, statement, values, until, until, &answer);
  return answer;
}

/* ---- several statements, one transaction ---- */

struct collab_work_t {
  apr_pool_t *pool;
  server_rec *s;
  lease_t lease;
};

static const char *const no_values[COLLAB_MAX_BINDS];

static apr_status_t take_back(void *data) {
  collab_work_t *work = data;
  collab_answer_t ignored = {COLLAB_UNAVAILABLE, NULL, 0, NULL};

  if (collab_pg_alive_in_transaction(work->lease.pg)) {
    run_on(work->pool, work->s, &work->lease, STATEMENT(transaction_rollback), no_values, &ignored);
  }
  give_back(work->s, &work->lease);
  return APR_SUCCESS;
}

collab_work_t *collab_db_begin(apr_pool_t *pool, server_rec *s, apr_interval_time_t wait) {
  collab_work_t *work = apr_pcalloc(pool, sizeof *work);
  collab_answer_t ignored = {COLLAB_UNAVAILABLE, NULL, 0, NULL};

  work->pool = pool;
  work->s = s;
  if (!take_lease(pool, s, apr_time_now() + wait, &work->lease)) {
    return NULL;
  }
  if (run_on(pool, s, &work->lease, STATEMENT(transaction_begin), no_values, &ignored) != COLLAB_PG_DONE) {
    give_back(s, &work->lease);
    return NULL;
  }
  apr_pool_cleanup_register(pool, work, take_back, apr_pool_cleanup_null);
  return work;
}

collab_answer_t collab_db_step(collab_work_t *work, apr_pool_t *pool, const collab_statement_t *statement,
                               const char *const *values) {
  collab_answer_t answer = {COLLAB_UNAVAILABLE, NULL, 0, NULL};
  run_on(pool, work->s, &work->lease, statement, values, &answer);
  return answer;
}

bool collab_db_commit(collab_work_t *work) {
  collab_answer_t ignored = {COLLAB_UNAVAILABLE, NULL, 0, NULL};
  bool committed =
      run_on(work->pool, work->s, &work->lease, STATEMENT(transaction_commit), no_values, &ignored) == COLLAB_PG_DONE;

  if (committed) {
    apr_pool_cleanup_kill(work->pool, work, take_back);
    give_back(work->s, &work->lease);
  } else {
    apr_pool_cleanup_run(work->pool, work, take_back);
  }
  return committed;
}

void collab_db_rollback(collab_work_t *work) {
  apr_pool_cleanup_run(work->pool, work, take_back);
}

/* db.c: a worker's access to the database: mod_dbd owns the connections, store/connection lends them,
 * store/pg has the statements, store/gate the queue.
 *
 * mod_dbd would let a request wait for a connection without limit, and hand out dead ones. Here a request waits at most
 * CollabDatabaseWait for a connection that has been checked. While PostgreSQL restarts, requests wait here. From the first wait
 * to the commit, a request takes at most REQUEST_WITHIN, whatever hangs: the primary, or the standby that a commit waits for,
 * which no statement_timeout limits. Then the connection is closed, and the response is 503. Called by http/ on worker threads.
 * The borrowed connection is returned before the function returns, so before any output. A thread with a borrowed connection must
 * wait for nothing but its own statement. */
#include "store/db.h"

#include <http_config.h>
#include <http_log.h>

#include "base/meter.h"
#include "store/connection.h"
#include "store/gate.h"
#include "store/pg.h"

#define REQUEST_WITHIN apr_time_from_msec(4500) /* in line, connecting, and until the commit is known: a client waits for 5 s */
#define MIN_FOR_STATEMENTS apr_time_from_msec(1500) /* of it for the statements, when CollabDatabaseWait is longer */
#define LAST_MOMENT apr_time_from_msec(300)         /* with less time left, a statement would only cost the connection */
#define ROLLBACK_WITHIN apr_time_from_msec(300)     /* else the transaction ends with its connection */
#define FIRST_PAUSE apr_time_from_msec(50)          /* between two attempts to get a usable connection, at first, */
#define LAST_PAUSE apr_time_from_msec(400)          /*   and at last: mod_dbd logs each failure */

/* A request that borrows a connection, and the connection. */
typedef struct borrower_t {
  apr_pool_t *pool;
  server_rec *s;
  collab_use_t use;
  apr_time_t until;               /* deadline for a connection */
  apr_time_t answer_by;           /* deadline for the end of its statements */
  const collab_statement_t *read; /* the statement that the previous borrower may send at once; NULL: none */
  const char *const *values;
  collab_connection_t connection;
  bool sent; /* the read has been sent */
  bool lost; /* a statement got no answer in time, or the connection broke */
} borrower_t;

/* How long a request has waited for connections: in line, for the database, and again if its statement is sent again. */
typedef struct wait_t {
  bool waited;
  apr_interval_time_t time;
} wait_t;

struct collab_work_t {
  borrower_t borrower;
};

extern module AP_MODULE_DECLARE_DATA collab_module;
APLOG_USE_MODULE(collab);

static collab_gate_t gate; /* as many places as mod_dbd has connections */

/* What post_config has found; memory of pconf. */
static struct {
  server_rec *server;
  const char *dsn;
  int most;
} dbd;

const char *collab_db_dsn(void) {
  return dbd.dsn;
}

const char *collab_db_post_config(server_rec *server, const char *dsn, int most) {
  dbd.server = server;
  dbd.dsn = dsn;
  dbd.most = most;
  return most > 0 ? collab_connection_setup() : "DBDMax must be at least 1";
}

void collab_db_child_init(apr_pool_t *pchild) {
  collab_gate_open(&gate, dbd.most, pchild);
  collab_connection_child_init(pchild, dbd.server, dbd.most);
}

static borrower_t borrower_of(apr_pool_t *pool, server_rec *s, collab_use_t use, apr_interval_time_t wait) {
  apr_time_t now = apr_time_now();

  return (borrower_t){.pool = pool,
                      .s = s,
                      .use = use,
                      .until = now + wait,
                      .answer_by =
                          now + (wait + MIN_FOR_STATEMENTS > REQUEST_WITHIN ? wait + MIN_FOR_STATEMENTS : REQUEST_WITHIN)};
}

/* Hands the connection to the next request in line, and sends its statement, if that is a read, before its thread wakes up. So
 * that thread mostly sleeps once, in line, and not again until its result arrives. A read that fails is sent again; a write is
 * sent only by its own thread. False: no request waits. */
static bool pass_on(const borrower_t *borrower) {
  void *errand;
  collab_waiter_t *waiter = collab_gate_pass(&gate, borrower->use, &errand);
  borrower_t *next = errand;

  if (!waiter) {
    return false;
  }
  if (!borrower->lost && collab_pg_alive(borrower->connection.pg)) {
    next->connection = borrower->connection;
    if (next->read) {
      collab_pg_send(next->connection.pg, next->pool, next->read, next->values);
      next->sent = true;
    }
  } else {
    collab_connection_give_back(&borrower->connection, true);
  }
  collab_gate_wake(waiter);
  return true;
}

/* Returns the connection: to a thread that already has a place at the gate, else to the next one in line. */
static void return_connection(const borrower_t *borrower) {
  bool offered = !borrower->lost && collab_connection_offer(&borrower->connection);

  if (!offered && pass_on(borrower)) {
    return;
  }
  if (!offered) {
    collab_connection_give_back(&borrower->connection, borrower->lost);
  }
  collab_gate_leave(&gate, borrower->use);
}

static bool try_borrow(borrower_t *borrower) {
  return collab_connection_take(borrower->answer_by - LAST_MOMENT, &borrower->connection);
}

/* Tries again, less and less often, while the database is unreachable or all connections are. */
static bool try_until(borrower_t *borrower) {
  apr_interval_time_t left;
  bool taken = false;

  for (apr_interval_time_t pause = FIRST_PAUSE; !taken && (left = borrower->until - apr_time_now() - FIRST_PAUSE) > 0;
       pause = 2 * pause < LAST_PAUSE ? 2 * pause : LAST_PAUSE) {
    apr_sleep(pause < left ? pause : left);
    taken = try_borrow(borrower);
  }
  return taken;
}

/* Counts all waits of a request as one. */
static void count_wait(const wait_t *wait) {
  if (wait->waited) {
    collab_meter_time(COLLAB_TIME_GATE, wait->time);
  }
}

static bool borrow(borrower_t *borrower, wait_t *wait) {
  apr_time_t since = apr_time_now();
  uint64_t unsaid;
  bool waited, entered = collab_gate_enter(&gate, borrower->use, borrower->until, borrower, &waited);
  bool taken = borrower->connection.pg || (entered && try_borrow(borrower));

  waited = waited || !taken;
  if (entered && !taken) {
    taken = try_until(borrower);
  }
  wait->waited |= waited;
  wait->time += waited ? apr_time_now() - since : 0;
  if (taken) {
    return true;
  }
  collab_meter_count(COLLAB_COUNT_CONNECTIONS_REFUSED, 1);
  if (entered) {
    collab_gate_leave(&gate, borrower->use);
  }
  if (!collab_meter_may_say(&unsaid)) {
    return false;
  }
  if (entered) {
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, borrower->s, COLLABNO(0102) "the database cannot be reached%s",
                 collab_meter_unsaid(borrower->pool, unsaid));
  } else {
    ap_log_error(APLOG_MARK, APLOG_WARNING, 0, borrower->s,
                 COLLABNO(0101) "all of the %d database connections that a %s may take stayed busy%s",
                 collab_gate_places(dbd.most, borrower->use), borrower->use == COLLAB_USE_READ ? "read" : "write",
                 collab_meter_unsaid(borrower->pool, unsaid));
  }
  return false;
}

/* May the statement return this outcome? */
static bool has_outcome(const collab_statement_t *statement, collab_outcome_t outcome) {
  for (int i = 0; i < statement->noutcomes; i++) {
    if (statement->outcomes[i] == outcome) {
      return true;
    }
  }
  return false;
}

/* Makes the answer from the rows of a finished statement: the first outcome that is not "ok" wins, and the last body up to that
 * part belongs to it. A statement that checks the caller and returns no row found no caller (sql/README.md). */
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
  if (answer->rows == NULL && has_outcome(statement, COLLAB_UNAUTHENTICATED)) {
    answer->outcome = COLLAB_UNAUTHENTICATED;
  }
  if (answer->outcome == COLLAB_OUTCOME_COUNT) {
    answer->outcome = COLLAB_INTERNAL; /* a word that base/outcome.h does not have: the check at start cannot see inside SQL */
  }
}

/* Logs a failed statement. */
static void log_failure(apr_pool_t *pool, const borrower_t *borrower, const collab_statement_t *statement,
                        collab_pg_state_t state) {
  const collab_pg_t *pg = borrower->connection.pg;
  uint64_t unsaid;

  collab_meter_sqlstate(collab_pg_sqlstate(pg));
  if (collab_meter_may_say(&unsaid)) {
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, borrower->s, COLLABNO(0103) "statement %s: %s (SQLSTATE %s)%s%s", statement->name,
                 collab_pg_message(pg), collab_pg_sqlstate(pg),
                 state == COLLAB_PG_LOST && statement->writes ? "; whether it was committed is not known" : "",
                 collab_meter_unsaid(pool, unsaid));
  }
}

/* Runs a statement on the borrowed connection, and logs a failure. */
static collab_pg_state_t run_on(apr_pool_t *pool, borrower_t *borrower, const collab_statement_t *statement,
                                const char *const *values, collab_answer_t *answer) {
  collab_pg_t *pg = borrower->connection.pg;
  collab_pg_state_t state = borrower->sent ? collab_pg_finish(pg, values, borrower->answer_by)
                                           : collab_pg_run(pg, pool, statement, values, borrower->answer_by);

  borrower->lost = borrower->lost || state == COLLAB_PG_LOST;
  if (state == COLLAB_PG_DONE) {
    read_answer(pool, pg, statement, answer);
  } else {
    answer->outcome = collab_pg_verdict(pg);
    log_failure(pool, borrower, statement, state);
  }
  return state;
}

/* Runs the statement once. `borrower` is a copy, so the caller can try again with the original. */
static collab_pg_state_t run_once(borrower_t borrower, const collab_statement_t *statement, const char *const *values,
                                  wait_t *wait, collab_answer_t *answer) {
  borrower.read = statement->writes ? NULL : statement;
  borrower.values = values;
  if (!borrow(&borrower, wait)) {
    answer->outcome = COLLAB_UNAVAILABLE;
    return COLLAB_PG_IDLE;
  }
  collab_pg_state_t state = run_on(borrower.pool, &borrower, statement, values, answer);
  return_connection(&borrower);
  return state;
}

collab_answer_t collab_db_run(apr_pool_t *pool, server_rec *s, const collab_statement_t *statement, const char *const *values,
                              apr_interval_time_t wait) {
  const borrower_t borrower = borrower_of(pool, s, statement->writes ? COLLAB_USE_WRITE : COLLAB_USE_READ, wait);
  collab_answer_t answer = {COLLAB_UNAVAILABLE, NULL, 0, NULL};
  wait_t waited = {false, 0};
  collab_pg_state_t state = run_once(borrower, statement, values, &waited, &answer);

  if (state == COLLAB_PG_LOST && !statement->writes && apr_time_now() < borrower.until) { /* a read may be sent twice */
    run_once(borrower, statement, values, &waited, &answer);
  }
  count_wait(&waited);
  return answer;
}

/* ---- several statements, one transaction ---- */

static const char *const no_values[COLLAB_MAX_BINDS];

static apr_status_t roll_back(void *data) {
  collab_work_t *work = data;
  collab_answer_t ignored = {COLLAB_UNAVAILABLE, NULL, 0, NULL};

  if (collab_pg_alive_in_transaction(work->borrower.connection.pg)) {
    apr_time_t least = apr_time_now() + ROLLBACK_WITHIN;
    work->borrower.answer_by = least > work->borrower.answer_by ? least : work->borrower.answer_by;
    run_on(work->borrower.pool, &work->borrower, STATEMENT(transaction_rollback), no_values, &ignored);
  }
  return_connection(&work->borrower);
  return APR_SUCCESS;
}

collab_work_t *collab_db_begin(apr_pool_t *pool, server_rec *s, apr_interval_time_t wait) {
  collab_work_t *work = apr_pcalloc(pool, sizeof *work);
  collab_answer_t ignored = {COLLAB_UNAVAILABLE, NULL, 0, NULL};

  wait_t waited = {false, 0};

  work->borrower = borrower_of(pool, s, COLLAB_USE_WRITE, wait);
  bool taken = borrow(&work->borrower, &waited);
  count_wait(&waited);
  if (!taken) {
    return NULL;
  }
  if (run_on(pool, &work->borrower, STATEMENT(transaction_begin), no_values, &ignored) != COLLAB_PG_DONE) {
    return_connection(&work->borrower);
    return NULL;
  }
  apr_pool_cleanup_register(pool, work, roll_back, apr_pool_cleanup_null);
  return work;
}

collab_answer_t collab_db_step(collab_work_t *work, apr_pool_t *pool, const collab_statement_t *statement,
                               const char *const *values) {
  collab_answer_t answer = {COLLAB_UNAVAILABLE, NULL, 0, NULL};
  run_on(pool, &work->borrower, statement, values, &answer);
  return answer;
}

bool collab_db_commit(collab_work_t *work) {
  collab_answer_t ignored = {COLLAB_UNAVAILABLE, NULL, 0, NULL};
  bool committed =
      run_on(work->borrower.pool, &work->borrower, STATEMENT(transaction_commit), no_values, &ignored) == COLLAB_PG_DONE;

  if (committed) {
    apr_pool_cleanup_kill(work->borrower.pool, work, roll_back);
    return_connection(&work->borrower);
  } else {
    apr_pool_cleanup_run(work->borrower.pool, work, roll_back);
  }
  return committed;
}

void collab_db_rollback(collab_work_t *work) {
  apr_pool_cleanup_run(work->borrower.pool, work, roll_back);
}

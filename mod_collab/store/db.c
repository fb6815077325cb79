/* db.c: a worker's access to the database: mod_dbd owns the connections, store/connection lends them, store/pg has the
 * statements.
 *
 * mod_dbd would let a request wait for a connection without limit, and hand out dead ones. Here a request waits at most
 * CollabDatabaseWait for a checked connection, also while PostgreSQL restarts. From the first wait to the commit a request takes
 * at most REQUEST_WITHIN (or CollabDatabaseWait plus MIN_FOR_STATEMENTS, if that is longer). This limit holds even if the primary
 * hangs. It also holds if a commit waits for a hanging standby, a wait that no statement_timeout limits. At the limit the
 * connection is closed, and the response is 503. Called by http/ on worker threads. A request returns its connection before it
 * writes any output. A thread with a borrowed connection must wait for nothing but its own statement. */
#include "store/db.h"

#include <malloc.h>

#include <http_config.h>
#include <http_log.h>

#include "base/time.h"
#include "node/meter.h"
#include "node/pool_fault.h"
#include "node/said.h"
#include "node/workers.h"
#include "store/connection.h"
#include "store/own_exchange.h"
#include "store/pg.h"

#define REQUEST_WITHIN apr_time_from_msec(4500)     /* from the first wait until the commit is known; a client waits for 5 s */
#define MIN_FOR_STATEMENTS apr_time_from_msec(1500) /* time left after CollabDatabaseWait, even if REQUEST_WITHIN is over */
#define ROLLBACK_WITHIN apr_time_from_msec(300)     /* minimum time for a rollback; after that the connection is closed */
#define RETURNED_FROM (256 * 1024)                  /* bytes: freed blocks of at least this size go back to the system */

/* A request that borrows a connection, for one statement or for a transaction. */
struct collab_work_t {
  apr_pool_t *pool;
  server_rec *s;
  collab_borrower_t borrower;
  apr_time_t answer_by; /* deadline for all statements of the request (collab_time_clock) */
  bool lost;            /* a statement got no answer in time, or the connection broke */
  bool conflicted;      /* the last statement failed, because its transaction conflicted with another one: nothing was changed */
  bool repeated;        /* a conflict has been answered by a repetition */
};

extern module AP_MODULE_DECLARE_DATA collab_module;
APLOG_USE_MODULE(collab);

static collab_dbd_pool_t dbd; /* set in post_config */
static bool is_started;       /* this child has connections */

const char *collab_db_dsn(void) {
  return dbd.dsn;
}

/* Any process of the node, any thread. Logs the first line alone: auto_explain's next ones have the statement and its values. */
static void log_warning(const char *warning, const char *sqlstate) {
  char text[500];
  apr_size_t len = strcspn(warning, "\n") + 1;
  uint64_t unsaid;
  apr_pool_t *pool;

  apr_cpystrn(text, warning, len < sizeof text ? len : sizeof text);
  if (collab_said_may_text(text, &unsaid) && apr_pool_create(&pool, NULL) == APR_SUCCESS) {
    ap_log_error(APLOG_MARK, APLOG_WARNING, 0, dbd.server, COLLABNO(0104) "PostgreSQL warns: %s (SQLSTATE %s)%s", text, sqlstate,
                 collab_said_unsaid(pool, unsaid));
    apr_pool_destroy(pool);
  }
}

/* The role's own setting of idle_in_transaction_session_timeout (sql/roles.sql) is the same. */
static const collab_pg_limits_t limits = {.statement = "4s", .lock = "0", .idle = "15s"};

const char *collab_db_post_config(server_rec *server, const char *dsn, int most, const char *init_sql) {
  dbd = (collab_dbd_pool_t){server, dsn, most, init_sql};
  collab_pg_on_warning(log_warning);
  collab_pg_limit(&limits);
  return most > 0 ? collab_connection_setup() : "DBDMax must be at least 1";
}

static apr_status_t leave(void *data) {
  (void)data;
  collab_workers_leave();
  return APR_SUCCESS;
}

void collab_db_child_init(apr_pool_t *pchild) {
#ifdef M_MMAP_THRESHOLD
  /* Without this call, glibc raises the threshold with each large block that is freed, up to 32 MiB, and each thread's arena
   * keeps such blocks. */
  mallopt(M_MMAP_THRESHOLD, RETURNED_FROM);
#endif
  collab_workers_enter(dbd.most);
  apr_pool_cleanup_register(pchild, NULL, leave, apr_pool_cleanup_null); /* first, so that it runs last */
  collab_connection_child_init(pchild, &dbd);
  is_started = true;
}

void collab_db_child_start(apr_pool_t *pchild, server_rec *s) {
  (void)pchild, (void)s;
  if (is_started) {
    collab_connection_child_start();
  }
}

/* ---- borrowing ---- */

static collab_work_t work_of(apr_pool_t *pool, server_rec *s, const collab_asker_t *asker, bool writes) {
  apr_time_t now = collab_time_clock();
  apr_interval_time_t usual =
      asker->wait + MIN_FOR_STATEMENTS > REQUEST_WITHIN ? asker->wait + MIN_FOR_STATEMENTS : REQUEST_WITHIN;
  collab_use_t use = writes ? COLLAB_USE_ANY : asker->costly ? COLLAB_USE_COSTLY_READ : COLLAB_USE_READ;

  return (collab_work_t){.pool = pool,
                         .s = s,
                         .borrower = {.guest = {asker->group, use}, .until = now + asker->wait, .pool = pool},
                         .answer_by = now + (asker->within ? asker->within : usual)};
}

static void log_refused(const collab_work_t *work) {
  collab_use_t use = work->borrower.guest.use;
  char reason[COLLAB_POOL_FAULT_REASON];
  uint64_t unsaid;

  if (!collab_said_may(&unsaid)) {
    return;
  }
  if (work->borrower.busy) {
    ap_log_error(APLOG_MARK, APLOG_WARNING, 0, work->s,
                 COLLABNO(0101) "all of the %d database connections that a %s may take stayed busy%s",
                 collab_connection_places(use, dbd.most),
                 use == COLLAB_USE_ANY    ? "write"
                 : use == COLLAB_USE_READ ? "read"
                                          : "costly read",
                 collab_said_unsaid(work->pool, unsaid));
  } else {
    bool known = collab_pool_fault_reason(reason);
    if (collab_own_exchange_lost()) {
      apr_cpystrn(reason, "it is not that of this node's exchange", sizeof reason);
      known = true;
    }
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, work->s, COLLABNO(0102) "the database cannot be reached%s%s%s", known ? ": " : "",
                 known ? reason : "", collab_said_unsaid(work->pool, unsaid));
  }
}

/* Adds the time waited to *spent. */
static bool borrow(collab_work_t *work, apr_interval_time_t *spent) {
  apr_time_t since = collab_time_clock();
  bool taken = !collab_own_exchange_lost() && collab_connection_take(&work->borrower);

  *spent += work->borrower.waited ? collab_time_clock() - since : 0;
  if (!taken) {
    collab_meter_count(COLLAB_COUNT_CONNECTIONS_REFUSED, 1);
    log_refused(work);
  }
  return taken;
}

static void count_wait(apr_interval_time_t spent) {
  if (spent > 0) {
    collab_meter_time(COLLAB_TIME_GATE, spent);
  }
}

/* ---- statements ---- */

/* True if the statement may return this outcome. */
static bool has_outcome(const collab_statement_t *statement, collab_outcome_t outcome) {
  for (int i = 0; i < statement->noutcomes; i++) {
    if (statement->outcomes[i] == outcome) {
      return true;
    }
  }
  return false;
}

/* Makes the answer from the rows of a finished statement. The first outcome other than "ok" decides, and later parts are ignored.
 * If several parts have a body, the last of these bodies counts. A statement that checks the caller and returns no row found no
 * caller (sql/README.md). */
static void read_answer(apr_pool_t *pool, collab_pg_t *pg, const collab_statement_t *statement, collab_answer_t *answer) {
  answer->outcome = COLLAB_OK;
  for (int part = 0; part < statement->nparts; part++) {
    collab_rows_t rows = collab_pg_rows(pg, part);
    const char *word = collab_rows_text(rows, 0, "outcome");
    const char *body = collab_rows_text(rows, 0, "body");
    answer->etag = collab_rows_text(rows, 0, "etag");
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
    answer->outcome = COLLAB_INTERNAL; /* a word not in domain/outcome.h: the check at start cannot see inside SQL */
  }
}

static void log_failure(const collab_work_t *work, const collab_statement_t *statement, collab_pg_state_t state) {
  const collab_pg_t *pg = work->borrower.connection->pg;
  uint64_t unsaid;

  collab_meter_sqlstate(collab_pg_sqlstate(pg), collab_pg_function(pg));
  if (collab_said_may(&unsaid)) {
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, work->s, COLLABNO(0103) "statement %s: %s (SQLSTATE %s)%s%s", statement->name,
                 collab_pg_message(pg), collab_pg_sqlstate(pg),
                 state == COLLAB_PG_LOST && statement->writes ? "; it is not known whether it was committed" : "",
                 collab_said_unsaid(work->pool, unsaid));
  }
}

/* Runs a statement on the borrowed connection. Rows live in `pool`. */
static collab_pg_state_t run_on(collab_work_t *work, apr_pool_t *pool, const collab_statement_t *statement,
                                const char *const *values, collab_answer_t *answer) {
  collab_pg_t *pg = work->borrower.connection->pg;
  collab_pg_state_t state = work->borrower.sent ? collab_pg_finish(pg, values, work->answer_by)
                                                : collab_pg_run(pg, pool, statement, values, work->answer_by);

  work->lost = work->lost || state == COLLAB_PG_LOST;
  work->conflicted = state == COLLAB_PG_FAILED && collab_pg_conflicted(pg);
  if (state == COLLAB_PG_DONE) {
    read_answer(pool, pg, statement, answer);
  } else {
    answer->outcome = collab_pg_verdict(pg);
    log_failure(work, statement, state);
  }
  return state;
}

/* Has a conflict with another transaction undone this one, and is there a repetition left for it? */
static bool may_repeat(const collab_work_t *work) {
  return work->conflicted && !work->repeated && collab_time_clock() < work->answer_by;
}

collab_answer_t collab_db_run(apr_pool_t *pool, server_rec *s, const collab_asker_t *asker, const collab_statement_t *statement,
                              const char *const *values) {
  collab_work_t work = work_of(pool, s, asker, statement->writes);
  collab_answer_t answer = {COLLAB_UNAVAILABLE, NULL, 0, NULL};
  collab_pg_state_t state = COLLAB_PG_LOST;
  apr_interval_time_t spent = 0;

  work.borrower.read = statement->writes ? NULL : statement;
  work.borrower.values = values;
  /* A read may be sent twice. */
  for (int tries = statement->writes ? 1 : 2; tries > 0 && state == COLLAB_PG_LOST; tries--) {
    work.lost = false;
    if (!borrow(&work, &spent)) {
      answer.outcome = COLLAB_UNAVAILABLE;
      break;
    }
    state = run_on(&work, pool, statement, values, &answer);
    if (may_repeat(&work)) {
      work.repeated = true;
      work.borrower.sent = false;
      state = run_on(&work, pool, statement, values, &answer);
    }
    collab_connection_give_back(work.borrower.connection, work.lost);
    tries = collab_time_clock() < work.borrower.until ? tries : 0;
  }
  count_wait(spent);
  return answer;
}

/* ---- several statements, one transaction ---- */

static const char *const no_values[COLLAB_MAX_BINDS];

static apr_status_t roll_back(void *data) {
  collab_work_t *work = data;
  collab_answer_t ignored = {COLLAB_UNAVAILABLE, NULL, 0, NULL};

  if (collab_pg_alive_in_transaction(work->borrower.connection->pg)) {
    apr_time_t least = collab_time_clock() + ROLLBACK_WITHIN;
    work->answer_by = least > work->answer_by ? least : work->answer_by;
    run_on(work, work->pool, STATEMENT(transaction_rollback), no_values, &ignored);
  }
  collab_connection_give_back(work->borrower.connection, work->lost);
  return APR_SUCCESS;
}

collab_work_t *collab_db_begin(apr_pool_t *pool, server_rec *s, const collab_asker_t *asker) {
  collab_work_t *work = apr_palloc(pool, sizeof *work);
  collab_answer_t ignored = {COLLAB_UNAVAILABLE, NULL, 0, NULL};
  apr_interval_time_t spent = 0;

  *work = work_of(pool, s, asker, true);
  bool taken = borrow(work, &spent);
  count_wait(spent);
  if (!taken) {
    return NULL;
  }
  if (run_on(work, pool, STATEMENT(transaction_begin), no_values, &ignored) != COLLAB_PG_DONE) {
    collab_connection_give_back(work->borrower.connection, work->lost);
    return NULL;
  }
  apr_pool_cleanup_register(pool, work, roll_back, apr_pool_cleanup_null);
  return work;
}

collab_answer_t collab_db_step(collab_work_t *work, apr_pool_t *pool, const collab_statement_t *statement,
                               const char *const *values) {
  collab_answer_t answer = {COLLAB_UNAVAILABLE, NULL, 0, NULL};

  run_on(work, pool, statement, values, &answer);
  return answer;
}

bool collab_db_again(collab_work_t *work) {
  collab_answer_t ignored = {COLLAB_UNAVAILABLE, NULL, 0, NULL};

  if (!may_repeat(work)) {
    return false;
  }
  work->repeated = true;
  return run_on(work, work->pool, STATEMENT(transaction_rollback), no_values, &ignored) == COLLAB_PG_DONE &&
         run_on(work, work->pool, STATEMENT(transaction_begin), no_values, &ignored) == COLLAB_PG_DONE;
}

bool collab_db_commit(collab_work_t *work) {
  collab_answer_t ignored = {COLLAB_UNAVAILABLE, NULL, 0, NULL};
  bool committed = run_on(work, work->pool, STATEMENT(transaction_commit), no_values, &ignored) == COLLAB_PG_DONE;

  apr_pool_cleanup_run(work->pool, work, roll_back); /* after a commit, roll_back finds no transaction */
  return committed;
}

void collab_db_rollback(collab_work_t *work) {
  apr_pool_cleanup_run(work->pool, work, roll_back);
}

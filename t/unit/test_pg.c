/* test_pg.c: a statement is done only when its commit is known, and otherwise refused or lost (store/pg.h). A scripted libpq
 * makes rare cases certain, such as a backend that answers OK and dies before its commit. A real server does so once in a
 * thousand restarts. The PQ… functions below replace the library's. */
#include <libpq-events.h>
#include <libpq-fe.h>
#include <poll.h>
#include <sys/socket.h>

#include "store/pg.h"
#include "tap.h"

#define PLAY(...) rewind_to((const PGresult[]){__VA_ARGS__}, sizeof((PGresult[]){__VA_ARGS__}) / sizeof(PGresult))

typedef enum play_t { RESULT, END, NOTICE, EOF_HERE } play_t; /* END: PQgetResult returns NULL */

struct pg_result {
  play_t play;
  ExecStatusType status;
  const char *sqlstate;
  const char *severity;
  const char *function; /* NULL: none */
};

struct pg_conn {
  int unused;
};

/* ---- the script ---- */

#define ROWS                                                                                                                     \
  { RESULT, PGRES_TUPLES_OK, NULL, NULL }
#define DONE                                                                                                                     \
  { RESULT, PGRES_COMMAND_OK, NULL, NULL }
#define SYNC                                                                                                                     \
  { RESULT, PGRES_PIPELINE_SYNC, NULL, NULL }
#define ABORTED                                                                                                                  \
  { RESULT, PGRES_PIPELINE_ABORTED, NULL, NULL }
#define NEXT                                                                                                                     \
  { END, 0, NULL, NULL }
#define ERROR(state)                                                                                                             \
  { RESULT, PGRES_FATAL_ERROR, state, "ERROR" }
#define FATAL(state)                                                                                                             \
  { RESULT, PGRES_FATAL_ERROR, state, "FATAL" }
#define WARNING(state, function)                                                                                                 \
  { NOTICE, PGRES_NONFATAL_ERROR, state, "WARNING", function }
#define GONE                                                                                                                     \
  { EOF_HERE, 0, NULL, NULL }

static PGresult script[32];
static int length, at;
static int sent_prepares, sent_queries, finished;
static bool pipelining, socket_is_full;
static ConnStatusType status = CONNECTION_OK;
static PGTransactionStatusType transaction = PQTRANS_IDLE;
static int wire[2];
static void *instance;
static PGEventProc events;
static PQnoticeReceiver receiver;
static void *receiver_arg;
static PGconn the_connection;

PGconn *PQconnectdb(const char *dsn) {
  (void)dsn;
  return &the_connection;
}
void PQfinish(PGconn *c) {
  PGEventConnDestroy gone = {c};
  events(PGEVT_CONNDESTROY, &gone, NULL);
  instance = NULL;
  finished++;
}
PQconninfoOption *PQconninfo(PGconn *c) {
  (void)c;
  return NULL;
}
PQconninfoOption *PQconninfoParse(const char *dsn, char **error) {
  (void)dsn, (void)error;
  return NULL;
}
void PQconninfoFree(PQconninfoOption *options) {
  (void)options;
}
void PQreset(PGconn *c) {
  PGEventConnReset reset = {c};
  close(wire[0]), close(wire[1]);
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, wire)) {
    exit(2);
  }
  status = CONNECTION_OK, transaction = PQTRANS_IDLE, pipelining = false;
  events(PGEVT_CONNRESET, &reset, NULL);
}
ConnStatusType PQstatus(const PGconn *c) {
  (void)c;
  return status;
}
PGTransactionStatusType PQtransactionStatus(const PGconn *c) {
  (void)c;
  return transaction;
}
PGpipelineStatus PQpipelineStatus(const PGconn *c) {
  (void)c;
  return pipelining ? PQ_PIPELINE_ON : PQ_PIPELINE_OFF;
}
const char *PQparameterStatus(const PGconn *c, const char *name) {
  (void)c, (void)name;
  return "off";
}
char *PQerrorMessage(const PGconn *c) {
  (void)c;
  return "as scripted";
}
int PQsocket(const PGconn *c) {
  (void)c;
  return wire[0];
}
int PQsetnonblocking(PGconn *c, int arg) {
  (void)c, (void)arg;
  return 0;
}
int PQflush(PGconn *c) {
  (void)c;
  return socket_is_full;
}
int PQenterPipelineMode(PGconn *c) {
  (void)c;
  pipelining = true;
  return 1;
}
int PQexitPipelineMode(PGconn *c) {
  (void)c;
  pipelining = false;
  return 1;
}
int PQpipelineSync(PGconn *c) {
  (void)c;
  return 1;
}
int PQregisterEventProc(PGconn *c, PGEventProc proc, const char *name, void *data) {
  (void)c, (void)name, (void)data;
  events = proc;
  return 1;
}
int PQsetInstanceData(PGconn *c, PGEventProc proc, void *data) {
  (void)c, (void)proc;
  instance = data;
  return 1;
}
void *PQinstanceData(const PGconn *c, PGEventProc proc) {
  (void)c, (void)proc;
  return instance;
}
PQnoticeReceiver PQsetNoticeReceiver(PGconn *c, PQnoticeReceiver proc, void *arg) {
  (void)c;
  receiver = proc;
  receiver_arg = arg;
  return NULL;
}

int PQsendPrepare(PGconn *c, const char *n, const char *q, int p, const Oid *t) {
  (void)c, (void)n, (void)q, (void)p, (void)t;
  sent_prepares++;
  return 1;
}
int PQsendQueryPrepared(PGconn *c, const char *n, int p, const char *const *v, const int *l, const int *f, int r) {
  (void)c, (void)n, (void)p, (void)v, (void)l, (void)f, (void)r;
  sent_queries++;
  return 1;
}

static void play_notices(void) {
  while (at < length && script[at].play == NOTICE) {
    receiver(receiver_arg, &script[at++]);
  }
}

int PQconsumeInput(PGconn *c) {
  (void)c;
  play_notices();
  if (at < length && script[at].play == EOF_HERE) {
    status = CONNECTION_BAD;
    return 0;
  }
  return 1;
}
int PQisBusy(PGconn *c) {
  (void)c;
  return at >= length || script[at].play == EOF_HERE;
}
PGresult *PQgetResult(PGconn *c) {
  (void)c;
  play_notices();
  PGresult *result = at < length && script[at].play == RESULT ? &script[at] : NULL;
  at += at < length;
  play_notices();
  return result;
}

ExecStatusType PQresultStatus(const PGresult *r) {
  return r->status;
}
char *PQresultErrorMessage(const PGresult *r) {
  (void)r;
  return "as scripted";
}
char *PQresultErrorField(const PGresult *r, int field) {
  return (char *)(field == PG_DIAG_SQLSTATE          ? r->sqlstate
                  : field == PG_DIAG_MESSAGE_PRIMARY ? "permission denied"
                  : field == PG_DIAG_SOURCE_FUNCTION ? r->function
                                                     : r->severity);
}
void PQclear(PGresult *r) {
  (void)r;
}
int PQntuples(const PGresult *r) {
  return r->status == PGRES_TUPLES_OK;
}
int PQfnumber(const PGresult *r, const char *n) {
  (void)r, (void)n;
  return -1;
}
int PQgetisnull(const PGresult *r, int row, int col) {
  (void)r, (void)row, (void)col;
  return 1;
}
char *PQgetvalue(const PGresult *r, int row, int col) {
  (void)r, (void)row, (void)col;
  return "";
}
int PQgetlength(const PGresult *r, int row, int col) {
  (void)r, (void)row, (void)col;
  return 0;
}
PGresult *PQexec(PGconn *c, const char *q) {
  (void)c, (void)q;
  return NULL;
}
PGnotify *PQnotifies(PGconn *c) {
  (void)c;
  return NULL;
}
void PQfreemem(void *p) {
  (void)p;
}

/* ---- the cases ---- */

static const char *const nothing[COLLAB_MAX_BINDS];
static const collab_statement_t *reads, *writes, *pipeline;
static collab_pg_t *pg;

static void rewind_to(const PGresult *to, int n) {
  memcpy(script, to, n * sizeof *to);
  length = n, at = 0;
  sent_prepares = sent_queries = 0;
  status = CONNECTION_OK, transaction = PQTRANS_IDLE;
}

static collab_pg_state_t run(const collab_statement_t *statement) {
  return collab_pg_run(pg, tap_pool, statement, nothing, collab_time_clock() + apr_time_from_sec(5));
}

static void fresh(void) {
  ok(collab_pg_reset(pg));
}

/* Prepares the statements, so that the following scripts need not. */
static void prepared(const collab_statement_t *statement) {
  fresh();
  if (statement->nparts == 1) {
    PLAY(DONE, NEXT, ROWS, NEXT, SYNC);
  } else {
    PLAY(DONE, NEXT, ROWS, NEXT, DONE, NEXT, ROWS, NEXT, DONE, NEXT, ROWS, NEXT, SYNC);
  }
  is_number(run(statement), COLLAB_PG_DONE);
}

/* A session is usable only with its settings, which are set once after each login. */
static void test_pins(void) {
  const char *error = NULL;

  PLAY(DONE, NEXT, ERROR("42501"), NEXT, SYNC);
  ok(collab_pg_connect(tap_pool, "", &error) == NULL);
  is_text(error, "as scripted");
  is_number(finished, 1);
  PLAY(DONE, NEXT, ROWS, NEXT, SYNC); /* a row names a setting that the session must not have */
  ok(collab_pg_connect(tap_pool, "", &error) == NULL);
  ok(!strncmp(error, "the session has ", 16));
  is_number(finished, 2);
  PLAY(DONE, NEXT, DONE, NEXT, SYNC);
  pg = collab_pg_connect(tap_pool, "", &error);
  ok(pg != NULL);
  is_number(sent_queries, 1);
  PLAY(DONE);
  ok(collab_pg_pin(pg, tap_pool, "", &error));
  is_number(sent_queries, 0);
  PQreset(&the_connection); /* as mod_dbd does */
  PLAY(DONE, NEXT, DONE, NEXT, SYNC);
  ok(collab_pg_pin(pg, tap_pool, "", &error));
  is_number(sent_queries, 1);
}

static void test_done(void) {
  prepared(reads);
  is_number(sent_prepares, 1);
  PLAY(ROWS, NEXT);
  is_number(run(reads), COLLAB_PG_DONE);
  is_number(sent_prepares, 0); /* already prepared on this connection */
  is_number(collab_pg_verdict(pg), COLLAB_OK);
  is_number(collab_pg_rows(pg, 0).count, 1);

  fresh();
  PLAY(DONE, NEXT, ROWS, NEXT, SYNC);
  is_number(run(reads), COLLAB_PG_DONE);
  is_number(sent_prepares, 1); /* prepared again after a reset */

  prepared(pipeline);
  PLAY(ROWS, NEXT, ROWS, NEXT, ROWS, NEXT, SYNC);
  is_number(run(pipeline), COLLAB_PG_DONE);
  is_number(sent_prepares, 0);
}

static void test_ok_and_then_fatal(void) {
  prepared(writes);
  PLAY(ROWS, FATAL("57P01"), NEXT); /* CommandComplete, and then the backend ends before its commit */
  is_number(run(writes), COLLAB_PG_LOST);
  is_number(collab_pg_verdict(pg), COLLAB_UNAVAILABLE);
  is_number(collab_outcome_status(collab_pg_verdict(pg)), 503);
  is_text(collab_pg_sqlstate(pg), "57P01");
  ok(!collab_pg_alive(pg));

  prepared(writes);
  PLAY(ROWS, GONE); /* the connection ends without a message */
  is_number(run(writes), COLLAB_PG_LOST);

  prepared(pipeline);
  PLAY(ROWS, NEXT, ROWS, NEXT, ROWS, NEXT, FATAL("57P01"), NEXT); /* every part succeeds, but no SYNC follows */
  is_number(run(pipeline), COLLAB_PG_LOST);
  is_number(collab_pg_verdict(pg), COLLAB_UNAVAILABLE);

  prepared(pipeline);
  PLAY(ROWS, NEXT, ROWS, NEXT, ROWS, NEXT, GONE);
  is_number(run(pipeline), COLLAB_PG_LOST);

  prepared(pipeline);
  PLAY(ROWS, NEXT, ROWS, NEXT, ROWS, NEXT, ERROR("40001"), NEXT, SYNC); /* the commit itself is refused */
  is_number(run(pipeline), COLLAB_PG_FAILED);
  is_number(collab_pg_verdict(pg), COLLAB_UNAVAILABLE);
}

static int heard;

static void hear(const char *text, const char *sqlstate) {
  (void)sqlstate;
  is_text(text, "permission denied");
  heard++;
}

/* Only a notice about the commit puts a write in doubt. */
static void test_doubt(void) {
  static const struct {
    const char *sqlstate, *function;
    bool doubt;
  } rows[] = {
      {"01000", "SyncRepWaitForLSN", true},
      {"57P01", "SyncRepWaitForLSN", true},
      {"57P02", "quickdie", true},
      {"57P01", NULL, true},
      {"01000", NULL, true},
      {"01000", "exec_stmt_raise", false},
      {"57P01", "exec_stmt_raise", false},
      {"00000", NULL, false},
      {"01000", "GetNewTransactionId", false},
      {"01000", "explain_ExecutorEnd", false},
      {"42501", "vacuum_is_permitted_for_relation", false},
  };

  collab_pg_on_warning(hear);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    bool doubt = rows[i].doubt;
    tap_row(apr_pstrcat(tap_pool, rows[i].sqlstate, " ", rows[i].function ? rows[i].function : "nowhere", NULL));
    prepared(writes);
    heard = 0;
    PLAY(WARNING(rows[i].sqlstate, rows[i].function), ROWS, NEXT);
    is_number(run(writes), doubt ? COLLAB_PG_LOST : COLLAB_PG_DONE);
    is_text(collab_pg_warning(pg), doubt ? NULL : "permission denied");
    is_number(heard, !doubt);
    prepared(pipeline);
    PLAY(ROWS, NEXT, ROWS, NEXT, ROWS, NEXT, WARNING(rows[i].sqlstate, rows[i].function), SYNC);
    is_number(run(pipeline), doubt ? COLLAB_PG_LOST : COLLAB_PG_DONE);
  }
  tap_row("");
  collab_pg_on_warning(NULL);
}

static void test_warning(void) {
  prepared(writes);
  PLAY(ROWS, WARNING("01000", "SyncRepWaitForLSN"), NEXT); /* "canceling wait for synchronous replication" */
  is_number(run(writes), COLLAB_PG_LOST);
  is_number(collab_pg_verdict(pg), COLLAB_UNAVAILABLE);
  ok(!collab_pg_alive(pg));

  prepared(reads);
  PLAY(WARNING("01000", "SyncRepWaitForLSN"), ROWS, NEXT); /* a read cannot lose a commit */
  is_number(run(reads), COLLAB_PG_DONE);

  prepared(reads);
  PLAY(WARNING("55P03", "expand_vacuum_rel"), ROWS, NEXT); /* a locked table was skipped, as requested */
  is_number(run(reads), COLLAB_PG_DONE);
  is_text(collab_pg_warning(pg), NULL);
}

static void test_not_idle(void) {
  prepared(writes);
  PLAY(ROWS, NEXT);
  transaction = PQTRANS_INTRANS;
  is_number(run(writes), COLLAB_PG_LOST);
  ok(!collab_pg_alive(pg));
}

static void test_refused(void) {
  prepared(writes);
  PLAY(ERROR("23505"), NEXT);
  is_number(run(writes), COLLAB_PG_FAILED);
  is_number(collab_pg_verdict(pg), COLLAB_INTERNAL);
  ok(collab_pg_alive(pg));

  prepared(pipeline);
  PLAY(ROWS, NEXT, ERROR("57014"), NEXT, ABORTED, NEXT, SYNC);
  is_number(run(pipeline), COLLAB_PG_FAILED);
  is_number(collab_pg_verdict(pg), COLLAB_UNAVAILABLE);
  ok(collab_pg_alive(pg));

  prepared(writes);
  PLAY(ERROR("25006"), NEXT); /* a former primary that is a standby now */
  is_number(run(writes), COLLAB_PG_FAILED);
  ok(!collab_pg_alive(pg));
}

static void test_forgotten(void) {
  prepared(writes);
  PLAY(ERROR("26000"), NEXT, DONE, NEXT, ROWS, NEXT, SYNC);
  is_number(run(writes), COLLAB_PG_DONE);
  is_number(sent_prepares, 1);
  is_number(sent_queries, 2);

  prepared(writes);
  PLAY(ERROR("26000"), NEXT, DONE, NEXT, ERROR("26000"), NEXT, SYNC);
  is_number(run(writes), COLLAB_PG_FAILED); /* prepared and sent again only once */
}

static void test_deadline(void) {
  prepared(writes);
  length = at = 0; /* no answer ever comes */
  is_number(collab_pg_run(pg, tap_pool, writes, nothing, collab_time_clock() - 1), COLLAB_PG_LOST);
  is_text(collab_pg_message(pg), "no answer in time");
  ok(!collab_pg_alive(pg));
}

/* A sender with unsent data must be woken when the socket has room. */
static void test_unsent(void) {
  prepared(writes);
  length = at = 0;
  socket_is_full = true;
  is_number(collab_pg_send(pg, tap_pool, writes, nothing), COLLAB_PG_BUSY);
  is_number(collab_pg_events(pg), POLLIN | POLLOUT);
  socket_is_full = false;
  is_number(collab_pg_step(pg), COLLAB_PG_BUSY);
  is_number(collab_pg_events(pg), POLLIN);
  PLAY(ROWS, NEXT);
  is_number(collab_pg_step(pg), COLLAB_PG_DONE);
}

static void test_transaction(void) {
  const collab_statement_t *begin = STATEMENT(transaction_begin), *commit = STATEMENT(transaction_commit);

  fresh();
  PLAY(DONE, NEXT, DONE, NEXT, SYNC);
  transaction = PQTRANS_INTRANS;
  is_number(run(begin), COLLAB_PG_DONE);
  ok(collab_pg_alive_in_transaction(pg));
  PLAY(DONE, NEXT, ROWS, NEXT, SYNC);
  transaction = PQTRANS_INTRANS;
  is_number(run(writes), COLLAB_PG_DONE); /* but not committed yet */
  PLAY(DONE, NEXT, DONE, NEXT, SYNC);
  is_number(run(commit), COLLAB_PG_DONE);
  ok(!collab_pg_alive_in_transaction(pg));
  ok(collab_pg_alive(pg));

  PLAY(DONE, NEXT);
  transaction = PQTRANS_INTRANS;
  is_number(run(begin), COLLAB_PG_DONE);
  PLAY(DONE, WARNING("01000", "SyncRepWaitForLSN"), NEXT); /* the commit's wait for a standby was cancelled */
  is_number(run(commit), COLLAB_PG_LOST);
  is_number(collab_pg_verdict(pg), COLLAB_UNAVAILABLE);

  fresh();
  PLAY(DONE, NEXT, DONE, NEXT, SYNC);
  transaction = PQTRANS_INTRANS;
  is_number(run(begin), COLLAB_PG_DONE);
  PLAY(DONE, NEXT, ERROR("23505"), NEXT, SYNC);
  transaction = PQTRANS_INERROR;
  is_number(run(writes), COLLAB_PG_FAILED);
  ok(collab_pg_alive_in_transaction(pg)); /* it can be rolled back */
}

static void test_sqlstates(void) {
  static const struct {
    const char *sqlstate;
    collab_outcome_t outcome;
    bool drop;
  } rows[] = {
      {"", COLLAB_UNAVAILABLE, true},       {"08006", COLLAB_UNAVAILABLE, true},  {"0A000", COLLAB_UNAVAILABLE, true},
      {"22P02", COLLAB_INTERNAL, false},    {"23505", COLLAB_INTERNAL, false},    {"25006", COLLAB_UNAVAILABLE, true},
      {"25P02", COLLAB_INTERNAL, false},    {"25P03", COLLAB_UNAVAILABLE, true},  {"26000", COLLAB_UNAVAILABLE, false},
      {"40001", COLLAB_UNAVAILABLE, false}, {"40P01", COLLAB_UNAVAILABLE, false}, {"42P01", COLLAB_UNAVAILABLE, false},
      {"42501", COLLAB_UNAVAILABLE, false}, {"53300", COLLAB_UNAVAILABLE, false}, {"55P03", COLLAB_UNAVAILABLE, false},
      {"57014", COLLAB_UNAVAILABLE, false}, {"57P01", COLLAB_UNAVAILABLE, true},  {"57P03", COLLAB_UNAVAILABLE, true},
      {"58030", COLLAB_UNAVAILABLE, false}, {"XX000", COLLAB_UNAVAILABLE, true},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    bool drop = !rows[i].drop;
    tap_row(rows[i].sqlstate);
    is_number(collab_pg_outcome(rows[i].sqlstate, "", &drop), rows[i].outcome);
    is_number(drop, rows[i].drop);
  }
  tap_row("");
}

/* Of class 54, only PostgreSQL's own limits may pass. */
static void test_limits(void) {
  static const struct {
    const char *sqlstate, *function;
    collab_outcome_t outcome;
  } rows[] = {
      {"54000", "GetNewTransactionId", COLLAB_UNAVAILABLE},
      {"54000", "GetNewMultiXactId", COLLAB_UNAVAILABLE},
      {"54000", "PreCommit_Notify", COLLAB_UNAVAILABLE},
      {"54000", "make_tsvector", COLLAB_INTERNAL},
      {"54000", "", COLLAB_INTERNAL},
      {"54001", "check_stack_depth", COLLAB_INTERNAL},
      {"54023", "GetNewTransactionId", COLLAB_INTERNAL},
  };

  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    bool drop = true;
    tap_row(rows[i].function);
    is_number(collab_pg_outcome(rows[i].sqlstate, rows[i].function, &drop), rows[i].outcome);
    ok(!drop);
  }
  tap_row("");
  prepared(writes);
  PLAY({RESULT, PGRES_FATAL_ERROR, "54000", "ERROR", "GetNewTransactionId"}, NEXT);
  is_number(run(writes), COLLAB_PG_FAILED);
  is_text(collab_pg_function(pg), "GetNewTransactionId");
  is_number(collab_pg_verdict(pg), COLLAB_UNAVAILABLE);
  ok(collab_pg_alive(pg));
}

int main(void) {
  tap_begin();
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, wire)) {
    return 2;
  }
  reads = STATEMENT(request_get), writes = STATEMENT(note_create), pipeline = STATEMENT(request_change);
  ok(!reads->writes && writes->writes && pipeline->writes && pipeline->nparts == 3);
  test_pins();
  test_done();
  test_ok_and_then_fatal();
  test_warning();
  test_doubt();
  test_not_idle();
  test_refused();
  test_forgotten();
  test_deadline();
  test_unsent();
  test_transaction();
  test_sqlstates();
  test_limits();
  return tap_done();
}

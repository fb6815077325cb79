/* pg.c: statements on one libpq connection.
 *
 * This file owns the prepared statements of a connection, the state of the statement in progress, and its results. Workers
 * (through store/db.c), the dispatcher, the watcher and collabctl call it. collab_pg_send and collab_pg_step must never block. No
 * function may report a write as done before its commit is known:
 *
 * 1. Each part is prepared on first use, once per connection. When the connection is reset (libpq's event), all parts count as
 *    not prepared, and the session's settings as not pinned.
 * 2. A statement of one part runs in autocommit. PostgreSQL produces its CommandComplete before the implicit commit. If the
 *    session ends while the commit waits for the standby, a FATAL follows the CommandComplete. So the result counts only when
 *    nothing follows (PQgetResult is NULL) and the session is idle outside a transaction.
 * 3. A statement of several parts (or one with a part yet to be prepared) is a pipeline with one sync: one implicit transaction,
 *    a snapshot for each part, rolled back as a whole on any error. The sync's own completion, ReadyForQuery, is the commit;
 *    nothing before it counts.
 * 4. A write is in doubt after a notice about its commit: one from SyncRepWaitForLSN (the commit's wait for the standby was
 *    cancelled or terminated), one of class 57P (the session ends), or a 01000 from an unknown function. Whether the commit is
 *    replicated is unknown, so the state is COLLAB_PG_LOST. Any other notice, such as one of a trigger's `raise warning`,
 *    changes nothing. client_min_messages = warning lets these notices through (pg_pins.c).
 * 5. No statement is cancelled. At the deadline the socket is shut down, and the connection can no longer be used. */
#include "store/pg.h"

#include "base/text.h"

#include <apr_lib.h>
#include <libpq-events.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PATIENCE 60 /* seconds that a login may take when the DSN has no shorter connect_timeout */

/* The state of a connection. It is attached to the PGconn and dies with it. */
struct collab_pg_t {
  PGconn *conn;
  apr_pool_t *pool; /* of the statement in progress */
  const collab_statement_t *statement;
  collab_pg_state_t state;
  PGresult *rows[COLLAB_MAX_PARTS];
  bool pipeline;
  bool synced; /* the end of the pipeline has arrived */
  struct {
    bool prepare; /* true: prepares the part; false: runs it */
    int part;
  } sent[2 * COLLAB_MAX_PARTS]; /* the commands in progress, in order */
  int nsent, answered;
  bool in_doubt; /* a warning arrived that may concern the commit */
  bool failed;   /* a command was refused */
  bool open;     /* inside transaction_begin … transaction_commit */
  bool dropped;  /* the connection must not be used again */
  bool pinned;   /* the session has its settings (pg_pins.c) */
  bool unsent;   /* the socket has not taken all bytes yet */
  char sqlstate[6];
  char function[COLLAB_PG_FUNCTION]; /* PostgreSQL's function that raised the error; "": not known */
  const char *message;
  const char *warning;      /* the first one of the statement or script in progress; NULL: none */
  unsigned char prepared[]; /* of each statement a bit for each part */
};

/* ---- the state attached to a connection ---- */

static int on_event(PGEventId id, void *info, void *data) {
  (void)data;
  if (id == PGEVT_CONNRESET) {
    collab_pg_t *pg = PQinstanceData(((PGEventConnReset *)info)->conn, on_event);
    if (pg) {
      memset(pg->prepared, 0, (size_t)collab_statement_count);
      pg->dropped = pg->open = pg->pinned = false;
      pg->state = COLLAB_PG_IDLE;
    }
  } else if (id == PGEVT_CONNDESTROY) {
    free(PQinstanceData(((PGEventConnDestroy *)info)->conn, on_event));
  }
  return 1;
}

static collab_pg_hear_t *hear;

void collab_pg_on_warning(collab_pg_hear_t *function) {
  hear = function;
}

/* A field of an error or a notice; "": none. */
static const char *field(const PGresult *result, int code) {
  const char *text = PQresultErrorField(result, code);
  return text ? text : "";
}

/* Does the notice put the commit in doubt? PL/pgSQL's RAISE may use any SQLSTATE. */
static bool doubts_commit(const char *state, const char *function) {
  return !strcmp(function, "SyncRepWaitForLSN") || (!strncmp(state, "57P", 3) && strcmp(function, "exec_stmt_raise")) ||
         (!strcmp(state, "01000") && !*function);
}

/* Notices of lower severity than WARNING are dropped, and so are those about rows or tables skipped because they are locked. */
static void on_notice(void *data, const PGresult *notice) {
  collab_pg_t *pg = data;
  const char *state = field(notice, PG_DIAG_SQLSTATE), *text = field(notice, PG_DIAG_MESSAGE_PRIMARY);
  bool busy = pg->state == COLLAB_PG_BUSY;

  if (doubts_commit(state, field(notice, PG_DIAG_SOURCE_FUNCTION))) {
    if (busy) {
      pg->in_doubt = true;
      apr_cpystrn(pg->sqlstate, state, sizeof pg->sqlstate);
      pg->message = collab_text_chomp(pg->pool, PQresultErrorMessage(notice));
    }
  } else if (!strcmp(field(notice, PG_DIAG_SEVERITY_NONLOCALIZED), "WARNING") && strcmp(state, "55P03")) {
    if (busy && !pg->warning) {
      pg->warning = collab_text_chomp(pg->pool, *text ? text : state);
    }
    if (hear) {
      hear(text, state);
    }
  }
}

collab_pg_t *collab_pg_of(void *connection) {
  PGconn *conn = connection;
  collab_pg_t *pg = PQinstanceData(conn, on_event);
  if (!pg && (pg = calloc(1, sizeof *pg + (size_t)collab_statement_count))) {
    pg->conn = conn;
    if (!PQregisterEventProc(conn, on_event, "collab", NULL) || !PQsetInstanceData(conn, on_event, pg)) {
      free(pg);
      return NULL;
    }
    PQsetNoticeReceiver(conn, on_notice, pg);
  }
  return pg;
}

bool collab_pg_alive(collab_pg_t *pg) {
  /* The first round may find the server's last message; only the second finds the end of the stream. */
  for (int round = 0; round < 3 && !pg->dropped && PQstatus(pg->conn) == CONNECTION_OK; round++) {
    struct pollfd p = {PQsocket(pg->conn), POLLIN, 0};
    if (poll(&p, 1, 0) <= 0) {
      return PQtransactionStatus(pg->conn) == PQTRANS_IDLE && PQpipelineStatus(pg->conn) == PQ_PIPELINE_OFF;
    }
    if (!PQconsumeInput(pg->conn)) {
      return false;
    }
    const char *standby = PQparameterStatus(pg->conn, "in_hot_standby");
    if (standby && !strcmp(standby, "on")) {
      return false;
    }
  }
  return false;
}

int collab_pg_socket(const collab_pg_t *pg) {
  return PQsocket(pg->conn);
}

short collab_pg_events(const collab_pg_t *pg) {
  return pg->state == COLLAB_PG_BUSY && pg->unsent ? POLLIN | POLLOUT : POLLIN;
}

void collab_pg_drop(collab_pg_t *pg) {
  pg->dropped = true;
  if (PQsocket(pg->conn) >= 0) {
    shutdown(PQsocket(pg->conn), SHUT_RDWR);
  }
}

/* ---- sending ---- */

static void keep_error(collab_pg_t *pg, const PGresult *result) {
  apr_cpystrn(pg->sqlstate, field(result, PG_DIAG_SQLSTATE), sizeof pg->sqlstate);
  apr_cpystrn(pg->function, field(result, PG_DIAG_SOURCE_FUNCTION), sizeof pg->function);
  pg->message = collab_text_chomp(pg->pool, PQresultErrorMessage(result));
}

static collab_pg_state_t lost(collab_pg_t *pg) {
  if (!pg->message) {
    pg->message = collab_text_chomp(pg->pool, PQerrorMessage(pg->conn));
  }
  collab_pg_drop(pg);
  return pg->state = COLLAB_PG_LOST;
}

static bool send_prepare(collab_pg_t *pg, const char *name, int part) {
  pg->sent[pg->nsent].prepare = true;
  pg->sent[pg->nsent++].part = part;
  return PQsendPrepare(pg->conn, name, pg->statement->parts[part].text, 0, NULL);
}

static bool send_part(collab_pg_t *pg, int part, const char *const *values) {
  const collab_part_t *p = &pg->statement->parts[part];
  int index = pg->statement->index;
  const char *binds[COLLAB_MAX_BINDS];
  char name[24];

  apr_snprintf(name, sizeof name, "c%d_%d", index, part);
  if (!(pg->prepared[index] & (1 << part)) && !send_prepare(pg, name, part)) {
    return false;
  }
  for (int i = 0; i < p->nbinds; i++) {
    binds[i] = values[p->binds[i]];
  }
  pg->sent[pg->nsent].prepare = false;
  pg->sent[pg->nsent++].part = part;
  return PQsendQueryPrepared(pg->conn, name, p->nbinds, binds, NULL, NULL, 0);
}

static bool flush(collab_pg_t *pg) {
  int left = PQflush(pg->conn);
  pg->unsent = left > 0;
  return left >= 0;
}

collab_pg_state_t collab_pg_send(collab_pg_t *pg, apr_pool_t *pool, const collab_statement_t *statement,
                                 const char *const *values) {
  pg->pool = pool;
  pg->statement = statement;
  pg->state = COLLAB_PG_BUSY;
  pg->nsent = pg->answered = 0;
  pg->synced = pg->in_doubt = pg->failed = false;
  pg->sqlstate[0] = pg->function[0] = '\0';
  pg->message = pg->warning = NULL;
  memset(pg->rows, 0, sizeof pg->rows);

  /* A single part that is already prepared needs no pipeline. A pipeline, too, takes one round trip. */
  pg->pipeline = statement->nparts > 1 || !pg->prepared[statement->index];
  if (pg->pipeline && !PQenterPipelineMode(pg->conn)) {
    return lost(pg);
  }
  for (int part = 0; part < statement->nparts; part++) {
    if (!send_part(pg, part, values)) {
      return lost(pg);
    }
  }
  if ((pg->pipeline && !PQpipelineSync(pg->conn)) || !flush(pg)) {
    return lost(pg);
  }
  return COLLAB_PG_BUSY;
}

/* ---- receiving ---- */

static apr_status_t clear(void *result) {
  PQclear(result);
  return APR_SUCCESS;
}

static bool is_fatal(const PGresult *result) {
  const char *severity = PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
  return !severity || !strcmp(severity, "FATAL") || !strcmp(severity, "PANIC"); /* no severity: libpq itself gave up */
}

/* Takes one result of the next command in order. False: the connection is lost. */
static bool store_result(collab_pg_t *pg, PGresult *result) {
  int part = pg->answered < pg->nsent ? pg->sent[pg->answered].part : 0;
  bool prepare = pg->answered < pg->nsent && pg->sent[pg->answered].prepare;

  switch (PQresultStatus(result)) {
  case PGRES_TUPLES_OK:
  case PGRES_COMMAND_OK:
    if (prepare) {
      pg->prepared[pg->statement->index] |= 1 << part;
      PQclear(result);
    } else {
      pg->rows[part] = result;
      apr_pool_cleanup_register(pg->pool, result, clear, apr_pool_cleanup_null);
    }
    return true;
  case PGRES_PIPELINE_SYNC:
    pg->synced = true;
    break;
  case PGRES_PIPELINE_ABORTED:
    pg->failed = true;
    break;
  default:
    keep_error(pg, result);
    pg->failed = true;
    if (is_fatal(result)) {
      PQclear(result);
      return false;
    }
    if (!strcmp(pg->sqlstate, "26000")) { /* the server no longer has the prepared statement: prepare it again */
      pg->prepared[pg->statement->index] = 0;
    }
  }
  PQclear(result);
  return true;
}

/* True if a write may be lost with this statement: its own write, or those of the open transaction. */
static bool counts_as_write(const collab_pg_t *pg) {
  return pg->statement->writes || pg->open;
}

/* True if the session has the expected status: idle after a single statement, commit or rollback; otherwise in the transaction,
 * which may have failed. */
static bool is_status_as_expected(collab_pg_t *pg) {
  PGTransactionStatusType status = PQtransactionStatus(pg->conn);

  if (pg->statement == STATEMENT(transaction_begin)) {
    pg->open = !pg->failed;
    return status == (pg->open ? PQTRANS_INTRANS : PQTRANS_IDLE);
  }
  if (pg->statement == STATEMENT(transaction_commit) || pg->statement == STATEMENT(transaction_rollback)) {
    return status == PQTRANS_IDLE;
  }
  return status == (!pg->open ? PQTRANS_IDLE : pg->failed ? PQTRANS_INERROR : PQTRANS_INTRANS);
}

/* Decides the result when everything has arrived. */
static collab_pg_state_t decide(collab_pg_t *pg) {
  if (pg->pipeline && !PQexitPipelineMode(pg->conn)) {
    return lost(pg);
  }
  if (PQstatus(pg->conn) != CONNECTION_OK || !is_status_as_expected(pg) || (pg->in_doubt && counts_as_write(pg))) {
    return lost(pg);
  }
  if (pg->failed) {
    bool dropping;
    collab_pg_outcome(pg->sqlstate, pg->function, &dropping);
    if (dropping) {
      collab_pg_drop(pg);
    }
    return pg->state = COLLAB_PG_FAILED;
  }
  if (pg->statement == STATEMENT(transaction_commit) || pg->statement == STATEMENT(transaction_rollback)) {
    pg->open = false;
  }
  return pg->state = COLLAB_PG_DONE;
}

bool collab_pg_alive_in_transaction(const collab_pg_t *pg) {
  return pg->open && !pg->dropped && PQstatus(pg->conn) == CONNECTION_OK;
}

collab_pg_state_t collab_pg_step(collab_pg_t *pg) {
  if (pg->state != COLLAB_PG_BUSY) {
    return pg->state;
  }
  if (!flush(pg) || !PQconsumeInput(pg->conn)) {
    /* Errors that arrived before the connection ended give the reason. */
    for (PGresult *result; !PQisBusy(pg->conn) && PQstatus(pg->conn) != CONNECTION_BAD && (result = PQgetResult(pg->conn));
         PQclear(result)) {
      if (PQresultStatus(result) == PGRES_FATAL_ERROR) {
        keep_error(pg, result);
      }
    }
    return lost(pg);
  }
  while (!PQisBusy(pg->conn)) {
    PGresult *result = PQgetResult(pg->conn);
    if (result) {
      if (!store_result(pg, result)) {
        return lost(pg);
      }
      if (pg->synced) {
        return decide(pg);
      }
    } else if (!pg->pipeline) {
      return decide(pg);
    } else if (++pg->answered > pg->nsent + 1 || PQstatus(pg->conn) == CONNECTION_BAD) {
      return lost(pg);
    }
  }
  return COLLAB_PG_BUSY;
}

collab_pg_state_t collab_pg_wait(collab_pg_t *pg, apr_time_t deadline) {
  collab_pg_state_t state;
  while ((state = collab_pg_step(pg)) == COLLAB_PG_BUSY) {
    apr_interval_time_t left = deadline - collab_time_clock();
    struct pollfd p = {PQsocket(pg->conn), collab_pg_events(pg), 0};
    if (left <= 0) {
      pg->message = "no answer in time";
      return lost(pg);
    }
    (void)poll(&p, 1, (int)(left / 1000) + 1);
  }
  return state;
}

collab_pg_state_t collab_pg_finish(collab_pg_t *pg, const char *const *values, apr_time_t deadline) {
  collab_pg_state_t state = collab_pg_wait(pg, deadline);

  if (state == COLLAB_PG_FAILED && !strcmp(pg->sqlstate, "26000")) {
    collab_pg_send(pg, pg->pool, pg->statement, values);
    state = collab_pg_wait(pg, deadline);
  }
  return state;
}

collab_pg_state_t collab_pg_run(collab_pg_t *pg, apr_pool_t *pool, const collab_statement_t *statement, const char *const *values,
                                apr_time_t deadline) {
  collab_pg_send(pg, pool, statement, values);
  return collab_pg_finish(pg, values, deadline);
}

/* True if a script or a copy is complete: its last result has arrived, its implicit transaction has ended, and only a
 * transaction that the caller has opened is still open. */
static bool is_complete(collab_pg_t *pg, PGresult *result, const char **error) {
  ExecStatusType status = PQresultStatus(result);
  bool fine = (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY) &&
              PQtransactionStatus(pg->conn) == (pg->open ? PQTRANS_INTRANS : PQTRANS_IDLE);
  pg->state = COLLAB_PG_IDLE;
  if (!fine) {
    apr_cpystrn(pg->sqlstate, field(result, PG_DIAG_SQLSTATE), sizeof pg->sqlstate);
    *error = collab_text_chomp(pg->pool, result ? PQresultErrorMessage(result) : PQerrorMessage(pg->conn));
  } else if (pg->in_doubt) {
    *error = pg->message;
    collab_pg_drop(pg);
  }
  PQclear(result);
  return fine && !pg->in_doubt;
}

/* Runs PQexec while on_notice collects warnings. */
static PGresult *execute(collab_pg_t *pg, apr_pool_t *pool, const char *sql) {
  pg->pool = pool;
  pg->warning = NULL;
  pg->in_doubt = false;
  pg->state = COLLAB_PG_BUSY;
  return PQexec(pg->conn, sql);
}

bool collab_pg_script(collab_pg_t *pg, apr_pool_t *pool, const char *sql, const char **error) {
  return is_complete(pg, execute(pg, pool, sql), error);
}

bool collab_pg_copy(collab_pg_t *pg, apr_pool_t *pool, const char *command, const char *rows, const char **error) {
  PGresult *result = execute(pg, pool, command);
  if (PQresultStatus(result) != PGRES_COPY_IN) {
    return is_complete(pg, result, error);
  }
  PQclear(result);
  bool sent = PQsetnonblocking(pg->conn, 0) == 0 && PQputCopyData(pg->conn, rows, (int)strlen(rows)) == 1 &&
              PQputCopyEnd(pg->conn, NULL) == 1;
  sent = PQsetnonblocking(pg->conn, 1) == 0 && sent;
  result = sent ? PQgetResult(pg->conn) : NULL;
  while (sent && PQstatus(pg->conn) == CONNECTION_OK) { /* the command has ended when nothing more follows */
    PGresult *more = PQgetResult(pg->conn);
    if (!more) {
      break;
    }
    PQclear(more);
  }
  return is_complete(pg, result, error);
}

/* ---- results ---- */

collab_rows_t collab_pg_rows(const collab_pg_t *pg, int part) {
  collab_rows_t rows = {pg->rows[part] ? PQntuples(pg->rows[part]) : 0, pg->rows[part]};
  return rows;
}

const char *collab_pg_sqlstate(const collab_pg_t *pg) {
  return pg->sqlstate;
}

const char *collab_pg_function(const collab_pg_t *pg) {
  return pg->function;
}

const char *collab_pg_one_line(apr_pool_t *pool, const char *message) {
  if (!strncmp(message, "ERROR:", 6)) {
    message += 6 + strspn(message + 6, " ");
  }
  const char *place = strstr(message, "\nLINE ");
  char *text = place ? apr_pstrmemdup(pool, message, place - message) : apr_pstrdup(pool, message);
  apr_size_t len = strlen(text);
  while (len && apr_isspace(text[len - 1])) {
    text[--len] = '\0';
  }
  for (char *c = text; *c; c++) {
    *c = apr_isspace(*c) ? ' ' : *c;
  }
  return text;
}

const char *collab_pg_message(const collab_pg_t *pg) {
  return pg->message ? pg->message : "";
}

const char *collab_pg_warning(const collab_pg_t *pg) {
  return pg->warning;
}

int collab_rows_column(collab_rows_t rows, const char *name) {
  return rows.result ? PQfnumber(rows.result, name) : -1;
}

const char *collab_rows_at(collab_rows_t rows, int row, int column) {
  bool null = column < 0 || row < 0 || row >= rows.count || PQgetisnull(rows.result, row, column);
  return null ? NULL : PQgetvalue(rows.result, row, column);
}

const char *collab_rows_text(collab_rows_t rows, int row, const char *column) {
  return collab_rows_at(rows, row, collab_rows_column(rows, column));
}

apr_size_t collab_rows_length(collab_rows_t rows, int row, const char *column) {
  int i = collab_rows_column(rows, column);
  return i < 0 || row < 0 || row >= rows.count ? 0 : (apr_size_t)PQgetlength(rows.result, row, i);
}

int64_t collab_rows_integer(collab_rows_t rows, int row, const char *column) {
  const char *text = collab_rows_text(rows, row, column);
  return text ? apr_atoi64(text) : 0;
}

bool collab_pg_notified(collab_pg_t *pg, collab_notice_t *notice) {
  bool found = false;
  (void)PQconsumeInput(pg->conn); /* the connection's next user finds that it is lost */
  for (PGnotify *n; !found && (n = PQnotifies(pg->conn));) {
    found = n->be_pid != PQbackendPID(pg->conn);
    apr_cpystrn(notice->channel, n->relname, sizeof notice->channel);
    apr_cpystrn(notice->said, n->extra, sizeof notice->said);
    PQfreemem(n);
  }
  return found;
}

bool collab_pg_conflicted(const collab_pg_t *pg) {
  return !strcmp(pg->sqlstate, "40001") || !strcmp(pg->sqlstate, "40P01");
}

collab_outcome_t collab_pg_verdict(const collab_pg_t *pg) {
  bool dropping;
  return pg->state == COLLAB_PG_DONE     ? COLLAB_OK
         : pg->state == COLLAB_PG_FAILED ? collab_pg_outcome(pg->sqlstate, pg->function, &dropping)
                                         : COLLAB_UNAVAILABLE;
}

bool collab_pg_reset(collab_pg_t *pg) {
  PQreset(pg->conn); /* with the DSN's own settings and connect_timeout; on_event clears the prepared statements */
  return PQstatus(pg->conn) == CONNECTION_OK && collab_pg_alive(pg);
}

bool *collab_pg_pinned(collab_pg_t *pg) {
  return &pg->pinned;
}

apr_interval_time_t collab_pg_patience(const collab_pg_t *pg) {
  PQconninfoOption *options = PQconninfo(pg->conn);
  apr_int64_t seconds = 0;

  for (const PQconninfoOption *option = options; option && option->keyword; option++) {
    if (option->val && !strcmp(option->keyword, "connect_timeout")) {
      seconds = apr_atoi64(option->val);
    }
  }
  PQconninfoFree(options);
  return apr_time_from_sec(seconds > 0 && seconds < MOST_PATIENCE ? seconds : MOST_PATIENCE);
}

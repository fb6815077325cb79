/* log.c: writes every event as a line of JSON, the V2 envelope, to the event log (CollabEventLog), at least once. The audit log
 * (CollabAuditLog) does the same with the rows of the audit; the end of this comment has the differences.
 *
 *      outbox (channel 3) ──take──> lines ──write──> file or program ──take: delete what is safe, read the next──> …
 *
 * The event log is a channel of its own, with its own rows, connection and thread. So its waits (for a program that does not
 * read, for a disk that is full or hangs) delay no delivery. Unwritten events wait in the database; memory holds one batch,
 * and the ids of at most HELD batches.
 *
 * 1. At least once: a separate statement deletes a row after its line is safe. If a dispatcher dies in between, its successor
 *    writes the line again. In a file, a line is safe at once (sink.c). A program may have read a line and not written it yet. So
 *    its line is safe HOLD after the program has read it, if the program still runs. If it has ended, all rows that are
 *    not deleted are written again (program.c). So are those of the last second after each start.
 * 2. One consumer: the session that holds the channel's advisory lock. The lock ends with the session. A dispatcher that loses
 *    its session while writing may write lines that its successor writes, too. Each of the two deletes only rows that it has
 *    written itself.
 * 3. In the order of commits within each request. There is no order between requests.
 *    - An operation locks the request's row before its event gets an id, and holds the lock until its commit is visible. To this
 *      end the insert takes its values from the locked row (t/dispatch/events/event-log.t checks each statement). So of two
 *      events of one request, the event committed first has the lower id. A snapshot that sees the second also sees the first.
 *    - A take reads in the order of ids, in one snapshot, always from the lowest id. So it cannot take the second event before
 *      the first.
 *    - A take must not skip locked rows. It also keeps no cursor, because a row that commits late may have an id below the
 *      cursor.
 *    - Rows that are written again keep their order: all rows from the first of them on are written again.
 * 4. While the database is unreachable, memory keeps the ids of lines that are written but not deleted. The next take deletes
 *    their rows first.
 * 5. The channel becomes active with its first consumer, and stays active without a consumer until `collabctl channel off`.
 *
 * The audit log differs in four ways:
 *    - Its outbox is audit_unlogged.
 *    - It has an advisory lock of its own.
 *    - Of point 3 only one rule holds: a take keeps no cursor, so a row that commits late is still taken.
 *    - Point 5 does not apply.
 *
 * Everything below, up to collab_log_start, runs in the log's own thread. */
#include "dispatch/eventlog/log.h"
#include "collab_private.h"
#include "dispatch/link.h"

#include <http_log.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "node/meter.h"

#define BATCH 500      /* rows of one take; must equal the limit in event_log_take.sql and audit_log_take.sql */
#define TAKE_EVERY 500 /* milliseconds to wait after a take that found no rows; collab_log_wake ends the wait */
#define RETRY 1000     /* milliseconds to wait after a failure, or while another dispatcher writes the log */
#define HELD 10        /* batches that are read, but not safe */
#define HOLD apr_time_from_sec(1)
#define AGE_WITHIN 50 /* milliseconds to wait until the oldest batch is safe */
#define ANSWER_WITHIN apr_time_from_sec(10)
#define END_WITHIN apr_time_from_msec(300)

/* A batch that is written, and whose rows are not deleted. */
typedef struct batch_t {
  apr_time_t since;     /* collab_time_clock when the last line was read or on disk */
  char ids[BATCH * 21]; /* of the rows, separated by commas */
} batch_t;

struct collab_log_t {
  const server_rec *s;
  const collab_config_t *config;
  const collab_log_kind_t *kind;
  collab_sink_t sink;
  collab_link_t link;
  apr_pool_t *pool, *lines; /* lines: cleared for each batch */
  pthread_t thread;
  atomic_bool stop;
  bool entered; /* this connection's session holds the channel's lock */
  collab_program_watch_t program;
  batch_t batches[HELD]; /* a ring, from `oldest` on */
  int oldest, count;
  const char *complaint; /* the last failure to write, which is logged once; NULL: none */
};

/* ---- the database ---- */

/* Runs a statement until it is done, for at most `within`. */
static bool run(collab_log_t *log, const collab_statement_t *statement, const char *const *values, apr_interval_time_t within) {
  collab_link_t *link = &log->link;
  collab_pg_state_t state = collab_pg_run(link->pg, link->statement_pool, statement, values, collab_time_clock() + within);

  collab_link_note(link, state);
  if (state == COLLAB_PG_DONE) {
    return true;
  }
  if (state == COLLAB_PG_LOST || !collab_pg_alive(link->pg)) {
    collab_link_drop(link);
  }
  return false;
}

/* Connects, and takes the channel's lock, unless this is done already. True: this dispatcher is the consumer. */
static bool is_consumer(collab_log_t *log) {
  collab_link_t *link = &log->link;
  unsigned before = link->sessions;

  if (!collab_link_connect(link)) {
    return false;
  }
  if (link->sessions != before) {
    log->entered = false;
  }
  if (log->entered) {
    return true;
  }
  if (!run(log, log->kind->enter, NULL, ANSWER_WITHIN)) {
    return false;
  }
  collab_rows_t rows = collab_pg_rows(link->pg, 0);
  const char *entered = collab_rows_text(rows, 0, "entered"), *begun = collab_rows_text(rows, 0, "begun");
  log->entered = entered && *entered == 't';
  if (begun && *begun == 't') {
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, log->s, COLLABNO(0686) "the event log begins: it has every event from now on");
  }
  apr_pool_clear(link->statement_pool);
  return log->entered;
}

/* The number of batches, from the oldest on, whose lines are safe. */
static int safe_batches(const collab_log_t *log) {
  apr_time_t until = collab_time_clock() - (log->sink.file ? 0 : HOLD);
  int safe = 0;

  while (safe < log->count && log->batches[(log->oldest + safe) % HELD].since <= until) {
    safe++;
  }
  return safe;
}

/* The ids of some batches, as an array's text in the statement's memory. */
static const char *ids_of(const collab_log_t *log, int from, int to) {
  apr_pool_t *pool = log->link.statement_pool;
  apr_array_header_t *ids = apr_array_make(pool, HELD, sizeof(const char *));

  for (int i = from; i < to; i++) {
    APR_ARRAY_PUSH(ids, const char *) = log->batches[(log->oldest + i) % HELD].ids;
  }
  return apr_pstrcat(pool, "{", apr_array_pstrcat(pool, ids, ','), "}", NULL);
}

/* Deletes the rows whose lines are safe, and reads the next rows. */
static bool fetch_next(collab_log_t *log, collab_rows_t *rows, apr_interval_time_t within) {
  apr_pool_clear(log->link.statement_pool);
  if (collab_program_lost(&log->program)) {
    log->count = 0; /* the next rows begin with these */
  }
  int safe = safe_batches(log);
  const char *const values[] = {ids_of(log, 0, safe), ids_of(log, safe, log->count)};
  if (!run(log, log->kind->take, values, within)) {
    return false;
  }
  log->oldest = (log->oldest + safe) % HELD;
  log->count -= safe;
  *rows = collab_pg_rows(log->link.pg, 2);
  return true;
}

/* ---- the lines ---- */

/* Raises or ends the alarm. Logs the first of consecutive failures, and the first success after a failure. */
static void report_failure(collab_log_t *log, const char *error) {
  const collab_log_kind_t *kind = log->kind;
  collab_alarm_set(
      kind->alarm,
      error ? apr_psprintf(log->lines, "%s cannot be written, and %s wait for it: %s", kind->name, kind->content, error) : NULL);
  if (error && !log->complaint) {
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, log->s, COLLABNO(0687) "%s: %s; the write is tried again, and %s wait",
                 kind->directive, error, kind->content);
  } else if (!error && log->complaint) {
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, log->s, COLLABNO(0688) "%s: it can be written again", kind->directive);
  }
  log->complaint = error;
}

/* Writes a batch, and keeps the ids of the lines that are on disk or read. */
static bool write_rows(collab_log_t *log, collab_rows_t rows) {
  apr_size_t ends[BATCH], used = 0;
  const char *error;

  apr_pool_clear(log->lines);
  apr_array_header_t *lines = log->kind->lines(log->lines, log->config, rows);
  apr_size_t len = 0;
  lines->nelts = lines->nelts < BATCH ? lines->nelts : BATCH;
  for (int row = 0; row < lines->nelts; row++) {
    ends[row] = len += strlen(APR_ARRAY_IDX(lines, row, const char *)) + 1;
  }
  const char *text = apr_pstrcat(log->lines, apr_array_pstrcat(log->lines, lines, '\n'), "\n", NULL);
  apr_size_t safe = collab_sink_write(&log->sink, text, len, &error);
  batch_t *batch = &log->batches[(log->oldest + log->count) % HELD];
  int row = 0;
  for (; row < lines->nelts && ends[row] <= safe; row++) {
    used += (apr_size_t)apr_snprintf(batch->ids + used, sizeof batch->ids - used, "%s%s", used ? "," : "",
                                     collab_rows_text(rows, row, "id"));
  }
  batch->since = collab_time_clock();
  log->count += row > 0;
  if (log->kind->counter >= 0) {
    collab_meter_count(log->kind->counter, (uint64_t)row);
  }
  if (safe == len || error) {
    report_failure(log, error);
  }
  return !error;
}

/* ---- the thread ---- */

static void *consume(void *data) {
  collab_log_t *log = data;
  collab_rows_t rows;

  while (!log->stop) {
    if (log->count - safe_batches(log) == HELD) {
      collab_sink_wait(&log->sink, 0, AGE_WITHIN);
    } else if (!is_consumer(log) || !fetch_next(log, &rows, ANSWER_WITHIN)) {
      collab_sink_wait(&log->sink, 0, RETRY);
    } else if (rows.count == 0) {
      collab_sink_wait(&log->sink, 0, TAKE_EVERY);
    } else if (!write_rows(log, rows)) {
      collab_sink_wait(&log->sink, 0, RETRY);
    }
  }
  if (safe_batches(log) > 0 && log->link.pg && collab_pg_alive(log->link.pg)) {
    fetch_next(log, &rows, END_WITHIN);
  }
  collab_link_drop(&log->link); /* ends the session and its lock, so that the next generation begins at once */
  return NULL;
}

/* ---- functions of the loop's thread ---- */

collab_log_t *collab_log_start(const server_rec *s, const collab_config_t *config, const collab_log_kind_t *kind,
                               const collab_log_output_t *output) {
  sigset_t all, before;
  apr_pool_t *pool;

  if (output->fd < 0) {
    return NULL;
  }
  apr_pool_create(&pool, NULL);
  apr_pool_tag(pool, "collab_log");
  collab_log_t *log = apr_pcalloc(pool, sizeof *log);
  log->s = s;
  log->config = config;
  log->kind = kind;
  log->pool = pool;
  apr_pool_create(&log->lines, pool);
  apr_pool_tag(log->lines, "collab_log_lines");
  collab_link_init(&log->link, pool, s, config->dispatcher_dsn, kind->name + strlen("the "));
  collab_program_watch(&log->program, output->program);
  collab_sink_init(&log->sink, kind, output->fd, s, eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC), &log->stop);
  sigfillset(&all); /* the loop's thread handles all signals */
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = log->sink.wake < 0 ? APR_ENOMEM : pthread_create(&log->thread, NULL, consume, log);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (error) {
    ap_log_error(APLOG_MARK, APLOG_CRIT, error, s, COLLABNO(0689) "%s has no thread: nothing is written to it", kind->name);
    apr_pool_destroy(pool);
    return NULL;
  }
  return log;
}

void collab_log_wake(collab_log_t *log) {
  if (log) {
    eventfd_write(log->sink.wake, 1);
  }
}

void collab_log_stop(collab_log_t *log) {
  if (log) {
    log->stop = true;
    eventfd_write(log->sink.wake, 1);
  }
}

bool collab_log_ended(collab_log_t *log) {
  struct timespec until;

  if (!log) {
    return true;
  }
  until = collab_time_monotonic(collab_time_clock() + END_WITHIN);
  if (pthread_clockjoin_np(log->thread, NULL, CLOCK_MONOTONIC, &until)) {
    return false;
  }
  close(log->sink.wake);
  collab_program_unwatch(&log->program);
  apr_pool_destroy(log->pool);
  return true;
}

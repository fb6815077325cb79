/* log.h: the event log (CollabEventLog) and the audit log (CollabAuditLog), which the dispatcher writes, and their output. log.c
 * has the protocol. */
#ifndef COLLAB_DISPATCH_EVENTLOG_LOG_H
#define COLLAB_DISPATCH_EVENTLOG_LOG_H

#include <httpd.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "config/config.h"
#include "dispatch/eventlog/program.h"
#include "node/alarm.h"
#include "store/pg.h"

/* What distinguishes the two logs. */
typedef struct collab_log_kind_t {
  const char *directive;           /* "CollabEventLog"; like the next two, for messages */
  const char *name;                /* "the event log" */
  const char *content;             /* what waits in the database for the log: "events" */
  const collab_statement_t *enter; /* makes the session the only writer (column `entered`) */
  const collab_statement_t *take;  /* deletes written rows, by their ids; its last part returns the next rows (column `id`) */
  collab_alarm_t alarm;
  int counter; /* the metric that counts the lines; -1: none */
  /* Returns the lines of the rows as an array of const char *, without line ends, in the pool's memory. */
  apr_array_header_t *(*lines)(apr_pool_t *pool, const collab_config_t *config, collab_rows_t rows);
} collab_log_kind_t;

extern const collab_log_kind_t collab_event_log, collab_audit_log; /* event_lines.c, audit_lines.c */

/* What the parent has opened for a log. */
typedef struct collab_log_output_t {
  int fd;                          /* -1: none */
  const collab_program_t *program; /* NULL: a file or a device */
} collab_log_output_t;

/* The output: a file, a program or a device. */
typedef struct collab_sink_t {
  const collab_log_kind_t *kind;
  int fd;
  bool file;   /* a regular file; else a pipe or a device */
  bool stalls; /* the program does not read, and this has been logged */
  const server_rec *s;
  int wake;          /* an eventfd that ends a wait */
  atomic_bool *stop; /* set when the thread must end */
} collab_sink_t;

/* Opens a log: a file for appending, or "|program", which the parent then keeps running (program.h). Runs in the parent, with its
 * privileges, once per generation. Clearing `pconf` closes the log. Returns false after logging the error. */
bool collab_sink_open(apr_pool_t *pconf, server_rec *s, const collab_log_kind_t *kind, const char *where,
                      collab_log_output_t *output);

/* Sets up the log's sink, in the dispatcher. `fd` is the descriptor that collab_sink_open has opened in the parent. */
void collab_sink_init(collab_sink_t *sink, const collab_log_kind_t *kind, int fd, const server_rec *s, int wake,
                      atomic_bool *stop);

/* Waits for a write to `wake` or, unless `events` is 0, one of these events of the log's descriptor; at most `milliseconds`. */
void collab_sink_wait(collab_sink_t *sink, short events, int milliseconds);

/* Writes `len` bytes of whole lines. Returns the number of bytes, again of whole lines, that are safe: on disk, or read by the
 * program. If not all are safe, *error is the reason; NULL: the thread must end. May block while the disk blocks, and waits until
 * a program reads. */
apr_size_t collab_sink_write(collab_sink_t *sink, const char *data, apr_size_t len, const char **error);

/* ---- a log; only the loop's thread calls these ---- */

typedef struct collab_log_t collab_log_t;

/* Starts the thread that writes a log to `output` (collab_sink_open). Call it after everything else has been set up. Returns NULL
 * if there is no output, or, after logging, if no thread could be created. */
collab_log_t *collab_log_start(const server_rec *s, const collab_config_t *config, const collab_log_kind_t *kind,
                               const collab_log_output_t *output);

/* Hints that there may be rows to write. */
void collab_log_wake(collab_log_t *log);

/* Tells the thread to end. */
void collab_log_stop(collab_log_t *log);

/* Waits for the thread to end, at most END_WITHIN. False: the thread hangs, for example in a write to a disk. */
bool collab_log_ended(collab_log_t *log);

#endif

/* log.h: the logs that the dispatcher writes, the event log (CollabEventLog) and the audit log (CollabAuditLog), and their
 * output. log.c has the protocol. */
#ifndef COLLAB_DISPATCH_EVENTLOG_LOG_H
#define COLLAB_DISPATCH_EVENTLOG_LOG_H

#include <httpd.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/meter.h"
#include "config/config.h"
#include "store/pg.h"

/* What a log is about. */
typedef struct collab_log_kind_t {
  const char *directive;           /* "CollabEventLog", for messages, as the next two */
  const char *name;                /* "the event log" */
  const char *content;             /* what waits in the database: "events" */
  const collab_statement_t *enter; /* makes the session the only one that writes (column `entered`) */
  const collab_statement_t *take;  /* binds the ids of rows that are written; its last part has the next ones (column `id`) */
  collab_alarm_t alarm;
  int counter; /* of the lines; -1: none */
  /* The lines of these rows, without their ends: const char *, in memory of the pool. */
  apr_array_header_t *(*lines)(apr_pool_t *pool, const collab_config_t *config, collab_rows_t rows);
} collab_log_kind_t;

extern const collab_log_kind_t collab_event_log, collab_audit_log; /* event_lines.c, audit_lines.c */

/* The output: a file, a program or a device. */
typedef struct collab_sink_t {
  const collab_log_kind_t *kind;
  int fd;
  bool file;   /* a regular file; else a pipe or a device */
  bool stalls; /* has logged that the program does not read */
  const server_rec *s;
  int wake;          /* an eventfd that ends a wait */
  atomic_bool *stop; /* set when the thread is to end */
} collab_sink_t;

/* Opens a log as httpd opens its own logs: a file for appending, or "|program", which httpd then supervises. Parent,
 * with its privileges, once per generation; closed with `pconf`. Returns the descriptor, or -1 after logging the error. */
int collab_sink_open(apr_pool_t *pconf, server_rec *s, const collab_log_kind_t *kind, const char *where);

/* Prepares the sink for writing. Called in the process that writes, for its thread. */
void collab_sink_init(collab_sink_t *sink, const collab_log_kind_t *kind, int fd, const server_rec *s, int wake,
                      atomic_bool *stop);

/* Waits for a hint, for the end, or for so many milliseconds; with `events`, also for the descriptor. */
void collab_sink_wait(collab_sink_t *sink, short events, int milliseconds);

/* Writes `len` bytes of whole lines. Returns how many bytes, again of whole lines, are safe: on disk, or read by the program.
 * When that is less than `len`, *error has the reason, or is NULL when the thread is to end. May block as long as the disk does,
 * and waits for a program until it reads. */
apr_size_t collab_sink_write(collab_sink_t *sink, const char *data, apr_size_t len, const char **error);

/* ---- a log; these functions are for the loop's thread ---- */

typedef struct collab_log_t collab_log_t;

/* Starts the thread that writes a log to `fd` (collab_sink_open). Called after everything else has been set up. Returns NULL
 * when fd is -1, or when no thread could be created, which is logged. */
collab_log_t *collab_log_start(const server_rec *s, const collab_config_t *config, const collab_log_kind_t *kind, int fd);

/* Hints that there may be something to write. */
void collab_log_wake(collab_log_t *log);

/* Tells the thread to end. */
void collab_log_stop(collab_log_t *log);

/* Waits for the thread to end. False when it hangs, for example in a write to a disk. */
bool collab_log_ended(collab_log_t *log);

#endif

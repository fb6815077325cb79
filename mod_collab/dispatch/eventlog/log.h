/* log.h: the event log (CollabEventLog): where its lines go. log.c has the protocol. */
#ifndef COLLAB_DISPATCH_EVENTLOG_LOG_H
#define COLLAB_DISPATCH_EVENTLOG_LOG_H

#include <httpd.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "config/config.h"

/* What lines are written to. */
typedef struct collab_sink_t {
  int fd;
  bool file;   /* a regular file; else a pipe or a device */
  bool stalls; /* said that nobody reads */
  const server_rec *s;
  int wake;          /* an eventfd: ends waiting */
  atomic_bool *stop; /* then, is it time to end? */
} collab_sink_t;

/* Opens CollabEventLog as httpd opens its own logs: a file for appending, or "|program", which httpd then looks after. Parent,
 * with its privileges, once a generation; closed with `pconf`. The descriptor, or -1: logged. */
int collab_sink_open(apr_pool_t *pconf, server_rec *s, const char *where);

/* Gets ready to write; the process and thread that will. */
void collab_sink_init(collab_sink_t *sink, int fd, const server_rec *s, int wake, atomic_bool *stop);

/* Waits for a hint, the end or so many milliseconds; with `events` for the descriptor as well. */
void collab_sink_wait(collab_sink_t *sink, short events, int milliseconds);

/* Writes `len` bytes of whole lines. Returns how many of them, whole lines too, are safe: on the disk, or read by the program.
 * When that is less than all, *error says why, or is NULL: it is time to end. May block for as long as the disk does, and waits
 * for a program until it reads. */
apr_size_t collab_sink_write(collab_sink_t *sink, const char *data, apr_size_t len, const char **error);

/* ---- the log itself; what follows is for the loop's thread ---- */

typedef struct collab_log_t collab_log_t;

/* Starts the thread that writes events to `fd` (collab_sink_open), after everything else has been set up. NULL: fd is -1, or
 * there is no thread, which is logged. */
collab_log_t *collab_log_start(const server_rec *s, const collab_config_t *config, int fd);

/* There may be events. */
void collab_log_wake(collab_log_t *log);

/* Tells the thread to end. */
void collab_log_stop(collab_log_t *log);

/* Waits for it. False when it hangs (in a write to a disk, say). */
bool collab_log_ended(collab_log_t *log);

#endif

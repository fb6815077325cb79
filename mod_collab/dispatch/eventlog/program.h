/* program.h: the program of a log ("|program"), which httpd's parent keeps running, and how the dispatcher learns of its end. */
#ifndef COLLAB_DISPATCH_EVENTLOG_PROGRAM_H
#define COLLAB_DISPATCH_EVENTLOG_PROGRAM_H

#include <httpd.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

/* In memory that the parent shares with its dispatcher. The parent writes it. */
typedef struct collab_program_t {
  _Atomic pid_t pid;  /* of the last start */
  atomic_uint starts; /* written after pid */
} collab_program_t;

/* Starts the program, in the parent, and starts it again whenever it ends. `command` is what follows the first "|" of a
 * directive. `directive` is for messages. Returns the descriptor of the pipe that the program reads, or -1. Clearing `pconf`
 * closes the pipe in the parent; the program ends when it has read everything. */
int collab_program_open(apr_pool_t *pconf, server_rec *s, const char *directive, const char *command,
                        const collab_program_t **program);

/* Tells programs of earlier generations to end that have not, and starts what could not be started again. The parent calls it
 * about every ten seconds. */
void collab_programs_monitor(const server_rec *s);

/* Closes the pipes of all programs in a worker: as long as one of its copies is open, no program reads the end of its input. */
void collab_programs_leave(void);

/* ---- in the log's thread ---- */

/* What the dispatcher has seen of a program. */
typedef struct collab_program_watch_t {
  const collab_program_t *program; /* NULL: a file or a device, which never ends */
  unsigned starts;
  int pidfd; /* of the last start; -1: unknown */
  bool gone; /* that start has ended */
} collab_program_watch_t;

void collab_program_watch(collab_program_watch_t *watch, const collab_program_t *program);

/* Has a program that may have read lines ended since the last call? */
bool collab_program_lost(collab_program_watch_t *watch);

void collab_program_unwatch(collab_program_watch_t *watch);

#endif

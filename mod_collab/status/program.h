/* program.h: runs an operator's program (CollabAlertCommand, CollabMemberAlertCommand). The watcher's process alone. */
#ifndef COLLAB_STATUS_PROGRAM_H
#define COLLAB_STATUS_PROGRAM_H

#include <apr_tables.h>
#include <apr_time.h>
#include <httpd.h>
#include <stdbool.h>

#include "process/helper.h"

typedef struct collab_program_t {
  server_rec *s;
  const char *directive;             /* for messages */
  const apr_array_header_t *command; /* the directive's words: an absolute path and arguments; NULL: it is not set */
  collab_helper_place_t place;
  bool runs;
  apr_time_t started; /* of the last run, by collab_time_clock */
  bool killed;        /* because it ran for too long */
} collab_program_t;

typedef enum collab_program_end_t { COLLAB_PROGRAM_RUNS, COLLAB_PROGRAM_DONE, COLLAB_PROGRAM_FAILED } collab_program_end_t;

/* Starts the program, which must not be running. Its arguments are those of its directive, then `more`; `environment` and `input`
 * are as in collab_helper_run. If the program cannot be started, logs that and returns false. Never waits. */
bool collab_program_start(collab_program_t *program, const char *const *more, const char *const *environment, const char *input);

/* Notices the end of the running program, or kills it after 30 s. Logs a failure. Never waits. `now`: collab_time_clock. */
collab_program_end_t collab_program_turn(collab_program_t *program, apr_time_t now);

#endif

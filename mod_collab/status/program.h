/* program.h: runs a program of the operator's (CollabAlertCommand, CollabMemberAlertCommand). The watcher's process alone. */
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
  const apr_array_header_t *command; /* of that directive: an absolute path and arguments; NULL: there is none */
  collab_helper_place_t place;       /* the helper's, for it */
  bool runs;
  apr_time_t started; /*   */
  bool killed;        /* it ran for too long */
} collab_program_t;

/* How a program has ended. */
typedef enum collab_program_end_t { COLLAB_PROGRAM_RUNS, COLLAB_PROGRAM_DONE, COLLAB_PROGRAM_FAILED } collab_program_end_t;

/* Starts the program, which does not run, with the words of its directive and `more` (NULL-terminated; NULL: none), with the
 * process's environment and `environment` ("NAME=value", likewise) and, on standard input, `input` (at most COLLAB_HELPER_INPUT
 * bytes; NULL: nothing). Logged, and false: it cannot be started. Never waits. */
bool collab_program_start(collab_program_t *program, apr_pool_t *pool, const char *const *more, const char *const *environment,
                          const char *input);

/* Takes the end of the program that runs, or kills it when it has run for 30 s. Logs a failure. Never waits. */
collab_program_end_t collab_program_turn(collab_program_t *program, apr_time_t now);

#endif

/* helper.h: starts the operator's programs for a process that may execute nothing itself (process/protect.h).
 *
 * The helper is a child of that process, forked before the process sets no_new_privs, so that a mailer with set-group-id works.
 * The helper does nothing else, and ends with the process, or with httpd's parent if it has a guard. It starts the programs of
 * the configuration alone: the process names a place, and may be in the hands of an attacker. */
#ifndef COLLAB_PROCESS_HELPER_H
#define COLLAB_PROCESS_HELPER_H

#include <apr_tables.h>
#include <httpd.h>
#include <stdbool.h>

#define COLLAB_HELPER_INPUT 60000 /* maximum bytes of a program's standard input */
#define COLLAB_HELPER_WORDS 200   /* maximum words of a command */

/* One program of each directive runs at a time. */
typedef enum collab_helper_place_t { COLLAB_HELPER_ALERT, COLLAB_HELPER_MEMBER, COLLAB_HELPER_PLACES } collab_helper_place_t;

typedef struct collab_helper_end_t {
  int error;  /* errno if the program could not be started; else 0 */
  int status; /* from waitpid(2) */
} collab_helper_end_t;

/* Returns a place's configured command: an absolute path and arguments, at most COLLAB_HELPER_WORDS; NULL: none. */
typedef const apr_array_header_t *collab_helper_command_t(const server_rec *s, collab_helper_place_t place);

typedef enum collab_guard_turn_t { COLLAB_GUARD_WAIT, COLLAB_GUARD_CALL, COLLAB_GUARD_END } collab_guard_turn_t;

/* What the helper does of its own accord, to report that the process that it serves is gone or stands still. The functions run in
 * the helper. */
typedef struct collab_guard_t {
  void (*begin)(void); /* once */
  /* Every second: does nothing; or has the command of COLLAB_HELPER_ALERT run, with words and environment as in
   * collab_helper_run, from `pool`; or ends the helper, if its process is gone and none of these programs runs. */
  collab_guard_turn_t (*turn)(apr_pool_t *pool, const char *const **words, const char *const **environment);
  void (*done)(bool succeeded); /* the program has ended, was killed after its time limit, or could not be started */
} collab_guard_t;

/* Forks the helper of this process, which keeps the commands. The calling process must have only one thread. Logs a failure
 * (CB0649); then no program can be started. `guard`: NULL: none. */
void collab_helper_start(server_rec *s, const char *what, collab_helper_command_t *command, const collab_guard_t *guard);

/* Reads the helper's reports. False: the helper has died. */
bool collab_helper_lives(void);

/* Starts the command of a free place. Its arguments are those of the configuration, then `words`: small letters, digits and
 * hyphens. Its environment is that of this process, plus `environment`, whose names begin with "COLLAB_" ("NAME=value"). Each
 * list ends with NULL, has at most eight texts, and may be NULL. `input` is the program's standard input; NULL: nothing. The
 * program runs without a shell, in its own process group, as httpd's user, with the error log as its output. Returns false with
 * errno if the helper cannot be asked; collab_helper_ended reports a failure to start, and EPERM if the helper refuses. Never
 * waits. */
bool collab_helper_run(collab_helper_place_t place, const char *const *words, const char *const *environment, const char *input);

/* Kills the program and its process group; collab_helper_ended reports its end. */
void collab_helper_kill(collab_helper_place_t place);

/* Has the program of this place ended? The helper has then killed the rest of the program's process group. Never waits. */
bool collab_helper_ended(collab_helper_place_t place, collab_helper_end_t *end);

#endif

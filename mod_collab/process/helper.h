/* helper.h: starts programs of the operator's for a process that may execute nothing itself (process/protect.h).
 *
 * The helper is a child of that process, forked before it gave up its rights, so that a mailer with set-group-id works. It does
 * nothing else, and ends with that process. */
#ifndef COLLAB_PROCESS_HELPER_H
#define COLLAB_PROCESS_HELPER_H

#include <httpd.h>
#include <stdbool.h>

#define COLLAB_HELPER_INPUT 60000 /* bytes that a program can be given */

/* Of each directive one program runs at a time. */
typedef enum collab_helper_place_t { COLLAB_HELPER_ALERT, COLLAB_HELPER_MEMBER, COLLAB_HELPER_PLACES } collab_helper_place_t;

typedef struct collab_helper_end_t {
  int error;  /* it could not be started */
  int status; /* as waitpid(2) has it */
} collab_helper_end_t;

/* Forks the helper of this process, which has one thread. A failure is logged (CB0649); then no program can be started. */
void collab_helper_start(server_rec *s, const char *what);

/* Takes what the helper has to say. False: it has died. */
bool collab_helper_lives(void);

/* Starts a program where none runs: `words` are its absolute path and its arguments, `environment` is added to that of the
 * process ("NAME=value"; NULL: nothing), both NULL-terminated; `input` is what it can read, NULL: nothing. It has a process group
 * of its own, httpd's user, the error log as its output, and no shell. False with errno: it is not started. Never waits. */
bool collab_helper_run(collab_helper_place_t place, const char *const *words, const char *const *environment, const char *input);

/* Kills the program and all of its group; its end is reported as any other. */
void collab_helper_kill(collab_helper_place_t place);

/* Has the program of this place ended? Says so once, and kills what it has left behind. Never waits. */
bool collab_helper_ended(collab_helper_place_t place, collab_helper_end_t *end);

#endif

/* demo.c: collabctl demo: adds sample members from sql/data/demo/members.sql, in one transaction; collabctl demo echo: adds the
 * echo partner and executes the program that plays it (conf/demo/echo).
 *
 * `demo` fills an empty database. It changes nothing in a database that has the demo, and refuses a database with other
 * companies. The password of the demo's users is public: never use the demo on a database that matters. The echo partner's
 * password is random and new at each start. Only the program gets it, through a pipe; nothing stores it. */
#include "ctl/ctl.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/random.h"

#define FILE_MAX (1 << 20)
#define WAIT 60
#define PASSWORD "exchange-demo"
#define MEMBERS "data/demo/members.sql" /* below sql/ */

#define ECHO_USER "echo@echo.example"
#define ECHO_PROGRAM "conf/demo/echo"

static collab_ctl_exit_t demo(collab_ctl_t *ctl);
static collab_ctl_exit_t echo(collab_ctl_t *ctl);

// clang-format off
static const collab_ctl_param_t echo_params[] = {
  { "community", CTL_REQUIRED, CTL_NAME, NAME_LENGTH, "name of the community it joins, which is made if it does not exist" },
  { "url",       CTL_REQUIRED, CTL_SOME, 0,           "the exchange's base URL, such as http://127.0.0.1:8080" },
  { NULL, 0, 0, 0, NULL }
};

const collab_ctl_command_t collab_ctl_demo[] = {
  { "echo", "adds the echo partner, which approves, asks and answers by itself; plays it until interrupted", echo_params, STATEMENT(ctl_demo_echo), NULL, echo },
  { "", "adds the demo's companies, users (password " PASSWORD ") and forms to an empty database", NULL, NULL, NULL, demo },
  { NULL }
};
// clang-format on

static collab_ctl_exit_t demo(collab_ctl_t *ctl) {
  collab_rows_t rows;
  collab_ctl_exit_t outcome = collab_ctl_lock(ctl, WAIT);
  if (outcome != CTL_DONE || (outcome = collab_ctl_ask(ctl, STATEMENT(ctl_demo_state), WAIT, &rows)) != CTL_DONE) {
    return outcome;
  }
  if (!strcmp(collab_rows_text(rows, 0, "state"), "there")) {
    collab_ctl_tell(ctl, "the demo is there already");
    return CTL_DONE;
  }
  const char *folder = collab_ctl_sql_folder(ctl);
  const char *sql = folder ? collab_ctl_file(ctl, apr_pstrcat(ctl->pool, folder, "/" MEMBERS, NULL), FILE_MAX) : NULL;
  if (!sql) {
    return CTL_REFUSED;
  }
  outcome = collab_ctl_password_hash(ctl, PASSWORD);
  if (outcome == CTL_DONE) {
    outcome = collab_ctl_ask(ctl, STATEMENT(ctl_demo_announce), WAIT, &rows);
  }
  if (outcome == CTL_DONE && (outcome = collab_ctl_ask(ctl, STATEMENT(transaction_begin), WAIT, &rows)) == CTL_DONE &&
      (outcome = collab_ctl_script(ctl, MEMBERS, sql)) == CTL_DONE && (outcome = collab_ctl_audit(ctl)) == CTL_DONE) {
    outcome = collab_ctl_ask(ctl, STATEMENT(transaction_commit), WAIT, &rows);
  }
  if (outcome == CTL_DONE) {
    collab_ctl_tell(ctl, "the demo is there; every user's password is " PASSWORD);
  }
  return outcome;
}

/* Executes the program, with the password as the first line of its standard input. Returns only on failure, which it reports. */
static collab_ctl_exit_t play(const collab_ctl_t *ctl, const char *program, const char *password) {
  const char *const argv[] = {program, collab_ctl_value(ctl, "url"), ECHO_USER, NULL};
  const char *line = apr_pstrcat(ctl->pool, password, "\n", NULL);
  ssize_t len = (ssize_t)strlen(line);
  int ends[2];

  fflush(stdout);
  if (!pipe(ends) && write(ends[1], line, (size_t)len) == len && dup2(ends[0], STDIN_FILENO) == STDIN_FILENO && !close(ends[0]) &&
      !close(ends[1])) {
    execv(program, (char *const *)argv);
  }
  collab_ctl_say(ctl, "%s: %s", program, strerror(errno));
  return CTL_REFUSED;
}

static collab_ctl_exit_t echo(collab_ctl_t *ctl) {
  const char *url = collab_ctl_value(ctl, "url"), *program = collab_ctl_shipped(ctl->pool, ECHO_PROGRAM);
  const char *password = collab_random_secret(ctl->pool);

  if (strncmp(url, "http://", 7) && strncmp(url, "https://", 8)) {
    collab_ctl_say(ctl, "url: must be the base URL of the exchange, such as http://127.0.0.1:8080");
    return CTL_REFUSED;
  }
  if (!program || !password) {
    collab_ctl_say(ctl, program ? "the random number generator fails" : ECHO_PROGRAM " is not installed");
    return CTL_REFUSED;
  }
  apr_table_setn(ctl->args, "username", ECHO_USER);
  collab_ctl_exit_t outcome = collab_ctl_password_hash(ctl, password);
  if (outcome == CTL_DONE) {
    outcome = collab_ctl_statement(ctl);
  }
  return outcome == CTL_DONE ? play(ctl, program, password) : outcome;
}

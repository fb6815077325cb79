/* faultlab.c: collabctl faultlab: executes the fault lab (faultlab/faultlab), which runs an exchange of its own, kills its parts
 * under load, and compares acknowledged writes with arrived events.
 *
 * Finds the lab and passes it the paths of the build. Ignores COLLAB_DSN, so that a lab never uses the database of the other
 * commands: only --dsn names a database, and the lab refuses one that is not empty. */
#include "ctl/ctl.h"

#include <apr_env.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

static collab_ctl_exit_t faultlab(collab_ctl_t *ctl);

// clang-format off
static const collab_ctl_param_t params[] = {
  { "duration",     CTL_OPTIONAL, CTL_ID,   0, "seconds of load and faults (600)" },
  { "faults",       CTL_OPTIONAL, CTL_SOME, 0, "number of faults in that time (60)" },
  { "kinds",        CTL_OPTIONAL, CTL_SOME, 0, "only faults of these kinds, separated by commas" },
  { "rate",         CTL_OPTIONAL, CTL_ID,   0, "writes a second (40)" },
  { "nodes",        CTL_OPTIONAL, CTL_ID,   0, "httpd nodes, each with a dispatcher (2)" },
  { "slots",        CTL_OPTIONAL, CTL_ID,   0, "slots of each dispatcher (32)" },
  { "seed",         CTL_OPTIONAL, CTL_ID,   0, "repeats the faults of an earlier run, at the same times" },
  { "report",       CTL_OPTIONAL, CTL_SOME, 0, "writes the report to this file, as JSON" },
  { "soak",         CTL_OPTIONAL, CTL_ID,   0, "minutes at half the peak rate, without faults, to find what grows" },
  { "drop-one",     CTL_OPTIONAL, CTL_FLAG, 0, "makes a receiver lose one delivery: the lab must fail" },
  { "user",         CTL_OPTIONAL, CTL_SOME, 0, "the user to run as when root starts it (default: the program's owner)" },
  { "api-dsn",      CTL_OPTIONAL, CTL_SOME, 0, "with --dsn: the connection string of collab_api" },
  { "dispatch-dsn", CTL_OPTIONAL, CTL_SOME, 0, "with --dsn: the connection string of collab_dispatch" },
  { "keep",         CTL_OPTIONAL, CTL_FLAG, 0, "keeps the folder with the logs" },
  { NULL, 0, 0, 0, NULL }
};
const collab_ctl_command_t collab_ctl_faultlab[] = {
  { "", "kills parts of an exchange of its own under load, and tells whether an event was lost", params, NULL, NULL, faultlab },
  { NULL }
};
// clang-format on

/* Returns the lab's command line: the program, then each given option and its value. */
static const char **words(collab_ctl_t *ctl, const char *program) {
  apr_array_header_t *list = apr_array_make(ctl->pool, 32, sizeof(const char *));

  APR_ARRAY_PUSH(list, const char *) = program;
  for (const collab_ctl_param_t *table = params; table; table = table == params ? collab_ctl_globals : NULL) {
    for (const collab_ctl_param_t *param = table; param->name; param++) {
      const char *value = collab_ctl_given(ctl, param);
      if (!value || (table == collab_ctl_globals && strcmp(param->name, "dsn") && strcmp(param->name, "json"))) {
        continue;
      }
      APR_ARRAY_PUSH(list, const char *) = apr_pstrcat(ctl->pool, "--", param->name, NULL);
      if (param->kind != CTL_FLAG) {
        APR_ARRAY_PUSH(list, const char *) = value;
      }
    }
  }
  APR_ARRAY_PUSH(list, const char *) = NULL;
  return (const char **)list->elts;
}

static collab_ctl_exit_t faultlab(collab_ctl_t *ctl) {
  const char *program = collab_ctl_program(ctl->pool), *lab = collab_ctl_shipped(ctl->pool, "faultlab/faultlab");
  const char *const environment[][2] = {{"COLLAB_CTL", program},
                                        {"COLLAB_HTTPD", COLLAB_HTTPD},
                                        {"COLLAB_LIBEXECDIR", COLLAB_LIBEXECDIR},
                                        {"COLLAB_PG_BINDIR", COLLAB_PG_BINDIR}};

  for (int i = 0; i < 4; i++) {
    apr_env_set(environment[i][0], environment[i][1], ctl->pool);
  }
  if (lab) {
    execv(lab, (char *const *)words(ctl, lab));
  }
  collab_ctl_say(ctl, "%s: %s", lab ? lab : "faultlab",
                 lab ? strerror(errno) : "is not installed (Debian package libapache2-mod-collab-faultlab)");
  return CTL_UNREACHABLE;
}

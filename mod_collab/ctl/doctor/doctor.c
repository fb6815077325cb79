/* doctor.c: collabctl doctor: checks this node as httpd's user sees it, and prints a remedy for each fault.
 *
 * Root runs it. Processes with the rights of httpd's user check the database and the service. At the same time, a process with
 * the rights of the dispatcher's user checks the way to receivers. If the dispatcher's user is not httpd's user, another process
 * checks whether the dispatcher's user can log in to the database. Each process ends within BEFORE seconds, so a monitoring
 * system has its answer within half a minute. Doctor changes nothing, except that it adds the canary if the database has none. */
#include "ctl/doctor/doctor.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ctl/doctor/walk.h"

#define BEFORE 25           /* seconds that a check may take */
#define LINE_MOST (1 << 16) /* bytes of a finding, on its way between processes */
#define BETWEEN "\x1f"      /* separates the parts of a finding */

/* A check that runs as httpd's or the dispatcher's user. */
typedef struct check_t {
  const char *name;
  void (*run)(collab_doctor_t *doctor);
  bool by_dispatcher; /* the check runs as the dispatcher's user, not httpd's */
  pid_t pid;
  FILE *findings; /* a memfd: the check's process writes the findings, doctor's process reads them */
} check_t;

static collab_ctl_exit_t run(collab_ctl_t *ctl);

// clang-format off
static const collab_ctl_param_t params[] = {
  { "httpd", CTL_OPTIONAL, CTL_SOME, 0, "apachectl of the httpd to check (default: of the one that the module was built for)" },
  { "ca",    CTL_OPTIONAL, CTL_SOME, 0, "file of the authorities that clients trust (default: the system's)" },
  { NULL, 0, 0, 0, NULL }
};
const collab_ctl_command_t collab_ctl_doctor[] = {
  { "", "checks this node as httpd's user sees it, and prints a remedy for each fault", params, NULL, NULL, run, READS },
  { NULL }
};
// clang-format on

/* ---- processes ---- */

/* Runs in the new process. Does not return. */
static void run_check(collab_doctor_t *doctor, const check_t *check) {
  doctor->findings = apr_array_make(doctor->pool, 8, sizeof(collab_finding_t));
  doctor->account = check->by_dispatcher ? doctor->dispatcher_account : doctor->account;
  alarm(BEFORE); /* SIGALRM ends the process, even while it waits */
  if (!collab_access_become(&doctor->account)) {
    collab_doctor_wrong(doctor, check->name, "Run doctor as root.", "cannot check as %s: %s",
                        doctor->account.name ? doctor->account.name : "httpd's user", strerror(errno));
  } else {
    setenv("PGCONNECT_TIMEOUT", "5", 0); /* unless the connection string says otherwise */
    check->run(doctor);
  }
  for (int i = 0; i < doctor->findings->nelts; i++) {
    const collab_finding_t *finding = &APR_ARRAY_IDX(doctor->findings, i, collab_finding_t);
    fprintf(check->findings, "%d" BETWEEN "%s" BETWEEN "%s" BETWEEN "%s\n", finding->health, finding->check, finding->text,
            finding->remedy);
  }
  _exit(fflush(check->findings) == 0 ? 0 : 1);
}

static bool begin(collab_doctor_t *doctor, check_t *check) {
  int memory = memfd_create(check->name, MFD_CLOEXEC);

  check->findings = memory < 0 ? NULL : fdopen(memory, "w+");
  check->pid = check->findings ? fork() : -1;
  if (!check->pid) {
    run_check(doctor, check);
  }
  return check->pid > 0;
}

static void take_findings(collab_doctor_t *doctor, FILE *from) {
  char line[LINE_MOST], *last;

  rewind(from);
  while (fgets(line, sizeof line, from)) {
    const char *health = apr_strtok(apr_pstrdup(doctor->pool, line), BETWEEN "\n", &last),
               *check = apr_strtok(NULL, BETWEEN "\n", &last), *text = apr_strtok(NULL, BETWEEN "\n", &last),
               *remedy = apr_strtok(NULL, BETWEEN "\n", &last);
    APR_ARRAY_PUSH(doctor->findings, collab_finding_t) =
        (collab_finding_t){(collab_alarm_health_t)apr_atoi64(health), check, text ? text : "", remedy ? remedy : ""};
  }
  fclose(from);
}

static void end(collab_doctor_t *doctor, const check_t *check) {
  int status = 0;

  while (waitpid(check->pid, &status, 0) < 0 && errno == EINTR) {
  }
  take_findings(doctor, check->findings);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) {
    collab_doctor_wrong(doctor, check->name, "Check whether the database or the name servers hang.",
                        "the check was not over after %d s", BEFORE);
  } else if (!WIFEXITED(status) || WEXITSTATUS(status)) {
    collab_doctor_wrong(doctor, check->name, "Run doctor again; if it stays, report this.", "the check ended early (%s %d)",
                        WIFSIGNALED(status) ? "signal" : "exit status",
                        WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
  }
}

/* Runs all checks at the same time. The last one is only for a dispatcher with a user of its own. */
static void check_as_user(collab_doctor_t *doctor) {
  check_t checks[] = {{"database", collab_doctor_database},
                      {"service", collab_doctor_service},
                      {"outbound", collab_doctor_outbound, true},
                      {"database", collab_doctor_dispatcher, true}};
  int count = sizeof checks / sizeof *checks - !doctor->own_user, begun = 0;

  fflush(stdout);
  while (begun < count && begin(doctor, &checks[begun])) {
    begun++;
  }
  int reason = errno;
  for (int i = 0; i < begun; i++) {
    end(doctor, &checks[i]);
  }
  if (begun < count) {
    if (checks[begun].findings) {
      fclose(checks[begun].findings);
    }
    collab_doctor_wrong(doctor, checks[begun].name, "Raise the limits of processes and open files.",
                        "the check cannot be started: %s", strerror(reason));
  }
}

/* ---- the command ---- */

static collab_ctl_exit_t run(collab_ctl_t *ctl) {
  collab_doctor_t doctor = {.ctl = ctl, .pool = ctl->pool, .findings = apr_array_make(ctl->pool, 32, sizeof(collab_finding_t))};

  if (collab_doctor_settings(&doctor)) {
    collab_doctor_modules(&doctor);
    collab_doctor_issuers(&doctor);
    collab_doctor_files(&doctor);
    check_as_user(&doctor);
    collab_doctor_space(&doctor);
  }
  return collab_doctor_report(&doctor);
}

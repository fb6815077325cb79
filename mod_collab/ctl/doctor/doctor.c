/* doctor.c: collabctl doctor: checks this node as httpd's user sees it, and tells what to do about what is wrong.
 *
 * Root runs it. Three processes with the rights of httpd's user check the database, the service and the way to receivers at the
 * same time. None may take longer than BEFORE, so a monitoring system has its answer within half a minute. Doctor changes
 * nothing, except that it adds the canary to a database that has none. */
#include "ctl/doctor/doctor.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define BEFORE apr_time_from_sec(25)
#define SAID_MAX (1 << 16)
#define BETWEEN '\x1f' /* separates the parts of a finding that one process sends to another */

/* A check that runs as httpd's user. */
typedef struct ward_t {
  const char *check;
  void (*look)(collab_doctor_t *doctor);
  pid_t pid;
  int from;
} ward_t;

static collab_ctl_exit_t run(collab_ctl_t *ctl);

// clang-format off
static const collab_ctl_param_t params[] = {
  { "httpd", CTL_OPTIONAL, CTL_SOME, 0, "apachectl of the httpd to look at (else the one that the module was built for)" },
  { "ca",    CTL_OPTIONAL, CTL_SOME, 0, "file of the authorities that clients trust, where they are not the system's" },
  { NULL, 0, 0, 0, NULL }
};
const collab_ctl_command_t collab_ctl_doctor[] = {
  { "", "looks at this node as httpd's user sees it, and says what to do about what is wrong", params, NULL, NULL, run },
  { NULL, NULL, NULL, NULL, NULL, NULL }
};
// clang-format on

/* ---- processes ---- */

/* Runs in the new process. Does not return. */
static void attend(collab_doctor_t *doctor, const ward_t *ward, int to) {
  FILE *out = fdopen(to, "w");

  doctor->findings = apr_array_make(doctor->pool, 8, sizeof(collab_finding_t));
  if (!collab_access_become(&doctor->account)) {
    collab_doctor_wrong(doctor, ward->check, "Run doctor as root.", "cannot look as %s: %s",
                        doctor->account.name ? doctor->account.name : "httpd's user", strerror(errno));
  } else {
    setenv("PGCONNECT_TIMEOUT", "5", 0); /* unless the connection string says otherwise */
    ward->look(doctor);
  }
  for (int i = 0; out && i < doctor->findings->nelts; i++) {
    const collab_finding_t *finding = &APR_ARRAY_IDX(doctor->findings, i, collab_finding_t);
    fprintf(out, "%d%c%s%c%s%c%s\n", finding->health, BETWEEN, finding->check, BETWEEN, finding->text, BETWEEN, finding->remedy);
  }
  _exit(out && fclose(out) == 0 ? 0 : 1);
}

static bool begin(collab_doctor_t *doctor, ward_t *ward) {
  int pipes[2];

  if (pipe(pipes)) {
    return false;
  }
  ward->pid = fork();
  if (!ward->pid) {
    close(pipes[0]);
    attend(doctor, ward, pipes[1]);
  }
  close(pipes[1]);
  ward->from = pipes[0];
  return ward->pid > 0;
}

/* Reads all that the process writes until it ends, or until `until`. Even after `until`, reads what is there already. */
static const char *listen_to(apr_pool_t *pool, const ward_t *ward, apr_time_t until) {
  char *text = apr_palloc(pool, SAID_MAX + 1);
  struct pollfd waits = {ward->from, POLLIN, 0};
  apr_size_t len = 0;
  ssize_t got = 1;

  while (got > 0) {
    apr_interval_time_t left = until - apr_time_now();
    if (poll(&waits, 1, left > 0 ? (int)apr_time_as_msec(left) + 1 : 0) <= 0) {
      break;
    }
    got = read(ward->from, text + len, SAID_MAX - len);
    len += got > 0 ? (apr_size_t)got : 0;
  }
  text[len] = '\0';
  return text;
}

static void take_findings(collab_doctor_t *doctor, const char *said) {
  static const char separators[] = {BETWEEN, '\0'};
  char *last, *line = apr_strtok(apr_pstrdup(doctor->pool, said), "\n", &last);

  for (; line; line = apr_strtok(NULL, "\n", &last)) {
    char *inner, *health = apr_strtok(line, separators, &inner), *check = apr_strtok(NULL, separators, &inner);
    const char *text = apr_strtok(NULL, separators, &inner), *remedy = apr_strtok(NULL, separators, &inner);
    APR_ARRAY_PUSH(doctor->findings, collab_finding_t) =
        (collab_finding_t){(collab_health_t)apr_atoi64(health), check, text ? text : "", remedy ? remedy : ""};
  }
}

static void end(collab_doctor_t *doctor, ward_t *ward, apr_time_t until) {
  const char *said = listen_to(doctor->pool, ward, until);
  bool stuck = !*said && apr_time_now() >= until;
  int status = 0;

  take_findings(doctor, said);
  close(ward->from);
  if (stuck) {
    kill(ward->pid, SIGKILL);
  }
  while (waitpid(ward->pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (stuck) {
    collab_doctor_wrong(doctor, ward->check, "Look whether the database or the name servers hang.",
                        "the check was not over after %d s", (int)apr_time_sec(BEFORE));
  } else if (!WIFEXITED(status) || WEXITSTATUS(status)) {
    collab_doctor_wrong(doctor, ward->check, "Run doctor again, and report this.", "the check ended early (%s %d)",
                        WIFSIGNALED(status) ? "signal" : "exit status",
                        WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
  }
}

static void look_as_user(collab_doctor_t *doctor) {
  ward_t wards[] = {{"database", collab_doctor_database, 0, -1},
                    {"service", collab_doctor_service, 0, -1},
                    {"outbound", collab_doctor_outbound, 0, -1}};
  int count = sizeof wards / sizeof *wards, begun = 0;
  apr_time_t until = apr_time_now() + BEFORE;

  fflush(stdout);
  while (begun < count && begin(doctor, &wards[begun])) {
    begun++;
  }
  for (int i = 0; i < begun; i++) {
    end(doctor, &wards[i], until);
  }
  if (begun < count) {
    collab_doctor_wrong(doctor, wards[begun].check, "Look at the limits of processes and open files.", "cannot be looked at: %s",
                        strerror(errno));
  }
}

/* ---- the command ---- */

static collab_ctl_exit_t run(collab_ctl_t *ctl) {
  collab_doctor_t doctor = {.ctl = ctl, .pool = ctl->pool, .findings = apr_array_make(ctl->pool, 32, sizeof(collab_finding_t))};

  if (collab_doctor_settings(&doctor)) {
    collab_doctor_files(&doctor);
    look_as_user(&doctor);
    collab_doctor_space(&doctor);
  }
  return collab_doctor_report(&doctor);
}

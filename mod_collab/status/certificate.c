/* certificate.c: makes a TLS handshake with each base URL, as a client would, and reads when its certificate expires
 * (status/watch.h).
 *
 * Name look-ups and connections may take long, so a child process makes them; the watcher reads the result a second later.
 * Accepts any signer, because collabctl doctor checks trust. */
#include "status/watch.h"

#include <apr_hash.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "config/config.h"
#include "node/meter.h"
#include "node/timer.h"
#include "outbound/probe.h"

#define WITHIN 30     /* seconds, for all URLs together */
#define TRY_SOONER 60 /* after a failure, the next check is 1/60 of an hour later */
#define ANSWER_MOST 500

/* In the child: writes the earliest expiry, in microseconds, and its URL; nothing if no URL answers. */
static __attribute__((noreturn)) void look(const collab_certificate_t *certificate, int answer) {
  apr_hash_t *asked = apr_hash_make(certificate->pool);
  apr_time_t earliest = 0;
  const char *whose = NULL;

  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGTERM, SIG_DFL);
  alarm(WITHIN);
  for (int at = 0; at < collab_config_serving()->nelts; at++) {
    server_rec *s = APR_ARRAY_IDX(collab_config_serving(), at, server_rec *);
    const char *url = collab_config_of(s)->base_url;
    if (!strncmp(url, "https:", 6) && !apr_hash_get(asked, url, APR_HASH_KEY_STRING)) {
      apr_hash_set(asked, url, APR_HASH_KEY_STRING, url);
      apr_time_t until = collab_probe_expiry(certificate->pool, url);
      if (until && (!earliest || until < earliest)) {
        earliest = until;
        whose = url;
      }
    }
  }
  if (whose) {
    const char *line = apr_psprintf(certificate->pool, "%" APR_TIME_T_FMT " %.390s", earliest, whose);
    ssize_t ignored = write(answer, line, strlen(line));
    (void)ignored;
  }
  _exit(0);
}

static void begin(collab_certificate_t *certificate) {
  int ends[2];

  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK)) {
    return;
  }
  apr_pool_clear(certificate->pool);
  certificate->pid = fork();
  if (certificate->pid == 0) {
    look(certificate, ends[1]);
  }
  close(ends[1]);
  certificate->answer = ends[0];
  if (certificate->pid < 0) {
    close(ends[0]);
    certificate->pid = 0;
  }
}

/* Takes the child's result. False: it wrote none. */
static bool take(collab_certificate_t *certificate) {
  char line[ANSWER_MOST + 1];
  ssize_t len = read(certificate->answer, line, ANSWER_MOST);
  char *end;

  close(certificate->answer);
  certificate->pid = 0;
  if (len <= 0) {
    return false;
  }
  line[len] = '\0';
  certificate->until = apr_strtoi64(line, &end, 10);
  apr_cpystrn(certificate->url, *end ? end + 1 : "", sizeof certificate->url);
  collab_meter_set(COLLAB_GAUGE_CERTIFICATE_UNTIL, certificate->until);
  return true;
}

static bool is_wanted(void) {
  for (int at = 0; at < collab_config_serving()->nelts; at++) {
    server_rec *s = APR_ARRAY_IDX(collab_config_serving(), at, server_rec *);
    if (!strncmp(collab_config_of(s)->base_url, "https:", 6)) {
      return true;
    }
  }
  return false;
}

void collab_certificate_turn(collab_certificate_t *certificate, apr_time_t now) {
  apr_interval_time_t hour = collab_timer(COLLAB_TIMER_CERTIFICATE);

  if (certificate->pid) {
    if (waitpid(certificate->pid, NULL, WNOHANG) == certificate->pid) {
      certificate->due_at = now + (take(certificate) ? hour : hour / TRY_SOONER);
    }
  } else if (!is_wanted()) {
    certificate->until = -1;
  } else if (now >= certificate->due_at) {
    begin(certificate);
  }
}

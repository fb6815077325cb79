/* report.c: prints what setup did: one line for each step, and the remedy below a failed one. */
#include "ctl/setup/setup.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void say(const char *state, const char *format, va_list values) {
  printf("%-15s", state);
  vprintf(format, values);
  printf("\n");
  fflush(stdout);
}

void collab_setup_done(const char *format, ...) {
  va_list values;
  va_start(values, format);
  say("done", format, values);
  va_end(values);
}

void collab_setup_there(const char *format, ...) {
  va_list values;
  va_start(values, format);
  say("already there", format, values);
  va_end(values);
}

void collab_setup_advised(const char *format, ...) {
  va_list values;
  va_start(values, format);
  say("recommended", format, values);
  va_end(values);
}

collab_ctl_exit_t collab_setup_failed(const char *what, const char *reason, const char *remedy) {
  fflush(stdout);
  fprintf(stderr, "failed         %s%s%s\n", what, *reason ? ": " : "", reason);
  while (*remedy) {
    size_t len = strcspn(remedy, "\n");
    fprintf(stderr, "               %.*s\n", (int)len, remedy);
    remedy += len + (remedy[len] == '\n');
  }
  return CTL_REFUSED;
}

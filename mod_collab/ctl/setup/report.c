/* report.c: prints setup's output: one line for each step, and the remedy below a failed one. */
#include "ctl/setup/setup.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

collab_ctl_exit_t collab_setup_say(const char *state, const char *format, ...) {
  va_list values;

  va_start(values, format);
  printf("%-15s", state);
  vprintf(format, values);
  va_end(values);
  printf("\n");
  fflush(stdout);
  return CTL_DONE;
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

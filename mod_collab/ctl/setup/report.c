/* report.c: prints setup's output: one line for each step, and the remedy below a failed one; with --json, one object at the end.
 *
 * A process runs setup once, so the report is the process's. */
#include "ctl/setup/setup.h"

#include <apr_strings.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/json_writer.h"
#include "base/text.h"
#include "node/instance.h"

typedef struct step_t {
  const char *state, *text;
  const char *remedy; /* NULL: none */
} step_t;

static apr_array_header_t *steps; /* step_t, with --json; NULL: each line is printed at once */

void collab_setup_report(const collab_ctl_t *ctl) {
  steps = collab_ctl_value(ctl, "json") ? apr_array_make(ctl->pool, 40, sizeof(step_t)) : NULL;
}

collab_ctl_exit_t collab_setup_say(const char *state, const char *format, ...) {
  apr_pool_t *pool;
  va_list values;

  apr_pool_create(&pool, NULL);
  va_start(values, format);
  const char *text = apr_pvsprintf(steps ? steps->pool : pool, collab_instance_text(pool, format), values);
  va_end(values);
  if (steps) {
    APR_ARRAY_PUSH(steps, step_t) = (step_t){state, text, NULL};
  } else {
    printf("%-15s%s\n", state, text);
    fflush(stdout);
  }
  apr_pool_destroy(pool);
  return CTL_DONE;
}

collab_ctl_exit_t collab_setup_failed(const char *what, const char *reason, const char *remedy) {
  apr_pool_t *pool;

  apr_pool_create(&pool, NULL);
  remedy = collab_instance_text(pool, remedy);
  if (steps) {
    APR_ARRAY_PUSH(steps, step_t) =
        (step_t){"failed", apr_pstrcat(steps->pool, what, *reason ? ": " : "", reason, NULL), apr_pstrdup(steps->pool, remedy)};
  }
  fflush(stdout);
  fprintf(stderr, "failed         %s%s%s\n", what, *reason ? ": " : "", reason);
  while (*remedy) {
    size_t len = strcspn(remedy, "\n");
    fprintf(stderr, "               %.*s\n", (int)len, remedy);
    remedy += len + (remedy[len] == '\n');
  }
  apr_pool_destroy(pool);
  return CTL_REFUSED;
}

static void print_json(const char *restart) {
  collab_json_writer_t *w = collab_json_writer_make(steps->pool, 4000);

  collab_write_open(w, NULL, "{");
  collab_write_open(w, "steps", "[");
  for (int i = 0; i < steps->nelts; i++) {
    const step_t *step = &APR_ARRAY_IDX(steps, i, step_t);
    collab_write_strings(w, NULL, "state", step->state, "text", collab_text_clean(w->pool, step->text, strlen(step->text)),
                         "remedy", step->remedy ? collab_text_clean(w->pool, step->remedy, strlen(step->remedy)) : NULL, NULL);
  }
  collab_write_close(w, "]");
  collab_write_text_if_any(w, "restart", restart);
  collab_write_close(w, "}");
  printf("%s\n", w->text);
}

void collab_setup_reported(const collab_ctl_t *ctl, const char *restart) {
  if (steps) {
    print_json(restart);
  } else if (restart) {
    printf("\nRestart httpd: %s\nThen add members (%s --help).\n", restart,
           collab_instance_text(ctl->pool, "collabctl member add"));
  }
}

/* Is this a line of httpd's output that names no fault? "    (6) /etc/..." is one of its list of files. */
static bool is_noise(const char *line) {
  static const char *const noise[] = {"AH00558:", "Action '", "The Apache error log", "Syntax OK", "Included configuration"};
  bool found = *line == ' ' && line[strspn(line, " ")] == '(';

  for (size_t i = 0; i < sizeof noise / sizeof *noise && !found; i++) {
    found = !strncmp(line, noise[i], strlen(noise[i]));
  }
  return found;
}

const char *collab_setup_what_matters(apr_pool_t *pool, const char *said) {
  const char *kept = "";
  char *last;

  for (char *line = apr_strtok(apr_pstrdup(pool, said), "\n", &last); line; line = apr_strtok(NULL, "\n", &last)) {
    kept = is_noise(line) ? kept : apr_pstrcat(pool, kept, *kept ? "\n" : "", line, NULL);
  }
  return *kept ? kept : said;
}

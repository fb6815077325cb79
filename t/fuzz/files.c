/* files.c: fuzz targets for files that collabctl reads or changes: forms, pg_hba.conf, collab.conf and settings (targets.h). */
#include "targets.h"

#include "ctl/setup/setup.h"

/* An accepted form becomes JSON in which each field has its displayOrder. */
void fuzz_form(apr_pool_t *pool, const char *data, size_t len) {
  const char *error, *text;
  const collab_json_t *form = collab_json_parse(pool, data, len, &error);
  collab_faults_t faults = {.pool = pool};

  if (form == NULL) {
    return;
  }
  text = collab_ctl_form_check(&faults, form);
  fuzz_faults(&faults);
  MUST((text == NULL) == (faults.list != NULL));
  if (text == NULL) {
    return;
  }
  const collab_json_t *taken = collab_json_parse(pool, text, strlen(text), &error);
  const collab_json_t *fields = collab_json_get(taken, "fields");
  MUST(collab_json_string(collab_json_get(taken, "name")) && collab_json_string(collab_json_get(taken, "company")));
  MUST(collab_json_count(fields) == collab_json_count(collab_json_get(form, "fields")));
  for (apr_size_t i = 0; i < collab_json_count(fields); i++) {
    MUST(collab_json_kind(collab_json_get(collab_json_at(fields, i), "displayOrder")) == COLLAB_JSON_INTEGER);
  }
}

/* However often setup runs, pg_hba.conf has the last run's lines once, at its beginning. The operator's lines stay. */
void fuzz_hba(apr_pool_t *pool, const char *data, size_t len) {
  const char *text = apr_pstrmemdup(pool, data, len), *lines = "local  collab  collab_api  peer\n";
  const char *once = collab_setup_marked(pool, text, lines), *other = collab_setup_marked(pool, once, "host\n");

  MUST(strcmp(collab_setup_marked(pool, once, lines), once) == 0 && strcmp(collab_setup_marked(pool, other, lines), once) == 0);
  MUST(strstr(text, "# begin: collabctl setup\n") || strcmp(once + strlen(once) - strlen(text), text) == 0);
}

/* The <Location> in collab.conf gets the path /collab. A second run has nothing to change. */
void fuzz_location(apr_pool_t *pool, const char *data, size_t len) {
  const char *text = apr_pstrmemdup(pool, data, len), *fresh = collab_setup_location_text(pool, text, "/collab");

  MUST(fresh == NULL || collab_setup_location_text(pool, fresh, "/collab") == NULL);
  MUST(fresh == NULL || strstr(fresh, "/collab\">\n  SetHandler collab\n"));
}

/* The line that was set has the new value, and every other line stays. */
void fuzz_settings(apr_pool_t *pool, const char *data, size_t len) {
  const char *text = apr_pstrmemdup(pool, data, len), *before = collab_setup_value(pool, text, "OTHER=");
  const char *fresh = collab_setup_line(pool, text, "DSN=", "a"), *after = collab_setup_value(pool, fresh, "OTHER=");

  MUST(strcmp(collab_setup_value(pool, fresh, "DSN="), "a") == 0);
  MUST(strcmp(collab_setup_line(pool, fresh, "DSN=", "a"), fresh) == 0);
  MUST(before == after || (before && after && strcmp(before, after) == 0));
}

/* check_report.c: logs what the checks of the configuration find (config/check.h). A thousand virtual hosts can inherit one
 * mistake, so a line that has been logged is not logged again. */
#include "collab_private.h"
#include "config/check.h"

/* The line to log; NULL: it has been logged. */
static const char *new_line(collab_check_t *check, const char *file, unsigned line, const char *format, va_list args) {
  const char *text = apr_psprintf(check->pool, "%s:%u: %s", file ? file : "?", line, apr_pvsprintf(check->pool, format, args));

  check->said = check->said ? check->said : apr_hash_make(check->pool);
  if (apr_hash_get(check->said, text, APR_HASH_KEY_STRING)) {
    return NULL;
  }
  apr_hash_set(check->said, text, APR_HASH_KEY_STRING, text);
  return text;
}

void collab_check_mistake(collab_check_t *check, const char *file, unsigned line, const char *format, ...) {
  va_list args;

  va_start(args, format);
  const char *text = new_line(check, file, line, format, args);
  va_end(args);
  check->fine = false;
  if (text) {
    ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_ERR, 0, check->main, COLLABNO(0301) "%s", text);
  }
}

void collab_check_warning(collab_check_t *check, const char *file, unsigned line, const char *format, ...) {
  va_list args;

  va_start(args, format);
  const char *text = new_line(check, file, line, format, args);
  va_end(args);
  if (text) {
    ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_WARNING, 0, check->main, COLLABNO(0310) "%s", text);
  }
}

/* check_report.c: logs what the checks of the configuration find (config/check.h). */
#include "collab_private.h"
#include "config/check.h"

void collab_check_mistake(collab_check_t *check, const char *file, unsigned line, const char *format, ...) {
  va_list args;

  va_start(args, format);
  const char *text = apr_pvsprintf(check->pool, format, args);
  va_end(args);
  ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_ERR, 0, check->main, COLLABNO(0301) "%s:%u: %s", file ? file : "?", line, text);
  check->fine = false;
}

void collab_check_warning(collab_check_t *check, const char *file, unsigned line, const char *format, ...) {
  va_list args;

  va_start(args, format);
  const char *text = apr_pvsprintf(check->pool, format, args);
  va_end(args);
  ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_WARNING, 0, check->main, COLLABNO(0310) "%s:%u: %s", file ? file : "?", line,
               text);
}

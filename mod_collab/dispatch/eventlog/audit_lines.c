/* audit_lines.c: the lines of the audit log (CollabAuditLog), which the database makes (audit_log_line). */
#include "dispatch/eventlog/log.h"

static apr_array_header_t *lines(apr_pool_t *pool, const collab_config_t *config, collab_rows_t rows) {
  apr_array_header_t *all = apr_array_make(pool, rows.count, sizeof(const char *));

  (void)config;
  for (int row = 0; row < rows.count; row++) {
    APR_ARRAY_PUSH(all, const char *) = collab_rows_text(rows, row, "line");
  }
  return all;
}

const collab_log_kind_t collab_audit_log = {
    "CollabAuditLog",          "the audit log",        "its rows", STATEMENT(audit_log_enter),
    STATEMENT(audit_log_take), COLLAB_ALARM_AUDIT_LOG, -1,         lines};

/* receivers.c: looks up the company and host of each receiver on the status page, because the queue's tables do not have them.
 * Runs in the dispatcher's loop (duties.c). */
#include "dispatch/duties/duties.h"
#include "node/endpoint_report.h"

static const char *const *bind_receivers(collab_duties_t *duties) {
  apr_pool_t *pool = duties->link.statement_pool;
  apr_array_header_t *ids = apr_array_make(pool, COLLAB_ENDPOINT_REPORTS, sizeof(const char *));
  collab_endpoint_report_t endpoint;

  for (int row = 0; row < COLLAB_ENDPOINT_REPORTS; row++) {
    if (collab_endpoint_report_at(row, &endpoint)) {
      APR_ARRAY_PUSH(ids, const char *) = apr_psprintf(pool, "%" APR_INT64_T_FMT, endpoint.id);
    }
  }
  const char *list = apr_pstrcat(pool, "{", apr_array_pstrcat(pool, ids, ','), "}", NULL);
  return ids->nelts > 0 ? BINDS_IN(pool, receiver_names, .subscriptions = list) : NULL;
}

static bool named(collab_duties_t *duties, collab_rows_t rows) {
  (void)duties;
  for (int row = 0; row < rows.count; row++) {
    collab_endpoint_report_name(collab_rows_integer(rows, row, "id"), collab_rows_text(rows, row, "company"),
                                collab_rows_text(rows, row, "host"));
  }
  return false;
}

const collab_duty_t collab_duty_receivers = {STATEMENT(receiver_names), 1, .bind = bind_receivers, .done = named};

/* facts.c: converts a row of watch_look to facts (store/facts.h). */
#include "store/facts.h"

void collab_facts_read(apr_pool_t *pool, collab_facts_t *facts, collab_rows_t rows, apr_time_t asked, apr_time_t answered) {
  const char *waiting = collab_rows_text(rows, 0, "waiting");
  int64_t clock = collab_rows_integer(rows, 0, "clock");

  facts->other_role = apr_pstrdup(pool, collab_rows_text(rows, 0, "dispatcher_role"));
  facts->nodes = (int)collab_rows_integer(rows, 0, "nodes");
  facts->silent = apr_pstrdup(pool, collab_rows_text(rows, 0, "silent"));
  facts->dispatchers = (int)collab_rows_integer(rows, 0, "dispatchers");
  facts->waiting = waiting ? apr_atoi64(waiting) : -1;
  facts->clock_ahead = clock < asked ? asked - clock : clock > answered ? answered - clock : 0; /* allow for the round trip */
  facts->clock_at = clock;
  facts->accepted_at = collab_rows_text(rows, 0, "accepted") ? collab_rows_integer(rows, 0, "accepted") : 0;
  facts->parted_for = collab_rows_text(rows, 0, "parted_for") ? collab_rows_integer(rows, 0, "parted_for") : -1;
  facts->accepts_in = collab_rows_text(rows, 0, "accepts_in") ? collab_rows_integer(rows, 0, "accepts_in") : -1;
  facts->maintenance = apr_pstrdup(pool, collab_rows_text(rows, 0, "maintenance"));
  facts->complete = true;
}

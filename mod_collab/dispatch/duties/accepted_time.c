/* accepted_time.c: advances the accepted time, by which the exchange deletes and closes
 * (sql/migrations/0104_accepted_time.sql). Runs in the dispatcher's loop (duties.c).
 *
 * Each dispatcher adds the time that has passed by its boot-time clock since the step that it knows. The statement changes
 * nothing if another dispatcher has made a step since; the dispatcher then knows the new step, and counts from the moment at
 * which it learnt it. So no time is counted twice. Some may be lost: between two dispatchers' steps, and while none runs.
 *
 * A new session forgets the step: after a failover, the number may be one that the new primary gives out again. */
#include "dispatch/duties/duties.h"

#include "base/time.h"

#define STEP_WITHIN apr_time_from_sec(5)

static const char *const *bind_clock(collab_duties_t *duties) {
  collab_accepted_time_t *accepted = &duties->accepted;
  apr_pool_t *pool = duties->link.statement_pool;

  if (accepted->session != duties->link.sessions) {
    accepted->session = duties->link.sessions;
    accepted->step = -1;
  }
  accepted->sent_at = collab_time_boot();
  apr_interval_time_t passed = accepted->step < 0 ? 0 : accepted->sent_at - accepted->counted_to;
  return BINDS_IN(pool, clock_advance, .step = apr_psprintf(pool, "%" APR_INT64_T_FMT, accepted->step),
                  .passed = apr_psprintf(pool, "%" APR_INT64_T_FMT, passed));
}

static bool advanced(collab_duties_t *duties, collab_rows_t rows) {
  collab_accepted_time_t *accepted = &duties->accepted;
  bool counted = *collab_rows_text(rows, 0, "counted") == 't';

  accepted->step = collab_rows_text(rows, 0, "step") ? collab_rows_integer(rows, 0, "step") : -1;
  accepted->counted_to = counted ? accepted->sent_at : collab_time_boot();
  return false;
}

/* The step may have been made. */
static void not_advanced(collab_duties_t *duties) {
  duties->accepted.step = -1;
}

const collab_duty_t collab_duty_clock = {STATEMENT(clock_advance), 1, .most = STEP_WITHIN, .bind = bind_clock, .done = advanced,
                                         .failed = not_advanced};

/* give_up.c: gives up the deliveries of a dispatcher whose loop is stuck (process.h). Uses a database connection of its own,
 * because the loop's may be in the middle of anything. The dispatcher's session stays open meanwhile and holds the lock of its
 * number, so nobody takes its leases back as lost.
 *
 * When the loop is stuck in libcurl, the watchdog has the slots for itself. Then it records the results that wait for a
 * settlement, and those of the settlement under way: recording one twice changes nothing (settle.c). Otherwise it does not look
 * at the slots. The deliveries at the endpoint, if there is one, then keep their leases, and the recovery counts these as lost.
 */
#include "dispatch/process/process.h"
#include "dispatch/settle/attempt_end.h"
#include "dispatch/settle/settle.h"

#include <string.h>

#define BATCH 256                       /* results in one settlement */
#define END_WITHIN apr_time_from_sec(3) /* for the connection and all statements */

#define STALLED "the receiver stalled the dispatcher"

static bool run(collab_give_up_t *g, collab_pg_t *pg, const collab_statement_t *statement, const char *const *values) {
  collab_pg_state_t state = collab_pg_run(pg, g->pool, statement, values, g->deadline);

  if (state != COLLAB_PG_DONE) {
    g->error = collab_pg_one_line(g->pool, collab_pg_message(pg));
  }
  return state == COLLAB_PG_DONE;
}

/* Whether the slot has a result to record. Makes that of a delivery that is in flight at the endpoint: a success if the headers
 * were complete before the loop got stuck. */
static bool has_result(collab_give_up_t *g, collab_slot_t *slot) {
  bool decided = !slot->endpoint, accepted = !slot->token.fetch && slot->answer.status >= 200 && slot->answer.status < 300;

  if (slot->state == COLLAB_SLOT_SENDING && decided) {
    return true; /* it waits for the rest of its answer (send.c) */
  }
  if (slot->state == COLLAB_SLOT_SENDING && slot->number == g->endpoint && !slot->token.waits) {
    collab_attempt_result(g->config, slot,
                          accepted ? &(collab_verdict_t){.status = slot->answer.status, .success = true}
                                   : &(collab_verdict_t){.retry = true, .error = STALLED});
    slot->state = COLLAB_SLOT_DONE;
    collab_attempt_meter(slot);
    g->attempts++;
    return true;
  }
  return slot->state == COLLAB_SLOT_DONE || slot->state == COLLAB_SLOT_SETTLING;
}

/* Records all results. False: not all are recorded. */
static bool settle_all(collab_give_up_t *g, collab_pg_t *pg) {
  collab_slot_t *batch = NULL;
  int count = 0;

  for (int i = 0; i < g->slots->count; i++) {
    collab_slot_t *slot = &g->slots->all[i];
    if (has_result(g, slot)) {
      slot->next = batch; /* the loop's own lists no longer matter */
      batch = slot;
      count++;
    }
    if (count == BATCH || (count && i == g->slots->count - 1)) {
      if (!run(g, pg, STATEMENT(delivery_settle), collab_settle_binds(g->pool, batch, count))) {
        return false;
      }
      batch = NULL;
      count = 0;
    }
  }
  return true;
}

void collab_give_up(collab_give_up_t *g) {
  g->deadline = collab_time_clock() + END_WITHIN;
  collab_pg_t *pg = collab_pg_connect(g->pool, g->config->dispatcher_dsn, &g->error);
  if (!pg) {
    return;
  }
  bool settled = g->slots && settle_all(g, pg);
  const char *number = apr_itoa(g->pool, g->number);
  const char *except = settled || !g->endpoint ? NULL : apr_psprintf(g->pool, "%" APR_INT64_T_FMT, g->endpoint);
  if (run(g, pg, STATEMENT(dispatcher_release), BINDS(dispatcher_release, .number = number, .except = except))) {
    g->released = collab_rows_integer(collab_pg_rows(pg, 0), 0, "released");
  }
}

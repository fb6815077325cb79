/* give_up.c: gives up the deliveries of a dispatcher whose loop is stuck (give_up.h). Uses a database connection of its own,
 * because the loop's may be in the middle of anything. The dispatcher's session stays open meanwhile and holds the lock of its
 * number, so nobody takes its leases back as lost.
 *
 * When the loop is stuck in libcurl, the watchdog has the slots for itself. Then it records the results that wait for a
 * settlement, and those of the settlement under way: recording one twice changes nothing (settle.c). Otherwise it does not look
 * at the slots. The deliveries at the endpoint, if there is one, then keep their leases, and the recovery counts these as lost.
 */
#include "dispatch/process/give_up.h"
#include "dispatch/settle/attempt_report.h"
#include "dispatch/settle/settle.h"

#include <string.h>

#include "base/time.h"
#include "domain/schedule.h"

#define BATCH 256                       /* results in one settlement */
#define USUAL 400                       /* the usual length of a result in JSON, in bytes */
#define END_WITHIN apr_time_from_sec(3) /* for the connection and all statements */

#define STALLED "the receiver stalled the dispatcher"

static bool run(collab_give_up_t *g, collab_pg_t *pg, const collab_statement_t *statement, const char *const *values) {
  collab_pg_state_t state = collab_pg_run(pg, g->pool, statement, values, g->deadline);

  if (state != COLLAB_PG_DONE) {
    g->error = collab_pg_one_line(g->pool, collab_pg_message(pg));
  }
  return state == COLLAB_PG_DONE;
}

/* Gives the delivery in the slot the result of an attempt without an answer. */
static void fail(const collab_config_t *config, collab_slot_t *slot) {
  collab_result_t *result = &slot->result;

  result->ended = collab_time_clock();
  result->status = 0;
  result->success = false;
  result->error = STALLED;
  result->retry_in =
      collab_schedule_next(slot->v1 ? &config->retry_v1 : &config->retry_v2, slot->attempts + 1, apr_atoi64(slot->id));
  result->put_off = 0;
}

/* Gives the delivery in the slot the result of a success, whose headers were complete before the loop got stuck. */
static void succeed(collab_slot_t *slot) {
  slot->result.ended = slot->answer.decided_at;
  slot->result.status = slot->answer.status;
  slot->result.success = true;
  slot->result.error = NULL;
  slot->result.retry_in = -1;
  slot->result.put_off = 0;
}

/* Whether the slot has a result to record. Makes that of a delivery that is in flight at the endpoint. */
static bool has_result(collab_give_up_t *g, collab_slot_t *slot) {
  bool decided = !slot->endpoint, accepted = !slot->token.fetch && slot->answer.status >= 200 && slot->answer.status < 300;

  if (slot->state == COLLAB_SLOT_SENDING && decided) {
    return true; /* it waits for the rest of its answer (send.c) */
  }
  if (slot->state == COLLAB_SLOT_SENDING && slot->number == g->endpoint && !slot->token.waits) {
    if (accepted) {
      succeed(slot);
    } else {
      fail(g->config, slot);
    }
    slot->state = COLLAB_SLOT_DONE;
    collab_attempt_meters_add(slot);
    g->attempts++;
    return true;
  }
  return slot->state == COLLAB_SLOT_DONE || slot->state == COLLAB_SLOT_SETTLING;
}

static bool settle(collab_give_up_t *g, collab_pg_t *pg, collab_slot_t **slots, int count) {
  collab_json_writer_t *results = collab_json_writer_make(g->pool, (apr_size_t)count * USUAL);
  apr_array_header_t *subscriptions = apr_array_make(g->pool, count, sizeof(const char *));

  collab_write_open(results, NULL, "[");
  for (int i = 0; i < count; i++) {
    collab_settle_write(results, slots[i]);
    APR_ARRAY_PUSH(subscriptions, const char *) = slots[i]->subscription;
  }
  collab_write_close(results, "]");
  const char *numbers = apr_pstrcat(g->pool, "{", apr_array_pstrcat(g->pool, subscriptions, ','), "}", NULL);
  return run(g, pg, STATEMENT(delivery_settle), BINDS(delivery_settle, .results = results->text, .subscriptions = numbers));
}

/* Records all results. False: not all are recorded. */
static bool settle_all(collab_give_up_t *g, collab_pg_t *pg) {
  const collab_slots_t *slots = g->slots;
  collab_slot_t *batch[BATCH];
  int count = 0;

  for (int i = 0; i < slots->count; i++) {
    if (has_result(g, &slots->all[i])) {
      batch[count++] = &slots->all[i];
    }
    if (count == BATCH) {
      if (!settle(g, pg, batch, count)) {
        return false;
      }
      count = 0;
    }
  }
  return count == 0 || settle(g, pg, batch, count);
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

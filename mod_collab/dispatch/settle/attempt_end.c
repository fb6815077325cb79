/* attempt_end.c: ends an attempt by its verdict (verdict.c): sets its result, counts and logs it, and tells the endpoint.
 *
 * A delivery that has met a local fault is postponed: it uses up no attempt, and no breaker opens. The log of attempts shows such
 * tries, the first and then one an hour, as not counted. Six hours after the delivery was made, each try counts as an attempt
 * again (the piece `settlement`). While a local fault lasts, each endpoint that meets it is tried with one delivery, after 1 s,
 * 2 s, 4 s … 30 s (endpoint.c). Endpoints that do not meet it (because of another scheme, say) go on. Runs in the dispatcher's
 * loop. */
#include "dispatch/settle/attempt_end.h"
#include "dispatch/dispatcher.h"
#include "dispatch/settle/local_fault.h"

#include "domain/schedule.h"
#include "node/meter.h"
#include "node/timer.h"

#define PAUSE_MOST 30 /* the longest pause after a local fault, as a multiple of the first */

/* Converts the claim's text to microseconds; -1: unknown. */
static int64_t known(const char *text) {
  return text && *text >= '0' && *text <= '9' ? apr_atoi64(text) : -1;
}

void collab_attempt_meter(const collab_slot_t *slot) {
  const collab_result_t *result = &slot->result;
  int64_t outbox = known(slot->waited.outbox_us), fanout = known(slot->waited.fanout_us), queue = known(slot->waited.queue_us);

  collab_meter_attempt(slot->v1 ? COLLAB_CHANNEL_V1 : COLLAB_CHANNEL_V2,
                       result->success         ? COLLAB_ATTEMPT_DELIVERED
                       : result->retry_in >= 0 ? COLLAB_ATTEMPT_RETRIED
                                               : COLLAB_ATTEMPT_DEAD,
                       result->status);
  collab_meter_time(COLLAB_TIME_QUEUE, queue);
  if (slot->attempts > 0) {
    return; /* the delivery's first attempt has counted the other times */
  }
  collab_meter_time(COLLAB_TIME_OUTBOX, outbox);
  collab_meter_time(COLLAB_TIME_FANOUT, fanout);
  if (result->success && outbox >= 0 && fanout >= 0 && queue >= 0) {
    collab_meter_time(COLLAB_TIME_TOTAL, outbox + fanout + queue + result->ended - result->started);
  }
}

void collab_attempt_result(const collab_config_t *config, collab_slot_t *slot, const collab_verdict_t *verdict) {
  const collab_schedule_t *schedule = slot->v1 ? &config->retry_v1 : &config->retry_v2;
  collab_result_t *result = &slot->result;

  result->ended = verdict->status ? slot->answer.decided_at : collab_time_clock();
  result->status = verdict->status;
  result->success = verdict->success;
  result->error = verdict->error;
  result->retry_in = verdict->retry ? collab_schedule_next(schedule, slot->attempts + 1, apr_atoi64(slot->id)) : -1;
  result->put_off = 0;
}

/* Holds the slot's endpoint because of verdict->local. Returns the pause in seconds. */
static double postpone(collab_dispatcher_t *d, collab_slot_t *slot, const collab_verdict_t *verdict) {
  apr_interval_time_t most = PAUSE_MOST * collab_timer(COLLAB_TIMER_POSTPONE);
  apr_interval_time_t left = collab_local_fault_undecided_left(slot->endpoint);

  collab_meter_count(COLLAB_COUNT_POSTPONED, 1);
  if (verdict->local == COLLAB_LOCAL_UNDECIDED) {
    return collab_endpoint_postpone(slot, left < most ? left : most);
  }
  double wait = collab_endpoint_postpone(slot, most);
  collab_local_alarm_raise(d, slot, verdict, wait);
  return wait;
}

void collab_attempt_end(collab_dispatcher_t *d, collab_slot_t *slot, const collab_verdict_t *verdict) {
  apr_interval_time_t asked = collab_endpoint_replaced(slot) ? 0 : verdict->wait; /* an old callback's Retry-After is ignored */
  double wait = (double)asked / APR_USEC_PER_SEC;
  collab_result_t *result = &slot->result;

  collab_attempt_result(d->config, slot, verdict);
  if (result->retry_in >= 0 && result->retry_in < wait) { /* Retry-After can only lengthen the wait */
    result->retry_in = wait;
  }
  result->put_off = verdict->local != COLLAB_LOCAL_NONE ? postpone(d, slot, verdict) : 0;
  if (asked && (verdict->status == 429 || verdict->status == 503)) {
    collab_endpoint_hold(slot, result->ended + asked);
  }
  if (result->put_off <= 0) {
    collab_attempt_meter(slot);
    collab_failure_log_ended(d, slot);
  }
  collab_endpoint_leave(d, slot, verdict->status > 0);
}

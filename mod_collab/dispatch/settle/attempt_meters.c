/* attempt_meters.c: adds a finished attempt to the metrics: its outcome and its times. Only the loop's thread calls this. */
#include "dispatch/settle/attempt_report.h"

#include "node/meter.h"

/* Converts the claim's text to microseconds; -1: unknown. */
static int64_t known(const char *text) {
  return text && *text >= '0' && *text <= '9' ? apr_atoi64(text) : -1;
}

void collab_attempt_meters_add(const collab_slot_t *slot) {
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

/* phases.c: an attempt that has ended, told to the meters: what came of it and where its time went. The loop's thread alone. */
#include "dispatch/delivery/phases.h"

#include "base/meter.h"

/* Microseconds as the claim has them in text; -1: not known. */
static int64_t known(const char *text) {
  return text && *text >= '0' && *text <= '9' ? apr_atoi64(text) : -1;
}

void collab_phases_meter(const collab_slot_t *slot) {
  const collab_result_t *result = &slot->result;
  int64_t outbox = known(slot->waited.outbox_us), fanout = known(slot->waited.fanout_us), queue = known(slot->waited.queue_us);

  collab_meter_attempt(slot->v1 ? COLLAB_CHANNEL_V1 : COLLAB_CHANNEL_V2,
                       result->success         ? COLLAB_ATTEMPT_DELIVERED
                       : result->retry_in >= 0 ? COLLAB_ATTEMPT_RETRIED
                                               : COLLAB_ATTEMPT_DEAD,
                       result->status);
  collab_meter_time(COLLAB_TIME_QUEUE, queue);
  if (slot->attempts > 0) {
    return; /* the way to its first attempt is on record */
  }
  collab_meter_time(COLLAB_TIME_OUTBOX, outbox);
  collab_meter_time(COLLAB_TIME_FANOUT, fanout);
  if (result->success && outbox >= 0 && fanout >= 0 && queue >= 0) {
    collab_meter_time(COLLAB_TIME_TOTAL, outbox + fanout + queue + result->ended - result->started);
  }
}

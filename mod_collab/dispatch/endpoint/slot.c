/* slot.c: the dispatcher's slots: keeps the free ones and those with results, and counts those of retries and of V1. Runs in the
 * dispatcher's loop. */
#include "dispatch/endpoint/slot.h"

void collab_slots_setup(collab_slots_t *slots, apr_pool_t *pool, int count) {
  slots->count = slots->free = count;
  slots->all = apr_pcalloc(pool, (apr_size_t)count * sizeof *slots->all);
  for (int i = 0; i < count; i++) {
    collab_slot_t *slot = &slots->all[i];
    apr_pool_create(&slot->pool, pool);
    apr_pool_tag(slot->pool, "collab_slot");
    slot->next = slots->spare;
    slots->spare = slot;
  }
}

bool collab_slot_is_leased(const collab_slot_t *slot) {
  return slot->state != COLLAB_SLOT_FREE && slot->state != COLLAB_SLOT_SETTLED;
}

collab_slot_t *collab_slots_take(collab_slots_t *slots, int attempts, bool v1) {
  collab_slot_t *slot = slots->spare;

  slots->spare = slot->next;
  slots->free--;
  slots->retrying += attempts > 0;
  slots->v1_busy += v1;
  slot->state = COLLAB_SLOT_TAKEN;
  slot->next = NULL;
  slot->attempts = attempts;
  slot->v1 = v1;
  return slot;
}

void collab_slots_give_back(collab_slots_t *slots, collab_slot_t *slot) {
  slots->retrying -= slot->attempts > 0;
  slots->v1_busy -= slot->v1;
  slot->state = COLLAB_SLOT_FREE;
  apr_pool_clear(slot->pool);
  slot->next = slots->spare;
  slots->spare = slot;
  slots->free++;
}

void collab_slots_done(collab_slots_t *slots, collab_slot_t *slot) {
  slot->state = COLLAB_SLOT_DONE;
  slot->next = NULL;
  *(slots->done++ ? &slots->done_last->next : &slots->done_first) = slot;
  slots->done_last = slot;
}

collab_slot_t *collab_slots_next_done(collab_slots_t *slots) {
  collab_slot_t *slot = slots->done_first;

  slots->done_first = slot->next;
  slots->done--;
  return slot;
}

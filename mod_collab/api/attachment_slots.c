/* attachment_slots.c: limits how many threads of a child forward files concurrently (CollabAttachmentSlots). Worker threads
 * only. */
#include <errno.h>

#include <ap_mpm.h>

#include "api/api.h"
#include "api/attachments.h"
#include "base/time.h"
#include "collab_private.h"
#include "node/places.h"
#include "outbound/guard.h"

static collab_places_t *slots;
static collab_places_t *without_slot; /* holds uploads that have freed their slots early, and whose bodies are read to the end */

void collab_api_attachment_child_init(apr_pool_t *pchild, server_rec *s) {
  int threads = 0, count = collab_config_of(s)->attachment_slots;

  if (!collab_upload_child_init()) {
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, s, COLLABNO(0462) "libcurl cannot be started: no attachment can be forwarded");
  }
  if (!collab_own_refresh(collab_time_clock())) {
    ap_log_error(APLOG_MARK, APLOG_WARNING, errno, s,
                 COLLABNO(0469) "this machine's interfaces cannot be read: the address guard does not know its own addresses");
  }
  if (ap_mpm_query(AP_MPMQ_MAX_THREADS, &threads) == APR_SUCCESS && count > threads / 2) {
    count = threads > 1 ? threads / 2 : 1; /* leave at least half of the threads for other requests */
  }
  int rest = (count + 1) / 2;
  if (threads > 0 && rest > threads / 4) {
    /* Uploads that freed their slots early still read the rest of their bodies, which may be gigabytes and slow: these uploads
     * may hold at most a quarter of the threads. */
    rest = threads / 4;
  }
  /* The last quarter of the slots is reserved for companies that hold none: slow uploads are cheap to start, and one company
   * could keep all others out with them. No upload waits for a slot: a waiting upload would hold a thread. */
  const collab_place_rules_t of_slots = {.most = {count}, .shares = count, .reserved = count / 4};
  const collab_place_rules_t of_rest = {.most = {rest}, .shares = 1};
  slots = collab_places_make(pchild, &of_slots);
  without_slot = collab_places_make(pchild, &of_rest);
}

/* Takes a place without waiting. */
static int enter(collab_places_t *places, const collab_forward_t *forward) {
  return collab_places_enter(places, (collab_guest_t){(uint64_t)forward->company, COLLAB_USE_ANY}, 0, NULL, NULL);
}

bool collab_api_attachment_take_slot(collab_forward_t *forward) {
  forward->places = slots;
  forward->place = enter(slots, forward);
  return forward->place >= 0;
}

void collab_api_attachment_free_slot(collab_forward_t *forward) {
  int place = forward->places == slots ? enter(without_slot, forward) : -1;

  if (place >= 0) {
    collab_places_leave(slots, forward->place, false);
    forward->places = without_slot;
    forward->place = place;
  }
}

void collab_api_attachment_end(const collab_forward_t *forward) {
  collab_places_leave(forward->places, forward->place, false);
}

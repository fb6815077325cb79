/* room.c: how many transfers an endpoint may have under way. Owns what the dispatcher remembers of endpoints; the claim asks it,
 * the sender tells it.
 *
 * Who is not known begins with a quarter of per-endpoint; each answer, whatever it says, doubles that up to the whole; a transfer
 * that ends without an answer leaves one. So a receiver that hangs costs one slot and not eight, and it takes as many of them as
 * there are slots to hold up the others. What was learnt from an answer is soon forgotten, what was learnt from silence is not.
 */
#include "dispatch/dispatch.h"

#include <apr_hash.h>

#include "base/meter.h"

#define REMEMBER_ANSWER apr_time_from_sec(2)
#define REMEMBER_SILENCE apr_time_from_sec(600)

struct collab_room_t {
  int used, most, failures; /* failures: attempts in a row that came to nothing */
  apr_time_t forget_at;     /* once nothing is under way */
  char id[24];
  collab_room_t *next; /* among the spare */
};

int collab_room_first(const collab_dispatcher_t *d) {
  int quarter = d->config->dispatcher_per_endpoint / 4;
  return quarter > 1 ? quarter : 1;
}

void collab_room_take(collab_dispatcher_t *d, collab_slot_t *slot) {
  collab_room_t *room = apr_hash_get(d->rooms, slot->subscription, APR_HASH_KEY_STRING);

  if (!room) {
    room = d->spare_rooms ? d->spare_rooms : apr_palloc(d->pool, sizeof *room);
    d->spare_rooms = d->spare_rooms ? room->next : NULL;
    apr_cpystrn(room->id, slot->subscription, sizeof room->id);
    room->used = room->failures = 0;
    room->most = collab_room_first(d);
    room->forget_at = 0;
    apr_hash_set(d->rooms, room->id, APR_HASH_KEY_STRING, room);
  }
  room->used++;
  slot->room = room;
}

void collab_room_leave(collab_dispatcher_t *d, collab_slot_t *slot, bool answered) {
  collab_room_t *room = slot->room;
  int whole = d->config->dispatcher_per_endpoint;

  slot->room = NULL;
  room->used--;
  room->most = !answered ? 1 : 2 * room->most < whole ? 2 * room->most : whole;
  room->forget_at = apr_time_now() + (answered ? REMEMBER_ANSWER : REMEMBER_SILENCE);
  room->failures = slot->result.success ? 0 : room->failures + 1;
  collab_meter_endpoint(apr_atoi64(room->id), COLLAB_ENDPOINT_CLOSED, room->used, room->most, room->failures, slot->result.error);
}

const char *collab_room_text(collab_dispatcher_t *d, apr_pool_t *pool) {
  apr_array_header_t *parts = apr_array_make(pool, 16, sizeof(const char *));
  apr_time_t now = apr_time_now();

  for (apr_hash_index_t *i = apr_hash_first(pool, d->rooms); i; i = apr_hash_next(i)) {
    collab_room_t *room = apr_hash_this_val(i);
    if (room->used == 0 && room->forget_at < now) { /* deleting the present entry is allowed */
      apr_hash_set(d->rooms, room->id, APR_HASH_KEY_STRING, NULL);
      room->next = d->spare_rooms;
      d->spare_rooms = room;
    } else {
      APR_ARRAY_PUSH(parts, const char *) =
          apr_psprintf(pool, "{\"subscription\":%s,\"used\":%d,\"most\":%d}", room->id, room->used, room->most);
    }
  }
  return apr_pstrcat(pool, "[", apr_array_pstrcat(pool, parts, ','), "]", NULL);
}

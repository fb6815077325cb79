/* peers.c: notifications to and from the other dispatchers of the database.
 *
 *   collab_work       a dispatcher has more work than it can take (dispatcher_tell.sql)
 *   collab_callback   an owner has changed a callback (webhook_change.sql), or an operator has ended a subscription's pause:
 *                     each dispatcher discards the state cached for the receiver
 *   collab_callback   with a due time: an operator wants a receiver's waiting deliveries sent now (ctl_delivery_retry). Each
 *                     dispatcher discards that state, too, and asks for the receiver's deliveries from this due time on
 *
 * Notifications are only hints. A dispatcher that misses one looks for work twice a second anyway, and holds no endpoint back for
 * more than ten minutes. Notifications use the claims' connection, between claims; dispatcher_enter.sql listens.
 *
 * NOTIFY holds a lock that the whole database shares, until its transaction commits. So a statement that notifies does nothing
 * else (except the change of a callback, which is rare). A dispatcher notifies at most ten times a second, and only while another
 * dispatcher exists. */
#include "dispatch/claim/peers.h"
#include "dispatch/claim/due.h"
#include "dispatch/dispatcher.h"

#include <string.h>

#define TELL_EVERY apr_time_from_msec(100)

/* Takes the notification "<subscription> <microseconds>" of ctl_delivery_retry. Discards the endpoint's state, and notes that a
 * delivery is due at this time. False: the notification has no time. */
static bool hear_retry(collab_dispatcher_t *d, const char *said) {
  const char *due = strchr(said, ' ');
  char subscription[24];

  if (!due || (size_t)(due - said) >= sizeof subscription) {
    return false;
  }
  apr_cpystrn(subscription, said, (apr_size_t)(due - said) + 1);
  collab_endpoint_reset(d, subscription);
  collab_due_at(d, subscription, apr_atoi64(due + 1));
  return true;
}

bool collab_peers_hear(collab_dispatcher_t *d, collab_notice_t *notice) {
  while (d->claims.link.pg && !d->claims.link.busy && collab_pg_notified(d->claims.link.pg, notice)) {
    collab_memory_hint(&d->memory);
    collab_pace_hint(&d->pace);
    if (!strcmp(notice->channel, "collab_callback") && !hear_retry(d, notice->said)) {
      return true;
    }
  }
  return false;
}

void collab_peers_tell(collab_dispatcher_t *d) {
  collab_link_t *link = &d->claims.link;
  apr_time_t now = collab_time_clock();
  /* a full dispatcher may have free slots: those reserved for the other payload version, and for companies or hosts without work
   */
  bool full = d->slots.free <= d->slots.count / 8 || d->endpoints.passed_over;

  if (link->busy || !link->pg || !full || !d->leases.others || d->tell_at > now ||
      !(d->claims.work_left || collab_due_ready(d))) {
    return;
  }
  d->tell_at = now + TELL_EVERY;
  collab_link_send(link, STATEMENT(dispatcher_tell), NULL, NULL, NULL);
}

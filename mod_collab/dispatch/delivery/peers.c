/* peers.c: what dispatchers on one database tell one another: that there is work beyond what one of them can take; and what they
 * hear of an owner's change to a callback (webhook_change.sql): what is remembered of the receiver was another's; and of an
 * operator's word that what waits for a receiver is to be sent now (ctl_delivery_retry), from which due time on. Hints, no more:
 * who hears nothing looks twice a second, and holds nobody back for more than ten minutes. All goes over the claims link, between
 * claims; who enters (dispatcher_enter.sql) listens.
 *
 * NOTIFY takes a lock that is one for the whole database until its commit, so it stands in no statement that does anything else
 * (the change of a callback, which is rare, excepted), and is sent ten times a second at most, and only when another dispatcher
 * is there to hear it. */
#include "dispatch/delivery/peers.h"

#include <string.h>

#define TELL_EVERY apr_time_from_msec(100)

/* "<subscription> <microseconds>": an operator's word; nothing holds it back any more. False: an owner's change. */
static bool hear_retry(collab_peers_t *peers, const char *said) {
  const char *due = strchr(said, ' ');
  char subscription[24];

  if (!due || (size_t)(due - said) >= sizeof subscription) {
    return false;
  }
  apr_cpystrn(subscription, said, (apr_size_t)(due - said) + 1);
  collab_endpoint_reset(peers->endpoints, subscription);
  collab_due_at(peers->endpoints, subscription, apr_atoi64(due + 1));
  return true;
}

void collab_peers_hear(collab_peers_t *peers) {
  collab_notice_t notice;

  while (peers->link->pg && !peers->link->busy && collab_pg_notified(peers->link->pg, &notice)) {
    if (!strcmp(notice.channel, "collab_callback") && !hear_retry(peers, notice.said)) {
      collab_callback_changed(peers->callbacks, notice.said);
    }
    collab_looks_hint(peers->looks);
    collab_pace_hint(peers->pace);
  }
}

void collab_peers_tell(collab_peers_t *peers, bool work_left) {
  collab_link_t *link = peers->link;
  apr_time_t now = apr_time_now();
  bool full = peers->slots->free <= peers->slots->count / 8; /* the last ones are kept for the other channel */

  if (link->busy || !link->pg || !full || !peers->leases->others || peers->tell_at > now ||
      !(work_left || collab_due_ready(peers->endpoints))) {
    return;
  }
  peers->tell_at = now + TELL_EVERY;
  peers->telling = collab_link_send(link, STATEMENT(dispatcher_tell), NULL);
}

void collab_peers_told(collab_peers_t *peers) {
  collab_link_t *link = peers->link;
  collab_pg_state_t state = collab_link_step(link);

  if (state == COLLAB_PG_BUSY) {
    return;
  }
  peers->telling = false;
  collab_link_done(link, state);
}

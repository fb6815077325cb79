/* stalls.c: holds back the endpoints that stalled this node's dispatchers, and raises the alarm that names them. The watchdog of
 * the stalled dispatcher has put them into shared memory (node/stall.h). endpoint.c forgets an endpoint's stalls after a good
 * delivery, or when the owner changes the callback. Runs in the dispatcher's loop. */
#include "dispatch/alarm.h"
#include "dispatch/process/process.h"

#include "base/time.h"
#include "node/stall.h"

#define LOOK_EVERY apr_time_from_sec(1)

static const char *text_of(apr_pool_t *pool, const char *before, const collab_stall_t *stall) {
  return apr_psprintf(pool,
                      "%s%sthe receiver of subscription %" APR_INT64_T_FMT
                      " has stalled the dispatcher (%d in a row) and is not called before %s",
                      before ? before : "", before ? "; " : "", stall->subscription, stall->in_a_row,
                      collab_time_seconds(pool, collab_time_date(stall->until)));
}

void collab_stalls_turn(collab_dispatcher_t *d, apr_time_t now) {
  collab_stall_t stall;
  const char *text = NULL;
  apr_pool_t *pool;

  if (now - d->stalls_at < LOOK_EVERY) {
    return;
  }
  d->stalls_at = now;
  apr_pool_create(&pool, d->pool);
  for (int row = 0; row < COLLAB_STALLS; row++) {
    if (collab_stall_at(row, now, &stall)) {
      collab_endpoint_stalled(d, &stall);
      text = text_of(pool, text, &stall);
    }
  }
  collab_dispatch_alarm(d->s, COLLAB_ALARM_STALL, text,
                        "no receiver has stalled the dispatcher for an hour, or it answers again");
  apr_pool_destroy(pool);
}

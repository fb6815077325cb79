/* database_clock.c: the database's time: the monotonic clock plus the difference that the last claim told. Deliveries carry it
 * (webhook-timestamp), because receivers refuse a delivery whose time is five minutes off, and a node's clock may be wrong.
 *
 * The dispatcher cannot know which of two clocks is wrong. While they differ by more than four minutes, it claims nothing: other
 * nodes, whose clocks agree, send the deliveries. It then asks for the time as often as it would claim. Runs in the dispatcher's
 * loop. */
#include "dispatch/database_clock.h"

#include <stdlib.h>

#include "base/time.h"
#include "node/health.h"

void collab_database_clock_asked(collab_database_clock_t *clock) {
  clock->asked_at = collab_time_clock();
}

/* The answer may have taken long, so it gives only the least and the most that the difference can be. The most is close: it is
 * too large only by the way to the database. Then the difference changes only if it lies outside: so the database's time does not
 * go back and forth with the length of the answers. */
void collab_database_clock_told(collab_database_clock_t *clock, apr_time_t now) {
  apr_interval_time_t least = now - collab_time_clock(), most = now - clock->asked_at;

  clock->ahead = !clock->known || clock->ahead > most ? most : clock->ahead < least ? least : clock->ahead;
  clock->known = true;
  if (!collab_database_clock_differs(clock)) {
    clock->confirmed = clock->ahead;
  }
}

apr_time_t collab_database_clock_now(const collab_database_clock_t *clock) {
  return collab_time_clock() + clock->confirmed;
}

apr_interval_time_t collab_database_clock_off(const collab_database_clock_t *clock) {
  return clock->known ? apr_time_now() - collab_time_clock() - clock->ahead : 0;
}

bool collab_database_clock_differs(const collab_database_clock_t *clock) {
  return llabs(collab_database_clock_off(clock)) > COLLAB_CLOCK_CLAIMS;
}

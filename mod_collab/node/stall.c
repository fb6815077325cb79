/* stall.c: the endpoints at which this node's dispatcher got stuck (node/stall.h), in the memory that the processes share. */
#include "node/stall.h"
#include "node/shared_private.h"
#include "node/timer.h"

#define HOLD_MOST 10 /* the longest hold, as a multiple of the first */
#define REMEMBER apr_time_from_sec(3600)

void collab_stall_note(int64_t subscription) {
  SET(collab_shared->noted, subscription);
}

int64_t collab_stall_noted(void) {
  return GET(collab_shared->noted);
}

/* Whether the stall is too long ago to count. */
static bool is_old(apr_time_t at, apr_time_t now) {
  return now - at > REMEMBER;
}

/* The endpoint's row; else a free row; else that with the oldest stall. */
static collab_shared_stall_t *row_of(int64_t subscription) {
  collab_shared_stall_t *rows = collab_shared->stall, *row = rows;

  for (int i = 0; i < COLLAB_STALLS; i++) {
    if (GET(rows[i].subscription) == subscription) {
      return &rows[i];
    }
    row = GET(rows[i].at) < GET(row->at) ? &rows[i] : row;
  }
  return row;
}

collab_stall_t collab_stall_add(int64_t subscription, apr_time_t now) {
  collab_shared_stall_t *row = row_of(subscription);
  bool again = GET(row->subscription) == subscription && !is_old(GET(row->at), now);
  int in_a_row = again ? GET(row->in_a_row) + 1 : 1, times = 1;

  for (int i = 1; i < in_a_row && times < HOLD_MOST; i++) {
    times *= 2;
  }
  times = times < HOLD_MOST ? times : HOLD_MOST;
  collab_stall_t stall = {subscription, in_a_row, now, now + times * collab_timer(COLLAB_TIMER_STALL_HOLD)};
  SET(row->subscription, 0);
  SET(row->in_a_row, stall.in_a_row);
  SET(row->at, stall.at);
  SET(row->until, stall.until);
  SET(row->subscription, subscription);
  return stall;
}

static void forget(collab_shared_stall_t *row) {
  SET(row->subscription, 0);
  SET(row->at, 0);
}

void collab_stall_forget(int64_t subscription) {
  collab_shared_stall_t *row = row_of(subscription);

  if (GET(row->subscription) == subscription) {
    forget(row);
  }
}

bool collab_stall_at(int row, apr_time_t now, collab_stall_t *stall) {
  collab_shared_stall_t *kept = &collab_shared->stall[row];

  *stall = (collab_stall_t){GET(kept->subscription), GET(kept->in_a_row), GET(kept->at), GET(kept->until)};
  if (stall->subscription && is_old(stall->at, now)) {
    forget(kept);
    stall->subscription = 0;
  }
  return stall->subscription != 0;
}

/* upload_clock.c: three clocks for each storage of an upload:
 *
 * 1. Stall: runs while a connected storage has something to take or to answer. Starts anew with each STEP bytes that reach it,
 *    and with an interim response.
 * 2. Rate, over all files: runs only while the storage has bytes to take, so a slow client, a handshake or an answer costs
 *    nothing. Each time the clock reaches the end of a window, the storage must have taken enough bytes in that window.
 * 3. Waiting, over all files: adds up the time of handshakes and answers, which the rate clock leaves out. Without this clock, a
 *    storage that takes each file at once, but answers just within its patience, would hold a slot for many minutes. So would
 *    one that sends interim responses for ever. */
#include "outbound/upload_clock.h"

#define STEP (16 * 1024)                   /* bytes; a storage that moves fewer within its patience has stalled */
#define FREE_PART 10                       /* the first tenth of the patience is free for each file */
#define ADDED_UP 2                         /* the waiting clock's sum may reach twice the patience */
#define LOOK_AT_LEAST apr_time_from_sec(1) /* a longer time between two checks of the clocks counts as one second */

void collab_upload_clock_begin(collab_upload_clock_t *clock, apr_time_t now) {
  collab_upload_clock_again(clock, now);
  clock->rate.at = clock->wait.at = clock->wait.file = 0;
}

void collab_upload_clock_again(collab_upload_clock_t *clock, apr_time_t now) {
  clock->since = now;
  clock->mark = clock->rate.seen = 0;
}

void collab_upload_clock_alive(collab_upload_clock_t *clock, apr_time_t now) {
  clock->since = now;
}

/* The time from one check of a clock to the next, limited to one second: the thread may have been busy elsewhere in between. */
static apr_interval_time_t passed(apr_time_t from, apr_time_t now) {
  return from == 0 || now <= from ? 0 : now - from < LOOK_AT_LEAST ? now - from : LOOK_AT_LEAST;
}

/* The rate clock. Counts the bytes that the storage took, and the time in which it had bytes to take. False: too few bytes in a
 * whole window. */
static bool is_fast_enough(collab_upload_clock_t *clock, const collab_upload_limits_t *limits, apr_time_t now,
                           const collab_upload_stand_t *stand) {
  if (stand->there > clock->rate.seen) {
    clock->rate.taken += stand->there - clock->rate.seen;
    clock->rate.seen = stand->there;
  }
  clock->rate.busy += passed(clock->rate.at, now);
  clock->rate.at = stand->begun && !stand->waits && !stand->sent ? now : 0;
  if (clock->rate.busy < limits->window) {
    return true;
  }
  bool enough = clock->rate.taken >= limits->rate * apr_time_sec(limits->window);
  clock->rate.busy = clock->rate.taken = 0;
  return enough;
}

/* The waiting clock. Counts the time until the storage is connected, and until it answers. False: too long over all files so
 * far. */
static bool is_prompt_enough(collab_upload_clock_t *clock, const collab_upload_limits_t *limits, apr_time_t now,
                             const collab_upload_stand_t *stand) {
  apr_interval_time_t free = limits->patience / FREE_PART, before = clock->wait.file;

  clock->wait.file += passed(clock->wait.at, now);
  clock->wait.at = !stand->begun || stand->sent ? now : 0;
  if (clock->wait.file > free) {
    clock->wait.sum += clock->wait.file - (before > free ? before : free);
  }
  return clock->wait.sum <= ADDED_UP * limits->patience;
}

collab_upload_late_t collab_upload_clock_check(collab_upload_clock_t *clock, const collab_upload_limits_t *limits, apr_time_t now,
                                               const collab_upload_stand_t *stand) {
  if (!is_fast_enough(clock, limits, now, stand)) {
    return COLLAB_UPLOAD_TOO_SLOW;
  }
  if (!is_prompt_enough(clock, limits, now, stand)) {
    return COLLAB_UPLOAD_TOO_LATE;
  }
  if (stand->waits || stand->there - clock->mark >= STEP) {
    clock->since = now;
    clock->mark = stand->there;
  }
  return now - clock->since > limits->patience ? COLLAB_UPLOAD_STALLED : COLLAB_UPLOAD_ON_TIME;
}

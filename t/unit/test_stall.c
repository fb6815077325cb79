/* test_stall.c: how long an endpoint is held back after stalls of the dispatcher, and when they are forgotten (node/stall.h) */
#include "tap.h"

#include "node/stall.h"

#define MINUTE apr_time_from_sec(60)

static apr_time_t now = apr_time_from_sec(1900000000);

static collab_stall_t found(int64_t subscription) {
  collab_stall_t stall;

  for (int row = 0; row < COLLAB_STALLS; row++) {
    if (collab_stall_at(row, now, &stall) && stall.subscription == subscription) {
      return stall;
    }
  }
  return (collab_stall_t){.subscription = 0};
}

static void the_hold_doubles(void) {
  const int minutes[] = {1, 2, 4, 8, 10, 10, 10};

  for (size_t i = 0; i < sizeof minutes / sizeof *minutes; i++) {
    now += 30 * MINUTE;
    collab_stall_t stall = collab_stall_add(7, now);
    is_number(stall.in_a_row, (int)i + 1);
    is_number(stall.until - now, minutes[i] * MINUTE);
    is_number(found(7).until, stall.until);
  }
  is_number(collab_stall_add(8, now).until - now, MINUTE);
  is_number(found(7).in_a_row, 7);
}

static void stalls_are_forgotten(void) {
  collab_stall_forget(9);
  is_number(found(7).in_a_row, 7);
  collab_stall_forget(7);
  is_number(found(7).subscription, 0);
  is_number(collab_stall_add(7, now).in_a_row, 1);
  now += 61 * MINUTE;
  is_number(found(7).subscription, 0);
  is_number(collab_stall_add(7, now).in_a_row, 1);
}

static void the_oldest_makes_room(void) {
  for (int i = 1; i <= COLLAB_STALLS + 1; i++) {
    collab_stall_add(100 + i, now + i);
  }
  is_number(found(101).subscription, 0);
  is_number(found(102).subscription, 102);
  is_number(found(100 + COLLAB_STALLS + 1).in_a_row, 1);
}

static void the_note(void) {
  is_number(collab_stall_noted(), 0);
  collab_stall_note(12);
  is_number(collab_stall_noted(), 12);
  collab_stall_note(0);
}

int main(void) {
  tap_begin();
  the_hold_doubles();
  stalls_are_forgotten();
  the_oldest_makes_room();
  the_note();
  return tap_done();
}

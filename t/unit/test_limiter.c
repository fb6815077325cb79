/* test_limiter.c: which callers get a place, wait, or are refused (base/limiter.h). */
#include "tap.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/limiter.h"

#define WITHIN apr_time_from_sec(60) /* of a machine that is busy: what is waited for here comes at once */

typedef struct guest_t {
  pthread_t thread;
  int64_t holder;
  atomic_int place; /* 0: waits; the how manieth it was, from 1; -1: was refused */
} guest_t;

static collab_limiter_t *limiter;

static atomic_int came;

static collab_limiter_t *make(int places, int queue, apr_interval_time_t patience) {
  return collab_limiter_make(tap_pool, (collab_limits_t){.places = places, .queue = queue, .patience = patience});
}

static void *guest(void *data) {
  guest_t *me = data;

  me->place = collab_limiter_enter(limiter, me->holder) ? ++came : -1;
  return NULL;
}

static int place_of(guest_t *one) {
  pthread_join(one->thread, NULL);
  return one->place;
}

static void comes_for(guest_t *one, int64_t holder) {
  one->holder = holder;
  one->place = 0;
  pthread_create(&one->thread, NULL, guest, one);
}

static void comes(guest_t *one) {
  comes_for(one, 0);
}

static void until_full(void) {
  while (!collab_limiter_full(limiter)) {
    apr_sleep(1000);
  }
}

/* One has the place, one waits, and the next is refused at once. */
static void full(void) {
  guest_t waits;

  limiter = make(1, 1, WITHIN);
  came = 0;
  ok(!collab_limiter_full(limiter));
  ok(collab_limiter_enter(limiter, 0));
  ok(!collab_limiter_full(limiter));
  comes(&waits);
  until_full();
  ok(collab_limiter_full(limiter));
  ok(!collab_limiter_enter(limiter, 0));
  is_number(waits.place, 0);
  collab_limiter_leave(limiter, 0);
  is_number(place_of(&waits), 1);
  ok(!collab_limiter_full(limiter)); /* the place went on to who waited: one is in, nobody waits */
  collab_limiter_leave(limiter, 0);
  ok(collab_limiter_enter(limiter, 0));
  collab_limiter_leave(limiter, 0);
}

/* Several places, a longer queue: no more than that, and all are given back. */
static void bounds(void) {
  guest_t waiting[3];

  for (int round = 0; round < 2; round++) {
    limiter = round ? limiter : make(2, 3, WITHIN);
    came = 0;
    ok(collab_limiter_enter(limiter, 0) && collab_limiter_enter(limiter, 0));
    for (int i = 0; i < 3; i++) {
      comes(&waiting[i]);
    }
    until_full();
    ok(!collab_limiter_enter(limiter, 0));
    for (int i = 0; i < 5; i++) {
      collab_limiter_leave(limiter, 0);
    }
    for (int i = 0; i < 3; i++) {
      ok(place_of(&waiting[i]) > 0);
    }
    is_number(came, 3);
  }
}

/* Who has waited too long gives up, and makes room in the queue. */
static void impatient(void) {
  limiter = make(1, 1, 1000);
  ok(collab_limiter_enter(limiter, 0));
  ok(!collab_limiter_enter(limiter, 0));
  ok(!collab_limiter_enter(limiter, 0));
  ok(!collab_limiter_full(limiter));
  collab_limiter_leave(limiter, 0);
  ok(collab_limiter_enter(limiter, 0));
}

/* Without a queue nobody waits; without places nobody enters. */
static void no_queue(void) {
  limiter = make(1, 0, 0);
  ok(collab_limiter_enter(limiter, 1));
  ok(collab_limiter_full(limiter));
  ok(!collab_limiter_enter(limiter, 2));
  collab_limiter_leave(limiter, 1);
  ok(collab_limiter_enter(limiter, 2));
  limiter = make(0, 0, 0);
  ok(!collab_limiter_enter(limiter, 1));
}

/* The last places are for holders that have none. */
static void reserve(void) {
  limiter = collab_limiter_make(tap_pool, (collab_limits_t){.places = 4, .reserved = 1});
  ok(collab_limiter_enter(limiter, 7) && collab_limiter_enter(limiter, 7) && collab_limiter_enter(limiter, 7));
  ok(!collab_limiter_enter(limiter, 7));
  ok(!collab_limiter_full(limiter));
  ok(collab_limiter_enter(limiter, 8));
  ok(!collab_limiter_enter(limiter, 9));
  collab_limiter_leave(limiter, 7);
  ok(!collab_limiter_enter(limiter, 7) && !collab_limiter_enter(limiter, 8));
  ok(collab_limiter_enter(limiter, 9));
  collab_limiter_leave(limiter, 8);
  collab_limiter_leave(limiter, 9);
  ok(collab_limiter_enter(limiter, 7)); /* it has two, and two are free */
  ok(!collab_limiter_enter(limiter, 7));
}

/* A place of the reserve passes over waiters that have one already. */
static void reserve_and_queue(void) {
  guest_t again, other;

  limiter = collab_limiter_make(tap_pool, (collab_limits_t){.places = 2, .reserved = 1, .queue = 2, .patience = WITHIN});
  came = 0;
  ok(collab_limiter_enter(limiter, 7));
  comes_for(&again, 7);
  ok(collab_limiter_enter(limiter, 8));
  comes_for(&other, 9);
  until_full();
  collab_limiter_leave(limiter, 8);
  is_number(place_of(&other), 1);
  is_number(again.place, 0);
  collab_limiter_leave(limiter, 7);
  is_number(place_of(&again), 2);
}

int main(void) {
  tap_begin();
  full();
  bounds();
  impatient();
  no_queue();
  reserve();
  reserve_and_queue();
  return tap_done();
}

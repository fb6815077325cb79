/* test_hashing.c: who may hash a password now, who waits, who is sent away (auth/hashing.h). */
#include "tap.h"

#include <pthread.h>
#include <stdatomic.h>

#include "auth/hashing.h"

#define WITHIN apr_time_from_sec(60) /* of a machine that is busy: what is waited for here comes at once */

static collab_hashing_t *hashing;

typedef struct guest_t {
  pthread_t thread;
  atomic_int place; /* 0: waits; the how manieth it was, from 1; -1: was sent away */
} guest_t;

static atomic_int came;

static void *guest(void *data) {
  guest_t *me = data;

  me->place = collab_hashing_enter(hashing) ? ++came : -1;
  return NULL;
}

static int place_of(guest_t *one) {
  pthread_join(one->thread, NULL);
  return one->place;
}

static void comes(guest_t *one) {
  one->place = 0;
  pthread_create(&one->thread, NULL, guest, one);
}

static void until_full(void) {
  while (!collab_hashing_full(hashing)) {
    apr_sleep(1000);
  }
}

/* One hashes, one waits, and the next is sent away at once. */
static void full(void) {
  guest_t waits;

  hashing = collab_hashing_make(tap_pool, 1, 1, WITHIN);
  came = 0;
  ok(!collab_hashing_full(hashing));
  ok(collab_hashing_enter(hashing));
  ok(!collab_hashing_full(hashing));
  comes(&waits);
  until_full();
  ok(collab_hashing_full(hashing));
  ok(!collab_hashing_enter(hashing));
  is_number(waits.place, 0);
  collab_hashing_leave(hashing);
  is_number(place_of(&waits), 1);
  ok(!collab_hashing_full(hashing)); /* the turn went on to who waited: one hashes, nobody waits */
  collab_hashing_leave(hashing);
  ok(collab_hashing_enter(hashing));
  collab_hashing_leave(hashing);
}

/* Several turns, several places: no more than that, and all are given back. */
static void bounds(void) {
  guest_t waiting[3];

  for (int round = 0; round < 2; round++) {
    hashing = round ? hashing : collab_hashing_make(tap_pool, 2, 3, WITHIN);
    came = 0;
    ok(collab_hashing_enter(hashing) && collab_hashing_enter(hashing));
    for (int i = 0; i < 3; i++) {
      comes(&waiting[i]);
    }
    until_full();
    ok(!collab_hashing_enter(hashing));
    for (int i = 0; i < 5; i++) {
      collab_hashing_leave(hashing);
    }
    for (int i = 0; i < 3; i++) {
      ok(place_of(&waiting[i]) > 0);
    }
    is_number(came, 3);
  }
}

/* Who has waited too long gives up, and his place is free again. */
static void impatient(void) {
  hashing = collab_hashing_make(tap_pool, 1, 1, 1000);
  ok(collab_hashing_enter(hashing));
  ok(!collab_hashing_enter(hashing));
  ok(!collab_hashing_enter(hashing));
  ok(!collab_hashing_full(hashing));
  collab_hashing_leave(hashing);
  ok(collab_hashing_enter(hashing));
}

int main(void) {
  tap_begin();
  full();
  bounds();
  impatient();
  ok(collab_hashing_share() >= 1);
  return tap_done();
}

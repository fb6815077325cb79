/* test_gate.c: which requests get a database connection, and in which order (store/gate.h). */
#include "tap.h"

#include <pthread.h>
#include <stdatomic.h>

#include "store/gate.h"

#define WITHIN apr_time_from_sec(60) /* of a machine that is busy: what is waited for here comes at once */
#define CROWD 16
#define TURNS 500

typedef struct guest_t {
  collab_use_t use;
  pthread_t thread;
  atomic_int place; /* 0: waits; the how manieth it was, from 1; -1: gave up */
} guest_t;

typedef struct sleeper_t {
  pthread_t thread;
  apr_time_t until;
  int errand; /* what somebody else has seen to */
  atomic_int place;
} sleeper_t;

static collab_gate_t gate;

static void opens(int places) {
  memset(&gate, 0, sizeof gate);
  collab_gate_open(&gate, places, tap_pool);
}

static _Thread_local bool waited; /* of who came last; each thread has its own */

static bool enters(collab_use_t use) {
  return collab_gate_enter(&gate, use, apr_time_now(), NULL, &waited);
}

/* Reads take half of the places, rounded up; writes take any. */
static void halves(void) {
  for (int places = 1; places <= 5; places++) {
    int reads = 0, writes = 0;
    opens(places);
    while (enters(COLLAB_USE_READ)) {
      reads++;
    }
    while (enters(COLLAB_USE_WRITE)) {
      writes++;
    }
    is_number(reads, (places + 1) / 2);
    is_number(writes, places - reads);
    collab_gate_leave(&gate, COLLAB_USE_READ);
    ok(enters(COLLAB_USE_WRITE));
    ok(!enters(COLLAB_USE_READ));
    collab_gate_leave(&gate, COLLAB_USE_WRITE);
    ok(enters(COLLAB_USE_READ));
  }
  opens(4);
  for (int n = 0; n < 4; n++) {
    ok(enters(COLLAB_USE_WRITE));
  }
  ok(!enters(COLLAB_USE_READ));
}

static atomic_int came;

static void *guest(void *data) {
  guest_t *me = data;
  me->place = collab_gate_enter(&gate, me->use, apr_time_now() + WITHIN, NULL, &waited) ? ++came : -1;
  return NULL;
}

/* How many ever stood in line. */
static int waiting(void) {
  apr_thread_mutex_lock(gate.lock);
  int n = (int)gate.turns;
  apr_thread_mutex_unlock(gate.lock);
  return n;
}

/* Starts a thread and waits until it is in line. */
static void comes(guest_t *one, collab_use_t use) {
  int before = waiting();

  one->use = use;
  one->place = 0;
  pthread_create(&one->thread, NULL, guest, one);
  while (waiting() == before) {
    apr_sleep(1000);
  }
}

static int place_of(guest_t *one) {
  pthread_join(one->thread, NULL);
  return one->place;
}

/* First come, first served, across both lines; whoever may not go in does not hold up those behind. */
static void lines(void) {
  guest_t read[2], write[2];

  opens(2);
  came = 0;
  ok(enters(COLLAB_USE_READ) && enters(COLLAB_USE_WRITE));
  comes(&read[0], COLLAB_USE_READ);
  comes(&write[0], COLLAB_USE_WRITE);
  comes(&read[1], COLLAB_USE_READ);
  comes(&write[1], COLLAB_USE_WRITE);
  collab_gate_leave(&gate, COLLAB_USE_WRITE); /* the first in line is a read, and the place of reads is taken */
  is_number(place_of(&write[0]), 1);
  collab_gate_leave(&gate, COLLAB_USE_READ);
  is_number(place_of(&read[0]), 2);
  collab_gate_leave(&gate, COLLAB_USE_READ);
  is_number(place_of(&read[1]), 3);
  collab_gate_leave(&gate, COLLAB_USE_READ);
  is_number(place_of(&write[1]), 4);
  collab_gate_leave(&gate, COLLAB_USE_WRITE);
  collab_gate_leave(&gate, COLLAB_USE_WRITE);
  is_number(gate.free, 2);
  is_number(gate.read_free, 1);
}

/* Who has given up is out of line, at its end as well as in its middle, and the next one gets the place. */
static void impatient(void) {
  guest_t last;

  opens(1);
  came = 0;
  ok(enters(COLLAB_USE_WRITE));
  ok(!waited);
  ok(!collab_gate_enter(&gate, COLLAB_USE_READ, apr_time_now() + 1000, NULL, &waited));
  ok(!collab_gate_enter(&gate, COLLAB_USE_WRITE, apr_time_now() + 1000, NULL, &waited));
  ok(waited);
  comes(&last, COLLAB_USE_WRITE);
  ok(!collab_gate_enter(&gate, COLLAB_USE_WRITE, apr_time_now() + 1000, NULL, &waited));
  collab_gate_leave(&gate, COLLAB_USE_WRITE);
  is_number(place_of(&last), 1);
  collab_gate_leave(&gate, COLLAB_USE_WRITE);
  is_number(gate.free, 1);
}

static void *sleeper(void *data) {
  sleeper_t *me = data;
  me->place = collab_gate_enter(&gate, COLLAB_USE_READ, me->until, &me->errand, &waited) ? me->errand : -1;
  return NULL;
}

/* A place is handed over, and its taker sleeps on, even when his time is up meanwhile, until he is woken: then he finds his
 * errand seen to. */
static void passed_on(void) {
  sleeper_t one = {.errand = 0};
  collab_waiter_t *waiter = NULL;
  void *errand;

  opens(1);
  ok(enters(COLLAB_USE_WRITE));
  ok(!collab_gate_pass(&gate, COLLAB_USE_WRITE, &errand)); /* to nobody: so the place is still taken */
  ok(!enters(COLLAB_USE_WRITE));
  while (!waiter) { /* on a machine that is very busy he gives up before that */
    int before = waiting();
    one.place = 0;
    one.until = apr_time_now() + apr_time_from_msec(50);
    pthread_create(&one.thread, NULL, sleeper, &one);
    while (waiting() == before) {
      apr_sleep(1000);
    }
    waiter = collab_gate_pass(&gate, COLLAB_USE_WRITE, &errand);
    if (!waiter) {
      pthread_join(one.thread, NULL);
    }
  }
  ok(errand == &one.errand);
  while (apr_time_now() < one.until + apr_time_from_msec(10)) {
    apr_sleep(1000);
  }
  is_number(one.place, 0);
  *(int *)errand = 7;
  collab_gate_wake(waiter);
  pthread_join(one.thread, NULL);
  is_number(one.place, 7);
  is_number(gate.free, 0);
  collab_gate_leave(&gate, COLLAB_USE_READ);
  is_number(gate.free, 1);
  is_number(gate.read_free, 1);
}

/* Many at once: never more inside than there are places, and everybody comes in. */
static atomic_int inside[2], most[2], served;

static void *regular(void *data) {
  collab_use_t use = *(collab_use_t *)data;

  for (int n = 0; n < TURNS; n++) {
    if (collab_gate_enter(&gate, use, apr_time_now() + WITHIN, NULL, &waited)) {
      int all = ++inside[use] + inside[!use];
      most[0] = use == COLLAB_USE_READ && inside[0] > most[0] ? inside[0] : most[0];
      most[1] = all > most[1] ? all : most[1];
      served++;
      inside[use]--;
      collab_gate_leave(&gate, use);
    }
  }
  return NULL;
}

static void crowd(void) {
  pthread_t threads[CROWD];
  collab_use_t uses[] = {COLLAB_USE_READ, COLLAB_USE_WRITE};

  opens(4);
  for (int n = 0; n < CROWD; n++) {
    pthread_create(&threads[n], NULL, regular, &uses[n % 2]);
  }
  for (int n = 0; n < CROWD; n++) {
    pthread_join(threads[n], NULL);
  }
  is_number(served, CROWD * TURNS);
  ok(most[0] >= 1 && most[0] <= 2);
  ok(most[1] >= 1 && most[1] <= 4);
  is_number(gate.free, 4);
  is_number(gate.read_free, 2);
}

int main(void) {
  tap_begin();
  halves();
  lines();
  impatient();
  passed_on();
  crowd();
  return tap_done();
}

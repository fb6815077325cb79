/* test_places.c: threads take places within their limits, wait in turn, or are refused at once (node/places.h). */
#include "tap.h"

#include <pthread.h>
#include <stdatomic.h>

#include "node/places.c" /* the source itself, because the test looks at the threads waiting in line */

#define WITHIN apr_time_from_sec(60) /* generous for a busy machine: all waits here end at once */
#define CROWD 16
#define TURNS 500
#define HASTY_TURNS 100
#define LONG 1000 /* threads that may wait */

enum { WRITE = COLLAB_USE_ANY, READ = COLLAB_USE_READ, SEARCH = COLLAB_USE_COSTLY_READ };

typedef struct visitor_t {
  collab_guest_t guest;
  apr_time_t until;
  pthread_t thread;
  int place;
  void *context;
  atomic_int came; /* 0: waits; from 1: its number among those that got a place; -1: gave up */
} visitor_t;

static collab_places_t *places;
static atomic_int came;
static int attended;

static void attend(void) {
  attended++;
}

static void makes(collab_place_rules_t rules) {
  rules.line = rules.line ? rules.line : LONG;
  places = collab_places_make(tap_pool, &rules);
  came = 0;
}

/* The rules of the database's places, with this many connections. */
static void database(int most, int reads) {
  makes((collab_place_rules_t){.most = {most, reads, reads > 1 ? reads - 1 : 1}, .shares = 2});
}

/* Returns the place that a thread of this group gets without waiting; -1: none. */
static int enters(uint64_t group, int use) {
  return collab_places_enter(places, (collab_guest_t){group, (collab_use_t)use}, 0, NULL, NULL);
}

static void leaves(int place) {
  collab_places_leave(places, place, false);
}

static void *visit(void *data) {
  visitor_t *me = data;
  me->place = collab_places_enter(places, me->guest, me->until, me->context, NULL);
  me->came = me->place >= 0 ? ++came : -1;
  return NULL;
}

static int waiting(void) {
  pthread_mutex_lock(&places->lock);
  int length = line_length(places);
  pthread_mutex_unlock(&places->lock);
  return length;
}

/* Starts a thread and waits until it is in line. */
static void comes_until(visitor_t *one, uint64_t group, int use, apr_time_t until) {
  int before = waiting();

  one->guest = (collab_guest_t){group, (collab_use_t)use};
  one->until = until;
  one->context = one;
  one->came = 0;
  pthread_create(&one->thread, NULL, visit, one);
  while (waiting() == before) {
    apr_sleep(1000);
  }
}

static void comes(visitor_t *one, uint64_t group, int use) {
  comes_until(one, group, use, collab_time_clock() + WITHIN);
}

static int number_of(visitor_t *one) {
  pthread_join(one->thread, NULL);
  return one->came;
}

/* Each use has its limit. */
static void uses(void) {
  database(8, 4);
  for (int n = 0; n < 3; n++) {
    is_number(enters(1, SEARCH), n);
  }
  is_number(enters(1, SEARCH), -1); /* costly reads may not take the last place for reads */
  is_number(enters(1, READ), 3);
  is_number(enters(1, READ), -1);
  for (int n = 4; n < 8; n++) {
    is_number(enters(1, WRITE), n);
  }
  is_number(enters(1, WRITE), -1);
  leaves(0);
  is_number(enters(1, WRITE), 0); /* reads have no place of their own */
  is_number(enters(1, READ), -1);
  leaves(1);
  is_number(enters(1, READ), 1);
  database(1, 1);
  is_number(enters(1, SEARCH), 0);
  leaves(0);
  is_number(enters(2, WRITE), 0);
}

/* Within a group the first to come is served first; a thread that may not take a place does not delay those behind it. */
static void order(void) {
  visitor_t read[2], write[2];

  database(2, 1);
  ok(enters(1, READ) == 0 && enters(1, WRITE) == 1);
  comes(&read[0], 1, READ);
  comes(&write[0], 1, WRITE);
  comes(&read[1], 1, READ);
  comes(&write[1], 1, WRITE);
  leaves(1); /* the first in line is a read, and the only place for reads is taken */
  is_number(number_of(&write[0]), 1);
  leaves(0);
  is_number(number_of(&read[0]), 2);
  leaves(read[0].place);
  is_number(number_of(&read[1]), 3);
  leaves(read[1].place);
  is_number(number_of(&write[1]), 4);
  leaves(write[0].place);
  leaves(write[1].place);
  is_number(collab_places_count(places, COLLAB_PLACE_FREE), 2);
}

/* Groups take turns, however many of their threads wait. */
static void turns(void) {
  visitor_t many[4], two[2], late;

  database(1, 1);
  is_number(enters(1, WRITE), 0);
  for (int n = 0; n < 4; n++) {
    comes(&many[n], 1, WRITE);
  }
  comes(&two[0], 2, WRITE);
  comes(&two[1], 2, WRITE);
  visitor_t *expected[] = {&many[0], &two[0], &many[1], &two[1], &late, &many[2], &many[3]};
  for (int n = 0; n < 7; n++) {
    leaves(0);
    is_number(number_of(expected[n]), n + 1);
    if (n == 1) { /* is served after one more thread of each waiting group, before the rest */
      comes(&late, 3, WRITE);
    }
  }
  leaves(0);
}

/* A group may take all places while no other group waits. Once another group waits, the first one gets no further place until
 * it has less than half. */
static void shares(void) {
  visitor_t again, other, third;

  database(4, 4);
  for (int n = 0; n < 4; n++) {
    is_number(enters(1, WRITE), n);
  }
  comes(&again, 1, WRITE);
  comes(&other, 2, WRITE);
  comes(&third, 2, WRITE);
  leaves(0);
  is_number(number_of(&other), 1);
  leaves(1);
  is_number(number_of(&third), 2);
  is_number(again.came, 0);
  leaves(2);
  is_number(number_of(&again), 3); /* nobody else waits */

  database(8, 4); /* the share of reads is counted separately */
  ok(enters(1, READ) == 0 && enters(1, READ) == 1 && enters(1, READ) == 2 && enters(2, READ) == 3);
  comes(&again, 1, READ);
  comes(&other, 3, READ);
  leaves(0);
  is_number(number_of(&other), 1);
  leaves(other.place);
  is_number(number_of(&again), 2);

  database(3, 2); /* a group that has its share gets a place that no other waiting group may take */
  ok(enters(2, READ) == 0 && enters(3, READ) == 1 && enters(1, WRITE) == 2);
  comes(&other, 2, READ);
  comes(&again, 1, WRITE);
  leaves(2);
  is_number(number_of(&again), 1);
  leaves(0);
  is_number(number_of(&other), 2);
}

/* The last places are reserved for groups that do not have their share yet. */
static void reserve(void) {
  makes((collab_place_rules_t){.most = {4}, .shares = 4, .reserved = 1, .line = 1});
  places->rules.line = 0;
  ok(enters(7, WRITE) == 0 && enters(7, WRITE) == 1 && enters(7, WRITE) == 2);
  is_number(enters(7, WRITE), -1);
  is_number(enters(8, WRITE), 3);
  is_number(enters(9, WRITE), -1);
  leaves(0);
  ok(enters(7, WRITE) == -1 && enters(8, WRITE) == -1);
  is_number(enters(9, WRITE), 0);
  leaves(3);
  leaves(0);
  is_number(enters(7, WRITE), 0); /* two places are free, and only one is reserved */
  is_number(enters(7, WRITE), -1);
}

/* A thread whose group has its share gets no reserved place, and does not delay the threads behind it. */
static void reserve_and_line(void) {
  visitor_t again, other;

  makes((collab_place_rules_t){.most = {2}, .shares = 2, .reserved = 1});
  is_number(enters(7, WRITE), 0);
  comes(&again, 7, WRITE);
  is_number(enters(8, WRITE), 1);
  comes(&other, 9, WRITE);
  leaves(1);
  is_number(number_of(&other), 1);
  is_number(again.came, 0);
  leaves(0);
  is_number(number_of(&again), 2);
}

/* Nothing is reserved while a group is alone. */
static void reserve_for_others(void) {
  makes((collab_place_rules_t){.most = {8, 4, 3}, .shares = 2, .reserved = 1, .reserved_for = WITHIN});
  places->latest = 1; /* group 1 came last, so it counts as alone */
  for (int n = 0; n < 4; n++) {
    is_number(enters(1, READ), n);
  }
  leaves(3);
  ok(enters(2, WRITE) == 3);
  leaves(3);
  is_number(enters(1, READ), -1); /* the last place for reads is reserved */
  is_number(enters(2, READ), 3);
  leaves(3);
  places->others_at -= WITHIN;
  places->latest = 1;
  is_number(enters(1, READ), 3);
}

/* A thread that gives up leaves the line, at its end or in its middle, and the next one gets the place. */
static void impatient(void) {
  visitor_t last;
  bool waited;

  database(1, 1);
  is_number(collab_places_enter(places, (collab_guest_t){1, COLLAB_USE_ANY}, 0, NULL, &waited), 0);
  ok(!waited);
  is_number(collab_places_enter(places, (collab_guest_t){1, COLLAB_USE_READ}, collab_time_clock() + 1000, NULL, &waited), -1);
  is_number(collab_places_enter(places, (collab_guest_t){2, COLLAB_USE_ANY}, collab_time_clock() + 1000, NULL, &waited), -1);
  ok(waited);
  comes(&last, 1, WRITE);
  is_number(collab_places_enter(places, (collab_guest_t){1, COLLAB_USE_ANY}, collab_time_clock() + 1000, NULL, &waited), -1);
  leaves(0);
  is_number(number_of(&last), 1);
  leaves(0);
  is_number(collab_places_count(places, COLLAB_PLACE_FREE), 1);
}

/* With one place and room for one in line, the third thread is refused at once; without places, every thread is. */
static void full(void) {
  visitor_t waits;

  makes((collab_place_rules_t){.most = {1}, .shares = 1, .line = 1});
  is_number(enters(0, WRITE), 0);
  comes(&waits, 0, WRITE);
  is_number(collab_places_enter(places, (collab_guest_t){0, COLLAB_USE_ANY}, collab_time_clock() + WITHIN, NULL, NULL), -1);
  is_number(waits.came, 0);
  leaves(0);
  is_number(number_of(&waits), 1);
  leaves(0);
  makes((collab_place_rules_t){.most = {0}, .shares = 1});
  is_number(enters(1, WRITE), -1);
}

/* The number of a group of strangers, or of others. */
static uint64_t group_number(int stranger, uint64_t number) {
  return stranger ? COLLAB_GROUP_STRANGER | number : number;
}

/* A thread of this group comes while the line is full, and another one must leave. */
static void displaces(visitor_t *one, uint64_t group, visitor_t *other) {
  one->guest = (collab_guest_t){group, COLLAB_USE_ANY};
  one->until = collab_time_clock() + WITHIN;
  one->context = one;
  one->came = 0;
  pthread_create(&one->thread, NULL, visit, one);
  is_number(number_of(other), -1);
}

static int is_refused(uint64_t group) {
  return collab_places_enter(places, (collab_guest_t){group, COLLAB_USE_ANY}, collab_time_clock() + WITHIN, NULL, NULL) == -1;
}

/* Rules that bound the share of a group in the line, with one place, which is taken. */
static void shared_line(int line, int share) {
  makes((collab_place_rules_t){.most = {1}, .shares = 1, .line = line, .line_share = share});
  is_number(enters(99, WRITE), 0);
}

/* A group has only its share of the line. When the line is full, the largest group loses its last thread to a smaller group. */
static void line_shares(void) {
  visitor_t big[4], two[3], new[2];

  shared_line(6, 4);
  for (int n = 0; n < 4; n++) {
    comes(&big[n], 1, WRITE);
  }
  ok(is_refused(1));
  is_number(waiting(), 4);
  comes(&two[0], 2, WRITE);
  comes(&two[1], 2, WRITE);
  ok(is_refused(1));
  displaces(&new[0], 3, &big[3]);
  ok(is_refused(2)); /* would be as large as the largest */
  displaces(&new[1], 4, &big[2]);
  displaces(&two[2], 5, &two[1]); /* on a tie, the last of all in line leaves */
  is_number(waiting(), 6);
  displaces(&big[3], 6, &big[1]);
  ok(is_refused(7)); /* now each group has one */
  ok(is_refused(2));
  visitor_t *expected[] = {&big[0], &two[0], &new[0], &new[1], &two[2], &big[3]};
  for (int n = 0; n < 6; n++) {
    leaves(0);
    is_number(number_of(expected[n]), n + 1);
  }
  leaves(0);
  is_number(collab_places_count(places, COLLAB_PLACE_FREE), 1);
}

/* Strangers never displace the only thread of a known group, and are displaced by known groups up to half of the line. */
static void strangers_in_line(void) {
  visitor_t stranger[4], known[4];

  shared_line(4, 4);
  for (int n = 0; n < 4; n++) {
    comes(&stranger[n], group_number(1, (uint64_t)n), WRITE);
  }
  ok(is_refused(group_number(1, 9)));
  displaces(&known[0], 1, &stranger[3]);
  displaces(&known[1], 1, &stranger[2]);
  ok(is_refused(1)); /* known groups have half of the line */
  displaces(&known[2], 2, &known[1]);
  ok(is_refused(3));
  ok(is_refused(group_number(1, 9)));
  visitor_t *expected[] = {&stranger[0], &known[0], &stranger[1], &known[2]}; /* the sides alternate */
  for (int n = 0; n < 4; n++) {
    leaves(0);
    is_number(number_of(expected[n]), n + 1);
  }

  for (int n = 0; n < 4; n++) {
    comes(&known[n], n < 3 ? 1 : 2, WRITE);
  }
  displaces(&stranger[0], group_number(1, 1), &known[2]);
  displaces(&stranger[1], group_number(1, 2), &known[1]);
  ok(is_refused(group_number(1, 3)));
  visitor_t *then[] = {&stranger[0], &known[0], &stranger[1], &known[3]};
  for (int n = 0; n < 4; n++) {
    leaves(0);
    is_number(number_of(then[n]), n + 5);
  }
  leaves(0);
}

/* However many strangers wait, and however many threads of one account, a known group is served within the next four. */
static void strangers_delay_little(void) {
  visitor_t stranger[8], many[4], one;

  shared_line(LONG, 40);
  for (int n = 0; n < 4; n++) {
    comes(&many[n], 1, WRITE);
  }
  for (int n = 0; n < 8; n++) {
    comes(&stranger[n], group_number(1, (uint64_t)n / 2), WRITE);
  }
  comes(&one, 2, WRITE);
  int before = 0;
  while (one.came == 0) {
    int now = came;
    leaves(0);
    while (came == now) {
      apr_sleep(1000);
    }
    before++;
  }
  ok(before >= 3 && before <= 4);
  while (waiting() > 0) {
    int now = came;
    leaves(0);
    while (came == now) {
      apr_sleep(1000);
    }
  }
  leaves(0);
  for (int n = 0; n < 8; n++) {
    ok(number_of(&stranger[n]) > 0);
  }
  for (int n = 0; n < 4; n++) {
    ok(number_of(&many[n]) > 0);
  }
  ok(number_of(&one) > 0);
}

/* As many places are opened as threads wait for, and no more. */
static void opening(void) {
  visitor_t read[3], write;

  attended = 0;
  makes((collab_place_rules_t){.most = {4, 2, 1}, .shares = 2, .attend = attend});
  is_number(collab_places_open(places, false), -1);
  is_number(collab_places_open(places, true), 0); /* without a thread that waits, one */
  is_number(collab_places_open(places, true), -1);
  collab_places_leave(places, 0, true);
  for (int n = 0; n < 3; n++) {
    comes(&read[n], 1, READ);
  }
  ok(attended > 0);
  ok(collab_places_open(places, false) == 0 && collab_places_open(places, false) == 1);
  is_number(collab_places_open(places, false), -1); /* reads may have two */
  comes(&write, 1, WRITE);
  is_number(collab_places_open(places, false), 2);
  is_number(collab_places_count(places, COLLAB_PLACE_OPENING), 3);
  collab_places_leave(places, 0, true); /* place 0 could not be opened */
  is_number(collab_places_open(places, false), 0);
  leaves(1);
  is_number(number_of(&read[0]), 1);
  ok(!collab_places_close(places, 1, collab_time_clock()));
  leaves(0);
  is_number(number_of(&read[1]), 2);
  leaves(2);
  is_number(number_of(&write), 3);
  leaves(2);
  attended = 0;
  collab_places_leave(places, 0, true); /* a lost connection */
  ok(attended > 0);
  is_number(number_of(&read[2]), 4);
  is_number(read[2].place, 2);
  leaves(2);
  ok(!collab_places_close(places, 2, collab_time_clock() - WITHIN)); /* place 2 has not been idle for that long */
  ok(collab_places_close(places, 2, collab_time_clock()));
  ok(collab_places_close(places, 2, 0));
  is_number(collab_places_count(places, COLLAB_PLACE_CLOSED), 3);
}

/* `served` is called for a thread in line before the thread wakes up, even if the thread's time runs out meanwhile. */
static void note_served(void *context, int place) {
  visitor_t *visitor = context;

  while (collab_time_clock() < visitor->until + apr_time_from_msec(10)) {
    apr_sleep(1000);
  }
  visitor->context = visitor->came == 0 && place == 0 ? (void *)places : NULL;
}

static void serves_before_waking(void) {
  visitor_t one = {.came = -1};

  makes((collab_place_rules_t){.most = {1}, .shares = 1, .served = note_served});
  is_number(enters(1, WRITE), 0);
  while (one.came == -1) { /* on a very busy machine the thread may give up before this test leaves the place: try again */
    one.came = 0;
    one.guest = (collab_guest_t){1, COLLAB_USE_ANY};
    one.until = collab_time_clock() + apr_time_from_msec(50);
    one.context = &one;
    pthread_create(&one.thread, NULL, visit, &one);
    while (waiting() == 0 && one.came == 0) {
      apr_sleep(1000);
    }
    if (one.came == 0) {
      leaves(0);
    }
    pthread_join(one.thread, NULL);
    if (one.came == -1 && collab_places_count(places, COLLAB_PLACE_FREE) > 0) {
      is_number(enters(1, WRITE), 0);
    }
  }
  is_number(one.place, 0);
  ok(one.context == places);
}

/* Many threads at once never hold more places than there are, and each gets one. */
static atomic_int inside[2], most[2], served;

static void *regular(void *data) {
  int number = *(int *)data, use = number % 2;

  for (int n = 0; n < TURNS; n++) {
    int place = collab_places_enter(places, (collab_guest_t){(uint64_t)number / 3, (collab_use_t)use},
                                    collab_time_clock() + WITHIN, NULL, NULL);
    if (place >= 0) {
      int all = ++inside[use] + inside[!use];
      most[0] = use == READ && inside[READ] > most[0] ? inside[READ] : most[0];
      most[1] = all > most[1] ? all : most[1];
      served++;
      inside[use]--;
      leaves(place);
    }
  }
  return NULL;
}

static void crowd(void) {
  pthread_t threads[CROWD];
  int numbers[CROWD];

  makes((collab_place_rules_t){.most = {4, 2, 1}, .shares = 2, .reserved = 1, .reserved_for = WITHIN});
  for (int n = 0; n < CROWD; n++) {
    numbers[n] = n;
    pthread_create(&threads[n], NULL, regular, &numbers[n]);
  }
  for (int n = 0; n < CROWD; n++) {
    pthread_join(threads[n], NULL);
  }
  is_number(served, CROWD * TURNS);
  ok(most[0] >= 1 && most[0] <= 2);
  ok(most[1] >= 1 && most[1] <= 4);
  is_number(collab_places_count(places, COLLAB_PLACE_FREE), 4);
  is_number(waiting(), 0);
}

/* Threads are sent away, given places and lose their patience at the same time: each gets exactly one of these, and no place is
 * lost. */
static atomic_int told, gone;

static void note_told(void *context, int place) {
  told += context && place >= 0;
}

static void *hasty(void *data) {
  int number = *(int *)data;

  for (int n = 0; n < HASTY_TURNS; n++) {
    bool waited = false;
    uint64_t group = group_number(number % 2, (uint64_t)number / 4);
    apr_time_t until = collab_time_clock() + (n % 4 ? 300 : WITHIN);
    int place = collab_places_enter(places, (collab_guest_t){group, COLLAB_USE_ANY}, until, data, &waited);
    if (place >= 0) {
      int all = ++inside[0];
      most[0] = all > most[0] ? all : most[0];
      served++;
      apr_sleep(50);
      inside[0]--;
      leaves(place);
      gone += waited;
    }
  }
  return NULL;
}

static void hasty_crowd(void) {
  pthread_t threads[CROWD];
  int numbers[CROWD];

  makes((collab_place_rules_t){.most = {2}, .shares = 1, .line = 6, .line_share = 3, .served = note_told});
  served = inside[0] = most[0] = 0;
  for (int n = 0; n < CROWD; n++) {
    numbers[n] = n;
    pthread_create(&threads[n], NULL, hasty, &numbers[n]);
  }
  for (int n = 0; n < CROWD; n++) {
    pthread_join(threads[n], NULL);
  }
  ok(served > 0 && served < CROWD * HASTY_TURNS);
  is_number(told, gone);
  ok(most[0] >= 1 && most[0] <= 2);
  is_number(collab_places_count(places, COLLAB_PLACE_FREE), 2);
  is_number(waiting(), 0);
}

int main(void) {
  tap_begin();
  uses();
  order();
  turns();
  shares();
  reserve();
  reserve_and_line();
  reserve_for_others();
  impatient();
  full();
  line_shares();
  strangers_in_line();
  strangers_delay_little();
  opening();
  serves_before_waking();
  crowd();
  hasty_crowd();
  return tap_done();
}

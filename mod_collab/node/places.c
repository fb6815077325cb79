/* places.c: gives threads places, keeps them in line, or refuses them (node/places.h).
 *
 * The line is one list in the order of service. A thread that joins the line gets a number, its turn. The turn is one more than
 * that of the last thread of its group in line. If no thread of its group is in line, the turn is one more than the turn served
 * last. So groups take turns, however many threads of one group wait. A place goes to the first thread in line whose use is below
 * its limits. However, a thread whose group has its share lets threads of other groups go first.
 *
 * Without a reserve, one group could take all places while no other group waits. The next group to come would wait until a
 * statement ends. So a group that has its share cannot take the last places of a use. The reserve lapses once a group has been
 * alone for a while.
 *
 * If the rules bound a group's share of the line, the line has two sides: strangers (COLLAB_GROUP_STRANGER), and all others. Each
 * side has its own turns, and the sides are served alternately. So any number of strangers at most doubles the time that the
 * others wait.
 *
 * Each thread sleeps on its own semaphore, which another thread posts after it has released the lock. A condition variable cost a
 * fifth of httpd's time. Times are those of the monotonic clock. */
#include "node/places.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

#include "base/time.h"

typedef struct place_t {
  collab_place_state_t state;
  collab_guest_t guest; /* TAKEN: the taker */
  apr_time_t since;     /* FREE: when it became free */
} place_t;

/* A thread in line, on that thread's stack. */
typedef struct waiter_t {
  struct waiter_t *next;
  collab_guest_t guest;
  uint64_t turn;
  int place;   /* -1: none yet */
  bool called; /* another thread has given it a place, or sent it away, and will wake it */
  void *context;
  sem_t wake;
} waiter_t;

struct collab_places_t {
  pthread_mutex_t lock;
  collab_place_rules_t rules;
  place_t *all;
  int used[COLLAB_USES];             /* places taken for this use, or for one that collab_use_t lists after it */
  int waiting[COLLAB_USES];          /* threads in line for exactly this use */
  int count[COLLAB_PLACE_TAKEN + 1]; /* places by their state */
  waiter_t *line, **end;
  uint64_t end_turn;    /* turn of the thread at the end of the line */
  bool has_groups;      /* false: all threads in line are of one group, so the line need not be searched */
  uint64_t turn[2];     /* turn served last, of each side */
  bool last_side;       /* side served last */
  uint64_t latest;      /* group of the thread that came last */
  apr_time_t others_at; /* when `latest` last changed; 0: never */
};

collab_places_t *collab_places_make(apr_pool_t *pool, const collab_place_rules_t *rules) {
  collab_places_t *places = apr_pcalloc(pool, sizeof *places);
  collab_place_state_t state = rules->attend ? COLLAB_PLACE_CLOSED : COLLAB_PLACE_FREE;

  pthread_mutex_init(&places->lock, NULL);
  places->rules = *rules;
  places->end = &places->line;
  places->count[state] = rules->most[COLLAB_USE_ANY];
  places->all = apr_pcalloc(pool, (apr_size_t)places->count[state] * sizeof *places->all);
  for (int i = 0; i < places->count[state]; i++) {
    places->all[i].state = state;
  }
  return places;
}

/* ---- places; the caller holds the lock ---- */

static void set_state(collab_places_t *places, place_t *place, collab_place_state_t state) {
  places->count[place->state]--;
  places->count[state]++;
  place->state = state;
}

static int find(const collab_places_t *places, collab_place_state_t state) {
  int i = 0;

  while (places->all[i].state != state) {
    i++;
  }
  return i;
}

static bool has_share(const collab_places_t *places, uint64_t group, int use) {
  int most = places->rules.most[use], share = most / places->rules.shares, held = 0;

  for (int i = 0; i < places->rules.most[COLLAB_USE_ANY]; i++) {
    const place_t *place = &places->all[i];
    held += place->state == COLLAB_PLACE_TAKEN && place->guest.group == group && (int)place->guest.use >= use;
  }
  return held >= (share > 1 ? share : 1);
}

static bool is_reserve_kept(const collab_places_t *places) {
  return places->rules.reserved_for == 0 ||
         (places->others_at && collab_time_clock() - places->others_at < places->rules.reserved_for);
}

static bool is_at_its_share(const collab_places_t *places, const collab_guest_t *guest) {
  for (int use = 0; use <= (int)guest->use; use++) {
    if (has_share(places, guest->group, use)) {
      return true;
    }
  }
  return false;
}

/* True if the guest may take a place when its turn comes. */
static bool may_take(const collab_places_t *places, const collab_guest_t *guest) {
  if (places->count[COLLAB_PLACE_FREE] == 0) {
    return false;
  }
  for (int use = 0; use <= (int)guest->use; use++) {
    int left = places->rules.most[use] - places->used[use];
    if (left <= 0 || (left <= places->rules.reserved && has_share(places, guest->group, use) && is_reserve_kept(places))) {
      return false;
    }
  }
  return true;
}

static void count_use(collab_places_t *places, const collab_guest_t *guest, int change) {
  for (int use = 0; use <= (int)guest->use; use++) {
    places->used[use] += change;
  }
}

/* Takes the free place with the lowest number, so that the others can become idle. */
static int occupy(collab_places_t *places, const collab_guest_t *guest) {
  int i = find(places, COLLAB_PLACE_FREE);

  set_state(places, &places->all[i], COLLAB_PLACE_TAKEN);
  places->all[i].guest = *guest;
  count_use(places, guest, 1);
  return i;
}

/* ---- the line; the caller holds the lock ---- */

/* The number of places that the threads in line could use if enough were free. */
static int wanted(const collab_places_t *places) {
  int count = 0;

  for (int use = COLLAB_USES - 1; use >= 0; use--) {
    int left = places->rules.most[use] - places->used[use];
    count += places->waiting[use];
    count = count < left ? count : left;
  }
  return count;
}

static int line_length(const collab_places_t *places) {
  return places->waiting[COLLAB_USE_ANY] + places->waiting[COLLAB_USE_READ] + places->waiting[COLLAB_USE_COSTLY_READ];
}

/* True for strangers. */
static bool side_of(uint64_t group) {
  return (group & COLLAB_GROUP_STRANGER) != 0;
}

/* Finds where a new thread of this group joins the line, and sets *turn. The turns of each side ascend. */
static waiter_t **find_turn(collab_places_t *places, uint64_t group, uint64_t *turn) {
  waiter_t **after = &places->line;

  *turn = places->turn[side_of(group)] + 1;
  for (waiter_t *other = places->line; other; other = other->next) {
    if (other->guest.group == group) {
      *turn = other->turn + 1;
      after = &other->next;
    }
  }
  while (*after && (side_of((*after)->guest.group) != side_of(group) || (*after)->turn <= *turn)) {
    after = &(*after)->next;
  }
  return after;
}

static void join(collab_places_t *places, waiter_t *me) {
  waiter_t **after = places->end;

  places->has_groups = places->line && (places->has_groups || places->line->guest.group != me->guest.group);
  if (places->line && !places->has_groups && !places->rules.line_share) {
    me->turn = places->end_turn + 1;
  } else {
    after = find_turn(places, me->guest.group, &me->turn);
  }
  me->next = *after;
  *after = me;
  if (!me->next) {
    places->end = &me->next;
    places->end_turn = me->turn;
  }
  places->waiting[me->guest.use]++;
}

static void remove_at(collab_places_t *places, waiter_t **at) {
  waiter_t *gone = *at;

  *at = gone->next;
  if (places->end == &gone->next) {
    places->end = at;
  }
  places->waiting[gone->guest.use]--;
}

/* True if threads of other groups go first: the group has its share of the places, or its side was served last. */
static bool goes_last(const collab_places_t *places, const collab_guest_t *guest) {
  return (places->rules.line_share && side_of(guest->group) == places->last_side) || is_at_its_share(places, guest);
}

/* Returns the first thread in line that may take a place; NULL: none may. */
static waiter_t **next_in_turn(collab_places_t *places) {
  waiter_t **first = NULL;
  bool has_groups = false;

  if (places->count[COLLAB_PLACE_FREE] == 0 || wanted(places) == 0) {
    return NULL;
  }
  for (waiter_t **at = &places->line; *at; at = &(*at)->next) {
    has_groups = has_groups || (*at)->guest.group != places->line->guest.group;
    if ((!first || (*first)->guest.group != (*at)->guest.group) && may_take(places, &(*at)->guest)) {
      if (!places->has_groups || !goes_last(places, &(*at)->guest)) {
        return at;
      }
      first = first ? first : at;
    }
  }
  places->has_groups = has_groups;
  return first;
}

/* Removes a thread from the line, and adds it to those for wake_all(). */
static waiter_t *take_out(collab_places_t *places, waiter_t **at, waiter_t **called) {
  waiter_t *one = *at;

  remove_at(places, at);
  one->called = true;
  one->next = *called;
  *called = one;
  return one;
}

/* Gives free places to the next threads in turn, and returns those threads for wake_all(). */
static waiter_t *serve(collab_places_t *places) {
  waiter_t *served = NULL, **at;

  while ((at = next_in_turn(places))) {
    waiter_t *one = take_out(places, at, &served);
    bool side = side_of(one->guest.group);
    places->turn[side] = places->turn[side] > one->turn ? places->turn[side] : one->turn;
    places->last_side = side;
    one->place = occupy(places, &one->guest);
  }
  if (places->count[COLLAB_PLACE_CLOSED] > 0 && wanted(places) > places->count[COLLAB_PLACE_OPENING]) {
    places->rules.attend();
  }
  return served;
}

/* Called without the lock. */
static void wake_all(const collab_places_t *places, waiter_t *called) {
  while (called) {
    waiter_t *next = called->next;
    if (places->rules.served && called->place >= 0) {
      places->rules.served(called->context, called->place);
    }
    sem_post(&called->wake);
    called = next;
  }
}

/* Where this thread is in line; NULL: it has left it. */
static waiter_t **position_of(collab_places_t *places, const waiter_t *me) {
  for (waiter_t **at = &places->line; *at; at = &(*at)->next) {
    if (*at == me) {
      return at;
    }
  }
  return NULL;
}

/* The number of threads of this group in line. */
static int waiting_of(const collab_places_t *places, uint64_t group) {
  int count = 0;

  for (const waiter_t *one = places->line; one; one = one->next) {
    count += one->guest.group == group;
  }
  return count;
}

/* The number of threads of this side in line. */
static int side_length(const collab_places_t *places, bool side) {
  int count = 0;

  for (const waiter_t *one = places->line; one; one = one->next) {
    count += side_of(one->guest.group) == side;
  }
  return count;
}

/* Returns the last thread in line among the largest groups of a side, of those with `least` threads or more; NULL: none has. */
static waiter_t **last_of_largest(collab_places_t *places, bool side, int least) {
  waiter_t **found = NULL;

  for (waiter_t **at = &places->line; *at; at = &(*at)->next) {
    int size = side_of((*at)->guest.group) == side ? waiting_of(places, (*at)->guest.group) : 0;
    if (size >= least) {
      found = at;
      least = size;
    }
  }
  return found;
}

/* Returns the thread that must leave because `me` has joined the line; NULL: none must.
 * - If the group of `me` has more than its share of the line, `me` leaves.
 * - If the line is too long, the longer side loses the last thread of its largest group; on a tie, the last of all. Of a group
 * with one thread in line, this thread leaves only if it is a stranger, and only for the other side; else `me` leaves. */
static waiter_t **surplus(collab_places_t *places, const waiter_t *me) {
  bool side = side_of(me->guest.group);
  int length = line_length(places), share = places->rules.line_share, own = share ? waiting_of(places, me->guest.group) : 0;
  waiter_t **other = NULL;

  if (own > share) {
    return position_of(places, me);
  }
  if (length <= places->rules.line) {
    return NULL;
  }
  if (share && 2 * side_length(places, side) <= length) {
    other = last_of_largest(places, !side, side ? 2 : 1);
  }
  if (share && !other) {
    other = last_of_largest(places, side, own + 1);
  }
  return other ? other : position_of(places, me);
}

/* Shortens the line if `me` has made it too long. Returns false if `me` itself has left it; adds another thread that has left it
 * to those for wake_all(). */
static bool make_room(collab_places_t *places, const waiter_t *me, waiter_t **called) {
  waiter_t **at = surplus(places, me);

  if (at && *at != me) {
    take_out(places, at, called);
    return true;
  }
  if (at) {
    remove_at(places, at);
  }
  return !at;
}

/* ---- public functions ---- */

static int wait_in_line(collab_places_t *places, waiter_t *me, apr_time_t until) {
  struct timespec end = collab_time_monotonic(until);
  bool late = false;

  while (!late && sem_clockwait(&me->wake, CLOCK_MONOTONIC, &end)) {
    late = errno != EINTR;
  }
  if (late) {
    pthread_mutex_lock(&places->lock);
    waiter_t **at = position_of(places, me);
    if (at) {
      remove_at(places, at);
    }
    pthread_mutex_unlock(&places->lock);
    while (me->called && sem_wait(&me->wake)) { /* another thread was faster, and will wake this one */
    }
  }
  return me->place;
}

int collab_places_enter(collab_places_t *places, collab_guest_t guest, apr_time_t until, void *context, bool *waited) {
  waiter_t me = {.guest = guest, .place = -1, .context = context}, *called = NULL;

  pthread_mutex_lock(&places->lock);
  if (guest.group != places->latest) {
    places->latest = guest.group;
    places->others_at = collab_time_clock();
  }
  bool waits = places->line || !may_take(places, &guest);
  if (waits) {
    sem_init(&me.wake, 0, 0);
    join(places, &me);
    called = serve(places);
    until = me.place >= 0 || make_room(places, &me, &called) ? until : 0;
  } else {
    me.place = occupy(places, &guest);
  }
  if (waited) {
    *waited = waits && me.place < 0;
  }
  pthread_mutex_unlock(&places->lock);
  if (waits) {
    wake_all(places, called);
    wait_in_line(places, &me, until);
    sem_destroy(&me.wake);
  }
  return me.place;
}

void collab_places_leave(collab_places_t *places, int number, bool closed) {
  place_t *place = &places->all[number];
  apr_time_t now = collab_time_clock();

  pthread_mutex_lock(&places->lock);
  if (place->state == COLLAB_PLACE_TAKEN) {
    count_use(places, &place->guest, -1);
  }
  set_state(places, place, closed ? COLLAB_PLACE_CLOSED : COLLAB_PLACE_FREE);
  place->since = now;
  if (closed) {
    places->rules.attend();
  }
  waiter_t *served = places->line ? serve(places) : NULL;
  pthread_mutex_unlock(&places->lock);
  wake_all(places, served);
}

int collab_places_count(collab_places_t *places, collab_place_state_t state) {
  pthread_mutex_lock(&places->lock);
  int count = places->count[state];
  pthread_mutex_unlock(&places->lock);
  return count;
}

int collab_places_open(collab_places_t *places, bool first) {
  int i = -1;

  pthread_mutex_lock(&places->lock);
  int ready = places->count[COLLAB_PLACE_FREE] + places->count[COLLAB_PLACE_OPENING];
  if (places->count[COLLAB_PLACE_CLOSED] > 0 &&
      (wanted(places) > ready || (first && ready + places->count[COLLAB_PLACE_TAKEN] == 0))) {
    i = find(places, COLLAB_PLACE_CLOSED);
    set_state(places, &places->all[i], COLLAB_PLACE_OPENING);
  }
  pthread_mutex_unlock(&places->lock);
  return i;
}

bool collab_places_close(collab_places_t *places, int number, apr_time_t since) {
  place_t *place = &places->all[number];

  pthread_mutex_lock(&places->lock);
  if (place->state == COLLAB_PLACE_FREE && place->since <= since) {
    set_state(places, place, COLLAB_PLACE_CLOSED);
  }
  bool closed = place->state == COLLAB_PLACE_CLOSED;
  pthread_mutex_unlock(&places->lock);
  return closed;
}

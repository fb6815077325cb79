/* places.c: gives threads places, keeps them in line, or refuses them (base/places.h).
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
 * Each thread sleeps on its own semaphore, which another thread posts after it has released the lock. A condition variable cost a
 * fifth of httpd's time. Times are those of the monotonic clock. */
#include "base/places.h"

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
  int place; /* -1: none yet */
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
  uint64_t turn;        /* turn served last */
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

/* Finds where a new thread of this group joins the line, and sets *turn. */
static waiter_t **find_turn(collab_places_t *places, uint64_t group, uint64_t *turn) {
  waiter_t **after = &places->line;

  *turn = places->turn + 1;
  for (waiter_t *other = places->line; other; other = other->next) {
    if (other->guest.group == group) {
      *turn = other->turn + 1;
      after = &other->next;
    }
  }
  while (*after && (*after)->turn <= *turn) {
    after = &(*after)->next;
  }
  return after;
}

static void join(collab_places_t *places, waiter_t *me) {
  waiter_t **after = places->end;

  places->has_groups = places->line && (places->has_groups || places->line->guest.group != me->guest.group);
  if (places->line && !places->has_groups) {
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

/* Returns the first thread in line that may take a place; NULL: none may. Threads whose group has its share come after all
 * others. */
static waiter_t **next_in_turn(collab_places_t *places) {
  waiter_t **first = NULL;
  bool has_groups = false;

  if (places->count[COLLAB_PLACE_FREE] == 0 || wanted(places) == 0) {
    return NULL;
  }
  for (waiter_t **at = &places->line; *at; at = &(*at)->next) {
    has_groups = has_groups || (*at)->guest.group != places->line->guest.group;
    if ((!first || (*first)->guest.group != (*at)->guest.group) && may_take(places, &(*at)->guest)) {
      if (!places->has_groups || !is_at_its_share(places, &(*at)->guest)) {
        return at;
      }
      first = first ? first : at;
    }
  }
  places->has_groups = has_groups;
  return first;
}

/* Gives free places to the next threads in turn, and returns those threads for wake_all(). */
static waiter_t *serve(collab_places_t *places) {
  waiter_t *served = NULL, **at;

  while ((at = next_in_turn(places))) {
    waiter_t *one = *at;
    remove_at(places, at);
    places->turn = places->turn > one->turn ? places->turn : one->turn;
    one->place = occupy(places, &one->guest);
    one->next = served;
    served = one;
  }
  if (places->count[COLLAB_PLACE_CLOSED] > 0 && wanted(places) > places->count[COLLAB_PLACE_OPENING]) {
    places->rules.attend();
  }
  return served;
}

/* Called without the lock. */
static void wake_all(const collab_places_t *places, waiter_t *served) {
  while (served) {
    waiter_t *next = served->next;
    if (places->rules.served) {
      places->rules.served(served->context, served->place);
    }
    sem_post(&served->wake);
    served = next;
  }
}

/* Leaves the line, if the thread is still in it. */
static void give_up(collab_places_t *places, const waiter_t *me) {
  for (waiter_t **at = &places->line; *at; at = &(*at)->next) {
    if (*at == me) {
      remove_at(places, at);
      return;
    }
  }
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
    give_up(places, me);
    pthread_mutex_unlock(&places->lock);
    while (me->place >= 0 && sem_wait(&me->wake)) { /* another thread has given this one a place in time, and will wake it */
    }
  }
  return me->place;
}

int collab_places_enter(collab_places_t *places, collab_guest_t guest, apr_time_t until, void *context, bool *waited) {
  waiter_t me = {.guest = guest, .place = -1, .context = context}, *served = NULL;

  pthread_mutex_lock(&places->lock);
  if (guest.group != places->latest) {
    places->latest = guest.group;
    places->others_at = collab_time_clock();
  }
  bool waits = places->line || !may_take(places, &guest);
  if (waits) {
    sem_init(&me.wake, 0, 0);
    join(places, &me);
    served = serve(places);
    if (me.place < 0 && line_length(places) > places->rules.line) {
      give_up(places, &me);
      until = 0;
    }
  } else {
    me.place = occupy(places, &guest);
  }
  if (waited) {
    *waited = waits && me.place < 0;
  }
  pthread_mutex_unlock(&places->lock);
  if (waits) {
    wake_all(places, served);
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

bool collab_places_full(collab_places_t *places) {
  pthread_mutex_lock(&places->lock);
  bool full = places->count[COLLAB_PLACE_FREE] == 0 && line_length(places) >= places->rules.line;
  pthread_mutex_unlock(&places->lock);
  return full;
}

int collab_places_count(collab_places_t *places, collab_place_state_t state) {
  pthread_mutex_lock(&places->lock);
  int count = places->count[state];
  pthread_mutex_unlock(&places->lock);
  return count;
}

int collab_places_open(collab_places_t *places) {
  int i = -1;

  pthread_mutex_lock(&places->lock);
  if (places->count[COLLAB_PLACE_CLOSED] > 0 &&
      wanted(places) > places->count[COLLAB_PLACE_FREE] + places->count[COLLAB_PLACE_OPENING]) {
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

/* limiter.c: who may do a slow thing now, who waits for that, and who is refused (base/limiter.h).
 *
 * The number of places bounds what the slow thing takes of the cores or the threads, and the length of the queue bounds how many
 * threads wait. A reserve keeps one holder from taking all places: uploads that hardly move are cheap to begin. Called by the
 * login and by uploads. */
#include "base/limiter.h"

#include <pthread.h>
#include <time.h>

/* In the queue; on its thread's stack. */
typedef struct waiter_t {
  struct waiter_t *next;
  pthread_cond_t served;
  int64_t holder;
  bool has_place;
} waiter_t;

struct collab_limiter_t {
  pthread_mutex_t lock;
  collab_limits_t limits;
  int free;                /* places */
  int64_t *holders;        /* who has a place; 0: nobody, or nobody that is counted */
  int waiting;             /* threads in the queue */
  waiter_t *first, **last; /* the queue, longest wait first */
};

collab_limiter_t *collab_limiter_make(apr_pool_t *pool, collab_limits_t limits) {
  collab_limiter_t *limiter = apr_pcalloc(pool, sizeof *limiter);

  pthread_mutex_init(&limiter->lock, NULL);
  limiter->limits = limits;
  limiter->free = limits.places;
  limiter->holders = apr_pcalloc(pool, (apr_size_t)limits.places * sizeof *limiter->holders);
  limiter->last = &limiter->first;
  return limiter;
}

/* ---- places; the caller holds the lock ---- */

static bool has_any(const collab_limiter_t *limiter, int64_t holder) {
  for (int i = 0; holder && i < limiter->limits.places; i++) {
    if (limiter->holders[i] == holder) {
      return true;
    }
  }
  return false;
}

static void replace_holder(collab_limiter_t *limiter, int64_t from, int64_t to) {
  int i = 0;

  while (limiter->holders[i] != from) {
    i++;
  }
  limiter->holders[i] = to;
}

/* Takes a place for the holder, if there is one that it may have. */
static bool take(collab_limiter_t *limiter, int64_t holder) {
  if (limiter->free == 0 || (limiter->free <= limiter->limits.reserved && has_any(limiter, holder))) {
    return false;
  }
  limiter->free--;
  replace_holder(limiter, 0, holder);
  return true;
}

/* ---- the queue; the caller holds the lock ---- */

static bool is_full(const collab_limiter_t *limiter) {
  return limiter->free == 0 && limiter->waiting == limiter->limits.queue;
}

static void remove_at(collab_limiter_t *limiter, waiter_t **at) {
  waiter_t *gone = *at;

  *at = gone->next;
  if (limiter->last == &gone->next) {
    limiter->last = at;
  }
  limiter->waiting--;
}

/* Leaves the queue without a place. */
static void give_up(collab_limiter_t *limiter, const waiter_t *waiter) {
  waiter_t **at = &limiter->first;

  while (*at != waiter) {
    at = &(*at)->next;
  }
  remove_at(limiter, at);
}

/* Waits in the queue; lets go of the lock meanwhile. */
static bool wait_for_place(collab_limiter_t *limiter, int64_t holder) {
  apr_time_t until = apr_time_now() + limiter->limits.patience;
  struct timespec end = {(time_t)apr_time_sec(until), (long)apr_time_usec(until) * 1000};
  waiter_t waiter = {.served = PTHREAD_COND_INITIALIZER, .holder = holder};

  *limiter->last = &waiter;
  limiter->last = &waiter.next;
  limiter->waiting++;
  while (!waiter.has_place && pthread_cond_timedwait(&waiter.served, &limiter->lock, &end) == 0) {
  }
  if (!waiter.has_place) {
    give_up(limiter, &waiter);
  }
  pthread_cond_destroy(&waiter.served);
  return waiter.has_place;
}

/* Gives the place that has become free to the first in the queue that may have it. */
static void serve(collab_limiter_t *limiter) {
  for (waiter_t **at = &limiter->first; *at; at = &(*at)->next) {
    waiter_t *waiter = *at;
    if (take(limiter, waiter->holder)) {
      remove_at(limiter, at);
      waiter->has_place = true;
      pthread_cond_signal(&waiter->served);
      return;
    }
  }
}

/* ---- what callers use ---- */

bool collab_limiter_full(collab_limiter_t *limiter) {
  pthread_mutex_lock(&limiter->lock);
  bool full = is_full(limiter);
  pthread_mutex_unlock(&limiter->lock);
  return full;
}

bool collab_limiter_enter(collab_limiter_t *limiter, int64_t holder) {
  pthread_mutex_lock(&limiter->lock);
  bool in = take(limiter, holder) || (limiter->waiting < limiter->limits.queue && wait_for_place(limiter, holder));
  pthread_mutex_unlock(&limiter->lock);
  return in;
}

void collab_limiter_leave(collab_limiter_t *limiter, int64_t holder) {
  pthread_mutex_lock(&limiter->lock);
  limiter->free++;
  replace_holder(limiter, holder, 0);
  serve(limiter);
  pthread_mutex_unlock(&limiter->lock);
}

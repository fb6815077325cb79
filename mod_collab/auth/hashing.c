/* hashing.c: turns at hashing passwords (auth/hashing.h).
 *
 * Two bounds: how many hash at once, so that the cores have time for everybody else, and how many wait, so that the threads have.
 * A turn goes to whoever has waited longest. Called by the login. */
#include "auth/hashing.h"

#include <apr_thread_cond.h>
#include <apr_thread_mutex.h>
#include <sched.h>

typedef struct waiter_t {
  struct waiter_t *next;
  apr_thread_cond_t *turn;
  bool has_turn;
} waiter_t;

struct collab_hashing_t {
  apr_thread_mutex_t *lock;
  int free;    /* turns */
  int places;  /* of those that wait */
  int waiting; /* of them taken */
  apr_interval_time_t patience;
  waiter_t *first, **last; /* who waits, longest first */
  waiter_t *spare;         /* waiters that nobody uses, with their conditions */
};

int collab_hashing_share(void) {
  cpu_set_t cores;
  int count = sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;

  return count > 1 ? count / 2 : 1;
}

collab_hashing_t *collab_hashing_make(apr_pool_t *pool, int at_once, int waiting, apr_interval_time_t patience) {
  collab_hashing_t *hashing = apr_pcalloc(pool, sizeof *hashing);

  if (apr_thread_mutex_create(&hashing->lock, APR_THREAD_MUTEX_DEFAULT, pool) != APR_SUCCESS) {
    return NULL;
  }
  hashing->free = at_once;
  hashing->places = waiting;
  hashing->patience = patience;
  hashing->last = &hashing->first;
  for (int i = 0; i < waiting; i++) {
    waiter_t *waiter = apr_pcalloc(pool, sizeof *waiter);
    if (apr_thread_cond_create(&waiter->turn, pool) != APR_SUCCESS) {
      return NULL;
    }
    waiter->next = hashing->spare;
    hashing->spare = waiter;
  }
  return hashing;
}

static bool is_full(const collab_hashing_t *hashing) {
  return hashing->free == 0 && hashing->waiting == hashing->places;
}

bool collab_hashing_full(collab_hashing_t *hashing) {
  apr_thread_mutex_lock(hashing->lock);
  bool full = is_full(hashing);
  apr_thread_mutex_unlock(hashing->lock);
  return full;
}

static void take_out(collab_hashing_t *hashing, waiter_t *waiter) {
  waiter_t **link = &hashing->first;

  while (*link != waiter) {
    link = &(*link)->next;
  }
  *link = waiter->next;
  if (hashing->last == &waiter->next) {
    hashing->last = link;
  }
}

/* Waits in line; the lock is held, and let go meanwhile. */
static bool wait_for_turn(collab_hashing_t *hashing) {
  apr_time_t until = apr_time_now() + hashing->patience;
  waiter_t *waiter = hashing->spare;

  hashing->spare = waiter->next;
  hashing->waiting++;
  waiter->next = NULL;
  waiter->has_turn = false;
  *hashing->last = waiter;
  hashing->last = &waiter->next;
  while (!waiter->has_turn) {
    apr_interval_time_t left = until - apr_time_now();
    if (left <= 0) {
      break;
    }
    apr_thread_cond_timedwait(waiter->turn, hashing->lock, left);
  }
  bool has_turn = waiter->has_turn;
  if (!has_turn) {
    take_out(hashing, waiter); /* who gives a turn takes out himself */
  }
  hashing->waiting--;
  waiter->next = hashing->spare;
  hashing->spare = waiter;
  return has_turn;
}

bool collab_hashing_enter(collab_hashing_t *hashing) {
  bool in = true;

  apr_thread_mutex_lock(hashing->lock);
  if (hashing->free > 0) {
    hashing->free--;
  } else {
    in = !is_full(hashing) && wait_for_turn(hashing);
  }
  apr_thread_mutex_unlock(hashing->lock);
  return in;
}

void collab_hashing_leave(collab_hashing_t *hashing) {
  apr_thread_mutex_lock(hashing->lock);
  waiter_t *waiter = hashing->first;
  if (waiter) {
    take_out(hashing, waiter);
    waiter->has_turn = true;
    apr_thread_cond_signal(waiter->turn);
  } else {
    hashing->free++;
  }
  apr_thread_mutex_unlock(hashing->lock);
}

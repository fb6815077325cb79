/* gate.c: the queue for the process's database connections. First come, first served, each with a deadline. A place is handed
 * over, and its taker is woken after the lock has been released: a condition variable cost a fifth of httpd's time here.
 *
 * Reads and writes wait in separate lines, and reads take at most half of the places. A write mostly waits for the disk, so many
 * concurrent writes share a flush. A read uses the processor, and more concurrent reads than processors only make one another
 * wait: with eight at once on two cores, Linux left single backends runnable for 50 to 140 ms (one read in a hundred), with four
 * none. And however slow the reads of a moment are, a write finds a connection. */
#include "store/gate.h"

#include <errno.h>
#include <semaphore.h>

/* A thread in line; on that thread's stack. */
struct collab_waiter_t {
  collab_waiter_t *next;
  sem_t wake;
  unsigned turn;
  bool served; /* it has been given a place */
  void *errand;
};

int collab_gate_places(int places, collab_use_t use) {
  return use == COLLAB_USE_READ ? (places + 1) / 2 : places;
}

apr_status_t collab_gate_open(collab_gate_t *gate, int places, apr_pool_t *pool) {
  gate->free = collab_gate_places(places, COLLAB_USE_WRITE);
  gate->read_free = collab_gate_places(places, COLLAB_USE_READ);
  for (int use = 0; use < 2; use++) {
    gate->line[use].last = &gate->line[use].first;
  }
  return apr_thread_mutex_create(&gate->lock, APR_THREAD_MUTEX_DEFAULT, pool);
}

static bool is_open(const collab_gate_t *gate, collab_use_t use) {
  return gate->free > 0 && (use == COLLAB_USE_WRITE || gate->read_free > 0);
}

static void change_free(collab_gate_t *gate, collab_use_t use, int places) {
  gate->free += places;
  gate->read_free += use == COLLAB_USE_READ ? places : 0;
}

static void remove_at(collab_gate_t *gate, collab_use_t use, collab_waiter_t **at) {
  collab_waiter_t *gone = *at;

  *at = gone->next;
  if (gate->line[use].last == &gone->next) {
    gate->line[use].last = at;
  }
}

/* Leaves the line. False: a place has been handed over meanwhile. */
static bool give_up(collab_gate_t *gate, collab_use_t use, collab_waiter_t *me) {
  collab_waiter_t **at = &gate->line[use].first;

  apr_thread_mutex_lock(gate->lock);
  if (!me->served) {
    while (*at != me) {
      at = &(*at)->next;
    }
    remove_at(gate, use, at);
  }
  apr_thread_mutex_unlock(gate->lock);
  return !me->served;
}

static bool wait_in_line(collab_gate_t *gate, collab_use_t use, collab_waiter_t *me, apr_time_t until) {
  struct timespec end = {(time_t)apr_time_sec(until), (long)apr_time_usec(until) * 1000};

  while (sem_timedwait(&me->wake, &end)) {
    if (errno != EINTR && give_up(gate, use, me)) {
      return false;
    }
    if (me->served) { /* the sem_post follows */
      end.tv_sec += 3600;
    }
  }
  return true;
}

bool collab_gate_enter(collab_gate_t *gate, collab_use_t use, apr_time_t until, void *errand, bool *waited) {
  collab_waiter_t me = {.errand = errand};

  apr_thread_mutex_lock(gate->lock);
  *waited = !is_open(gate, use);
  if (!*waited) { /* so no thread waits in this line */
    change_free(gate, use, -1);
    apr_thread_mutex_unlock(gate->lock);
    return true;
  }
  sem_init(&me.wake, 0, 0);
  me.turn = gate->turns++;
  *gate->line[use].last = &me;
  gate->line[use].last = &me.next;
  apr_thread_mutex_unlock(gate->lock);
  return wait_in_line(gate, use, &me, until);
}

/* Hands a free place to the next thread, which leaves the line but is not awake yet. NULL: no thread waits for it. The caller
 * holds the lock. */
static collab_waiter_t *serve(collab_gate_t *gate) {
  collab_waiter_t *next = gate->line[COLLAB_USE_WRITE].first, *read = gate->line[COLLAB_USE_READ].first;
  collab_use_t whose = COLLAB_USE_WRITE;

  if (read && is_open(gate, COLLAB_USE_READ) && (!next || (int)(read->turn - next->turn) < 0)) {
    next = read;
    whose = COLLAB_USE_READ;
  }
  if (next) {
    remove_at(gate, whose, &gate->line[whose].first);
    change_free(gate, whose, -1);
    next->served = true;
  }
  return next;
}

collab_waiter_t *collab_gate_pass(collab_gate_t *gate, collab_use_t use, void **errand) {
  apr_thread_mutex_lock(gate->lock);
  change_free(gate, use, 1);
  collab_waiter_t *next = serve(gate);
  if (!next) {
    change_free(gate, use, -1);
  }
  apr_thread_mutex_unlock(gate->lock);
  *errand = next ? next->errand : NULL;
  return next;
}

void collab_gate_wake(collab_waiter_t *waiter) {
  sem_post(&waiter->wake);
}

void collab_gate_leave(collab_gate_t *gate, collab_use_t use) {
  apr_thread_mutex_lock(gate->lock);
  change_free(gate, use, 1);
  collab_waiter_t *next = serve(gate);
  apr_thread_mutex_unlock(gate->lock);
  if (next) {
    sem_post(&next->wake);
  }
}

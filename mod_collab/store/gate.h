/* gate.h: decides which threads hold the process's database connections, and which wait for one. Worker threads; uses only the
 * memory of its callers. */
#ifndef COLLAB_STORE_GATE_H
#define COLLAB_STORE_GATE_H

#include <apr_thread_mutex.h>
#include <apr_time.h>
#include <stdbool.h>

typedef enum collab_use_t { COLLAB_USE_READ, COLLAB_USE_WRITE } collab_use_t;

typedef struct collab_waiter_t collab_waiter_t;

/* Zeroed before collab_gate_open(). The members belong to gate.c. */
typedef struct collab_gate_t {
  apr_thread_mutex_t *lock;
  int free;       /* free places, */
  int read_free;  /*   and how many of them reads may take */
  unsigned turns; /* given out so far */
  struct {
    collab_waiter_t *first, **last;
  } line[2];
} collab_gate_t;

/* How many places of a gate are open to this use: all to writes, half of them, rounded up, to reads. */
int collab_gate_places(int places, collab_use_t use);

/* Opens a gate with so many places (at least 1). `pool` keeps it. */
apr_status_t collab_gate_open(collab_gate_t *gate, int places, apr_pool_t *pool);

/* Takes a place, and waits for it until `until` at the latest. False: none. Each true is ended by one collab_gate_leave() or
 * collab_gate_pass() with the same use. *waited: there was no place at once; then the thread that passed its place on may have
 * handled `errand` (the caller's memory until this returns). */
bool collab_gate_enter(collab_gate_t *gate, collab_use_t use, apr_time_t until, void *errand, bool *waited);
void collab_gate_leave(collab_gate_t *gate, collab_use_t use);

/* Hands the place to the next thread in line, which sleeps until collab_gate_wake(). Until then the caller may handle that
 * thread's errand, without waiting for anything. NULL: no thread waits for the place, and the caller still has it. */
collab_waiter_t *collab_gate_pass(collab_gate_t *gate, collab_use_t use, void **errand);
void collab_gate_wake(collab_waiter_t *waiter);

#endif

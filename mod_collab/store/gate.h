/* gate.h: who may hold one of the process's database connections, and who waits for one. Worker threads; nobody else's memory. */
#ifndef COLLAB_STORE_GATE_H
#define COLLAB_STORE_GATE_H

#include <apr_thread_mutex.h>
#include <apr_time.h>
#include <stdbool.h>

typedef enum collab_use_t { COLLAB_USE_READ, COLLAB_USE_WRITE } collab_use_t;

typedef struct collab_waiter_t collab_waiter_t;

/* Zeroed before collab_gate_open(); the rest is gate.c's. */
typedef struct collab_gate_t {
  apr_thread_mutex_t *lock;
  int free;       /* places of any kind, */
  int read_free;  /*   and how many of them reads may take */
  unsigned turns; /* given out */
  struct {
    collab_waiter_t *first, **last;
  } line[2];
} collab_gate_t;

/* How many of a gate's places are open to such a use: all to writes, half of them, rounded up, to reads. */
int collab_gate_places(int places, collab_use_t use);

/* A gate of so many places (at least 1). `pool` keeps it. */
apr_status_t collab_gate_open(collab_gate_t *gate, int places, apr_pool_t *pool);

/* A place, waited for until `until` at the latest; false: none. Each true is ended by one collab_gate_leave() or
 * collab_gate_pass() with the same use. *waited: it was not to be had at once; then somebody who passed a place on may have seen
 * to `errand` (the caller's memory, until this returns). */
bool collab_gate_enter(collab_gate_t *gate, collab_use_t use, apr_time_t until, void *errand, bool *waited);
void collab_gate_leave(collab_gate_t *gate, collab_use_t use);

/* Leaves by handing the place to the next in line, who sleeps on until collab_gate_wake(), and whose errand the caller may see to
 * until then, without waiting for anything. NULL: nobody waits for the place, and the caller still has it. */
collab_waiter_t *collab_gate_pass(collab_gate_t *gate, collab_use_t use, void **errand);
void collab_gate_wake(collab_waiter_t *waiter);

#endif

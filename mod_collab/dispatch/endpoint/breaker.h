/* breaker.h: the circuit breaker of an endpoint (breaker.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_ENDPOINT_BREAKER_H
#define COLLAB_DISPATCH_ENDPOINT_BREAKER_H

#include "dispatch/endpoint/slot.h"
#include "node/endpoint_report.h"

typedef struct collab_breaker_t {
  collab_endpoint_state_t state;
  int faults; /* attempts in a row that failed because of the receiver */
  struct {
    int tries, faults;
  } window[2];          /* the current window, and the one before it */
  apr_time_t window_at; /* when the current window began */
  apr_time_t opened_at;
  apr_interval_time_t pause; /* between probes; 0: no pause */
} collab_breaker_t;

/* How an attempt changed the breaker. */
typedef enum collab_breaker_change_t {
  COLLAB_BREAKER_SAME,
  COLLAB_BREAKER_OPENED,
  COLLAB_BREAKER_PROBED, /* still open: a probe failed, and the pause before the next one is longer */
  COLLAB_BREAKER_CLOSED  /* the slow start begins */
} collab_breaker_change_t;

/* Counts an attempt. `fault`: the receiver made it fail. `pause`: the first pause between probes. */
collab_breaker_change_t collab_breaker_learn(collab_breaker_t *breaker, const collab_result_t *result, bool fault,
                                             apr_interval_time_t pause);

/* Discards past faults, after the owner has changed the callback or has said that the receiver is ready. */
void collab_breaker_reset(collab_breaker_t *breaker, apr_interval_time_t pause);

#endif

/* breaker.h: the circuit breaker of an endpoint (breaker.c). The loop's thread alone. */
#ifndef COLLAB_DISPATCH_DELIVERY_BREAKER_H
#define COLLAB_DISPATCH_DELIVERY_BREAKER_H

#include "base/meter.h"
#include "dispatch/delivery/slot.h"

typedef struct collab_breaker_t {
  collab_endpoint_state_t state;
  int faults; /* in a row, the receiver's */
  struct {
    int tries, faults;
  } window[2];          /* this one and the one before */
  apr_time_t window_at; /* this one began */
  apr_time_t opened_at;
  apr_interval_time_t pause; /* between probes; 0: none */
} collab_breaker_t;

/* What an attempt has changed. */
typedef enum collab_breaker_change_t {
  COLLAB_BREAKER_SAME,
  COLLAB_BREAKER_OPENED,
  COLLAB_BREAKER_PROBED, /* open, and a probe has failed: the next after the pause, which is longer */
  COLLAB_BREAKER_CLOSED  /* slow start */
} collab_breaker_change_t;

/* Learns from an attempt; `fault`: it failed by the receiver's fault. `pause`: the first one between probes. */
collab_breaker_change_t collab_breaker_learn(collab_breaker_t *breaker, const collab_result_t *result, bool fault,
                                             apr_interval_time_t pause);

/* The receiver says that it is ready, or is another: past failures do not count. */
void collab_breaker_reset(collab_breaker_t *breaker, apr_interval_time_t pause);

#endif

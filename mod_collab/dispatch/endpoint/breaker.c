/* breaker.c: the circuit breaker of an endpoint.
 *
 * An attempt is a fault when the receiver makes it fail: no answer, or 5xx. The breaker opens after FAILURES faults in a row, or
 * when more than SHARE per cent of at least TRIES recent attempts were faults.
 *
 * While the breaker is open, the endpoint has one transfer at a time: the probe, which sends the endpoint's oldest due delivery.
 * With `CollabWebhookBreaker count`, each delivery is attempted in this way when it is due, and so uses up its attempts. With
 * `hold`, one probe follows each pause, and the other deliveries wait.
 *
 * A probe that succeeds closes the breaker. The endpoint then starts slowly: one transfer at a time, then two, four and so on
 * (endpoint.c).
 *
 * This file only decides; endpoint.c acts. Runs in the dispatcher's loop. */
#include "dispatch/endpoint/endpoint.h"

#include <string.h>

#define FAILURES 5
#define TRIES 10
#define SHARE 70                          /* per cent */
#define WINDOW apr_time_from_sec(150)     /* TRIES and SHARE refer to the current window and the one before it */
#define PAUSE_MOST apr_time_from_sec(600) /* the longest pause between probes */

static void record(collab_breaker_t *breaker, bool fault, apr_time_t now) {
  if (breaker->window_at + WINDOW < now) {
    bool next = breaker->window_at + 2 * WINDOW >= now;
    breaker->window[1].tries = next ? breaker->window[0].tries : 0;
    breaker->window[1].faults = next ? breaker->window[0].faults : 0;
    breaker->window[0].tries = breaker->window[0].faults = 0;
    breaker->window_at = now;
  }
  breaker->window[0].tries++;
  breaker->window[0].faults += fault;
  breaker->faults = fault ? breaker->faults + 1 : 0;
}

static bool is_failing(const collab_breaker_t *breaker) {
  int tries = breaker->window[0].tries + breaker->window[1].tries, faults = breaker->window[0].faults + breaker->window[1].faults;
  return breaker->faults >= FAILURES || (tries >= TRIES && 100 * faults > SHARE * tries);
}

/* An attempt that began before the breaker opened is not a probe. */
collab_breaker_change_t collab_breaker_learn(collab_breaker_t *breaker, const collab_result_t *result, bool fault,
                                             apr_interval_time_t pause) {
  bool open = breaker->state == COLLAB_ENDPOINT_OPEN, probe = result->started > breaker->opened_at;

  record(breaker, fault, result->ended);
  if (open && !fault) {
    breaker->state = COLLAB_ENDPOINT_SLOW;
    memset(breaker->window, 0, sizeof breaker->window);
    return COLLAB_BREAKER_CLOSED;
  }
  if (open && probe && breaker->pause) {
    breaker->pause = 2 * breaker->pause < PAUSE_MOST ? 2 * breaker->pause : PAUSE_MOST;
    return COLLAB_BREAKER_PROBED;
  }
  if (!open && fault && is_failing(breaker)) {
    breaker->state = COLLAB_ENDPOINT_OPEN;
    breaker->opened_at = result->ended;
    breaker->pause = pause;
    return COLLAB_BREAKER_OPENED;
  }
  return COLLAB_BREAKER_SAME;
}

void collab_breaker_reset(collab_breaker_t *breaker, apr_interval_time_t pause) {
  breaker->pause = breaker->pause ? pause : 0;
  breaker->faults = 0;
  memset(breaker->window, 0, sizeof breaker->window);
}

/* local_fault.c: detects local faults: faults of this node, its network or its operator's proxy, which say nothing about the
 * receiver. These are local without doubt:
 *   - The proxy fails.
 *   - The CA bundle cannot be read.
 *   - No open file, memory or thread is left, or libcurl refuses an option.
 *   - A certificate looks invalid because a clock is wrong.
 *   - A secret does not open (send.c).
 * If all receivers fail at one stage (DNS, connection, TLS), the fault is local until a receiver passes the stage (stage.c).
 * While this rule has not decided, a failure is treated like a local fault without an alarm, for at most a minute: the endpoint's
 * clock starts with its first such failure, and ends with an answer, or when it has not failed for five minutes. So a dead
 * receiver of a lone company delays attempts by a minute once, and not for each delivery.
 *
 * local_alarm.c keeps which faults are present; attempt_end.c postpones the delivery. Runs in the dispatcher's loop. */
#include "dispatch/settle/local_fault.h"
#include "dispatch/dispatcher.h"
#include "dispatch/settle/local_alarm.h"

#include <string.h>

#include "node/timer.h"

#define CLOCK_SLACK apr_time_from_sec(60)

/* Whether the proxy itself has failed. The proxy's errors about a receiver, and a receiver's silence behind the proxy, do not
 * count. */
static bool proxy_has_failed(const collab_slot_t *slot, CURLcode code) {
  curl_off_t connected = 0;
  long answer = 0;

  /* the look-up of the proxy's name used up the connect timeout */
  bool unnamed = code == CURLE_OPERATION_TIMEDOUT && !*slot->transport.address && slot->transport.requests == 0;
  if (!*slot->transport.address && code != CURLE_COULDNT_RESOLVE_PROXY && !unnamed) {
    return false; /* a kept connection is through the proxy already */
  }
  curl_easy_getinfo(slot->transport.easy, CURLINFO_CONNECT_TIME_T, &connected);
  curl_easy_getinfo(slot->transport.easy, CURLINFO_HTTP_CONNECTCODE, &answer);
  return answer == 407 || (answer == 0 && (connected == 0 || code != CURLE_OPERATION_TIMEDOUT));
}

/* Whether the transfer lacked a descriptor, memory or a thread, or libcurl refused an option. libcurl reports a thread of its
 * resolver that does not start like a name that does not exist. */
static bool resources_have_failed(const collab_slot_t *slot, CURLcode code) {
  bool lookup = code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_COULDNT_RESOLVE_PROXY;

  return code == CURLE_OUT_OF_MEMORY || code == CURLE_FAILED_INIT || slot->transport.refused_option ||
         (code == CURLE_COULDNT_CONNECT && slot->transport.unopened) ||
         (lookup && strstr(slot->transport.said, "thread failed to start"));
}

/* Returns the fault if it is local without doubt, judged by libcurl's code and errno. Such a fault occurs before the request is
 * sent. */
static collab_local_fault_t certain_fault(const collab_dispatcher_t *d, const collab_slot_t *slot, CURLcode code) {
  long sent = 0;

  if (code == CURLE_OK) {
    return COLLAB_LOCAL_NONE;
  }
  curl_easy_getinfo(slot->transport.easy, CURLINFO_REQUEST_SIZE, &sent);
  if (code == CURLE_SSL_CACERT_BADFILE) {
    return COLLAB_LOCAL_CA;
  }
  if (collab_transport_dated(slot->transport.easy, code) && llabs(collab_database_clock_off(&d->clock)) > CLOCK_SLACK) {
    return COLLAB_LOCAL_CLOCK;
  }
  if (sent == 0 && resources_have_failed(slot, code)) {
    return COLLAB_LOCAL_RESOURCES;
  }
  return d->config->outbound.proxy && proxy_has_failed(slot, code) ? COLLAB_LOCAL_PROXY : COLLAB_LOCAL_NONE;
}

/* Ends the faults that a transfer refutes. Not for a transfer that certain_fault() explains. `passed`: the stages that the
 * transfer has passed. */
static void refute(collab_dispatcher_t *d, const collab_slot_t *slot, unsigned passed) {
  long proxied = 0;

  for (int stage = COLLAB_LOCAL_NAMES; stage < COLLAB_LOCALS; stage++) {
    if (passed & COLLAB_STAGE_BIT(stage)) {
      collab_local_alarm_end(d, (collab_local_fault_t)stage);
    }
  }
  if (*slot->transport.address && (passed & COLLAB_STAGE_BIT(COLLAB_LOCAL_TLS))) { /* a kept connection needs no CA bundle */
    collab_local_alarm_end(d, COLLAB_LOCAL_CA);
  }
  curl_easy_getinfo(slot->transport.easy, CURLINFO_HTTP_CONNECTCODE, &proxied);
  if (proxied) {
    collab_local_alarm_end(d, COLLAB_LOCAL_PROXY);
  }
}

apr_interval_time_t collab_local_fault_undecided_left(const collab_endpoint_t *endpoint) {
  return endpoint->undecided_since + collab_timer(COLLAB_TIMER_UNDECIDED) - collab_time_clock();
}

/* Notes a failure that may be a local fault. False: there is no time for another try before it counts as an attempt. */
static bool is_undecided(const collab_slot_t *slot) {
  collab_endpoint_t *endpoint = slot->endpoint;
  apr_time_t now = collab_time_clock();

  if (!endpoint->undecided_since || endpoint->undecided_at + collab_timer(COLLAB_TIMER_TRIED) < now) {
    endpoint->undecided_since = now;
  }
  endpoint->undecided_at = now;
  return collab_local_fault_undecided_left(endpoint) >= collab_timer(COLLAB_TIMER_POSTPONE);
}

/* Returns the stage if the failure there is a local fault, COLLAB_LOCAL_UNDECIDED, or COLLAB_LOCAL_NONE if the failure is the
 * receiver's. */
static collab_local_fault_t fault_at(const collab_dispatcher_t *d, const collab_slot_t *slot, collab_local_fault_t stage) {
  if (collab_local_alarm_explains(d, slot, stage)) {
    return stage;
  }
  switch (collab_stage_state(&d->endpoints, stage)) {
  case COLLAB_STAGE_FAILS:
    return stage;
  case COLLAB_STAGE_WORKS:
    return COLLAB_LOCAL_NONE;
  default:
    return !collab_endpoint_replaced(slot) && is_undecided(slot) ? COLLAB_LOCAL_UNDECIDED : COLLAB_LOCAL_NONE;
  }
}

collab_local_fault_t collab_local_fault_of(collab_dispatcher_t *d, const collab_slot_t *slot, CURLcode code, const char **alarm) {
  collab_local_fault_t local = certain_fault(d, slot, code);

  if (local == COLLAB_LOCAL_NONE) {
    collab_last_try_t try = collab_stage_learn(&d->config->outbound, slot, code);
    refute(d, slot, try.passed);
    local = try.failed == COLLAB_LOCAL_NONE ? COLLAB_LOCAL_NONE : fault_at(d, slot, try.failed);
  }
  *alarm = local == COLLAB_LOCAL_NONE ? NULL : collab_local_alarm_text(d, slot, code, local);
  return local;
}

/* local_fault.c: detects local faults, raises their alarms, and postpones the deliveries that meet such a fault.
 *
 * These faults are local without doubt:
 *   - The proxy fails.
 *   - The CA bundle cannot be read.
 *   - A secret does not open.
 *   - No open file, memory or thread is left, or libcurl refuses an option.
 *   - A certificate looks invalid because a clock is wrong.
 * If all receivers fail at one stage (DNS, connection, TLS), the fault is local until a receiver passes the stage (stage.c).
 * While this rule has not decided, a failure is treated like a local fault without an alarm, for at most a minute: the endpoint's
 * clock starts with its first such failure, and ends with an answer, or when it has not failed for five minutes. So a dead
 * receiver of a lone company delays attempts by a minute once, and not for each delivery.
 *
 * A local fault says nothing about the receiver. So a delivery that meets one is postponed: it uses up no attempt, and no breaker
 * opens. The log of attempts shows such tries, the first and then one an hour, as not counted. Six hours after the delivery was
 * made, each try counts as an attempt again (the piece `settlement`).
 *
 * While a local fault lasts, each endpoint that meets the fault is tried with one delivery, after 1 s, 2 s, 4 s … 30 s
 * (endpoint.c). Endpoints that do not meet the fault (because of another scheme, say) go on. Runs in the dispatcher's loop. */
#include "dispatch/settle/local_fault.h"
#include "dispatch/alarm.h"
#include "dispatch/dispatcher.h"
#include "dispatch/settle/stage.h"

#include <string.h>

#include "base/time.h"
#include "node/timer.h"
#include "outbound/url.h"

#define PAUSE_MOST 30 /* the longest pause after a local fault, as a multiple of the first */
#define CLOCK_SLACK apr_time_from_sec(60)

/* The alarm of each fault, and the text that reports its end. node/health.c raises the alarm of a wrong clock. */
static const struct {
  collab_alarm_t alarm;
  const char *over;
} alarms[COLLAB_LOCALS] = {
    [COLLAB_LOCAL_PROXY] = {COLLAB_ALARM_PROXY, "the proxy of CollabOutboundProxy works again"},
    [COLLAB_LOCAL_CA] = {COLLAB_ALARM_CA, "the CA bundle is read again"},
    [COLLAB_LOCAL_SECRETS] = {COLLAB_ALARM_SECRETS, "no delivery waits for secrets that do not open"},
    [COLLAB_LOCAL_RESOURCES] = {COLLAB_ALARM_RESOURCES, "no delivery waits for open files, memory or threads"},
    [COLLAB_LOCAL_NAMES] = {COLLAB_ALARM_NAMES, "names resolve again"},
    [COLLAB_LOCAL_IPV4] = {COLLAB_ALARM_IPV4, "endpoints are reached over IPv4 again"},
    [COLLAB_LOCAL_IPV6] = {COLLAB_ALARM_IPV6, "endpoints are reached over IPv6 again"},
    [COLLAB_LOCAL_TLS] = {COLLAB_ALARM_TLS, "TLS connections succeed again"},
};

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

/* Ends a fault and its alarm. */
static void end(collab_dispatcher_t *d, collab_local_fault_t local) {
  bool raised = d->faults.until[local] && alarms[local].over;

  d->faults.over_at[local] = d->faults.until[local] ? collab_time_clock() : d->faults.over_at[local];
  d->faults.until[local] = 0;
  if (raised) {
    collab_dispatch_alarm(d->s, alarms[local].alarm, NULL, alarms[local].over);
  }
}

/* Ends the faults that a transfer refutes. Not for a transfer that certain_fault() explains. `passed`: the stages that the
 * transfer has passed. */
static void refute(collab_dispatcher_t *d, const collab_slot_t *slot, unsigned passed) {
  long proxied = 0;

  for (int stage = COLLAB_LOCAL_NAMES; stage < COLLAB_LOCALS; stage++) {
    if (passed & COLLAB_STAGE_BIT(stage)) {
      end(d, (collab_local_fault_t)stage);
    }
  }
  if (*slot->transport.address && (passed & COLLAB_STAGE_BIT(COLLAB_LOCAL_TLS))) { /* a kept connection needs no CA bundle */
    end(d, COLLAB_LOCAL_CA);
  }
  curl_easy_getinfo(slot->transport.easy, CURLINFO_HTTP_CONNECTCODE, &proxied);
  if (proxied) {
    end(d, COLLAB_LOCAL_PROXY);
  }
}

/* ---- the texts of the alarms ---- */

/* The host in the transfer's URL. */
static const char *host_of(const collab_slot_t *slot) {
  const char *url = NULL;

  curl_easy_getinfo(slot->transport.easy, CURLINFO_EFFECTIVE_URL, &url);
  char *host = url ? collab_url_part(url, CURLUPART_HOST) : NULL;
  const char *name = host ? apr_pstrdup(slot->pool, host) : "";
  curl_free(host);
  return name;
}

static const char *ca_text(const collab_dispatcher_t *d, apr_pool_t *pool) {
  const char *file = d->config->outbound.ca ? d->config->outbound.ca : curl_version_info(CURLVERSION_NOW)->cainfo;
  const char *fault = file ? collab_outbound_ca_fault(pool, file) : NULL;

  return apr_pstrcat(pool, "the CA bundle ", file ? file : "of the system", " ", fault ? fault : "cannot be used",
                     "; deliveries over https wait for it", NULL);
}

static const char *resources_text(const collab_slot_t *slot, const char *fault) {
  const char *option = slot->transport.refused_option;

  return option ? apr_psprintf(slot->pool, "libcurl refuses the option %s; deliveries wait", option)
                : apr_psprintf(slot->pool, "the dispatcher has run out of open files, memory or threads (%s); deliveries wait",
                               fault);
}

/* The alarm's text for a fault that a transfer has met; NULL: final_text makes it from the verdict. */
static const char *alarm_text(const collab_dispatcher_t *d, const collab_slot_t *slot, CURLcode code,
                              collab_local_fault_t local) {
  const char *fault = collab_transport_fault(slot->pool, &slot->transport, code);
  long error = 0;

  switch (local) {
  case COLLAB_LOCAL_PROXY:
    return apr_psprintf(slot->pool, "the proxy of CollabOutboundProxy: %s; deliveries wait for it", fault);
  case COLLAB_LOCAL_CA:
    return ca_text(d, slot->pool);
  case COLLAB_LOCAL_RESOURCES:
    return resources_text(slot, slot->transport.unopened ? strerror(slot->transport.unopened)
                                : *slot->transport.said  ? slot->transport.said
                                                         : fault);
  case COLLAB_LOCAL_NAMES:
    return apr_psprintf(slot->pool,
                        "no name resolves on this node: neither %s nor any other that was tried; deliveries to names wait",
                        host_of(slot));
  case COLLAB_LOCAL_IPV4:
  case COLLAB_LOCAL_IPV6:
    curl_easy_getinfo(slot->transport.easy, CURLINFO_OS_ERRNO, &error);
    return apr_psprintf(slot->pool, "this node reaches no endpoint over %s (%s); deliveries there wait",
                        local == COLLAB_LOCAL_IPV4 ? "IPv4" : "IPv6",
                        code != CURLE_OPERATION_TIMEDOUT && error ? strerror((int)error) : "no answer");
  case COLLAB_LOCAL_TLS:
    return apr_psprintf(slot->pool, "no receiver's TLS handshake succeeds: %s: %s; deliveries over https wait", host_of(slot),
                        fault);
  default:
    return NULL;
  }
}

/* The alarm's text for any local fault, also for one that was found before a transfer. */
static const char *final_text(const collab_slot_t *slot, const collab_verdict_t *verdict) {
  if (verdict->alarm) {
    return verdict->alarm;
  }
  if (verdict->local == COLLAB_LOCAL_SECRETS) {
    return apr_psprintf(slot->pool,
                        "the secrets of subscription %s do not open with the keys of CollabSecretsKey; deliveries wait for the "
                        "key that sealed them",
                        slot->subscription);
  }
  return resources_text(slot, verdict->error);
}

/* Whether the attempt began before the fault ended. Such an attempt may fail after the end: a name server never answers a query
 * that got lost during the fault. */
static bool began_before_end(const collab_dispatcher_t *d, const collab_slot_t *slot, collab_local_fault_t local) {
  return slot->result.started < d->faults.over_at[local];
}

/* The time for which failures at the endpoint use up no attempt while it is not known whether the fault is local. */
static apr_interval_time_t undecided_left(const collab_endpoint_t *endpoint) {
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
  return undecided_left(endpoint) >= collab_timer(COLLAB_TIMER_POSTPONE);
}

/* Returns the stage if the failure there is a local fault, COLLAB_LOCAL_UNDECIDED, or COLLAB_LOCAL_NONE if the failure is the
 * receiver's. */
static collab_local_fault_t fault_at(const collab_dispatcher_t *d, const collab_slot_t *slot, collab_local_fault_t stage) {
  if (d->faults.until[stage] || began_before_end(d, slot, stage)) {
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
  *alarm = local == COLLAB_LOCAL_NONE ? NULL : alarm_text(d, slot, code, local);
  return local;
}

double collab_local_fault_postpone(collab_dispatcher_t *d, collab_slot_t *slot, const collab_verdict_t *verdict) {
  collab_meter_count(COLLAB_COUNT_POSTPONED, 1);
  apr_interval_time_t most = PAUSE_MOST * collab_timer(COLLAB_TIMER_POSTPONE), left = undecided_left(slot->endpoint);
  if (verdict->local == COLLAB_LOCAL_UNDECIDED) {
    return collab_endpoint_postpone(slot, left < most ? left : most);
  }
  double wait = collab_endpoint_postpone(slot, most);
  apr_time_t until = collab_time_clock() + (apr_time_t)(wait * APR_USEC_PER_SEC) + collab_timer(COLLAB_TIMER_LOCAL);
  if (began_before_end(d, slot, verdict->local)) { /* the failure says nothing new */
    return wait;
  }
  if (d->faults.until[verdict->local] < until) {
    d->faults.until[verdict->local] = until;
  }
  if (alarms[verdict->local].over) {
    collab_dispatch_alarm(d->s, alarms[verdict->local].alarm, final_text(slot, verdict), NULL);
  }
  return wait;
}

void collab_local_fault_turn(collab_dispatcher_t *d, apr_time_t now) {
  for (int local = COLLAB_LOCAL_PROXY; local < COLLAB_LOCALS; local++) {
    if (d->faults.until[local] < now) {
      end(d, (collab_local_fault_t)local);
    }
  }
}

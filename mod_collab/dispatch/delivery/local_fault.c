/* local_fault.c: local faults: which they are, how long a delivery waits until they are repaired, and their alarms.
 *
 *   the CA bundle cannot be read                  postponed; no attempt is used up, no breaker opens
 *   a secret does not open                        the same
 *   no open file or memory is left                the same
 *   the proxy fails                               the same
 *   a certificate looks invalid because a clock   the same
 *     is wrong
 *   a name does not resolve, there is no route    the same, if reachability.c finds that the fault is local
 *   any of these, a day after the delivery was    an attempt like any other (the piece `settlement`)
 *     made
 *
 * A local fault says nothing about the receiver. While one lasts, each endpoint that meets it is tried with one delivery, after
 * 1 s, 2 s, 4 s … 30 s (endpoint.c), so that endpoints that do not meet it (with another scheme, say) go on. A failing proxy
 * concerns all endpoints: then nothing is claimed (proxy.c). Whether a fault is local must never depend on what a member writes
 * into a URL, or on what a receiver answers. Runs in the dispatcher's loop. */
#include "dispatch/delivery/local_fault.h"
#include "dispatch/alarm.h"

#include <errno.h>
#include <string.h>

#include "base/timer.h"
#include "outbound/url.h"

#define CLOCK_SLACK apr_time_from_sec(60)

/* The alarm of each fault, and what is reported when it is over. base/health.c raises the alarm of a wrong clock. */
static const struct {
  collab_alarm_t alarm;
  const char *over;
} alarms[COLLAB_LOCALS] = {
    [COLLAB_LOCAL_CA] = {COLLAB_ALARM_CA, "the CA bundle is read again"},
    [COLLAB_LOCAL_SECRETS] = {COLLAB_ALARM_SECRETS, "no delivery waits for secrets that do not open"},
    [COLLAB_LOCAL_RESOURCES] = {COLLAB_ALARM_RESOURCES, "no delivery waits for open files or memory"},
    [COLLAB_LOCAL_NAMES] = {COLLAB_ALARM_NAMES, "names resolve again"},
    [COLLAB_LOCAL_IPV4] = {COLLAB_ALARM_IPV4, "endpoints are reached over IPv4 again"},
    [COLLAB_LOCAL_IPV6] = {COLLAB_ALARM_IPV6, "endpoints are reached over IPv6 again"},
};

bool collab_local_fault_unroutable(long error) {
  static const int errors[] = {ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL, EPERM, EACCES, EINVAL};

  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
    if (error == errors[i]) {
      return true;
    }
  }
  return false;
}

/* The host of the URL that the transfer was for. */
static const char *host_of(const collab_slot_t *slot) {
  const char *url = NULL;

  curl_easy_getinfo(slot->easy, CURLINFO_EFFECTIVE_URL, &url);
  char *host = url ? collab_url_part(url, CURLUPART_HOST) : NULL;
  const char *name = host ? apr_pstrdup(slot->pool, host) : "";
  curl_free(host);
  return name;
}

/* Has the transfer timed out without a byte of an answer? */
static bool is_silent(const collab_slot_t *slot, CURLcode code) {
  return code == CURLE_OPERATION_TIMEDOUT && slot->answer.headers_read == 0 && slot->answer.read == 0;
}

/* A fault that may be local, or COLLAB_LOCAL_NONE. When a name server does not answer, the time for the connection is over before
 * an address has been tried. */
static collab_local_fault_t suspected_fault(const collab_slot_t *slot, CURLcode code, collab_doubt_t *doubt) {
  const collab_transport_t *transport = &slot->transport;
  bool unnamed = !*transport->address && !transport->refused && transport->requests == 0;
  const char *address = NULL;
  long error = 0;

  if (code == CURLE_COULDNT_RESOLVE_HOST || (code == CURLE_OPERATION_TIMEDOUT && unnamed)) {
    doubt->about = host_of(slot);
    return COLLAB_LOCAL_NAMES;
  }
  curl_easy_getinfo(slot->easy, CURLINFO_OS_ERRNO, &error);
  curl_easy_getinfo(slot->easy, CURLINFO_PRIMARY_IP, &address); /* also of a kept connection */
  address = *transport->address ? transport->address : address;
  doubt->silent = is_silent(slot, code);
  bool broken = code == CURLE_COULDNT_CONNECT || code == CURLE_SEND_ERROR || code == CURLE_RECV_ERROR;
  if (!address || !*address || !(doubt->silent || (broken && collab_local_fault_unroutable(error)))) {
    return COLLAB_LOCAL_NONE;
  }
  doubt->about = apr_pstrdup(slot->pool, address);
  doubt->why = doubt->silent ? "no answer" : strerror((int)error); /* a known error, so the text is static */
  return strchr(address, ':') ? COLLAB_LOCAL_IPV6 : COLLAB_LOCAL_IPV4;
}

collab_local_fault_t collab_local_fault_of(const collab_local_faults_t *faults, const collab_slot_t *slot, CURLcode code,
                                           collab_doubt_t *doubt) {
  long sent = 0;

  curl_easy_getinfo(slot->easy, CURLINFO_REQUEST_SIZE, &sent);
  if (code == CURLE_SSL_CACERT_BADFILE) {
    return COLLAB_LOCAL_CA;
  }
  if (collab_transport_dated(slot->easy, code) && llabs(faults->pace->clock_ahead) > CLOCK_SLACK) {
    return COLLAB_LOCAL_CLOCK;
  }
  if (sent == 0 && (code == CURLE_OUT_OF_MEMORY || code == CURLE_FAILED_INIT || code == CURLE_ABORTED_BY_CALLBACK ||
                    (code == CURLE_COULDNT_CONNECT && slot->transport.unopened))) {
    return COLLAB_LOCAL_RESOURCES;
  }
  if (faults->config->outbound.proxy) {
    return collab_proxy_failed(faults->proxy, slot, code) ? COLLAB_LOCAL_PROXY : COLLAB_LOCAL_NONE;
  }
  return suspected_fault(slot, code, doubt);
}

/* The text of the alarm about the CA bundle. */
static const char *ca_alarm_text(const collab_local_faults_t *faults, apr_pool_t *pool) {
  const char *file = faults->config->outbound.ca ? faults->config->outbound.ca : curl_version_info(CURLVERSION_NOW)->cainfo;
  const char *fault = file ? collab_outbound_ca_fault(pool, file) : NULL;

  return apr_pstrcat(pool, "the CA bundle ", file ? file : "of the system", " ", fault ? fault : "cannot be used",
                     "; deliveries over https wait for it", NULL);
}

static const char *alarm_text(const collab_local_faults_t *faults, const collab_slot_t *slot, const collab_verdict_t *verdict) {
  switch (verdict->local) {
  case COLLAB_LOCAL_CA:
    return ca_alarm_text(faults, slot->pool);
  case COLLAB_LOCAL_SECRETS:
    return apr_psprintf(slot->pool,
                        "the secrets of subscription %s do not open with the keys of CollabSecretsKey; deliveries wait for the "
                        "key that sealed them",
                        slot->subscription);
  case COLLAB_LOCAL_NAMES:
    return apr_psprintf(slot->pool, "names do not resolve on this node: %s, and others that did before; deliveries to names wait",
                        verdict->doubt.about);
  case COLLAB_LOCAL_IPV4:
  case COLLAB_LOCAL_IPV6:
    return apr_psprintf(slot->pool, "this node reaches no endpoint over %s (%s); deliveries there wait",
                        verdict->local == COLLAB_LOCAL_IPV4 ? "IPv4" : "IPv6", verdict->doubt.why);
  default:
    return apr_psprintf(slot->pool, "the dispatcher has no open file or memory left (%s); deliveries wait",
                        slot->transport.unopened ? strerror(slot->transport.unopened) : verdict->error);
  }
}

double collab_local_fault_postpone(collab_local_faults_t *faults, collab_slot_t *slot, const collab_verdict_t *verdict) {
  collab_meter_count(COLLAB_COUNT_POSTPONED, 1);
  if (verdict->local == COLLAB_LOCAL_PROXY) {
    return collab_proxy_pause(faults->proxy, slot, verdict->error);
  }
  double wait = collab_endpoint_postpone(slot);
  apr_time_t until = apr_time_now() + (apr_time_t)(wait * APR_USEC_PER_SEC) + collab_timer(COLLAB_TIMER_LOCAL);
  if (faults->until[verdict->local] < until) {
    faults->until[verdict->local] = until;
  }
  if (alarms[verdict->local].over) {
    collab_dispatch_alarm(faults->s, alarms[verdict->local].alarm, alarm_text(faults, slot, verdict), NULL);
  }
  return wait;
}

void collab_local_fault_over(collab_local_faults_t *faults, collab_local_fault_t local) {
  bool raised = faults->until[local] && alarms[local].over;

  faults->until[local] = 0;
  if (raised) {
    collab_dispatch_alarm(faults->s, alarms[local].alarm, NULL, alarms[local].over);
  }
}

/* An answer over a new connection shows that there is a route and, with TLS, that the CA bundle can be read. An answer over a
 * kept connection shows nothing. Neither shows that names resolve, because libcurl caches them. */
void collab_local_fault_answered(collab_local_faults_t *faults, const collab_slot_t *slot) {
  const char *address = slot->transport.address;

  if (!*address) {
    return;
  }
  if (slot->result.phases.tls >= 0) {
    collab_local_fault_over(faults, COLLAB_LOCAL_CA);
  }
  if (!faults->config->outbound.proxy) {
    collab_local_fault_over(faults, strchr(address, ':') ? COLLAB_LOCAL_IPV6 : COLLAB_LOCAL_IPV4);
  }
}

void collab_local_fault_turn(collab_local_faults_t *faults, apr_time_t now) {
  for (int local = COLLAB_LOCAL_CA; local < COLLAB_LOCALS; local++) {
    if (faults->until[local] < now) {
      collab_local_fault_over(faults, (collab_local_fault_t)local);
    }
  }
}

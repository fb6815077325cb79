/* local_alarm.c: the local faults that are present, and their alarms. A fault is present from the first attempt that meets it
 * until a transfer refutes it (local_fault.c), or until no attempt has met it for a while. Runs in the dispatcher's loop. */
#include "dispatch/settle/local_alarm.h"
#include "dispatch/alarm.h"
#include "dispatch/dispatcher.h"

#include <string.h>

#include "node/timer.h"
#include "outbound/url.h"

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

/* ---- the texts ---- */

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

const char *collab_local_alarm_text(const collab_dispatcher_t *d, const collab_slot_t *slot, CURLcode code,
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

/* ---- begin and end ---- */

/* Whether the attempt began before the fault ended. Such an attempt may fail after the end: a name server never answers a query
 * that got lost during the fault. */
static bool began_before_end(const collab_dispatcher_t *d, const collab_slot_t *slot, collab_local_fault_t local) {
  return slot->result.started < d->faults.over_at[local];
}

bool collab_local_alarm_explains(const collab_dispatcher_t *d, const collab_slot_t *slot, collab_local_fault_t local) {
  return d->faults.until[local] || began_before_end(d, slot, local);
}

void collab_local_alarm_raise(collab_dispatcher_t *d, const collab_slot_t *slot, const collab_verdict_t *verdict, double wait) {
  apr_time_t until = collab_time_clock() + (apr_time_t)(wait * APR_USEC_PER_SEC) + collab_timer(COLLAB_TIMER_LOCAL);

  if (began_before_end(d, slot, verdict->local)) { /* the failure says nothing new */
    return;
  }
  if (d->faults.until[verdict->local] < until) {
    d->faults.until[verdict->local] = until;
  }
  if (alarms[verdict->local].over) {
    collab_dispatch_alarm(d->s, alarms[verdict->local].alarm, final_text(slot, verdict), NULL);
  }
}

void collab_local_alarm_end(collab_dispatcher_t *d, collab_local_fault_t local) {
  bool raised = d->faults.until[local] && alarms[local].over;

  d->faults.over_at[local] = d->faults.until[local] ? collab_time_clock() : d->faults.over_at[local];
  d->faults.until[local] = 0;
  if (raised) {
    collab_dispatch_alarm(d->s, alarms[local].alarm, NULL, alarms[local].over);
  }
}

void collab_local_alarm_turn(collab_dispatcher_t *d, apr_time_t now) {
  for (int local = COLLAB_LOCAL_PROXY; local < COLLAB_LOCALS; local++) {
    if (d->faults.until[local] < now) {
      collab_local_alarm_end(d, (collab_local_fault_t)local);
    }
  }
}

/* local.c: faults on this node's side: what they are, how long a delivery waits for their repair, and their alarms.
 *
 *   the CA bundle cannot be read, a secret does not open,   postponed; no attempt is used up, no breaker opens
 *     no open file or memory is left, the proxy fails
 *   the same a day after the delivery was made              an attempt, as any other (the piece `settled`)
 *
 * A local fault says nothing about the receiver. While one lasts, each endpoint that meets it is tried with one delivery, after
 * 1 s, 2 s, 4 s … 30 s (room.c), so that those which do not meet it (another scheme, say) go on. A failing proxy is everybody's:
 * then nothing is claimed (proxy.c). What is a fault of ours and what of a receiver must not depend on what a member writes into
 * a URL or a receiver answers. Runs in the dispatcher's loop. */
#include "dispatch/dispatch.h"
#include "dispatch/duties.h"

#include <string.h>

#include "base/timer.h"

static const struct {
  collab_alarm_t alarm;
  const char *over;
} kinds[COLLAB_LOCALS] = {
    [COLLAB_LOCAL_CA] = {COLLAB_ALARM_CA, "the CA bundle is read again"},
    [COLLAB_LOCAL_SECRETS] = {COLLAB_ALARM_SECRETS, "no delivery waits for secrets that do not open"},
    [COLLAB_LOCAL_RESOURCES] = {COLLAB_ALARM_RESOURCES, "no delivery waits for open files or memory"},
};

collab_local_t collab_local_of(const collab_dispatcher_t *d, const collab_slot_t *slot, CURLcode code) {
  long sent = 0;

  curl_easy_getinfo(slot->easy, CURLINFO_REQUEST_SIZE, &sent);
  if (code == CURLE_SSL_CACERT_BADFILE) {
    return COLLAB_LOCAL_CA;
  }
  if (sent == 0 &&
      (code == CURLE_OUT_OF_MEMORY || code == CURLE_FAILED_INIT || (code == CURLE_COULDNT_CONNECT && slot->transport.unopened))) {
    return COLLAB_LOCAL_RESOURCES;
  }
  return collab_proxy_failed(d, slot, code) ? COLLAB_LOCAL_PROXY : COLLAB_LOCAL_NONE;
}

/* What is wrong with the CA bundle, in words. */
static const char *ca_words(const collab_dispatcher_t *d, apr_pool_t *pool) {
  const char *file = d->config->outbound.ca ? d->config->outbound.ca : curl_version_info(CURLVERSION_NOW)->cainfo;
  const char *fault = file ? collab_outbound_ca_fault(pool, file) : NULL;

  return apr_pstrcat(pool, "the CA bundle ", file ? file : "of the system", " ", fault ? fault : "cannot be used",
                     "; deliveries over https wait for it", NULL);
}

static const char *words_of(const collab_dispatcher_t *d, const collab_slot_t *slot, const collab_verdict_t *verdict) {
  switch (verdict->local) {
  case COLLAB_LOCAL_CA:
    return ca_words(d, slot->pool);
  case COLLAB_LOCAL_SECRETS:
    return apr_psprintf(slot->pool,
                        "the secrets of subscription %s do not open with the keys of CollabSecretsKey; deliveries wait for the "
                        "key that sealed them",
                        slot->subscription);
  default:
    return apr_psprintf(slot->pool, "the dispatcher has no open file or memory left (%s); deliveries wait",
                        slot->transport.unopened ? strerror(slot->transport.unopened) : verdict->error);
  }
}

double collab_local_postpone(collab_dispatcher_t *d, collab_slot_t *slot, const collab_verdict_t *verdict) {
  collab_meter_count(COLLAB_COUNT_POSTPONED, 1);
  if (verdict->local == COLLAB_LOCAL_PROXY) {
    return collab_proxy_pause(d, slot, verdict->error);
  }
  double wait = collab_room_postpone(slot);
  apr_time_t until = apr_time_now() + (apr_time_t)(wait * APR_USEC_PER_SEC) + collab_timer(COLLAB_TIMER_LOCAL);
  if (d->local_until[verdict->local] < until) {
    d->local_until[verdict->local] = until;
  }
  collab_duty_alarm(d, kinds[verdict->local].alarm, words_of(d, slot, verdict), NULL);
  return wait;
}

static void over(collab_dispatcher_t *d, collab_local_t local) {
  d->local_until[local] = 0;
  collab_duty_alarm(d, kinds[local].alarm, NULL, kinds[local].over);
}

/* An answer over a new connection with TLS: the bundle has been read. One over a connection that was kept says nothing. */
void collab_local_answered(collab_dispatcher_t *d, const collab_slot_t *slot) {
  if (d->local_until[COLLAB_LOCAL_CA] && *slot->transport.address && slot->result.phases.tls >= 0) {
    over(d, COLLAB_LOCAL_CA);
  }
}

void collab_local_turn(collab_dispatcher_t *d, apr_time_t now) {
  for (int local = COLLAB_LOCAL_CA; local < COLLAB_LOCALS; local++) {
    if (d->local_until[local] && d->local_until[local] < now) {
      over(d, (collab_local_t)local);
    }
  }
}

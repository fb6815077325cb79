/* proxy.c: whether the operator's proxy works (CollabOutboundProxy). A fault of the proxy is not the receivers': the delivery is
 * postponed without counting an attempt, until a day after it was made (the piece `settlement`). Nothing is claimed until the
 * pause is over; then one delivery is the probe. Runs in the dispatcher's loop. */
#include "dispatch/delivery/proxy.h"
#include "collab_private.h"

#include <http_log.h>

#include "base/meter.h"

#define PAUSE_FIRST apr_time_from_sec(1)
#define PAUSE_MOST apr_time_from_sec(30)

bool collab_proxy_failed(const collab_proxy_t *proxy, const collab_slot_t *slot, CURLcode code) {
  curl_off_t connected = 0;
  long answer = 0;

  /* the look-up of its name took all the time that a connection may take */
  bool unnamed = code == CURLE_OPERATION_TIMEDOUT && !*slot->transport.address && slot->transport.requests == 0;
  if (!proxy->configured || (!*slot->transport.address && code != CURLE_COULDNT_RESOLVE_PROXY && !unnamed)) {
    return false; /* a kept connection has passed the proxy before */
  }
  curl_easy_getinfo(slot->easy, CURLINFO_CONNECT_TIME_T, &connected);
  curl_easy_getinfo(slot->easy, CURLINFO_HTTP_CONNECTCODE, &answer);
  return answer == 407 || (answer == 0 && (connected == 0 || code != CURLE_OPERATION_TIMEDOUT));
}

double collab_proxy_pause(collab_proxy_t *proxy, const collab_slot_t *slot, const char *error) {
  apr_time_t now = apr_time_now();

  if (!proxy->pause) { /* once per outage */
    const char *text = apr_psprintf(slot->pool, "the proxy of CollabOutboundProxy: %s; deliveries wait for it", error);
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, proxy->s, COLLABNO(0614) "%s", text);
    collab_meter_alarm(COLLAB_ALARM_PROXY, text);
  }
  if (proxy->until <= now) { /* transfers that failed at the same time count once */
    proxy->pause = !proxy->pause ? PAUSE_FIRST : 2 * proxy->pause < PAUSE_MOST ? 2 * proxy->pause : PAUSE_MOST;
    proxy->until = now + proxy->pause;
  }
  return (double)(proxy->until - now) / APR_USEC_PER_SEC;
}

void collab_proxy_works(collab_proxy_t *proxy, const collab_slot_t *slot) {
  long answer = 0;

  curl_easy_getinfo(slot->easy, CURLINFO_HTTP_CONNECTCODE, &answer);
  if (proxy->pause && answer) {
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, proxy->s, COLLABNO(0615) "the proxy of CollabOutboundProxy works again");
    collab_meter_alarm(COLLAB_ALARM_PROXY, NULL);
    proxy->pause = 0;
    proxy->until = 0;
  }
}

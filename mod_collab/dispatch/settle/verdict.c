/* verdict.c: judges the result of a transfer (interface.md 16.6), reads the receiver's Retry-After, and measures the phases. The
 * status counts as soon as the headers of the final response are complete, whatever becomes of the body (answer.c).
 *
 *   2xx                                         delivered
 *   401, 403 while a replaced secret signs      retried by the schedule
 *     and CollabSecretHold is on
 *   4xx that CollabWebhookRetryStatus names     retried by the schedule
 *   any other 4xx, 3xx                          a dead letter at once
 *   the address guard refuses the URL,          a dead letter at once
 *     or the URL cannot be called
 *   5xx, timeout, DNS, connection, TLS, reset,  retried by the schedule
 *     malformed answer
 *   the operator's proxy reports an error of    retried by the schedule
 *     the receiver
 *
 * Retry-After with 503, or with a 4xx that CollabWebhookRetryStatus names, can only lengthen the wait for the retry. With 429 or
 * 503 it also holds back the endpoint's other deliveries (endpoint.c). A local fault (local_fault.c) postpones the delivery and
 * uses up no attempt. access_token.c judges the fetch of an access token.
 *
 * This file only decides and measures; attempt_end.c acts. Runs in the dispatcher's loop. */
#include "dispatch/settle/verdict.h"
#include "dispatch/dispatcher.h"
#include "dispatch/settle/local_fault.h"

#include <string.h>

#include "base/text.h"
#include "node/meter.h"

#define WAIT_AT_MOST apr_time_from_sec(36000) /* the longest Retry-After that is honoured */

/* ---- phases ---- */

/* The time between two of libcurl's marks, in microseconds; -1: one of them was not reached. */
static int between(CURL *easy, CURLINFO from, CURLINFO to) {
  curl_off_t begin = 0, end = 0;

  curl_easy_getinfo(easy, from, &begin);
  curl_easy_getinfo(easy, to, &end);
  return begin > 0 && end >= begin && end - begin < INT32_MAX ? (int)(end - begin) : -1;
}

/* Measures the phases of the slot's attempt. A kept connection has no look-up and no handshake. */
static void measure(collab_slot_t *slot) {
  collab_phases_t *phases = &slot->result.phases;
  CURL *easy = slot->transport.easy;
  const char *address = NULL;
  curl_off_t dns = 0;

  curl_easy_getinfo(easy, CURLINFO_PRIMARY_IP, &address);
  if (*slot->transport.address) { /* a socket was opened */
    curl_easy_getinfo(easy, CURLINFO_NAMELOOKUP_TIME_T, &dns);
    phases->dns = dns > 0 && dns < INT32_MAX ? (int)dns : -1;
    phases->connect = between(easy, CURLINFO_NAMELOOKUP_TIME_T, CURLINFO_CONNECT_TIME_T);
    phases->tls = between(easy, CURLINFO_CONNECT_TIME_T, CURLINFO_APPCONNECT_TIME_T);
  }
  phases->first_byte = between(easy, CURLINFO_PRETRANSFER_TIME_T, CURLINFO_STARTTRANSFER_TIME_T);
  address = address && *address ? address : slot->transport.address;
  phases->remote = *address ? apr_pstrdup(slot->pool, address) : NULL;
  collab_meter_time(COLLAB_TIME_DNS, phases->dns);
  collab_meter_time(COLLAB_TIME_CONNECT, phases->connect);
  collab_meter_time(COLLAB_TIME_TLS, phases->tls);
  collab_meter_time(COLLAB_TIME_FIRST_BYTE, phases->first_byte);
}

/* ---- Retry-After ---- */

/* The wait that Retry-After asks for, be it a number of seconds or a date (RFC 9110, 10.2.3). 0: absent, malformed, or past. */
static apr_interval_time_t retry_after(CURL *easy) {
  struct curl_header *header;
  int64_t seconds;

  if (curl_easy_header(easy, "Retry-After", 0, CURLH_HEADER, -1, &header) != CURLHE_OK) {
    return 0;
  }
  size_t digits = strspn(header->value, "0123456789");
  if (digits && !header->value[digits]) {
    seconds = collab_text_integer(header->value, &seconds) ? seconds : INT32_MAX;
  } else {
    time_t when = curl_getdate(header->value, NULL);
    seconds = when < 0 ? 0 : (int64_t)when - apr_time_sec(apr_time_now());
  }
  return seconds <= 0 ? 0 : seconds < apr_time_sec(WAIT_AT_MOST) ? apr_time_from_sec(seconds) : WAIT_AT_MOST;
}

/* ---- the outcome ---- */

static collab_verdict_t final_failure(const char *error) {
  return (collab_verdict_t){.error = error};
}

static collab_verdict_t retryable_failure(const char *error) {
  return (collab_verdict_t){.retry = true, .error = error};
}

/* The failure of a connection. If other addresses of the name may not be called, the text names one of them with its rule. */
static collab_verdict_t unconnected(const collab_slot_t *slot, const char *error) {
  const collab_transport_t *transport = &slot->transport;

  return retryable_failure(*transport->refused_address ? apr_psprintf(slot->pool, "%s; its address %s may not be called (%s)",
                                                                      error, transport->refused_address, transport->refused)
                                                       : error);
}

/* Whether the result may be libcurl's for a very long header line. Until 8.6 it is the same as for a lack of memory. */
static bool is_too_large(CURLcode code) {
#if LIBCURL_VERSION_NUM >= 0x080600
  return code == CURLE_OUT_OF_MEMORY || code == CURLE_TOO_LARGE;
#else
  return code == CURLE_OUT_OF_MEMORY;
#endif
}

const char *collab_verdict_fault(const collab_slot_t *slot, CURLcode code) {
  const collab_transport_t *transport = &slot->transport;

  if (slot->answer.fault) {
    return slot->answer.fault;
  }
  if (transport->early) {
    return "the receiver wrote before the request";
  }
  if (transport->flooded) {
    return "more than 1 MiB came without a complete answer";
  }
  if (is_too_large(code) && collab_transport_received(transport) > COLLAB_ANSWER_READ) {
    return "the headers of the answer are longer than 64 KiB";
  }
  if (code == CURLE_OK || code == CURLE_UNSUPPORTED_PROTOCOL || code == CURLE_WRITE_ERROR || code == CURLE_WEIRD_SERVER_REPLY) {
    return "the answer is not HTTP"; /* no status line, headers without an end, or headers that contradict HTTP */
  }
  return collab_transport_fault(slot->pool, transport, code);
}

/* The verdict on a transfer that ended without complete headers, if the fault is the receiver's. The verdict is final only if a
 * retry is sure to fail in the same way. */
static collab_verdict_t verdict_of_failure(const collab_config_t *config, collab_slot_t *slot, CURLcode code) {
  const collab_transport_t *transport = &slot->transport;
  curl_off_t begun = 0;
  long sent = 0, proxied = 0;

  curl_easy_getinfo(transport->easy, CURLINFO_PRETRANSFER_TIME_T, &begun);
  curl_easy_getinfo(transport->easy, CURLINFO_REQUEST_SIZE, &sent);
  curl_easy_getinfo(transport->easy, CURLINFO_HTTP_CONNECTCODE, &proxied);
  if (proxied >= 300) {
    return retryable_failure(apr_psprintf(slot->pool, "the proxy answered HTTP %ld", proxied));
  }
  if (transport->refused && !*transport->address && code == CURLE_COULDNT_CONNECT) {
    return final_failure(apr_pstrcat(slot->pool, "refused by the address guard: ", transport->refused, NULL));
  }
  if ((code == CURLE_UNSUPPORTED_PROTOCOL || code == CURLE_URL_MALFORMAT) && sent == 0) {
    return final_failure("the callback URL may not be called");
  }
  if (code == CURLE_OPERATION_TIMEDOUT) {
    return begun ? retryable_failure(apr_psprintf(slot->pool, "no answer within %d seconds", config->webhook_timeout))
                 : unconnected(slot, "no connection in time");
  }
  if (code == CURLE_COULDNT_CONNECT) {
    return unconnected(slot, collab_verdict_fault(slot, code));
  }
  return retryable_failure(collab_verdict_fault(slot, code));
}

/* The verdict on a transfer that met a local fault. If all receivers fail at a stage, the error text is the same as for a failure
 * of one receiver. Such a transfer counts as an attempt only if its delivery is at least six hours old. Only then is the text
 * recorded, where the subscription's owner can read it. */
static collab_verdict_t verdict_of_local_fault(const collab_config_t *config, collab_slot_t *slot, CURLcode code,
                                               collab_local_fault_t local, const char *alarm) {
  const char *whose = local == COLLAB_LOCAL_PROXY ? "the proxy: " : "a local fault: ";
  collab_verdict_t verdict = {.retry = true, .error = apr_pstrcat(slot->pool, whose, curl_easy_strerror(code), NULL)};

  if (local >= COLLAB_LOCAL_NAMES) {
    verdict = verdict_of_failure(config, slot, code);
  }
  verdict.local = local;
  verdict.alarm = alarm;
  return verdict;
}

/* The text of a failure with this status. */
static const char *status_text(const collab_slot_t *slot, const collab_verdict_t *verdict) {
  const char *more = verdict->mismatch                                 ? ": possible secret mismatch"
                     : verdict->status >= 300 && verdict->status < 400 ? ": redirects are not followed"
                     : slot->answer.compressed                         ? "; the answer is compressed"
                                                                       : "";
  return apr_psprintf(slot->pool, "HTTP %d%s", verdict->status, more);
}

collab_verdict_t collab_verdict_of(collab_dispatcher_t *d, collab_slot_t *slot, CURLcode code) {
  const collab_config_t *config = d->config;
  const char *alarm = NULL;
  int status = slot->answer.status;

  code = status ? CURLE_OK : code; /* whatever became of the body */
  measure(slot);
  collab_local_fault_t local = collab_local_fault_of(d, slot, code, &alarm);
  if (local != COLLAB_LOCAL_NONE) {
    return verdict_of_local_fault(config, slot, code, local, alarm);
  }
  if (!status) {
    return verdict_of_failure(config, slot, code);
  }
  collab_verdict_t verdict = {.status = status, .success = status < 300};
  bool listed = status >= 400 && status < 500 && config->retry_status && config->retry_status[status - 400];
  verdict.mismatch = config->secret_hold && slot->post.previous_signs && (status == 401 || status == 403);
  verdict.retry = status >= 500 || listed || verdict.mismatch;
  verdict.error = verdict.success ? NULL : status_text(slot, &verdict);
  if (status == 429 || status == 503 || listed) {
    verdict.wait = retry_after(slot->transport.easy);
  }
  return verdict;
}

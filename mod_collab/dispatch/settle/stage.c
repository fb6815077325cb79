/* stage.c: the stages of a transfer before its request, and whether all receivers fail at the same one.
 *
 *   COLLAB_LOCAL_NAMES          the name resolves; skipped for an address, or if CollabOutboundHost pins the name
 *   COLLAB_LOCAL_IPV4 or _IPV6  the connection opens. A kept connection fails here if it breaks or times out without an answer,
 *                               because a gateway may silently drop packets that it cannot forward
 *   COLLAB_LOCAL_TLS            the handshake; only https
 *
 * Each endpoint keeps the stage at which its last transfer failed, and the stages that the transfer passed. Any answer shows that
 * the transfer has passed all stages that its URL needs. A fault is local while no endpoint that was tried within five minutes
 * has passed the stage, and endpoints of two companies have failed at it. So one company cannot make a fault local by its choice
 * of URLs. While none of them has passed it, and only endpoints of one company have failed, the rule has not decided.
 *
 * Behind a proxy, the proxy looks names up and connects: only TLS is left. Runs in the dispatcher's loop. */
#include "dispatch/settle/local_fault.h"

#include <string.h>

#include "node/timer.h"
#include "outbound/url.h"

/* Whether the receiver has begun to answer. libcurl hides a proxy's answer to CONNECT (transport.c). */
static bool is_answered(const collab_slot_t *slot) {
  return slot->answer.headers_read > 0;
}

/* Whether the transfer has reached this mark (CURLINFO_*_TIME_T). libcurl's mark is 0 until then, and stays 0 on a kept
 * connection. */
static bool reached(const collab_slot_t *slot, CURLINFO mark) {
  curl_off_t at = 0;

  curl_easy_getinfo(slot->transport.easy, mark, &at);
  return at > 0;
}

static collab_local_fault_t family_of(const char *address) {
  return strchr(address, ':') ? COLLAB_LOCAL_IPV6 : COLLAB_LOCAL_IPV4;
}

/* The stages that the transfer needs. Without an address, neither IPv4 nor IPv6 is among them. */
static unsigned needed_stages(const collab_outbound_t *rules, const char *url, const char *address) {
  unsigned needed = !strncasecmp(url, "https:", 6) ? COLLAB_STAGE_BIT(COLLAB_LOCAL_TLS) : 0;
  char plain[INET6_ADDRSTRLEN];

  if (!rules->proxy) {
    char *host = collab_url_part(url, CURLUPART_HOST);
    bool is_name = host && !collab_guard_pin(rules, host) && !collab_guard_plain(host, plain);
    needed |= (is_name ? COLLAB_STAGE_BIT(COLLAB_LOCAL_NAMES) : 0) | (*address ? COLLAB_STAGE_BIT(family_of(address)) : 0);
    curl_free(host);
  }
  return needed;
}

/* The stage at which the transfer failed; COLLAB_LOCAL_NONE: at none, or at a stage that the transfer does not need.
 *
 * When a name server does not answer, the connect timeout ends before an address has been tried. libcurl before 8 has no mark for
 * the connection alone: with such a version, a handshake that times out counts as a connection that times out. */
static collab_local_fault_t failed_stage(const collab_slot_t *slot, CURLcode code, const char *address, unsigned needed) {
  const collab_transport_t *transport = &slot->transport;
  bool tried = *transport->address; /* otherwise the connection was kept, or there was no address to try */
  bool timed_out = code == CURLE_OPERATION_TIMEDOUT;
  collab_local_fault_t stage = COLLAB_LOCAL_NONE;

  if (code == CURLE_OK || is_answered(slot)) {
    return COLLAB_LOCAL_NONE;
  }
  if (code == CURLE_COULDNT_RESOLVE_HOST || (timed_out && !tried && !transport->refused && transport->requests == 0)) {
    stage = COLLAB_LOCAL_NAMES;
  } else if (!tried) {
    bool broken = timed_out || code == CURLE_SEND_ERROR || code == CURLE_RECV_ERROR;
    stage = broken && *address ? family_of(address) : COLLAB_LOCAL_NONE;
  } else if (code == CURLE_COULDNT_CONNECT || (timed_out && !reached(slot, CURLINFO_CONNECT_TIME_T))) {
    stage = family_of(address);
  } else if (!reached(slot, CURLINFO_APPCONNECT_TIME_T)) {
    stage = COLLAB_LOCAL_TLS;
  }
  return needed & COLLAB_STAGE_BIT(stage) ? stage : COLLAB_LOCAL_NONE;
}

collab_last_try_t collab_stage_learn(const collab_outbound_t *rules, const collab_slot_t *slot, CURLcode code) {
  const char *tried = slot->transport.address, *url = "", *address = NULL;
  long proxied = 0;

  curl_easy_getinfo(slot->transport.easy, CURLINFO_EFFECTIVE_URL, &url);
  curl_easy_getinfo(slot->transport.easy, CURLINFO_PRIMARY_IP, &address); /* also of a kept connection */
  curl_easy_getinfo(slot->transport.easy, CURLINFO_HTTP_CONNECTCODE, &proxied);
  address = *tried ? tried : address ? address : "";
  unsigned needed = needed_stages(rules, url, address);
  collab_local_fault_t failed = failed_stage(slot, code, address, needed);
  bool connected = *tried && reached(slot, CURLINFO_CONNECT_TIME_T);
  if ((!failed && !is_answered(slot) && !connected) || (rules->proxy && *tried && proxied / 100 != 2)) {
    return (collab_last_try_t){.at = 0}; /* no connection was tried, or the proxy has refused */
  }
  slot->endpoint->last_try =
      (collab_last_try_t){collab_time_clock(), failed, failed ? needed & (COLLAB_STAGE_BIT(failed) - 1) : needed};
  return slot->endpoint->last_try;
}

collab_stage_state_t collab_stage_state(const collab_endpoints_t *endpoints, collab_local_fault_t stage) {
  apr_time_t since = collab_time_clock() - collab_timer(COLLAB_TIMER_TRIED);
  int64_t company = 0;
  bool two = false;

  for (const collab_endpoint_t *endpoint = endpoints->ring.after; endpoint != &endpoints->ring; endpoint = endpoint->after) {
    const collab_last_try_t *last = &endpoint->last_try;
    if (last->at < since) {
      continue;
    }
    if (last->passed & COLLAB_STAGE_BIT(stage)) {
      return COLLAB_STAGE_WORKS;
    }
    if (last->failed == stage) {
      two |= company && company != endpoint->company;
      company = endpoint->company;
    }
  }
  return two ? COLLAB_STAGE_FAILS : COLLAB_STAGE_UNDECIDED;
}

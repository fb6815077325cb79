/* reachability.c: whether a name that does not resolve, or an address without a route, is a local fault or the receiver's fault.
 *
 * When a transfer has failed that way, the dispatcher probes endpoints that are known to work, the witnesses:
 *
 *   a name does not resolve      it looks up the name of CollabBaseURL and those of the last endpoints that worked. The fault is
 *                                local if none resolves
 *   no route to an address       it connects to the last endpoints of that address family that worked. The fault is local if none
 *                                can be reached
 *   an address does not answer   the same, and one of them must have another address or no route: a kept connection, or a gateway
 *                                that drops what it cannot forward, does not notice that a network is gone
 *
 * Meanwhile the delivery keeps its slot, for three seconds at most, which the lease outlasts. A witness must work after the
 * transfer failed; so a delivery that comes while a question is under way may need a second one. If some receiver answered a
 * moment ago, a receiver that does not answer is at fault, and nobody is probed: endpoints are not called because others hang.
 *
 * A name that resolves to loopback comes from /etc/hosts and says nothing about the resolver. An address, or a name that
 * CollabOutboundHost pins, is not looked up at all. If there is no witness, a name that does not resolve is the receiver's fault.
 * If no address of a family has ever been reached, a missing route is a local fault.
 *
 * A look-up is a transfer of its own that ends before it opens a socket. A probe's connection is closed as soon as it is open.
 * Runs in the dispatcher's loop; never waits. */
#include "dispatch/delivery/reachability.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>

#include "outbound/url.h"

#define WITHIN 3000L /* milliseconds; less than COLLAB_TIMER_LEASE_MARGIN, after COLLAB_FETCH_WITHIN */
#define WITNESSES 3  /* the endpoints that worked last, each with another name or address */
#define PROBES (WITNESSES + 1)
#define A_MOMENT apr_time_from_sec(2)

typedef enum answer_t { ANSWER_FAILS, ANSWER_UNROUTABLE, ANSWER_WORKS, ANSWER_NOTHING } answer_t;

typedef struct witness_t {
  char host[256]; /* a name, or an address; "": there is none */
  long port;
} witness_t;

typedef struct probe_t {
  CURL *easy;
  collab_transport_t transport;
  bool running, asked;
  bool resolved, elsewhere; /* a look-up found an address; and one that is not loopback */
  answer_t answer;
  witness_t witness;
} probe_t;

typedef struct question_t {
  collab_local_fault_t of;
  witness_t worked[WITNESSES]; /* the newest first */
  probe_t probes[PROBES];
  int running;
  apr_time_t began;
  collab_slot_t *waiting; /* the slots that wait for the answer */
  apr_time_t worked_at;   /* when a witness or a receiver last worked */
} question_t;

struct collab_reachability_t {
  const collab_config_t *config;
  collab_transfers_t *transfers;
  collab_local_faults_t *faults;
  collab_answer_take_t take;
  void *owner;
  question_t names, ipv4, ipv6;
  witness_t base; /* the name of CollabBaseURL; host "": it is an address */
};

/* Sets `name` to the host of a URL. False: the host is not a name that is looked up. */
static bool name_of(const collab_outbound_t *rules, const char *url, char name[256]) {
  char *host = collab_url_part(url, CURLUPART_HOST), plain[INET6_ADDRSTRLEN];
  bool is_name = host && strlen(host) < 256 && !collab_guard_pin(rules, host) && !collab_guard_plain(host, plain);

  if (is_name) {
    apr_cpystrn(name, host, 256);
  }
  curl_free(host);
  return is_name;
}

collab_reachability_t *collab_reachability_setup(apr_pool_t *pool, const collab_config_t *config, collab_transfers_t *transfers,
                                                 collab_local_faults_t *faults, collab_answer_take_t take, void *owner) {
  collab_reachability_t *reach = apr_pcalloc(pool, sizeof *reach);
  question_t *questions[] = {&reach->names, &reach->ipv4, &reach->ipv6};

  reach->config = config;
  reach->transfers = transfers;
  reach->faults = faults;
  reach->take = take;
  reach->owner = owner;
  name_of(&config->outbound, config->base_url, reach->base.host);
  for (int i = 0; i < 3; i++) {
    questions[i]->of = (collab_local_fault_t)(COLLAB_LOCAL_NAMES + i);
    for (int k = 0; k < PROBES; k++) {
      if (!(questions[i]->probes[k].easy = curl_easy_init())) {
        return NULL;
      }
    }
  }
  return reach;
}

static question_t *question_of(collab_reachability_t *reach, collab_local_fault_t local) {
  return local == COLLAB_LOCAL_NAMES ? &reach->names : local == COLLAB_LOCAL_IPV4 ? &reach->ipv4 : &reach->ipv6;
}

void collab_reachability_close(collab_reachability_t *reach) {
  for (int local = COLLAB_LOCAL_NAMES; local < COLLAB_LOCALS; local++) {
    for (int k = 0; k < PROBES; k++) {
      probe_t *probe = &question_of(reach, (collab_local_fault_t)local)->probes[k];
      if (probe->running) {
        collab_transfers_end(reach->transfers, probe->easy);
      }
      curl_easy_cleanup(probe->easy);
    }
  }
}

/* ---- witnesses ---- */

/* Puts a witness first, and removes its older entry. */
static void remember(question_t *question, const char *host, long port) {
  witness_t *worked = question->worked;
  int at = 0;

  while (at < WITNESSES - 1 && strcmp(worked[at].host, host)) {
    at++;
  }
  memmove(&worked[1], &worked[0], (size_t)at * sizeof *worked);
  apr_cpystrn(worked[0].host, host, sizeof worked[0].host);
  worked[0].port = port;
}

void collab_reachability_worked(collab_reachability_t *reach, const collab_slot_t *slot) {
  const char *address = NULL;
  char name[256];
  long port = 0;

  curl_easy_getinfo(slot->easy, CURLINFO_PRIMARY_IP, &address);
  if (!address || !*address || reach->config->outbound.proxy) {
    return;
  }
  question_t *question = strchr(address, ':') ? &reach->ipv6 : &reach->ipv4;
  question->worked_at = apr_time_now();
  if (!*slot->transport.address) {
    return; /* a kept connection: its address is a witness already */
  }
  curl_easy_getinfo(slot->easy, CURLINFO_PRIMARY_PORT, &port);
  remember(question, address, port);
  if (name_of(&reach->config->outbound, slot->post.url, name)) {
    remember(&reach->names, name, 0);
  }
}

/* ---- probes ---- */

/* Called when a look-up has found an address: ends it before it opens a socket. */
static curl_socket_t only_look(void *data, curlsocktype purpose, struct curl_sockaddr *address) {
  probe_t *probe = data;
  bool loopback = address->family == AF_INET6
                      ? IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)&address->addr)->sin6_addr)
                      : *(const unsigned char *)&((const struct sockaddr_in *)&address->addr)->sin_addr == 127;

  (void)purpose;
  probe->resolved = true;
  probe->elsewhere |= !loopback;
  return CURL_SOCKET_BAD;
}

static void begin_probe(collab_reachability_t *reach, question_t *question, probe_t *probe, const witness_t *witness) {
  bool names = question->of == COLLAB_LOCAL_NAMES, v6 = question->of == COLLAB_LOCAL_IPV6;
  CURL *easy = probe->easy;
  char url[300];

  probe->witness = *witness;
  probe->resolved = probe->elsewhere = false;
  probe->answer = ANSWER_FAILS;
  probe->asked = true;
  curl_easy_reset(easy);
  collab_transport_set(&probe->transport, easy, &reach->config->outbound);
  apr_snprintf(url, sizeof url, v6 ? "http://[%s]:%ld/" : "http://%s:%ld/", witness->host, names ? 80 : witness->port);
  if (collab_transport_begin(&probe->transport, url) != CURLE_OK) {
    probe->answer = ANSWER_NOTHING; /* the address guard refuses it by now */
    return;
  }
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http");
  curl_easy_setopt(easy, CURLOPT_CONNECT_ONLY, 1L);
  curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
  curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, WITHIN);
  if (names) {
    curl_easy_setopt(easy, CURLOPT_DNS_CACHE_TIMEOUT, 0L);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, only_look);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, probe);
  }
  probe->running = collab_transfers_begin(reach->transfers, easy);
  question->running += probe->running;
}

static void conclude(collab_reachability_t *reach, question_t *question);

static void begin_question(collab_reachability_t *reach, question_t *question) {
  question->began = apr_time_now();
  for (int k = 0; k < PROBES; k++) {
    const witness_t *witness = k < WITNESSES ? &question->worked[k] : question->of == COLLAB_LOCAL_NAMES ? &reach->base : NULL;
    question->probes[k].asked = false;
    if (witness && *witness->host) {
      begin_probe(reach, question, &question->probes[k], witness);
    }
  }
  if (!question->running) {
    conclude(reach, question);
  }
}

/* ---- the answer ---- */

static void stop(collab_reachability_t *reach, question_t *question, probe_t *probe) {
  if (probe->running) {
    collab_transfers_end(reach->transfers, probe->easy);
    collab_transport_end(&probe->transport);
    probe->running = false;
    question->running--;
  }
}

static bool works(const question_t *question) {
  for (int k = 0; k < PROBES; k++) {
    if (question->probes[k].asked && question->probes[k].answer == ANSWER_WORKS) {
      return true;
    }
  }
  return false;
}

/* No witness works: is the fault local? Yes, if there was a witness besides the host that failed, or if there was no route. */
static bool is_ours(const question_t *question, const collab_doubt_t *doubt) {
  for (int k = 0; k < PROBES; k++) {
    const probe_t *probe = &question->probes[k];
    bool other = strcasecmp(probe->witness.host, doubt->about) != 0;
    if (probe->asked && (probe->answer == ANSWER_UNROUTABLE || (probe->answer == ANSWER_FAILS && other))) {
      return true;
    }
  }
  return question->of != COLLAB_LOCAL_NAMES && !doubt->silent;
}

static void answer(collab_reachability_t *reach, collab_slot_t *slot, const collab_verdict_t *doubted, bool ours) {
  collab_verdict_t verdict = *doubted;

  verdict.doubt.asked = true;
  verdict.local = ours ? doubted->local : COLLAB_LOCAL_NONE;
  reach->take(reach->owner, slot, &verdict);
}

static void conclude(collab_reachability_t *reach, question_t *question) {
  collab_slot_t *slot = question->waiting;
  bool fine = works(question);

  for (int k = 0; k < PROBES; k++) {
    stop(reach, question, &question->probes[k]);
  }
  if (fine) {
    question->worked_at = question->began;
    collab_local_fault_over(reach->faults, question->of);
  }
  question->waiting = NULL;
  while (slot) {
    collab_slot_t *next = slot->next;
    const collab_doubt_t *doubt = &slot->doubted->doubt;
    if (fine && !doubt->silent &&
        slot->result.ended > question->began) { /* the witness may have worked only before the transfer failed */
      slot->next = question->waiting;
      question->waiting = slot;
    } else {
      answer(reach, slot, slot->doubted, !fine && is_ours(question, doubt));
    }
    slot = next;
  }
  if (question->waiting) {
    begin_question(reach, question);
  }
}

void collab_reachability_ask(collab_reachability_t *reach, collab_slot_t *slot, const collab_verdict_t *verdict) {
  question_t *question = question_of(reach, verdict->local);
  bool asking = question->waiting != NULL;

  if (verdict->doubt.silent && question->worked_at >= slot->result.ended - A_MOMENT) {
    answer(reach, slot, verdict, false);
    return;
  }
  slot->doubted = apr_pmemdup(slot->pool, verdict, sizeof *verdict);
  slot->next = question->waiting;
  question->waiting = slot;
  if (!asking) {
    begin_question(reach, question);
  }
}

static answer_t answer_of(const question_t *question, const probe_t *probe, CURLcode code) {
  long error = 0;

  if (question->of == COLLAB_LOCAL_NAMES) {
    return probe->elsewhere ? ANSWER_WORKS : probe->resolved ? ANSWER_NOTHING : ANSWER_FAILS;
  }
  curl_easy_getinfo(probe->easy, CURLINFO_OS_ERRNO, &error);
  if (code == CURLE_OK || (code == CURLE_COULDNT_CONNECT && error == ECONNREFUSED)) {
    return ANSWER_WORKS;
  }
  return code == CURLE_COULDNT_CONNECT && collab_local_fault_unroutable(error) ? ANSWER_UNROUTABLE : ANSWER_FAILS;
}

bool collab_reachability_finished(collab_reachability_t *reach, CURL *easy, CURLcode code) {
  for (int local = COLLAB_LOCAL_NAMES; local < COLLAB_LOCALS; local++) {
    question_t *question = question_of(reach, (collab_local_fault_t)local);
    for (int k = 0; k < PROBES; k++) {
      probe_t *probe = &question->probes[k];
      if (probe->easy == easy) {
        probe->answer = answer_of(question, probe, code);
        stop(reach, question, probe);
        if (probe->answer == ANSWER_WORKS || !question->running) {
          conclude(reach, question);
        }
        return true;
      }
    }
  }
  return false;
}

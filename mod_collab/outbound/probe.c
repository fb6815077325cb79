/* probe.c: checks a URL as the sender would, step by step: its parts, its addresses and the rule that covers each. On request,
 * also checks the connection, the certificates and the answer. Connects only to addresses that the guard allows. */
#include "outbound/probe.h"

#include <apr_strings.h>
#include <netdb.h>
#include <string.h>

#include "domain/format.h"
#include "outbound/transport.h"
#include "outbound/url.h"

#define ANSWER_WITHIN 30L /* seconds */
#define ANSWER_SOON 8L    /* seconds, for callers that probe several URLs */

typedef enum question_t {
  HEAD,     /* a request to a webhook receiver */
  GREETING, /* a connection and, for https, a handshake: no request */
  GET       /* a request to this service, as a client would send it */
} question_t;

typedef struct body_t {
  apr_size_t len;
  char bytes[COLLAB_PROBE_BODY + 1];
} body_t;

static const char *part(apr_pool_t *pool, const char *url, CURLUPart which) {
  char *text = collab_url_part(url, which);
  const char *kept = text ? apr_pstrdup(pool, text) : NULL;

  curl_free(text);
  return kept;
}

/* What is wrong with the URL itself. */
static const char *fault_of(apr_pool_t *pool, const collab_outbound_t *rules, const char *url, const collab_probe_t *probe) {
  const char *wrong = collab_format_uri_fault(url, rules->http);

  if (!probe->scheme || !probe->host || !collab_guard_is_host(probe->host)) {
    return wrong ? apr_pstrcat(pool, "it ", wrong, NULL) : "its host is neither a name nor an address";
  }
  if (strcmp(probe->scheme, "https") && strcmp(probe->scheme, "http")) {
    return "its scheme must be https (or http, where CollabOutboundHTTP is On)";
  }
  if (!strcmp(probe->scheme, "http") && !rules->http) {
    return "plain http needs CollabOutboundHTTP On";
  }
  if (part(pool, url, CURLUPART_USER)) {
    return "it contains a user name: put credentials into callbackAuth";
  }
  return wrong ? apr_pstrcat(pool, "it ", wrong, NULL) : NULL;
}

static void look_up(apr_pool_t *pool, const collab_outbound_t *rules, collab_probe_t *probe, apr_array_header_t *addresses) {
  struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM}, *found = NULL;
  apr_size_t len = strlen(probe->host);
  char plain[INET6_ADDRSTRLEN];
  const char *address = collab_guard_plain(probe->host, plain);
  const char *name = probe->pin ? probe->pin
                     : address  ? address
                                : apr_pstrndup(pool, probe->host, len - (len > 1 && probe->host[len - 1] == '.'));

  if (getaddrinfo(name, NULL, &hints, &found)) {
    found = NULL;
  }
  for (const struct addrinfo *a = found; a; a = a->ai_next) {
    collab_probe_address_t *address = apr_array_push(addresses);
    char text[INET6_ADDRSTRLEN] = "";
    const char *reason = NULL;
    getnameinfo(a->ai_addr, a->ai_addrlen, text, sizeof text, NULL, 0, NI_NUMERICHOST);
    address->text = apr_pstrdup(pool, text);
    address->allowed = collab_guard_address(rules, a->ai_addr, &reason);
    address->rule = collab_guard_rule(pool, a->ai_addr);
    probe->refused |= !address->allowed;
  }
  if (found) {
    freeaddrinfo(found);
  }
}

void collab_probe_url(apr_pool_t *pool, const collab_outbound_t *rules, const char *url, collab_probe_t *probe) {
  apr_array_header_t *addresses = apr_array_make(pool, 4, sizeof(collab_probe_address_t));

  *probe = (collab_probe_t){.addresses = addresses};
  probe->scheme = part(pool, url, CURLUPART_SCHEME);
  probe->host = part(pool, url, CURLUPART_HOST);
  probe->port = part(pool, url, CURLUPART_PORT);
  probe->host = probe->host && *probe->host ? probe->host : NULL;
  probe->fault = fault_of(pool, rules, url, probe);
  probe->refused = probe->fault != NULL;
  if (probe->host) {
    probe->pin = collab_guard_pin(rules, probe->host);
    look_up(pool, rules, probe, addresses);
  }
}

/* ---- the connection ---- */

/* Keeps the beginning of the body; drops the rest. */
static size_t take_body(char *bytes, size_t size, size_t count, void *baton) {
  body_t *body = baton;
  apr_size_t room = COLLAB_PROBE_BODY - body->len, some = size * count < room ? size * count : room;

  memcpy(body->bytes + body->len, bytes, some);
  body->len += some;
  return size * count;
}

static const char *field(apr_pool_t *pool, const struct curl_slist *certificate, const char *name) {
  apr_size_t len = strlen(name);

  for (; certificate; certificate = certificate->next) {
    if (!strncmp(certificate->data, name, len) && certificate->data[len] == ':') {
      return apr_pstrdup(pool, certificate->data + len + 1);
    }
  }
  return "";
}

static void take_certificates(apr_pool_t *pool, CURL *easy, apr_array_header_t *certificates) {
  struct curl_certinfo *chain = NULL;

  if (curl_easy_getinfo(easy, CURLINFO_CERTINFO, &chain) != CURLE_OK || !chain) {
    return;
  }
  for (int i = 0; i < chain->num_of_certs; i++) {
    const char *until = field(pool, chain->certinfo[i], "Expire date");
    time_t expires = curl_getdate(until, NULL);
    APR_ARRAY_PUSH(certificates, collab_probe_certificate_t) =
        (collab_probe_certificate_t){field(pool, chain->certinfo[i], "Subject"), field(pool, chain->certinfo[i], "Issuer"), until,
                                     expires > 0 ? apr_time_from_sec(expires) : 0};
  }
}

static const char *protocol_of(CURL *easy) {
  long version = 0;

  curl_easy_getinfo(easy, CURLINFO_HTTP_VERSION, &version);
  return version == CURL_HTTP_VERSION_1_1 ? "HTTP/1.1" : version == CURL_HTTP_VERSION_1_0 ? "HTTP/1.0" : NULL;
}

static CURLcode ask(collab_transport_t *transport, const collab_outbound_t *rules, const char *url, question_t question,
                    body_t *body) {
  CURLcode code = collab_transport_open(transport, rules, NULL, url, true);

  if (code != CURLE_OK) {
    return code;
  }
  COLLAB_TRANSPORT_SET(transport, CURLOPT_NOBODY, question == GET ? 0L : 1L);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_CONNECT_ONLY, question == GREETING ? 1L : 0L);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_ACCEPT_ENCODING, "identity");
  COLLAB_TRANSPORT_SET(transport, CURLOPT_CERTINFO, 1L);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_TIMEOUT, question == HEAD ? ANSWER_WITHIN : ANSWER_SOON);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_WRITEFUNCTION, take_body);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_WRITEDATA, body);
  return transport->refused_option ? CURLE_FAILED_INIT : curl_easy_perform(transport->easy);
}

/* Reads the certificates of a server that is not trusted: a handshake without verification, and no request. */
static void read_untrusted(collab_transport_t *transport) {
  COLLAB_TRANSPORT_SET(transport, CURLOPT_SSL_VERIFYPEER, 0L);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_SSL_VERIFYHOST, 0L);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_CONNECT_ONLY, 1L);
  if (!transport->refused_option) {
    (void)curl_easy_perform(transport->easy); /* after a failure there are no certificates */
  }
}

static void probe(apr_pool_t *pool, const collab_outbound_t *rules, const char *url, question_t question,
                  collab_probe_answer_t *answer) {
  apr_array_header_t *certificates = apr_array_make(pool, 4, sizeof(collab_probe_certificate_t));
  collab_transport_t transport;
  body_t *body = apr_pcalloc(pool, sizeof *body);
  curl_off_t took = 0;
  long status = 0;

  *answer = (collab_probe_answer_t){.address = "", .certificates = certificates, .body = body->bytes};
  CURLcode code = ask(&transport, rules, url, question, body);
  const char *said = transport.said;
  answer->error = code == CURLE_OK           ? NULL
                  : transport.refused_option ? apr_psprintf(pool, "libcurl refuses its option %s", transport.refused_option)
                  : transport.refused && !*transport.address
                      ? apr_pstrcat(pool, "refused by the address guard: ", transport.refused, NULL)
                  : *said && code != CURLE_PEER_FAILED_VERIFICATION ? apr_pstrdup(pool, said)
                                                                    : collab_transport_fault(pool, &transport, code);
  answer->address = apr_pstrdup(pool, transport.address);
  if (code == CURLE_OK) {
    curl_easy_getinfo(transport.easy, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(transport.easy, CURLINFO_TOTAL_TIME_T, &took);
    answer->status = (int)status;
    answer->milliseconds = (int)(took / 1000);
    answer->protocol = protocol_of(transport.easy);
  } else if (code == CURLE_PEER_FAILED_VERIFICATION) {
    answer->untrusted = true;
    read_untrusted(&transport);
  }
  take_certificates(pool, transport.easy, certificates);
  collab_transport_close(&transport);
}

void collab_probe_connect(apr_pool_t *pool, const collab_outbound_t *rules, const char *url, collab_probe_answer_t *answer) {
  probe(pool, rules, url, HEAD, answer);
}

void collab_probe_greet(apr_pool_t *pool, const collab_outbound_t *rules, const char *url, collab_probe_answer_t *answer) {
  probe(pool, rules, url, GREETING, answer);
}

/* The rules of a client: any address and http are allowed. */
static collab_outbound_t client_rules(apr_pool_t *pool, const char *ca) {
  static const char *const everything[] = {"0.0.0.0/1", "128.0.0.0/1", "::/1", "8000::/1"}; /* APR knows no network /0 */
  apr_array_header_t *all = apr_array_make(pool, 4, sizeof(apr_ipsubnet_t *));

  for (size_t i = 0; i < sizeof everything / sizeof *everything; i++) {
    APR_ARRAY_PUSH(all, apr_ipsubnet_t *) = collab_outbound_network(pool, everything[i]);
  }
  return (collab_outbound_t){.allow = all, .pins = apr_array_make(pool, 0, sizeof(collab_host_pin_t)), .ca = ca, .http = true};
}

void collab_probe_get(apr_pool_t *pool, const char *url, const char *ca, collab_probe_answer_t *answer) {
  collab_outbound_t rules = client_rules(pool, ca);

  probe(pool, &rules, url, GET, answer);
}

apr_time_t collab_probe_expiry(apr_pool_t *pool, const char *url) {
  collab_outbound_t rules = client_rules(pool, NULL);
  collab_probe_answer_t answer;

  probe(pool, &rules, url, GREETING, &answer);
  return answer.certificates->nelts ? APR_ARRAY_IDX(answer.certificates, 0, collab_probe_certificate_t).expires : 0;
}

const char *collab_probe_authorities(apr_pool_t *pool) {
  const char *file = curl_version_info(CURLVERSION_NOW)->cainfo;
  const char *wrong = file ? collab_outbound_ca_fault(pool, file) : NULL;

  return wrong ? apr_pstrcat(pool, file, " ", wrong, NULL) : NULL;
}

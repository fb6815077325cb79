/* transport.c: a libcurl handle that goes only where the guard lets it. Owns the guard's place in libcurl: the open-socket
 * callback sees each address after DNS and before the connection, so neither a name that changes its mind nor a redirect leads
 * inside. */
#include "outbound/transport.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <unistd.h>

/* To be without an answer for so long is a failure of the connection, not of the answer; seconds. */
#define CONNECT_WITHIN 10L
/* Idle connections are given up before the usual load balancer does it, which would race with the next request; seconds. */
#define IDLE_AT_MOST 50L

static curl_socket_t open_socket(void *data, curlsocktype purpose, struct curl_sockaddr *address) {
  collab_transport_t *transport = data;

  if (purpose != CURLSOCKTYPE_IPCXN || !collab_guard_address(transport->rules, &address->addr, &transport->refused)) {
    return CURL_SOCKET_BAD;
  }
  const void *bytes = address->family == AF_INET6 ? (const void *)&((struct sockaddr_in6 *)&address->addr)->sin6_addr
                                                  : (const void *)&((struct sockaddr_in *)&address->addr)->sin_addr;
  inet_ntop(address->family, bytes, transport->address, sizeof transport->address);
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* "host:port:address" for a pinned name, as libcurl wants it. */
static struct curl_slist *pin_of(const collab_outbound_t *rules, const char *url) {
  CURLU *parsed = curl_url();
  char *host = NULL, *port = NULL;
  struct curl_slist *pinned = NULL;

  if (parsed && curl_url_set(parsed, CURLUPART_URL, url, 0) == CURLUE_OK &&
      curl_url_get(parsed, CURLUPART_HOST, &host, 0) == CURLUE_OK &&
      curl_url_get(parsed, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT) == CURLUE_OK) {
    const char *address = collab_guard_pin(rules, host);
    char entry[400];
    if (address && apr_snprintf(entry, sizeof entry, "%s:%s:%s", host, port, address) < (int)sizeof entry - 1) {
      pinned = curl_slist_append(NULL, entry);
    }
  }
  curl_free(host);
  curl_free(port);
  curl_url_cleanup(parsed);
  return pinned;
}

CURLcode collab_transport_begin(collab_transport_t *transport, CURL *easy, const collab_outbound_t *rules, const char *url) {
  const char *protocols = rules->http ? "http,https" : "https";
  CURLcode code = curl_easy_setopt(easy, CURLOPT_URL, url);

  transport->rules = rules;
  transport->refused = NULL;
  transport->address[0] = '\0';
  transport->pinned = rules->pins && rules->pins->nelts ? pin_of(rules, url) : NULL;
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_QUICK_EXIT,
                   1L); /* a transfer that ends while its name is looked up must not wait for the resolver */
  curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1); /* a connection a transfer: the caps count them */
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, CONNECT_WITHIN);
  curl_easy_setopt(easy, CURLOPT_MAXAGE_CONN, IDLE_AT_MOST);
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, protocols);
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(easy, CURLOPT_PROXY, "");
  curl_easy_setopt(easy, CURLOPT_CAPATH,
                   NULL); /* the one bundle is read once; with a folder beside it, at every handshake: 50 ms */
  curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, transport);
  curl_easy_setopt(easy, CURLOPT_RESOLVE, transport->pinned);
  if (rules->ca)
    curl_easy_setopt(easy, CURLOPT_CAINFO, rules->ca);
  return code;
}

void collab_transport_end(collab_transport_t *transport) {
  curl_slist_free_all(transport->pinned);
  transport->pinned = NULL;
}

/* transport.c: a libcurl handle that connects only where the guard allows. libcurl calls open_socket with each address, after DNS
 * and before the connection, so neither a redirect nor a name that later resolves differently leads inside the operator's
 * network. With CollabOutboundProxy, the proxy resolves the names, so the proxy must guard the addresses. */
#include "outbound/transport.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <openssl/x509_vfy.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/crypt.h"
#include "base/text.h"
#include "outbound/url.h"

#define CONNECT_WITHIN 10L /* seconds */
/* Seconds. Less than the idle timeout of the usual load balancer, whose close would race with the next request. */
#define IDLE_AT_MOST 50L
/* Seconds. After this time even a busy connection is replaced, so that a name that has moved is looked up again. */
#define LIVES_AT_MOST 600L

static void keep_address(collab_transport_t *transport, const struct curl_sockaddr *address) {
  const void *bytes = address->family == AF_INET6 ? (const void *)&((const struct sockaddr_in6 *)&address->addr)->sin6_addr
                                                  : (const void *)&((const struct sockaddr_in *)&address->addr)->sin_addr;
  inet_ntop(address->family, bytes, transport->address, sizeof transport->address);
}

/* Opens the socket. Running out of descriptors or memory is a local fault: `unopened`. */
static curl_socket_t have_socket(collab_transport_t *transport, const struct curl_sockaddr *address) {
  keep_address(transport, address);
  transport->socket = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
  bool out = transport->socket < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM);
  transport->unopened = out ? errno : 0;
  return transport->socket;
}

static curl_socket_t open_socket(void *data, curlsocktype purpose, struct curl_sockaddr *address) {
  collab_transport_t *transport = data;

  if (purpose != CURLSOCKTYPE_IPCXN || !collab_guard_address(transport->rules, &address->addr, &transport->refused)) {
    return CURL_SOCKET_BAD;
  }
  return have_socket(transport, address);
}

/* Opens a socket to the operator's proxy, which is always allowed. The proxy must guard the addresses behind it. */
static curl_socket_t open_proxy_socket(void *data, curlsocktype purpose, struct curl_sockaddr *address) {
  collab_transport_t *transport = data;

  if (purpose != CURLSOCKTYPE_IPCXN) {
    return CURL_SOCKET_BAD;
  }
  return have_socket(transport, address);
}

/* Closes a socket for libcurl: that of an address that did not answer, or that of a connection that has ended. The transfer that
 * opened the socket may have ended long before. Forgets the descriptor, which another thread may get from now on. */
static int close_socket(void *data, curl_socket_t fd) {
  collab_transport_t *transport = data;

  if (transport->socket == fd) {
    transport->socket = CURL_SOCKET_BAD;
  }
  return close(fd);
}

/* Called before each request of a transfer. When a reused connection turns out to be dead before a byte of the answer has come,
 * libcurl repeats the request by itself. The repeat uses a fresh connection, so there is at most one repeat. */
static int before_request(void *data, char *to, char *from, int to_port, int from_port) {
  collab_transport_t *transport = data;

  (void)to, (void)from, (void)to_port, (void)from_port;
  transport->requests++;
  curl_easy_setopt(transport->easy, CURLOPT_FRESH_CONNECT, 1L);
  return CURL_PREREQFUNC_OK;
}

/* Tells libcurl the address of a pinned name: "host:port:address" for a direct connection, "host:port:address:port" for a
 * connection through the proxy. Pins an address in an unusual form, too, so that no resolver reads it differently. False: the
 * host is an address that may not be called, not even by the proxy. */
static bool pin(collab_transport_t *transport, const char *url) {
  const collab_outbound_t *rules = transport->rules;
  char *host = collab_url_part(url, CURLUPART_HOST), *port = collab_url_part(url, CURLUPART_PORT);
  bool fine = true;

  if (host && port) {
    char entry[400], plain[INET6_ADDRSTRLEN];
    const char *address = collab_guard_pin(rules, host), *written = address ? NULL : collab_guard_plain(host, plain);
    fine = collab_guard_literal(rules, address ? address : host, &transport->refused) != 0;
    if (written && *host != '[' && strcmp(written, host)) {
      address = written;
    }
    int len = !address       ? 0
              : rules->proxy ? apr_snprintf(entry, sizeof entry, strchr(address, ':') ? "%s:%s:[%s]:%s" : "%s:%s:%s:%s", host,
                                            port, address, port)
                             : apr_snprintf(entry, sizeof entry, "%s:%s:%s", host, port, address);
    if (len > 0 && len < (int)sizeof entry - 1) {
      transport->pinned = curl_slist_append(NULL, entry);
    }
  }
  curl_free(host);
  curl_free(port);
  return fine;
}

CURLcode collab_transport_init(void) {
  return curl_global_init_mem(CURL_GLOBAL_DEFAULT, malloc, collab_crypt_free, collab_crypt_realloc, strdup, calloc);
}

void collab_transport_set(collab_transport_t *transport, CURL *easy, const collab_outbound_t *rules) {
  transport->rules = rules;
  transport->easy = easy;
  transport->pinned = NULL;
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_QUICK_EXIT,
                   1L); /* a transfer that ends while its name is looked up must not wait for the resolver */
  curl_easy_setopt(easy, CURLOPT_HTTP_VERSION,
                   (long)CURL_HTTP_VERSION_1_1); /* one transfer per connection; the dispatcher allows HTTP/2 */
  curl_easy_setopt(easy, CURLOPT_SSLVERSION,
                   (long)CURL_SSLVERSION_TLSv1_2); /* or newer, even if OpenSSL's configuration allows older */
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, CONNECT_WITHIN);
  curl_easy_setopt(easy, CURLOPT_MAXAGE_CONN, IDLE_AT_MOST);
  curl_easy_setopt(easy, CURLOPT_MAXLIFETIME_CONN, LIVES_AT_MOST);
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, rules->http ? "http,https" : "https");
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(easy, CURLOPT_PROXY, rules->proxy ? rules->proxy : ""); /* never the environment's */
  curl_easy_setopt(easy, CURLOPT_NOPROXY, "");
  curl_easy_setopt(easy, CURLOPT_HTTPPROXYTUNNEL, 1L); /* keeps a proxy's errors apart from the receiver's */
  /* Without a folder of authorities, libcurl reads the bundle only once. With one, every handshake reads the bundle: 50 ms. */
  curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
  curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, rules->proxy ? open_proxy_socket : open_socket);
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, transport);
  curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, close_socket);
  curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, transport);
  curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, before_request);
  curl_easy_setopt(easy, CURLOPT_PREREQDATA, transport);
  if (rules->ca) {
    curl_easy_setopt(easy, CURLOPT_CAINFO, rules->ca);
  }
}

CURLcode collab_transport_begin(collab_transport_t *transport, const char *url) {
  const collab_outbound_t *rules = transport->rules;
  CURL *easy = transport->easy;
  CURLcode code = curl_easy_setopt(easy, CURLOPT_URL, url);

  transport->refused = NULL;
  transport->socket = CURL_SOCKET_BAD;
  transport->unopened = 0;
  transport->address[0] = '\0';
  transport->requests = 0;
  if (!pin(transport, url)) {
    return CURLE_COULDNT_CONNECT;
  }
  curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 0L);
  curl_easy_setopt(easy, rules->proxy ? CURLOPT_CONNECT_TO : CURLOPT_RESOLVE, transport->pinned);
  return code;
}

void collab_transport_end(collab_transport_t *transport) {
  curl_slist_free_all(transport->pinned);
  transport->pinned = NULL;
}

bool collab_transport_dated(CURL *easy, CURLcode code) {
  long result = X509_V_OK;

  curl_easy_getinfo(easy, CURLINFO_SSL_VERIFYRESULT, &result);
  return code == CURLE_PEER_FAILED_VERIFICATION &&
         (result == X509_V_ERR_CERT_NOT_YET_VALID || result == X509_V_ERR_CERT_HAS_EXPIRED);
}

const char *collab_transport_fault(apr_pool_t *pool, CURLcode code, const char *said) {
  static const char *const heads[] = {"SSL certificate problem: ", "SSL: "};

  if (code != CURLE_PEER_FAILED_VERIFICATION) {
    return curl_easy_strerror(code);
  }
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
    if (!strncmp(said, heads[i], strlen(heads[i]))) {
      said += strlen(heads[i]);
      break;
    }
  }
  /* the text may quote names from the certificate, which are a stranger's bytes */
  return apr_pstrcat(pool, "the TLS certificate was not accepted", *said ? ": " : "", collab_text_clean(pool, said, strlen(said)),
                     NULL);
}

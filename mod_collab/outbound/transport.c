/* transport.c: a libcurl handle that connects only where the guard allows. libcurl calls open_socket with each address, after DNS
 * and before the connection, so neither a redirect nor a name that later resolves differently leads inside the operator's
 * network. With CollabOutboundProxy, the proxy resolves the names, so the proxy must guard the addresses. */
#include "outbound/transport.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/secret.h"
#include "base/text.h"
#include "node/stall.h"
#include "outbound/url.h"

#define CONNECT_WITHIN 10L /* seconds */
/* Seconds. Less than the idle timeout of the usual load balancer, whose close would race with the next request. */
#define IDLE_AT_MOST 50L
/* Seconds. After this time even a busy connection is replaced, so that a name that has moved is looked up again. */
#define LIVES_AT_MOST 600L

static void keep_address(char kept[COLLAB_ADDRESS_TEXT], const struct curl_sockaddr *address) {
  const void *bytes = address->family == AF_INET6 ? (const void *)&((const struct sockaddr_in6 *)&address->addr)->sin6_addr
                                                  : (const void *)&((const struct sockaddr_in *)&address->addr)->sin_addr;
  inet_ntop(address->family, bytes, kept, COLLAB_ADDRESS_TEXT);
}

/* Opens the socket. Running out of descriptors or memory is a local fault: `unopened`. */
static curl_socket_t have_socket(collab_transport_t *transport, const struct curl_sockaddr *address) {
  keep_address(transport->address, address);
  transport->socket = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
  bool out = transport->socket < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM);
  transport->unopened = out ? errno : 0;
  transport->opened++;
  if (transport->sockets && transport->socket >= 0) {
    collab_socket_opened(transport->sockets, transport->socket, transport);
  }
  return transport->socket;
}

static curl_socket_t open_socket(void *data, curlsocktype purpose, struct curl_sockaddr *address) {
  collab_transport_t *transport = data;

  collab_stall_note(transport->subscription);
  if (purpose != CURLSOCKTYPE_IPCXN) {
    return CURL_SOCKET_BAD;
  }
  if (!collab_guard_address(transport->rules, &address->addr, &transport->refused)) {
    keep_address(transport->refused_address, address);
    return CURL_SOCKET_BAD;
  }
  return have_socket(transport, address);
}

/* Opens a socket to the operator's proxy, which is always allowed. The proxy must guard the addresses behind it. */
static curl_socket_t open_proxy_socket(void *data, curlsocktype purpose, struct curl_sockaddr *address) {
  collab_transport_t *transport = data;

  collab_stall_note(transport->subscription);
  if (purpose != CURLSOCKTYPE_IPCXN) {
    return CURL_SOCKET_BAD;
  }
  return have_socket(transport, address);
}

/* Notes what has come on the transfer's socket, which is about to be closed. Another thread may get the descriptor from then on.
 */
static void lose_socket(collab_transport_t *transport) {
  transport->came = collab_transport_received(transport);
  transport->socket = CURL_SOCKET_BAD;
}

/* Closes a socket for libcurl: that of an address that did not answer, or that of a connection that has ended. The transfer that
 * opened the socket may have ended long before. Forgets the descriptor, which another thread may get from now on. */
static int close_socket(void *data, curl_socket_t fd) {
  collab_transport_t *transport = data;

  collab_transport_t *user = transport->sockets ? collab_socket_closing(transport->sockets, fd) : transport;
  if (user && user->socket == fd) {
    lose_socket(user);
  }
  return close(fd);
}

/* Called before each request of a transfer. When a kept connection turns out to be dead before a byte of the answer has come,
 * libcurl repeats the request by itself. The repeat uses a fresh connection, so there is at most one repeat. */
static int before_request(void *data, char *to, char *from, int to_port, int from_port) {
  collab_transport_t *transport = data;

  collab_stall_note(transport->subscription);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_FRESH_CONNECT, 1L);
  if (transport->refused_option) {
    return CURL_PREREQFUNC_ABORT;
  }
  if (transport->sockets && !collab_socket_take(transport->sockets, transport, to, to_port, from, from_port)) {
    transport->stale = transport->refused_option == NULL;
    return CURL_PREREQFUNC_ABORT;
  }
  if (transport->plain && collab_socket_has_bytes(transport->socket)) {
    transport->stale = transport->kept;
    transport->early = !transport->kept;
    return CURL_PREREQFUNC_ABORT;
  }
  transport->requests++;
  transport->received = transport->socket == CURL_SOCKET_BAD ? 0 : collab_socket_received(transport->socket);
  return CURL_PREREQFUNC_OK;
}

/* Makes OpenSSL return after each TLS record without content (a session ticket, a key update). With SSL_MODE_AUTO_RETRY it reads
 * on, for as long as such records come. */
static CURLcode set_up_tls(CURL *easy, void *context, void *data) {
  const collab_transport_t *transport = data;

  (void)easy;
  collab_stall_note(transport->subscription);
  (void)SSL_CTX_clear_mode(context, SSL_MODE_AUTO_RETRY); /* cannot fail: returns the other modes */
  return CURLE_OK;
}

/* Tells libcurl the address of a pinned name: "host:port:address" for a direct connection, "host:port:address:port" for a
 * connection through the proxy. Pins an address in an unusual form, too, so that no resolver reads it differently. False: the
 * host is an address that may not be called, not even by the proxy (`refused`), or out of memory. */
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
      fine = fine && transport->pinned;
    }
  }
  curl_free(host);
  curl_free(port);
  return fine;
}

CURLcode collab_transport_init(void) {
  return curl_global_init_mem(CURL_GLOBAL_DEFAULT, malloc, collab_secret_free, collab_secret_realloc, strdup, calloc);
}

/* The options that restrict where a transfer goes, and by which protocol. */
static void restrict_target(collab_transport_t *transport) {
  const collab_outbound_t *rules = transport->rules;

  COLLAB_TRANSPORT_SET(transport, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  /* or newer, even if OpenSSL's configuration allows older */
  COLLAB_TRANSPORT_SET(transport, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_SSL_CTX_FUNCTION, set_up_tls);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_SSL_CTX_DATA, transport);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_PROTOCOLS_STR, rules->http ? "http,https" : "https");
  COLLAB_TRANSPORT_SET(transport, CURLOPT_FOLLOWLOCATION, 0L);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_PROXY, rules->proxy ? rules->proxy : ""); /* never the environment's */
  COLLAB_TRANSPORT_SET(transport, CURLOPT_NOPROXY, "");
  COLLAB_TRANSPORT_SET(transport, CURLOPT_HTTPPROXYTUNNEL, 1L); /* keeps a proxy's errors apart from the receiver's */
  COLLAB_TRANSPORT_SET(transport, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  /* Without a folder of authorities, libcurl reads the bundle only once. With one, every handshake reads the bundle: 50 ms. */
  COLLAB_TRANSPORT_SET(transport, CURLOPT_CAPATH, NULL);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  if (rules->ca) {
    COLLAB_TRANSPORT_SET(transport, CURLOPT_CAINFO, rules->ca);
  }
}

static void restrict_connection(collab_transport_t *transport, bool fresh) {
  const collab_outbound_t *rules = transport->rules;

  COLLAB_TRANSPORT_SET(transport, CURLOPT_NOSIGNAL, 1L);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_QUICK_EXIT, 1L); /* a transfer that ends during its look-up must not wait for it */
  COLLAB_TRANSPORT_SET(transport, CURLOPT_CONNECTTIMEOUT, CONNECT_WITHIN);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_MAXAGE_CONN, IDLE_AT_MOST);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_MAXLIFETIME_CONN, LIVES_AT_MOST);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_FRESH_CONNECT, fresh ? 1L : 0L);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_OPENSOCKETFUNCTION, rules->proxy ? open_proxy_socket : open_socket);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_OPENSOCKETDATA, transport);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_CLOSESOCKETFUNCTION, close_socket);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_CLOSESOCKETDATA, transport);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_PREREQFUNCTION, before_request);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_PREREQDATA, transport);
}

CURLcode collab_transport_open(collab_transport_t *transport, const collab_outbound_t *rules, collab_sockets_t *sockets,
                               const char *url, bool fresh) {
  *transport = (collab_transport_t){.rules = rules,
                                    .sockets = sockets,
                                    .socket = CURL_SOCKET_BAD,
                                    .most = UINT64_MAX,
                                    .plain = !strncasecmp(url, "http:", 5),
                                    .easy = curl_easy_init()};
  if (!transport->easy) {
    return CURLE_FAILED_INIT;
  }
  if (!pin(transport, url)) {
    return transport->refused ? CURLE_COULDNT_CONNECT : CURLE_FAILED_INIT;
  }
  COLLAB_TRANSPORT_SET(transport, CURLOPT_URL, url);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_ERRORBUFFER, transport->said);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_USERAGENT, "mod_collab/" COLLAB_VERSION);
  restrict_target(transport);
  restrict_connection(transport, fresh);
  if (rules->proxy) {
    COLLAB_TRANSPORT_SET(transport, CURLOPT_CONNECT_TO, transport->pinned);
  } else {
    COLLAB_TRANSPORT_SET(transport, CURLOPT_RESOLVE, transport->pinned);
  }
  return transport->refused_option ? CURLE_FAILED_INIT : CURLE_OK;
}

void collab_transport_close(collab_transport_t *transport) {
  curl_easy_cleanup(transport->easy); /* NULL is fine */
  curl_slist_free_all(transport->pinned);
  if (transport->sockets) {
    collab_socket_leave(transport->sockets, transport);
  }
  transport->easy = NULL;
  transport->pinned = NULL;
  transport->socket = CURL_SOCKET_BAD;
}

uint64_t collab_transport_received(const collab_transport_t *transport) {
  if (transport->socket == CURL_SOCKET_BAD || transport->requests == 0) {
    return transport->came;
  }
  uint64_t all = collab_socket_received(transport->socket);
  return all > transport->received ? all - transport->received : 0;
}

void collab_transport_limit(collab_transport_t *transport, uint64_t more) {
  uint64_t most = collab_transport_received(transport) + more;

  transport->most = most < transport->most ? most : transport->most;
}

bool collab_transport_is_flooded(collab_transport_t *transport) {
  transport->flooded = transport->requests > 0 && collab_transport_received(transport) > transport->most;
  return transport->flooded;
}

bool collab_transport_dated(CURL *easy, CURLcode code) {
  long result = X509_V_OK;

  curl_easy_getinfo(easy, CURLINFO_SSL_VERIFYRESULT, &result);
  return code == CURLE_PEER_FAILED_VERIFICATION &&
         (result == X509_V_ERR_CERT_NOT_YET_VALID || result == X509_V_ERR_CERT_HAS_EXPIRED);
}

/* What OpenSSL says of a failed TLS connection, without the code, the names of its functions, and the receiver's address:
 *
 *   error:0A00042E:SSL routines::tlsv1 alert protocol version                        tlsv1 alert protocol version
 *   OpenSSL SSL_connect: Connection reset by peer in connection to a.example:443     Connection reset by peer
 *   OpenSSL SSL_read: error:0A00045C:SSL routines::tlsv13 alert certificate required, errno 0 */
static const char *tls_reason(apr_pool_t *pool, const char *said) {
  const char *routines = strstr(said, "SSL routines:"), *reason = said;
  static const char *const ends[] = {", errno", " in connection to "};

  if (routines) {
    reason = strchr(routines + strlen("SSL routines:"), ':');
    reason = reason ? reason + 1 : "";
  } else if (!strncmp(said, "OpenSSL SSL_", strlen("OpenSSL SSL_"))) {
    reason = strstr(said, ": ");
    reason = reason ? reason + 2 : "";
  }
  if (!strncmp(reason, "SSL_ERROR_SYSCALL", strlen("SSL_ERROR_SYSCALL")) || !strncmp(reason, "unexpected eof", 14)) {
    return "the receiver closed the connection";
  }
  if (strstr(reason, "no application protocol")) {
    return "the receiver does not speak HTTP/1.1";
  }
  apr_size_t len = strlen(reason);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    const char *end = strstr(reason, ends[i]);
    len = end && (apr_size_t)(end - reason) < len ? (apr_size_t)(end - reason) : len;
  }
  return collab_text_clean(pool, reason, len);
}

/* The certificate's fault. The text may quote names from the certificate, which are a stranger's bytes. */
static const char *certificate_reason(apr_pool_t *pool, const char *said) {
  static const char *const heads[] = {"SSL certificate problem: ", "SSL: "};

  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
    if (!strncmp(said, heads[i], strlen(heads[i]))) {
      said += strlen(heads[i]);
      return collab_text_clean(pool, said, strlen(said));
    }
  }
  return ""; /* libcurl closed another connection first, and its message is about that */
}

const char *collab_transport_fault(apr_pool_t *pool, const collab_transport_t *transport, CURLcode code) {
  const char *said = transport->said;
  bool is_tls = code == CURLE_SSL_CONNECT_ERROR || strstr(said, "SSL routines:") || !strncmp(said, "OpenSSL SSL_", 12);
  const char *reason = code == CURLE_PEER_FAILED_VERIFICATION ? certificate_reason(pool, said)
                       : is_tls                               ? tls_reason(pool, said)
                                                              : NULL;

  if (!reason) {
    return curl_easy_strerror(code);
  }
  return apr_pstrcat(pool,
                     code == CURLE_PEER_FAILED_VERIFICATION ? "the TLS certificate was not accepted"
                     : transport->requests > 0              ? "the TLS connection failed"
                                                            : "the TLS handshake failed",
                     *reason ? ": " : "", reason, NULL);
}

/* test_transport.c: a transfer's socket, refused options and texts of failures (outbound/transport.h). */
#include <netinet/in.h>
#include <sys/socket.h>

#include "outbound/transport.h"
#include "tap.h"

static collab_outbound_t rules = {.http = true};

/* Returns a URL of the loopback interface. Binds the socket *fd to its port, and listens there if `listens`. */
static const char *a_url(bool listens, int *fd) {
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t len = sizeof at;

  *fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  ok(bind(*fd, (struct sockaddr *)&at, sizeof at) == 0 && getsockname(*fd, (struct sockaddr *)&at, &len) == 0);
  ok(!listens || listen(*fd, 1) == 0);
  return apr_psprintf(tap_pool, "http://127.0.0.1:%d/", ntohs(at.sin_port));
}

static CURLcode connect_to(collab_transport_t *transport, const char *url) {
  ok(collab_transport_open(transport, &rules, NULL, url, false) == CURLE_OK);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_CONNECT_ONLY, 1L);
  ok(transport->refused_option == NULL);
  return curl_easy_perform(transport->easy);
}

static void test_open(void) {
  collab_transport_t transport;
  curl_socket_t fd = CURL_SOCKET_BAD;
  int listener;

  is_number(connect_to(&transport, a_url(true, &listener)), CURLE_OK);
  curl_easy_getinfo(transport.easy, CURLINFO_ACTIVESOCKET, &fd);
  ok(fd != CURL_SOCKET_BAD);
  is_number(transport.socket, fd);
  collab_transport_close(&transport);
  is_number(transport.socket, CURL_SOCKET_BAD);
  close(listener);
}

static void test_refused(void) {
  collab_transport_t transport;
  int nobody;

  is_number(connect_to(&transport, a_url(false, &nobody)), CURLE_COULDNT_CONNECT);
  is_text(transport.address, "127.0.0.1");
  is_number(transport.socket, CURL_SOCKET_BAD);
  collab_transport_close(&transport);
  close(nobody);
}

/* A refused option has a name, and the first one counts. */
static void test_refused_option(void) {
  collab_transport_t transport;

  ok(collab_transport_open(&transport, &rules, NULL, "http://127.0.0.1/", false) == CURLE_OK);
  COLLAB_TRANSPORT_SET(&transport, CURLOPT_TIMEOUT_MS, 1000L);
  ok(transport.refused_option == NULL);
  COLLAB_TRANSPORT_SET(&transport, CURLOPT_HTTP_VERSION, 999L);
  COLLAB_TRANSPORT_SET(&transport, CURLOPT_CONNECTTIMEOUT, -1L);
  is_text(transport.refused_option, "CURLOPT_HTTP_VERSION");
  collab_transport_close(&transport);
}

/* Without a fault here, the text is libcurl's own, which differs between its versions. */
static void test_faults(void) {
  static const struct {
    CURLcode code;
    int requests;
    const char *said, *fault;
  } cases[] = {
      {CURLE_SSL_CONNECT_ERROR, 0, "error:0A00042E:SSL routines::tlsv1 alert protocol version",
       "the TLS handshake failed: tlsv1 alert protocol version"},
      {CURLE_SSL_CONNECT_ERROR, 0, "OpenSSL SSL_connect: Connection reset by peer in connection to a.example:443 ",
       "the TLS handshake failed: Connection reset by peer"},
      {CURLE_SSL_CONNECT_ERROR, 0, "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to a.example:443 ",
       "the TLS handshake failed: the receiver closed the connection"},
      {CURLE_SSL_CONNECT_ERROR, 0, "error:0A000126:SSL routines::unexpected eof while reading",
       "the TLS handshake failed: the receiver closed the connection"},
      {CURLE_SSL_CONNECT_ERROR, 0, "error:0A000460:SSL routines::tlsv1 alert no application protocol",
       "the TLS handshake failed: the receiver does not speak HTTP/1.1"},
      {CURLE_RECV_ERROR, 1, "OpenSSL SSL_read: error:0A00045C:SSL routines::tlsv13 alert certificate required, errno 0",
       "the TLS connection failed: tlsv13 alert certificate required"},
      {CURLE_PEER_FAILED_VERIFICATION, 0, "SSL certificate problem: certificate has expired",
       "the TLS certificate was not accepted: certificate has expired"},
      {CURLE_PEER_FAILED_VERIFICATION, 0, "", "the TLS certificate was not accepted"},
      {CURLE_SSL_CONNECT_ERROR, 0, "", "the TLS handshake failed"},
      {CURLE_COULDNT_CONNECT, 0, "Failed to connect to 127.0.0.1 port 1", NULL},
  };

  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    collab_transport_t transport = {.requests = cases[i].requests};
    apr_cpystrn(transport.said, cases[i].said, sizeof transport.said);
    is_text(collab_transport_fault(tap_pool, &transport, cases[i].code),
            cases[i].fault ? cases[i].fault : curl_easy_strerror(cases[i].code));
  }
}

int main(void) {
  tap_begin();
  apr_array_header_t *allow = apr_array_make(tap_pool, 1, sizeof(apr_ipsubnet_t *));
  APR_ARRAY_PUSH(allow, apr_ipsubnet_t *) = collab_outbound_network(tap_pool, "127.0.0.1");
  rules.allow = allow;
  ok(collab_transport_init() == CURLE_OK);
  test_open();
  test_refused();
  test_refused_option();
  test_faults();
  return tap_done();
}

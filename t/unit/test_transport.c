/* test_transport.c: `socket` names a transfer's socket only while the socket is open (outbound/transport.h). */
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

static CURL *connect_to(collab_transport_t *transport, const char *url, CURLcode *code) {
  CURL *easy = curl_easy_init();

  collab_transport_set(transport, easy, &rules);
  ok(collab_transport_begin(transport, url) == CURLE_OK);
  curl_easy_setopt(easy, CURLOPT_CONNECT_ONLY, 1L);
  *code = curl_easy_perform(easy);
  return easy;
}

static void test_open(void) {
  collab_transport_t transport;
  curl_socket_t fd = CURL_SOCKET_BAD;
  CURLcode code;
  int listener;
  CURL *easy = connect_to(&transport, a_url(true, &listener), &code);

  is_number(code, CURLE_OK);
  curl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &fd);
  ok(fd != CURL_SOCKET_BAD);
  is_number(transport.socket, fd);
  curl_easy_cleanup(easy);
  is_number(transport.socket, CURL_SOCKET_BAD);
  collab_transport_end(&transport);
  close(listener);
}

static void test_refused(void) {
  collab_transport_t transport;
  CURLcode code;
  int nobody;
  CURL *easy = connect_to(&transport, a_url(false, &nobody), &code);

  is_number(code, CURLE_COULDNT_CONNECT);
  is_text(transport.address, "127.0.0.1");
  is_number(transport.socket, CURL_SOCKET_BAD);
  curl_easy_cleanup(easy);
  collab_transport_end(&transport);
  close(nobody);
}

int main(void) {
  tap_begin();
  apr_array_header_t *allow = apr_array_make(tap_pool, 1, sizeof(apr_ipsubnet_t *));
  APR_ARRAY_PUSH(allow, apr_ipsubnet_t *) = collab_outbound_network(tap_pool, "127.0.0.1");
  rules.allow = allow;
  ok(collab_transport_init() == CURLE_OK);
  test_open();
  test_refused();
  return tap_done();
}

/* receiver.c: the receiver of the dispatcher's benchmark: one thread, epoll, keep-alive, http and https. Answers every POST with
 * an empty 200, but does not answer when the path begins with /hang.
 *
 *   receiver CERTIFICATE KEY [LEDGER]
 *
 * Prints its http port, which listens on fifty loopback addresses, and its https port. LEDGER gets a line for each request:
 * microseconds since the epoch, path, X-Service-Delivery. Ends at SIGTERM, or with the process that started it. It is not part of
 * mod_collab. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define ROOM 16384 /* maximum bytes of a request, head and body; a longer one closes the connection */
#define HOSTS 50   /* addresses of the loopback interface with the http port: 127.0.0.1 and the next ones */

typedef struct peer_t {
  int fd;
  SSL *ssl; /* NULL: http, or the listening socket */
  bool listens, secure, accepted;
  size_t len;
  char data[ROOM + 1];
} peer_t;

static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
static const char last_answer[] = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
static volatile sig_atomic_t told_to_stop;
static FILE *ledger;
static SSL_CTX *tls;

static void on_stop(int number) {
  (void)number;
  told_to_stop = 1;
}

static void watch(int epoll, peer_t *peer) {
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = peer};
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, peer->fd, &event)) {
    perror("epoll_ctl");
    exit(1);
  }
}

static peer_t *new_peer(int fd) {
  peer_t *peer = calloc(1, sizeof *peer);
  if (!peer) {
    exit(1);
  }
  peer->fd = fd;
  return peer;
}

/* Listens on `port` of 127.0.0.`host`. If `port` is 0, listens on a free port and prints it. Returns the port. */
static int listen_on(int epoll, bool secure, unsigned host, int port) {
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK + host - 1), .sin_port = htons((unsigned short)port)};
  socklen_t len = sizeof address;
  peer_t *peer = new_peer(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));

  peer->listens = true;
  peer->secure = secure;
  if (bind(peer->fd, (struct sockaddr *)&address, sizeof address) || listen(peer->fd, 4096) ||
      getsockname(peer->fd, (struct sockaddr *)&address, &len)) {
    perror("listen");
    exit(1);
  }
  watch(epoll, peer);
  if (!port) {
    printf("%d\n", ntohs(address.sin_port));
  }
  return ntohs(address.sin_port);
}

static void take_in(int epoll, const peer_t *listener) {
  for (int fd; (fd = accept4(listener->fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0;) {
    peer_t *peer = new_peer(fd);
    int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (listener->secure && (!(peer->ssl = SSL_new(tls)) || !SSL_set_fd(peer->ssl, fd))) {
      exit(1);
    }
    watch(epoll, peer);
  }
}

static void hang_up(peer_t *peer) {
  if (peer->ssl && peer->accepted) {
    SSL_shutdown(peer->ssl);
  }
  SSL_free(peer->ssl);
  close(peer->fd);
  free(peer);
}

/* Returns the bytes read; 0: none now; -1: the connection is over. */
static int take(peer_t *peer) {
  char *to = peer->data + peer->len;
  size_t room = ROOM - peer->len;

  if (!peer->ssl) {
    ssize_t got = read(peer->fd, to, room);
    return got > 0 ? (int)got : got < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
  }
  int got = peer->accepted ? SSL_read(peer->ssl, to, (int)room) : SSL_accept(peer->ssl);
  if (got > 0 && !peer->accepted) {
    peer->accepted = true;
    got = SSL_read(peer->ssl, to, (int)room);
  }
  if (got > 0) {
    return got;
  }
  int why = SSL_get_error(peer->ssl, got);
  return why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE ? 0 : -1;
}

static void note(const char *path, const char *head) {
  const char *id = strcasestr(head, "\r\nX-Service-Delivery:");
  struct timespec now;

  clock_gettime(CLOCK_REALTIME, &now);
  fprintf(ledger, "%lld %.*s %.*s\n", now.tv_sec * 1000000LL + now.tv_nsec / 1000, (int)strcspn(path, " "), path,
          id ? (int)strcspn(id + 22, "\r") : 0, id ? id + 22 : "");
}

/* Answers the requests that have arrived completely. Returns false if the connection must be closed. */
static bool serve(peer_t *peer) {
  for (;;) {
    peer->data[peer->len] = '\0';
    char *end = strstr(peer->data, "\r\n\r\n"), *path = strchr(peer->data, ' ');
    if (!end || !path) {
      return peer->len < ROOM;
    }
    end[2] = '\0';
    const char *length = strcasestr(peer->data, "\r\nContent-Length:");
    size_t whole = (size_t)(end - peer->data) + 4 + (length ? strtoul(length + 17, NULL, 10) : 0);
    bool hangs = !strncmp(path + 1, "/hang", 5), closes = !strncmp(path + 1, "/close", 6);
    if (ledger && peer->len >= whole) {
      note(path + 1, peer->data);
    }
    end[2] = '\r';
    if (peer->len < whole) {
      return whole <= ROOM;
    }
    memmove(peer->data, peer->data + whole, peer->len -= whole);
    const char *said = closes ? last_answer : answer;
    int len = (int)strlen(said);
    if (!hangs && (peer->ssl ? SSL_write(peer->ssl, said, len) : (int)write(peer->fd, said, (size_t)len)) != len) {
      return false;
    }
    if (closes) {
      return false;
    }
  }
}

int main(int argc, char **argv) {
  struct sigaction stop = {.sa_handler = on_stop};
  struct epoll_event events[256];
  int epoll = epoll_create1(EPOLL_CLOEXEC);

  tls = SSL_CTX_new(TLS_server_method());
  if (argc < 3 || !tls || SSL_CTX_use_certificate_file(tls, argv[1], SSL_FILETYPE_PEM) != 1 ||
      SSL_CTX_use_PrivateKey_file(tls, argv[2], SSL_FILETYPE_PEM) != 1 || (argc > 3 && !(ledger = fopen(argv[3], "w")))) {
    fputs("usage: receiver CERTIFICATE KEY [LEDGER]\n", stderr);
    return 1;
  }
  sigaction(SIGTERM, &stop, NULL);
  signal(SIGPIPE, SIG_IGN);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  int port = listen_on(epoll, false, 1, 0);
  listen_on(epoll, true, 1, 0);
  for (unsigned host = 2; host <= HOSTS; host++) {
    listen_on(epoll, false, host, port);
  }
  fflush(stdout);
  while (!told_to_stop) {
    int n = epoll_wait(epoll, events, 256, ledger ? 100 : -1);
    if (n == 0 && ledger) {
      fflush(ledger);
    }
    for (int i = 0; i < n; i++) {
      peer_t *peer = events[i].data.ptr;
      int got = 0;
      if (peer->listens) {
        take_in(epoll, peer);
        continue;
      }
      bool fine = true;
      while (fine && (got = take(peer)) > 0) {
        peer->len += (size_t)got;
        fine = serve(peer);
      }
      if (got < 0 || !fine) {
        hang_up(peer);
      }
    }
  }
  return ledger && fclose(ledger);
}

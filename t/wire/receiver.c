/* receiver.c: a receiver of webhooks that misbehaves at random, from a seed.
 *
 *   receiver SEED LEDGER FOLDER DOOR ...
 *
 * LEDGER gets lines; "-": there is none. FOLDER has good, expired and other, each with .crt and .key. A DOOR is
 * KIND:ADDRESS:PORT: wild, wild-tls     webhooks; every connection and answer is drawn tame, tame-tls     webhooks that are
 * always answered at once token, token-tls   an OAuth 2 token endpoint that is drawn proxy              a proxy to the other
 * doors, by their ports flood-NAME, flood-NAME-tls     writes without end (flood.c)
 *
 * Prints "ready" when all doors are open. Ends at SIGTERM, or with the process that started it. A connection has a thread.
 *
 * What an answer to a delivery is depends on the seed, the event and how often the event has come. What happens to a connection
 * before depends on the seed, the door and the number of the connection.
 *
 * Lines of the ledger, each after its time in microseconds since the epoch:
 *   request CONNECTION NTH EVENT DOOR PATH     at the first byte of the request; EVENT is X-Service-Delivery
 *   status CONNECTION EVENT STATUS must|may|not HOW      before the first byte of the final response
 *   unsaid CONNECTION EVENT                    the response's head could not be written whole
 *   stray CONNECTION STATUS                    before bytes that answer no request; 0: they are no response
 *   strayed CONNECTION STATUS                  after them
 *   early CONNECTION STATUS                    the same, on a new connection, before its first request
 *   noise CONNECTION                           before TLS records without data */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "wire.h"

#define DOORS 64

enum { ACCEPT, RESET, CLOSE, SILENT, EARLY, SHUT };

/* clang-format off */
static const choice_t welcomes[] = {{ACCEPT, 940}, {RESET, 12}, {CLOSE, 16}, {SILENT, 2}, {EARLY, 10}, {SHUT, 10}, {0}};
/* clang-format on */

static door_t doors[DOORS];
static int door_count;
static atomic_bool told_to_end;
static atomic_ulong lines;

bool ending(void) {
  return told_to_end;
}

const door_t *door_at(int port) {
  for (int i = 0; i < door_count; i++) {
    if (doors[i].port == port && doors[i].kind != DOOR_PROXY) {
      return &doors[i];
    }
  }
  return NULL;
}

static void on_term(int number) {
  (void)number;
  told_to_end = true;
}

/* ---- a connection ---- */

/* What happens before the first request. False: the connection is over. */
static bool welcome(line_t *line, int how) {
  static const int statuses[] = {200, 408, 503};

  if (how == EARLY && !line->ssl) {
    int status = statuses[below(&line->chance, 3)];
    ledger_line(now_us(), "early", "%lu %d", line->id, status);
    return says(line, "HTTP/1.1 %d Early\r\nContent-Length: 0\r\n\r\n", status);
  }
  if (how == RESET) {
    reset_line(line);
  } else if (how == SILENT) {
    linger(line, PATIENCE);
  }
  return how == ACCEPT || how == EARLY || how == SHUT;
}

static void serve(line_t *line) {
  request_t request;

  if (line->door->kind == DOOR_PROXY && !answer_proxy(line)) {
    return;
  }
  bool tame = line->door->kind == DOOR_TAME || line->door->kind == DOOR_FLOOD;
  manner_t manner = line->door->kind == DOOR_FLOOD ? TLS_BY_HAND : tame ? TLS_TAME : TLS_WILD;
  int how = tame ? ACCEPT : choose(&line->chance, welcomes);
  if ((how != EARLY && !welcome(line, how)) || (line->door->secure && !tls_begin(line, manner))) {
    return;
  }
  if ((how == EARLY && !welcome(line, how)) || (!tame && once_in(&line->chance, 40) && !tls_noise(line))) {
    return;
  }
  for (bool again = true; again; line->served++) {
    if (!wait_line(line, 120000) || !request_read(line, &request)) {
      return;
    }
    again = line->door->kind == DOOR_TOKEN   ? answer_token(&request)
            : line->door->kind == DOOR_FLOOD ? flood(line, line->door->flood, SIZE_MAX)
                                             : answer(&request);
  }
}

static void *run_line(void *data) {
  line_t *line = data;
  bool polite = once_in(&line->chance, 2);

  serve(line);
  if (line->ssl) {
    if (polite && !line->records) {
      SSL_shutdown(line->ssl);
    }
    SSL_free(line->ssl);
    records_free(line->records);
  }
  ERR_clear_error();
  close(line->fd);
  free(line);
  return NULL;
}

static void begin_line(door_t *door, int fd) {
  struct timeval limit = {5, 0};
  pthread_attr_t detached;
  pthread_t thread;
  int on = 1;
  line_t *line = calloc(1, sizeof *line);

  if (!line) {
    exit(1);
  }
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  line->door = door;
  line->fd = fd;
  line->id = ++lines;
  line->chance = chance_of(door->name, door->connections);
  pthread_attr_init(&detached);
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&detached, 256 * 1024);
  if (pthread_create(&thread, &detached, run_line, line)) {
    close(fd);
    free(line);
  }
  pthread_attr_destroy(&detached);
}

/* ---- doors ---- */

static bool open_door(door_t *door) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)door->port)};
  int on = 1;

  door->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (door->fd < 0 || inet_pton(AF_INET, door->address, &address.sin_addr) != 1 ||
      setsockopt(door->fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) ||
      bind(door->fd, (struct sockaddr *)&address, sizeof address) || listen(door->fd, 1024)) {
    fprintf(stderr, "%s:%d: %s\n", door->address, door->port, strerror(errno));
    return false;
  }
  return true;
}

/* Accepts connections. Now and then the door is shut for a moment, so that connections are refused. */
static void *run_door(void *data) {
  door_t *door = data;

  while (!ending()) {
    int fd = accept4(door->fd, NULL, NULL, SOCK_CLOEXEC);
    if (fd < 0) {
      continue;
    }
    door->connections++;
    begin_line(door, fd);
    chance_t chance = chance_of("shut", door->connections);
    if ((door->kind == DOOR_WILD || door->kind == DOOR_TOKEN) && once_in(&chance, 80)) {
      close(door->fd);
      rest((int)between(&chance, 5, 60));
      if (!open_door(door)) {
        exit(1);
      }
    }
  }
  return NULL;
}

/* Reads KIND:ADDRESS:PORT, a word of the command line. */
static bool read_door(door_t *door, char *word) {
  char *address = strchr(word, ':'), *port = address ? strchr(address + 1, ':') : NULL;

  if (!port) {
    return false;
  }
  *address = *port = '\0';
  door->name = strdup(word);
  door->address = address + 1;
  door->port = atoi(port + 1);
  size_t len = strlen(word);
  door->secure = len > 4 && !strcmp(word + len - 4, "-tls");
  if (door->secure) {
    word[len - 4] = '\0';
  }
  bool floods = !strncmp(word, "flood-", 6);
  door->flood = floods ? flood_named(word + 6) : 0;
  door->kind = floods                   ? DOOR_FLOOD
               : !strcmp(word, "tame")  ? DOOR_TAME
               : !strcmp(word, "token") ? DOOR_TOKEN
               : !strcmp(word, "proxy") ? DOOR_PROXY
                                        : DOOR_WILD;
  return door->port > 0 && door->flood >= 0 && (door->kind != DOOR_WILD || !strcmp(word, "wild"));
}

int main(int argc, char **argv) {
  struct sigaction end = {.sa_handler = on_term};
  pthread_t thread;

  if (argc < 5 || argc - 4 > DOORS || !ledger_open(strcmp(argv[2], "-") ? argv[2] : NULL) || !tls_open(argv[3])) {
    fputs("usage: receiver SEED LEDGER FOLDER KIND:ADDRESS:PORT ...\n", stderr);
    return 1;
  }
  wire_seed = strtoull(argv[1], NULL, 10);
  sigaction(SIGTERM, &end, NULL);
  signal(SIGPIPE, SIG_IGN);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  for (int i = 4; i < argc; i++) {
    if (!read_door(&doors[door_count], argv[i]) || !open_door(&doors[door_count])) {
      fprintf(stderr, "receiver: no door: %s\n", argv[i]);
      return 1;
    }
    door_count++;
  }
  for (int i = 0; i < door_count; i++) {
    if (pthread_create(&thread, NULL, run_door, &doors[i])) {
      return 1;
    }
  }
  puts("ready");
  fflush(stdout);
  while (!ending()) {
    pause();
  }
  _exit(0);
}

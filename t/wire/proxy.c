/* proxy.c: a proxy that misbehaves at random. It connects to no other program: the connection leads to one of this program's own
 * doors. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire.h"

enum { GOOD, WORDY, INTERIM, BODY, REFUSED, FORBIDDEN, FAILED, CLOSED, RESET, SILENT, CUT, NOT_HTTP };

/* clang-format off */
static const choice_t kinds[] = {
  {GOOD, 850}, {WORDY, 60}, {INTERIM, 20}, {BODY, 5}, {REFUSED, 3}, {FORBIDDEN, 3}, {FAILED, 25}, {CLOSED, 10}, {RESET, 10}, {SILENT, 3},
  {CUT, 6}, {NOT_HTTP, 5}, {0}
};
/* clang-format on */

/* Answers CONNECT as `kind` says. True: the tunnel is open. */
static bool say_answer(line_t *line, int kind) {
  switch (kind) {
  case GOOD:
    return says(line, "HTTP/1.1 200 Connection established\r\n\r\n");
  case WORDY:
    return says(line, "HTTP/1.0 200 Connection established\r\nProxy-Agent: wordy\r\nVia: 1.1 here\r\nContent-Length: 17\r\n\r\n");
  case INTERIM:
    return says(line, "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 Connection established\r\n\r\n");
  case BODY: /* the bytes are the first of the tunnel */
    ledger_line(now_us(), "early", "%lu 200", line->id);
    says(line, "HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    return false;
  case REFUSED:
    says(line,
         "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n");
    return false;
  case FORBIDDEN:
    says(line, "HTTP/1.1 403 Forbidden\r\nContent-Length: 6\r\n\r\nno way");
    return false;
  case FAILED:
    says(line, "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 3000\r\n\r\n%3000s", "");
    return false;
  case RESET:
    reset_line(line);
    return false;
  case SILENT:
    linger(line, PATIENCE);
    return false;
  case CUT:
    says(line, "HTTP/1.1 200 Connection esta");
    return false;
  case NOT_HTTP:
    says(line, "220 mail ready\r\n");
    return false;
  default:
    return false;
  }
}

bool answer_proxy(line_t *line) {
  char host[256];
  int port = 0;

  if (!wait_line(line, 3000)) {
    return false;
  }
  while (line->len < ROOM && !strstr(line->data, "\r\n\r\n")) {
    int got = take(line, line->data + line->len, ROOM - line->len, false);
    if (got <= 0) {
      return false;
    }
    line->len += (size_t)got;
    line->data[line->len] = '\0';
  }
  if (sscanf(line->data, "CONNECT %255[^: ]:%d ", host, &port) != 2) {
    return false;
  }
  const door_t *door = door_at(port);
  if (!door) {
    return says(line, "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n") && false;
  }
  line->door = door;
  return say_answer(line, door->kind == DOOR_TAME ? GOOD : choose(&line->chance, kinds));
}

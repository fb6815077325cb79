/* line.c: a connection of the receiver: reading, writing, waiting, closing. Each connection has a thread. */
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "wire.h"

#define TICK 200 /* milliseconds: how soon a thread notices the end of the program */

bool say(line_t *line, const void *bytes, size_t len) {
  const char *at = bytes;

  if (line->records) {
    return records_say(line, bytes, len);
  }
  while (len && !ending()) {
    int part = len > 65536 ? 65536 : (int)len;
    int put = line->ssl ? SSL_write(line->ssl, at, part) : (int)send(line->fd, at, (size_t)part, MSG_NOSIGNAL);
    if (put <= 0) {
      return false;
    }
    at += put;
    len -= (size_t)put;
  }
  return !len;
}

bool says(line_t *line, const char *format, ...) {
  char text[4096];
  va_list words;

  va_start(words, format);
  int len = vsnprintf(text, sizeof text, format, words);
  va_end(words);
  return len > 0 && (size_t)len < sizeof text && say(line, text, (size_t)len);
}

bool wait_line(const line_t *line, int milliseconds) {
  struct pollfd fd = {.fd = line->fd, .events = POLLIN};

  if (line->ssl && SSL_pending(line->ssl)) {
    return true;
  }
  for (int left = milliseconds; left > 0 && !ending(); left -= TICK) {
    if (poll(&fd, 1, left < TICK ? left : TICK) > 0) {
      return true;
    }
  }
  return false;
}

int take(line_t *line, char *to, size_t room, bool look) {
  if (!line->ssl) {
    return (int)recv(line->fd, to, room, look ? MSG_PEEK : 0);
  }
  return look ? SSL_peek(line->ssl, to, (int)room) : SSL_read(line->ssl, to, (int)room);
}

void linger(line_t *line, int milliseconds) {
  char nothing[4096];
  long long end = now_us() + milliseconds * 1000LL;

  while (now_us() < end && wait_line(line, (int)((end - now_us()) / 1000) + 1)) {
    if (take(line, nothing, sizeof nothing, false) <= 0) {
      return;
    }
  }
}

void rest(int milliseconds) {
  for (int left = milliseconds; left > 0 && !ending(); left -= TICK) {
    int part = left < TICK ? left : TICK;
    struct timespec pause = {part / 1000, part % 1000 * 1000000L};
    nanosleep(&pause, NULL);
  }
}

void reset_line(const line_t *line) {
  struct linger at_once = {.l_onoff = 1};

  setsockopt(line->fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

/* flood.c: receivers that write without end. The names are those of a door `flood-NAME`. */
#include <stdlib.h>
#include <string.h>

#include "wire.h"

typedef enum content_t { BYTES, TICKETS, KEYS, EMPTY, PADDED, ALERTS } content_t;

/* What is written once, and what again and again. */
static const struct {
  const char *name, *first, *again;
  content_t content;
} floods[] = {
    {"interim", "", "HTTP/1.1 103 Wait\r\nLink: </style.css>\r\n\r\n", BYTES},
    {"interim-bare", "", "HTTP/1.1 100 \r\n\r\n", BYTES},
    {"headers", "HTTP/1.1 500 No\r\n", "X-More: more\r\n", BYTES},
    {"header-line", "HTTP/1.1 500 No\r\nX-Long: ", "long", BYTES},
    {"status-line", "HTTP/1.1 500 ", "long", BYTES},
    {"extensions", "HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n1;", "e=ext;", BYTES},
    {"small-extensions", "HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n", "1;e=0123456789abcdef0123456789abcdef\r\nx\r\n",
     BYTES},
    {"small-chunks", "HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n", BYTES},
    {"trailers", "HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "X-More: more\r\n", BYTES},
    {"body", "HTTP/1.1 500 No\r\n\r\n", "body ", BYTES},
    {"good-body", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n", "body ", BYTES},
    {"empty-lines", "", "\r\n", BYTES},
    {"tickets", "", "", TICKETS},
    {"tickets-later", "HTTP/1.1 500 No\r\nContent-Length: 10000\r\n\r\n", "", TICKETS},
    {"keys", "", "", KEYS}, /* in a handshake by OpenSSL only */
    {"empty-records", "", "", EMPTY},
    {"padded-records", "HTTP/1.1 500 No\r\nContent-Length: 10000\r\n\r\n", "", PADDED},
    {"alerts", "", "", ALERTS},
    {"zeros", "", "\0\0\0\0", BYTES},
};

int flood_named(const char *name) {
  for (int i = 0; i < (int)(sizeof floods / sizeof *floods); i++) {
    if (!strcmp(floods[i].name, name)) {
      return i;
    }
  }
  return -1;
}

/* Repeats the piece up to the block's end. Returns the length of the whole pieces. */
static size_t fill(char *block, size_t room, const char *piece, size_t len) {
  size_t filled = 0;

  while (filled + len <= room) {
    memcpy(block + filled, piece, len);
    filled += len;
  }
  return filled;
}

/* Records without data. False: they cannot be sent. */
static bool say_records(line_t *line, content_t content) {
  switch (content) {
  case TICKETS:
    return tls_ticket(line);
  case KEYS:
    return tls_new_key(line);
  default:
    return line->records && records_noise(line, content == ALERTS ? NOISE_ALERT : NOISE_EMPTY, content == PADDED ? 16000 : 0);
  }
}

bool flood(line_t *line, int kind, size_t most) {
  const char *first = floods[kind].first, *again = floods[kind].again;
  char block[16384];
  size_t written = 0;

  if (!say(line, first, strlen(first))) {
    return false;
  }
  if (floods[kind].content != BYTES) {
    for (; written < most && line->ssl && !ending() && say_records(line, floods[kind].content);
         written += line->records ? 5000 : 250) {
    }
    return false;
  }
  size_t len = fill(block, sizeof block, again, *again ? strlen(again) : 4);
  for (; written < most && say(line, block, len); written += len) {
  }
  return false;
}

int flood_status(int kind) {
  const char *first = floods[kind].first;

  return strlen(first) > 12 ? atoi(first + 9) : 0;
}

int flood_drawn(chance_t *chance) {
  return (int)below(chance, sizeof floods / sizeof *floods);
}

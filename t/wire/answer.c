/* answer.c: what the receiver answers to a delivery, and what it does on the connection afterwards.
 *
 * The ledger gets a line before the first byte of the final response is written: its status, and whether the dispatcher must take
 * it for the outcome, may do so, or must not. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "wire.h"

#define HEAD_ROOM (512 * 1024)

enum {
  PLAIN,
  ODD_HEADERS,
  HUGE_HEADERS,
  SLOW_HEADERS,
  CUT_HEADERS,
  SWITCHED,
  NOT_HTTP,
  CLOSES,
  RESETS,
  NEVER,
  FLOODS,
  ALERTS,
  TWO_LENGTHS
};
enum {
  EMPTY,
  RIGHT,
  LONG,
  SHORT,
  EXCESS,
  UNTIL_CLOSE,
  CHUNKED,
  EXTENDED,
  TRAILERS,
  BAD_CHUNK,
  GZIP,
  ENDLESS,
  SLOW,
  BROKEN,
  STALLED
};
enum { KEEP, STRAY, SECOND, CLOSE, SAID_CLOSE, HALF, RESET, NOISE };

typedef struct draft_t {
  request_t *request;
  line_t *line;
  chance_t *chance;
  int kind, body, after, status;
  const char *must; /* must, may, not */
  char *head;
  size_t len;
  bool over; /* the connection cannot be kept */
} draft_t;

/* clang-format off */
static const choice_t kinds[] = {
  {PLAIN, 860}, {ODD_HEADERS, 40}, {HUGE_HEADERS, 8}, {SLOW_HEADERS, 3}, {CUT_HEADERS, 14}, {SWITCHED, 10}, {NOT_HTTP, 14},
  {CLOSES, 16}, {RESETS, 16}, {NEVER, 4}, {FLOODS, 2}, {ALERTS, 10}, {TWO_LENGTHS, 8}, {0}
};
static const choice_t bodies[] = {
  {EMPTY, 300}, {RIGHT, 330}, {LONG, 25}, {SHORT, 30}, {EXCESS, 30}, {UNTIL_CLOSE, 30}, {CHUNKED, 100}, {EXTENDED, 25}, {TRAILERS, 25},
  {BAD_CHUNK, 25}, {GZIP, 25}, {ENDLESS, 4}, {SLOW, 4}, {BROKEN, 20}, {STALLED, 5}, {0}
};
static const choice_t afterwards[] = {
  {KEEP, 640}, {STRAY, 150}, {SECOND, 40}, {CLOSE, 50}, {SAID_CLOSE, 30}, {HALF, 20}, {RESET, 20}, {NOISE, 50}, {0}
};
static const choice_t statuses[] = {
  {200, 480}, {201, 30}, {202, 60}, {204, 60}, {206, 5}, {226, 5}, {299, 5}, {300, 3}, {301, 10}, {302, 5}, {304, 5}, {307, 5},
  {400, 20}, {401, 25}, {403, 15}, {404, 20}, {407, 3}, {408, 10}, {410, 15}, {417, 2}, {422, 10}, {425, 2}, {429, 20}, {451, 2},
  {500, 60}, {501, 5}, {502, 15}, {503, 45}, {504, 10}, {511, 3}, {599, 3}, {0}
};
static const choice_t stray_statuses[] = {{408, 300}, {200, 300}, {500, 80}, {410, 40}, {100, 60}, {0, 220}, {0}};
static const choice_t pauses[] = {{0, 200}, {1, 100}, {5, 100}, {20, 100}, {60, 100}, {200, 100}, {400, 150}, {900, 100}, {1600, 50}, {0}};
/* clang-format on */

static void add(draft_t *draft, const char *format, ...) {
  va_list words;

  va_start(words, format);
  draft->len += (size_t)vsnprintf(draft->head + draft->len, HEAD_ROOM - draft->len, format, words);
  va_end(words);
  if (draft->len >= HEAD_ROOM) {
    exit(1);
  }
}

/* Text that does not compress to nothing, of this length; to be freed. */
static char *text_of(chance_t *chance, size_t len) {
  char *text = malloc(len + 1);

  if (!text) {
    exit(1);
  }
  for (size_t i = 0; i < len; i++) {
    text[i] = (char)('a' + below(chance, 26));
  }
  text[len] = '\0';
  return text;
}

static bool say_text(draft_t *draft, size_t len) {
  char *text = text_of(draft->chance, len);
  bool fine = say(draft->line, text, len);

  free(text);
  return fine;
}

/* ---- before the final response ---- */

static bool interim(draft_t *draft) {
  unsigned count = !once_in(draft->chance, 12)  ? 0
                   : once_in(draft->chance, 20) ? between(draft->chance, 20, 200)
                                                : between(draft->chance, 1, 4);

  if (count > 10) {
    draft->must = "may";
  }
  for (unsigned i = 0; i < count; i++) {
    int status = (int[]){100, 102, 103, 199}[below(draft->chance, 4)];
    if (!says(draft->line, "HTTP/1.1 %d Wait\r\n%s\r\n", status, once_in(draft->chance, 2) ? "Link: </style.css>\r\n" : "")) {
      return false;
    }
  }
  return true;
}

/* ---- the head ---- */

static void add_odd_header(draft_t *draft) {
  static const char *const odd[] = {"X-Folded: one\r\n two\r\n\tthree\r\n",
                                    "X-Double: one\r\nX-Double: two\r\n",
                                    "no colon at all\r\n",
                                    ": no name\r\n",
                                    "X-Space : before the colon\r\n",
                                    "X-Bytes: \x01\x80\xff\x7f\r\n",
                                    "Retry-After: 1\r\nRetry-After: soon\r\n",
                                    " folded without a header\r\n",
                                    "X-Bare: line feed\n",
                                    "Transfer-Encoding: gzip, chunked\r\n",
                                    "Transfer-Encoding: identity\r\n",
                                    "Content-Length: -1\r\n",
                                    "Content-Length: 5, 5\r\n",
                                    "Content-Encoding: br\r\n",
                                    "Connection: upgrade, keep-alive\r\nUpgrade: h2c\r\n",
                                    "HTTP/1.1 200 OK\r\n",
                                    "Location: http://127.0.0.1:1/\r\n",
                                    "Alt-Svc: h3=\":443\", h2=\":443\"\r\n",
                                    "Set-Cookie: a=b\r\nStrict-Transport-Security: max-age=99\r\n"};

  add(draft, "%s", odd[below(draft->chance, sizeof odd / sizeof *odd)]);
}

static void add_head(draft_t *draft) {
  add(draft, "HTTP/1.%d %d Said\r\n", once_in(draft->chance, 20) ? 0 : 1, draft->status);
  for (unsigned i = once_in(draft->chance, 3) ? below(draft->chance, 12) : 0; i > 0; i--) {
    char *text = text_of(draft->chance, below(draft->chance, once_in(draft->chance, 10) ? 2000 : 60));
    add(draft, "X-Header-%u: %s\r\n", i, text);
    free(text);
  }
  if (draft->kind == ODD_HEADERS) {
    for (unsigned i = between(draft->chance, 1, 3); i > 0; i--) {
      add_odd_header(draft);
    }
  }
  if (draft->kind == HUGE_HEADERS) {
    char *text = text_of(draft->chance, 8000);
    for (unsigned i = between(draft->chance, 4, 40); i > 0; i--) {
      add(draft, "X-Huge-%u: %s\r\n", i, text);
    }
    free(text);
  }
  if (draft->kind == TWO_LENGTHS) {
    add(draft, "Content-Length: 5\r\nContent-Length: 7\r\n");
  }
  if ((draft->status == 429 || draft->status == 503) && once_in(draft->chance, 3)) {
    add(draft, "Retry-After: 1\r\n");
  }
  if (draft->after == SAID_CLOSE || (draft->after == CLOSE && once_in(draft->chance, 2))) {
    add(draft, "Connection: close\r\n");
  }
}

/* ---- the body ---- */

/* Writes the head with these last lines. Notes the status first. */
static bool say_head(draft_t *draft, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool say_head(draft_t *draft, const char *format, ...) {
  char lines[512];
  va_list words;

  va_start(words, format);
  vsnprintf(lines, sizeof lines, format, words);
  va_end(words);
  add(draft, "%s\r\n", lines);
  ledger_line(now_us(), "status", "%lu %s %d %s %d.%d.%d", draft->line->id, draft->request->event, draft->status, draft->must,
              draft->kind, draft->body, draft->after);
  bool fine = true;
  if (draft->kind == SLOW_HEADERS) {
    for (size_t i = 0; i < draft->len && fine; i += 16) {
      fine = say(draft->line, draft->head + i, draft->len - i < 16 ? draft->len - i : 16);
      rest(100);
    }
  } else if (once_in(draft->chance, 10)) { /* in two pieces */
    size_t first = 1 + below(draft->chance, (unsigned)draft->len - 1);
    fine = say(draft->line, draft->head, first);
    rest(2);
    fine = fine && say(draft->line, draft->head + first, draft->len - first);
  } else {
    fine = say(draft->line, draft->head, draft->len);
  }
  if (!fine) {
    ledger_line(now_us(), "unsaid", "%lu %s", draft->line->id, draft->request->event);
  }
  return fine;
}

static bool say_chunks(draft_t *draft) {
  bool bad = draft->body == BAD_CHUNK;
  static const char *const sizes[] = {"-5", "zz", "ffffffffffffffff", "5 5", "", "0x10", "7fffffffffffffff", "1;a=\"\r\n\r\n"};

  for (unsigned i = below(draft->chance, 6); i > 0; i--) {
    unsigned size = between(draft->chance, 1, 1500);
    char *extension = text_of(draft->chance, draft->body == EXTENDED ? below(draft->chance, 500) : 0);
    bool fine = says(draft->line, "%x%s%s\r\n", size, *extension ? ";e=" : "", extension) && say_text(draft, size) &&
                says(draft->line, "\r\n");
    free(extension);
    if (!fine) {
      return false;
    }
  }
  if (bad) {
    draft->over = true;
    return says(draft->line, "%s\r\nsome bytes\r\n", sizes[below(draft->chance, sizeof sizes / sizeof *sizes)]);
  }
  static const char *const trailers[] = {"X-Trailer: here\r\nRetry-After: 99\r\n", "HTTP/1.1 500 No\r\n", "no colon\r\n"};
  return says(draft->line, "0\r\n%s\r\n", draft->body == TRAILERS ? trailers[below(draft->chance, 3)] : "");
}

/* Nobody unpacks it, so the bytes after gzip's first ones do not matter. */
static bool say_compressed(draft_t *draft) {
  return say_head(draft, "Content-Encoding: gzip\r\nContent-Length: 1203\r\n") && say(draft->line, "\x1f\x8b\x08", 3) &&
         say_text(draft, 1200);
}

/* Writes bytes after the end of the response. */
static bool write_stray(draft_t *draft, int status) {
  line_t *line = draft->line;

  if (!status) {
    return once_in(draft->chance, 2) ? says(line, "\r\n") : says(line, "stray bytes that are no response\r\n");
  }
  if (status == 100) {
    return says(line, "HTTP/1.1 100 Continue\r\n\r\n");
  }
  size_t len = once_in(draft->chance, 3) ? 3000 : below(draft->chance, 100);
  return says(line, "HTTP/1.1 %d Stray\r\n%sContent-Length: %zu\r\n\r\n", status,
              once_in(draft->chance, 2) ? "Connection: close\r\n" : "", len) &&
         say_text(draft, len);
}

/* The same, and notes them before and after: on a busy machine, either may be long before the bytes arrive. */
static bool say_stray(draft_t *draft, int status) {
  ledger_line(now_us(), "stray", "%lu %d", draft->line->id, status);
  bool written = write_stray(draft, status);
  ledger_line(now_us(), "strayed", "%lu %d", draft->line->id, status);
  return written;
}

/* A body that does not end as it should; the connection cannot be kept. */
static bool say_broken(draft_t *draft) {
  unsigned len = between(draft->chance, 1, 3000);

  draft->over = true;
  if (draft->body == ENDLESS) {
    if (!say_head(draft, "Content-Length: 99999999999\r\n")) {
      return false;
    }
    for (unsigned i = 0; i < 200 && say_text(draft, 20000); i++) {
    }
    return true;
  }
  if (!say_head(draft, "Content-Length: %u\r\n", len + 1000) || !say_text(draft, draft->body == SLOW ? 1 : len)) {
    return false;
  }
  for (unsigned i = 0; draft->body == SLOW && i < 30 && say_text(draft, 1); i++) {
    rest(100);
  }
  if (draft->body == STALLED || (draft->body == SHORT && once_in(draft->chance, 10))) {
    linger(draft->line, PATIENCE);
  } else if (draft->body == BROKEN) {
    rest((int)below(draft->chance, 20));
    reset_line(draft->line);
  }
  return true;
}

static bool say_response(draft_t *draft) {
  unsigned len = draft->body == LONG ? between(draft->chance, 20000, 300000) : between(draft->chance, 1, 5000);

  switch (draft->status == 204 || draft->status == 304 ? EMPTY : draft->body) {
  case EMPTY:
    return say_head(draft, "%s", draft->status == 204 || draft->status == 304 ? "" : "Content-Length: 0\r\n");
  case RIGHT:
  case LONG:
    return say_head(draft, "Content-Length: %u\r\n", len) && say_text(draft, len);
  case EXCESS:
    return say_head(draft, "Content-Length: %u\r\n", len) && say_text(draft, len) &&
           say_stray(draft, choose(draft->chance, stray_statuses));
  case UNTIL_CLOSE:
    draft->over = true;
    return say_head(draft, "%s", once_in(draft->chance, 2) ? "" : "Connection: close\r\n") && say_text(draft, len);
  case CHUNKED:
  case EXTENDED:
  case TRAILERS:
  case BAD_CHUNK:
    return say_head(draft, "Transfer-Encoding: chunked\r\n") && say_chunks(draft);
  case GZIP:
    return say_compressed(draft);
  default:
    return say_broken(draft);
  }
}

/* ---- afterwards ---- */

/* A pause in which nothing is read. A request that comes meanwhile has the time when it came, because the dispatcher may have
 * been killed, and its successor may have sent the request again, before it is read. */
static void busy(line_t *line, int milliseconds) {
  long long end = now_us() + milliseconds * 1000LL;

  if (wait_line(line, milliseconds)) {
    line->came = now_us();
    rest((int)((end - line->came) / 1000));
  }
}

/* Returns whether another request may come. */
static bool go_on(draft_t *draft) {
  line_t *line = draft->line;

  if (draft->over || line->stuck) {
    if (once_in(draft->chance, 4)) {
      linger(line, 300);
    }
    return false;
  }
  switch (draft->after) {
  case STRAY: /* unless a request comes first: then the bytes would answer it */
    return wait_line(line, choose(draft->chance, pauses)) ||
           (say_stray(draft, choose(draft->chance, stray_statuses)) && !once_in(draft->chance, 3));
  case SECOND:
    return say_stray(draft, choose(draft->chance, stray_statuses));
  case CLOSE:
    rest(choose(draft->chance, pauses));
    return false;
  case SAID_CLOSE:
    linger(line, 500);
    return false;
  case HALF:
    shutdown(line->fd, SHUT_WR);
    linger(line, 3000);
    return false;
  case RESET:
    rest(choose(draft->chance, pauses));
    reset_line(line);
    return false;
  case NOISE:
    busy(line, choose(draft->chance, pauses));
    return tls_noise(line);
  default:
    return true;
  }
}

/* ---- no response, or none that counts ---- */

static bool no_response(draft_t *draft) {
  line_t *line = draft->line;
  int flooding;
  static const char *const noise[] = {
      "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 fine OK\r\n\r\n", "HTTP/1.1 20 Short\r\nContent-Length: 0\r\n\r\n", "\r\n\r\n\r\n",
      "ICY 200 OK\r\n\r\n",      "HTTP/9.9 200 OK\r\n\r\n"};

  switch (draft->kind) {
  case CUT_HEADERS:
    ledger_line(now_us(), "status", "%lu %s %d not %d", line->id, draft->request->event, draft->status, draft->kind);
    add_head(draft);
    say(line, draft->head, once_in(draft->chance, 2) ? draft->len : between(draft->chance, 1, (unsigned)draft->len));
    if (once_in(draft->chance, 8)) {
      linger(line, PATIENCE);
    }
    return false;
  case SWITCHED:
    ledger_line(now_us(), "status", "%lu %s 101 not %d", line->id, draft->request->event, draft->kind);
    return says(line, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n") &&
           once_in(draft->chance, 2) && say_stray(draft, 200);
  case NOT_HTTP:
    says(line, "%s", noise[below(draft->chance, sizeof noise / sizeof *noise)]);
    linger(line, 100);
    return false;
  case RESETS:
    reset_line(line);
    return false;
  case NEVER:
    linger(line, PATIENCE);
    return false;
  case ALERTS:
    if (line->records) {
      records_alert(line, (unsigned char[]){0, 10, 20, 40, 50, 80, 116}[below(draft->chance, 7)]);
    }
    return false;
  case FLOODS:
    flooding = flood_drawn(draft->chance);
    ledger_line(now_us(), "status", "%lu %s %d may %d", line->id, draft->request->event, flood_status(flooding), draft->kind);
    flood(line, flooding, 8 << 20);
    return false;
  default:
    return false;
  }
}

static bool tame_answer(request_t *request) {
  ledger_line(now_us(), "status", "%lu %s 200 must", request->line->id, request->event);
  return says(request->line, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
}

bool answer(request_t *request) {
  line_t *line = request->line;
  chance_t *chance = &request->chance;

  if (line->door->kind == DOOR_TAME) {
    return tame_answer(request);
  }
  draft_t draft = {.request = request,
                   .line = line,
                   .chance = chance,
                   .must = "must",
                   .kind = choose(chance, kinds),
                   .body = choose(chance, bodies),
                   .after = choose(chance, afterwards),
                   .status = choose(chance, statuses)};
  if (once_in(chance, 12)) {
    rest((int)below(chance, once_in(chance, 20) ? 2500 : 120));
  }
  if (!(draft.head = malloc(HEAD_ROOM))) {
    exit(1);
  }
  if (draft.kind >= ODD_HEADERS || line->stuck) {
    draft.must = "may";
  }
  bool again = false;
  if (draft.kind >= CUT_HEADERS && draft.kind != TWO_LENGTHS) {
    again = no_response(&draft);
  } else if (interim(&draft)) {
    add_head(&draft);
    again = say_response(&draft) && go_on(&draft);
  }
  free(draft.head);
  return again;
}

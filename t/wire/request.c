/* request.c: reads a request: in whole, in part, or only with a look at it, so that the kernel keeps it unread. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire.h"

enum { WHOLE, PART, HEAD, NOTHING };

/* clang-format off */
static const choice_t readings[] = {{WHOLE, 900}, {PART, 30}, {HEAD, 40}, {NOTHING, 30}, {0}};
/* clang-format on */

/* Copies the value of a header of the request, up to the end of its line. */
static void value_of(const char *head, const char *name, char *to, size_t room) {
  const char *found = strcasestr(head, name);

  snprintf(to, room, "%.*s", found ? (int)strcspn(found + strlen(name), "\r") : 1, found ? found + strlen(name) : "-");
}

/* Brings the request's head into line->data. `look`: leaves it in the kernel. Returns its end; NULL: it did not come. */
static char *head_of(line_t *line, bool look) {
  char *end = NULL;
  long long until = now_us() + 3000000;

  while (!end && now_us() < until && line->len < ROOM) {
    if (!wait_line(line, 3000)) {
      return NULL;
    }
    size_t at = look ? 0 : line->len;
    int got = take(line, line->data + at, ROOM - at, look);
    if (got <= 0) {
      return NULL;
    }
    size_t before = line->len;
    line->len = at + (size_t)got;
    line->data[line->len] = '\0';
    end = strstr(line->data, "\r\n\r\n");
    if (look && !end && line->len == before) {
      rest(1);
    }
  }
  return end;
}

/* Reads as much of the request as `how` says; its head, which ends at `end`, has been looked at. */
static bool read_rest(line_t *line, int how, const char *end, chance_t *chance) {
  const char *length = strcasestr(line->data, "\r\nContent-Length:");
  size_t head = (size_t)(end - line->data) + 4, whole = head + (length && length < end ? strtoul(length + 17, NULL, 10) : 0);
  size_t wanted = how == NOTHING ? 0 : how == HEAD ? head : how == PART ? below(chance, (unsigned)whole) : whole;

  if (!line->ssl) {
    line->len = 0; /* nothing was taken away yet */
  }
  while (line->len < wanted) {
    if (wanted > ROOM || !wait_line(line, 3000)) {
      return false;
    }
    int got = take(line, line->data + line->len, wanted - line->len, false);
    if (got <= 0) {
      return false;
    }
    line->len += (size_t)got;
  }
  line->stuck = line->len < whole;
  return true;
}

bool request_read(line_t *line, request_t *request) {
  *request = (request_t){.line = line, .first_byte = line->came ? line->came : now_us()};
  line->came = 0;
  line->len = 0;
  char *end = head_of(line, !line->ssl);
  if (!end) {
    return false;
  }
  const char *path = strchr(line->data, ' ');
  snprintf(request->path, sizeof request->path, "%.*s", path ? (int)strcspn(path + 1, " \r") : 1, path ? path + 1 : "-");
  value_of(line->data, "\r\nX-Service-Delivery: ", request->event, sizeof request->event);
  const char *name = *request->event == '-' ? line->door->name : request->event;
  request->nth = ledger_count(name);
  request->chance = chance_of(name, request->nth);
  ledger_line(request->first_byte, "request", "%lu %lu %s %s %s", line->id, request->nth, request->event, line->door->name,
              request->path);
  return read_rest(line,
                   line->door->kind == DOOR_TAME || line->door->kind == DOOR_FLOOD ? WHOLE : choose(&request->chance, readings),
                   end, &request->chance);
}

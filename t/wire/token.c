/* token.c: an OAuth 2 token endpoint that misbehaves at random. */
#include <stdio.h>
#include <string.h>

#include "wire.h"

enum { GOOD, REFUSED, FAILED, NO_JSON, NO_TOKEN, OTHER_TYPE, ODD_EXPIRY, HUGE, CUT, CLOSED, RESET, NEVER, FLOODED, CHUNKED };

/* clang-format off */
static const choice_t kinds[] = {
  {GOOD, 600}, {REFUSED, 40}, {FAILED, 50}, {NO_JSON, 30}, {NO_TOKEN, 30}, {OTHER_TYPE, 30}, {ODD_EXPIRY, 80}, {HUGE, 20}, {CUT, 30},
  {CLOSED, 20}, {RESET, 20}, {NEVER, 3}, {FLOODED, 3}, {CHUNKED, 40}, {0}
};
/* clang-format on */

static bool say_json(line_t *line, int status, size_t more, const char *json) {
  return says(line, "HTTP/1.1 %d Said\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s", status,
              strlen(json) + more, json);
}

static bool say_token(request_t *request, const char *type, const char *expiry, size_t more) {
  char json[512];

  snprintf(json, sizeof json, "{\"access_token\":\"token-%lu\",\"token_type\":\"%s\",\"expires_in\":%s}", request->nth, type,
           expiry);
  return say_json(request->line, 200, more, json);
}

bool answer_token(request_t *request) {
  static const char *const expiries[] = {"3600.0", "3.6e3", "\"3599.0\"", "1e300", "-1", "0", "null", "\"soon\"", "[]", "1"};
  static const char chunk[] = "{\"access_token\":\"chunked\",\"token_type\":\"bearer\",\"expires_in\":2}";
  line_t *line = request->line;
  chance_t *chance = &request->chance;

  switch (choose(chance, kinds)) {
  case GOOD:
    return say_token(request, "Bearer", once_in(chance, 2) ? "1" : "5", 0);
  case REFUSED:
    return say_json(line, 401, 0, "{\"error\":\"invalid_client\",\"error_description\":\"no such <client>\"}");
  case FAILED:
    return say_json(line, 503, 0, "{}");
  case NO_JSON:
    return say_json(line, 200, 0, "<html>");
  case NO_TOKEN:
    return say_json(line, 200, 0, "{\"access_token\":\"\"}");
  case OTHER_TYPE:
    return say_token(request, "mac", "5", 0);
  case ODD_EXPIRY:
    return say_token(request, "bearer", expiries[below(chance, sizeof expiries / sizeof *expiries)], 0);
  case CUT:
    say_token(request, "bearer", "5", 10);
    return false;
  case HUGE:
    flood(line, flood_named("body"), 200000);
    return false;
  case RESET:
    reset_line(line);
    return false;
  case NEVER:
    linger(line, PATIENCE);
    return false;
  case FLOODED:
    flood(line, flood_drawn(chance), 4 << 20);
    return false;
  case CHUNKED:
    return says(line, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%zx;e=%u\r\n%s\r\n0\r\n\r\n", strlen(chunk),
                below(chance, 9), chunk);
  default:
    return false;
  }
}

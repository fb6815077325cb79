/* test_url.c: a URL is split into its parts, and a bad one is refused (outbound/url.h). */
#include "tap.h"

#include "outbound/url.h"

static const struct {
  const char *url, *scheme, *user, *host, *port;
} rows[] = {
    {"https://hooks.example/a?b#c", "https", NULL, "hooks.example", "443"},
    {"http://Hooks.Example.:8080", "http", NULL, "Hooks.Example.", "8080"},
    {"HTTP://hooks.example", "http", NULL, "hooks.example", "80"},
    {"https://[2001:db8::1]:444/", "https", NULL, "[2001:db8::1]", "444"},
    {"https://me:secret@hooks.example/", "https", "me", "hooks.example", "443"},
    {"https://hooks.example@10.0.0.1/", "https", "hooks.example", "10.0.0.1", "443"},
    {"https://hooks.example/@10.0.0.1/", "https", NULL, "hooks.example", "443"},
    {"https://hooks.example?@10.0.0.1/", "https", NULL, "hooks.example", "443"},
    {"gopher2://hooks.example/", "gopher2", NULL, "hooks.example", NULL},
    {"https://", NULL, NULL, NULL, NULL},
    {"https://hooks.example:99999/", NULL, NULL, NULL, NULL},
    {"https://[::1/", NULL, NULL, NULL, NULL},
    {"hooks.example/a", NULL, NULL, NULL, NULL},
    {"", NULL, NULL, NULL, NULL},
};

static void is_part(const char *url, CURLUPart part, const char *wanted) {
  char *text = collab_url_part(url, part);

  is_text(text, wanted);
  curl_free(text);
}

static const struct {
  const char *url, *both;
} callbacks[] = {
    {"https://one.example/a?b=//c:1", "one.example:443"},
    {"HTTPS://One.Example:443#x", "one.example:443"},
    {"https://one.example:?q", "one.example:443"},
    {"http://one.example", "one.example:80"},
    {"http://one.example:443/", "one.example:443"},
    {"https://one.example:8443/", "one.example:8443"},
    {"https://[2001:DB8::1]/", "[2001:db8::1]:443"},
    {"https://[2001:db8::1]:8443/", "[2001:db8::1]:8443"},
    {"", ":"},
};

int main(void) {
  tap_begin();
  for (size_t i = 0; i < sizeof callbacks / sizeof *callbacks; i++) {
    tap_row(callbacks[i].url);
    is_text(collab_url_host_port(tap_pool, callbacks[i].url), callbacks[i].both);
  }
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    tap_row(rows[i].url);
    is_part(rows[i].url, CURLUPART_SCHEME, rows[i].scheme);
    is_part(rows[i].url, CURLUPART_USER, rows[i].user);
    is_part(rows[i].url, CURLUPART_HOST, rows[i].host);
    is_part(rows[i].url, CURLUPART_PORT, rows[i].port);
  }
  tap_row("");
  return tap_done();
}

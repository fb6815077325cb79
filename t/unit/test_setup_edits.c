/* test_setup_edits.c: collabctl setup takes base URL and Location out of the shipped collab.conf, and changes nothing else
 * (ctl/setup/edits.c). */
#include "tap.h"

#include "ctl/setup/setup.h"

#define BLOCK                                                                                                                    \
  "CollabBaseURL https://api.example.org/collab\n<Location \"/collab\">\n  SetHandler collab\n  LimitRequestBody 0\n"            \
  "</Location>\n"
#define BEFORE "<IfDirective !CollabServe>\n"

static const char *shipped(void) {
  static char text[1 << 17];
  FILE *in = fopen("conf/collab.conf.in", "r");
  size_t len = in ? fread(text, 1, sizeof text - 1, in) : 0;

  text[len] = '\0';
  if (in) {
    fclose(in);
  }
  return text;
}

static const char *without(const char *text, const char *part) {
  const char *at = strstr(text, part);
  return at ? apr_pstrcat(tap_pool, apr_pstrmemdup(tap_pool, text, at - text), at + strlen(part), NULL) : text;
}

static void confines(void) {
  const char *text =
      without(shipped(), "  # instead of httpd's 1 GiB the module's own limits apply: CollabMaxBody and CollabMaxAttachment\n");
  const char *fresh = collab_setup_confined_text(tap_pool, text);

  tap_row("base URL and Location are for older modules alone");
  ok(fresh && strstr(fresh, BEFORE BLOCK "</IfDirective>\n"));
  tap_row("a second run changes nothing");
  ok(fresh && collab_setup_confined_text(tap_pool, fresh) == fresh);
  tap_row("nothing is doubled");
  ok(fresh && strlen(fresh) < strlen(text) + 200);
  tap_row("changed lines stay");
  ok(!collab_setup_confined_text(tap_pool, "CollabBaseURL https://x.example/y\n# mine\n<Location \"/y\">\n"));
  tap_row("a file that ends early stays");
  ok(!collab_setup_confined_text(tap_pool, "CollabBaseURL https://x.example/y"));
  tap_row("an empty file stays");
  ok(!collab_setup_confined_text(tap_pool, ""));
}

static void moves(void) {
  const char *fresh = collab_setup_confined_text(tap_pool, shipped());
  const char *moved = fresh ? collab_setup_location_text(tap_pool, fresh, "/other") : NULL;

  tap_row("the path changes inside the condition");
  ok(moved && strstr(moved, "<Location \"/other\">\n  SetHandler collab\n"));
  tap_row("the path changes in a virtual host");
  is_text(collab_setup_location_text(tap_pool, "    <Location \"/a\">\n      SetHandler collab\n", "/b"),
          "    <Location \"/b\">\n      SetHandler collab\n");
  tap_row("other handlers stay");
  ok(!collab_setup_location_text(tap_pool, "<Location \"/a\">\n  SetHandler collab-status\n", "/b"));
  tap_row("a line without a Location stays");
  ok(!collab_setup_location_text(tap_pool, "SetHandler collab\n", "/b"));
}

int main(void) {
  tap_begin();
  confines();
  moves();
  return tap_done();
}

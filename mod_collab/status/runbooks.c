/* runbooks.c: docs/operations.md as a page of the status handler (?runbook), for the links of the alarms. The node serves the
 * text of its own version; build/runbooks.pl makes it. */
#include "status/view.h"

#include <http_protocol.h>

#include "status/style.h"

static const char *const lines[] = {
#include "status/runbooks.inc"
};

void collab_view_runbooks(request_rec *r) {
  ap_rputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">"
           "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><meta name=\"robots\" content=\"noindex\">"
           "<title>Operations</title>\n<style>" COLLAB_STATUS_STYLE "</style></head>\n<body class=\"text\">\n",
           r);
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    ap_rputs(lines[i], r);
  }
  ap_rputs("</body>\n</html>\n", r);
}

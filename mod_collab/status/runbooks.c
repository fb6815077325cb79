/* runbooks.c: docs/operations.md as a page of the status handler (?runbook), for the links of the alarms. The node serves the
 * text of its own version; build/markdown.pl makes it. */
#include "status/view.h"

#include <http_protocol.h>

static const char runbooks[] =
#include "status/runbooks.inc"
    ;

void collab_view_runbooks(request_rec *r) {
  ap_rputs(collab_template(r->pool, collab_view_texts, "page.runbooks", "style", collab_embedded(collab_view_texts, "style.css"),
                           "runbooks", runbooks, NULL),
           r);
}

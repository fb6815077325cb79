/* notes.c: POST …/notes adds a note, within the bounds of the request (interface.md 18.5).
 *
 * note_create checks the bounds and counts the note under the lock of the request's row. If note_create adds nothing, it
 * returns no row, whatever the reason; the outcome is then COLLAB_UNAUTHENTICATED. Only after this outcome does the handler run
 * note_refused to find the reason. So an added note costs one statement. Worker threads only. */
#include <apr_strings.h>

#include "api/api.h"
#include "base/json.h"

#define OTHER_MEMBERS 1024 /* bytes allowed for the members that the service adds: names of the author, ids, times */

const char *collab_api_note_size(collab_exchange_t *x, const char *summary, const char *description) {
  apr_size_t size = collab_json_quoted_length(summary) + collab_json_quoted_length(description) + OTHER_MEMBERS;

  return apr_ltoa(x->pool, (long)size);
}

collab_outcome_t collab_api_note_create(collab_exchange_t *x) {
  const collab_route_t *row = x->operation->row;
  const char *description = collab_exchange_text(x, "description"); /* NULL: the note has none, and CollabLenientInput is on */

  collab_exchange_value(x, "size", collab_api_note_size(x, collab_exchange_text(x, "summary"), description ? description : ""));
  collab_outcome_t outcome = collab_exchange_run(x, row->change);
  return outcome == COLLAB_UNAUTHENTICATED ? collab_exchange_run(x, row->why_refused) : outcome;
}

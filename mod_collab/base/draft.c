/* draft.c: a text that grows at its end (base/draft.h). Twice the room whenever it is used up: each byte is copied once or
 * twice, however many pieces there are. */
#include "base/draft.h"

#include <string.h>

#define DIGITS 20 /* of the longest integer, with its sign */

collab_draft_t collab_draft_begin(apr_pool_t *pool, apr_size_t room) {
  collab_draft_t draft = {pool, apr_palloc(pool, room + 1), 0, room};
  *draft.text = '\0';
  return draft;
}

char *collab_draft_ask(collab_draft_t *draft, apr_size_t len) {
  if (len > draft->room - draft->len) {
    const char *before = draft->text;
    draft->room = 2 * draft->room + len;
    draft->text = apr_palloc(draft->pool, draft->room + 1);
    memcpy(draft->text, before, draft->len + 1);
  }
  return draft->text + draft->len;
}

void collab_draft_took(collab_draft_t *draft, apr_size_t len) {
  draft->len += len;
  draft->text[draft->len] = '\0';
}

void collab_draft_add(collab_draft_t *draft, const char *text) {
  apr_size_t len = strlen(text);

  memcpy(collab_draft_ask(draft, len), text, len);
  collab_draft_took(draft, len);
}

void collab_draft_add_integer(collab_draft_t *draft, int64_t value) {
  char digits[DIGITS + 1], *at = digits + DIGITS;
  uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;

  *at = '\0';
  do {
    *--at = (char)('0' + rest % 10);
  } while (rest /= 10);
  if (value < 0) {
    *--at = '-';
  }
  collab_draft_add(draft, at);
}

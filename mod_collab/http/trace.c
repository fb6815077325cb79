/* trace.c: the id of a request, and the trace that it belongs to. A client's value is passed on only if it can harm no header,
 * log or event. Called by the pipeline and by the writers of responses. */
#include "http/request.h"

#include <string.h>

#include "base/random.h"

#define ID_NOTE "collab-request-id"
#define ID_LENGTH 128

/* interface.md 2.12: no characters that have a meaning in a header, a log, a shell or a page. */
static bool is_sane(const char *id) {
  static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.:@/+=-";
  apr_size_t len = strspn(id, allowed);

  return len > 0 && len <= ID_LENGTH && id[len] == '\0';
}

const char *collab_trace_id(request_rec *r) {
  const char *id = apr_table_get(r->notes, ID_NOTE);

  if (id) {
    return id;
  }
  id = apr_table_get(r->headers_in, "X-Request-Id");
  if (id == NULL || !is_sane(id)) {
    id = apr_table_get(r->subprocess_env, "UNIQUE_ID");
  }
  if (id == NULL) {
    id = collab_random_uuid(r->pool);
  }
  if (id == NULL) {
    id = "-";
  }
  apr_table_setn(r->notes, ID_NOTE, id);
  return id;
}

/* Does the text begin with `count` lower-case hexadecimal digits? `zero`: all of them may be 0. */
static bool is_hex(const char *text, int count, bool zero) {
  for (int i = 0; i < count; i++) {
    if (!strchr("0123456789abcdef", text[i]) || text[i] == '\0') {
      return false;
    }
    zero = zero || text[i] != '0';
  }
  return zero;
}

const char *collab_trace_parent(const request_rec *r) {
  const char *text = apr_table_get(r->headers_in, "traceparent");

  if (text == NULL || strlen(text) != 55 || text[2] != '-' || text[35] != '-' || text[52] != '-') {
    return NULL;
  }
  if (!is_hex(text, 2, true) || !strncmp(text, "ff", 2)) {
    return NULL;
  }
  return is_hex(text + 3, 32, false) && is_hex(text + 36, 16, false) && is_hex(text + 53, 2, true) ? text : NULL;
}

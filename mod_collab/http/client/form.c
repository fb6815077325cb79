/* form.c: reads a form (application/x-www-form-urlencoded) that is the body of a request of OAuth 2.
 *
 * RFC 6749, 3.2: an empty parameter counts as not given, an unknown one is ignored, and none may be given twice. Names and values
 * are form-encoded UTF-8 (Appendix B). A fault names the parameter, never its value. Worker threads only. */
#include <string.h>

#include "base/text.h"
#include "http/steps.h"

/* Reads one name=value, not yet decoded. Of a field, checks the length alone: the handler checks what a value may be. */
static void read_pair(collab_exchange_t *x, const char *pair, apr_size_t len) {
  const collab_field_t *fields = x->operation->row->oauth_form;
  const char *equals = memchr(pair, '=', len);
  apr_size_t name_len = equals ? (apr_size_t)(equals - pair) : len, value_len = equals ? len - name_len - 1 : 0;
  const char *name = collab_text_decode(x->pool, pair, name_len, true);

  for (int i = 0; name && value_len && fields[i].name; i++) {
    if (strcmp(fields[i].name, name) != 0) {
      continue;
    }
    const char *value = collab_text_decode(x->pool, equals + 1, value_len, true);
    if (x->form[i]) {
      collab_faults_add(&x->faults, name, COLLAB_FAULT_DUPLICATE, "must not be given twice");
    } else if (value == NULL) {
      collab_faults_add(&x->faults, name, COLLAB_FAULT_BAD_ENCODING, "must be form-encoded UTF-8 without NUL");
      value = "";
    } else if (fields[i].max && (int64_t)collab_text_length(value) > fields[i].max) {
      collab_faults_add(&x->faults, name, COLLAB_FAULT_TOO_LONG,
                        apr_psprintf(x->pool, "must be at most %d characters", (int)fields[i].max));
    }
    x->form[i] = value;
  }
}

void collab_form_read(collab_exchange_t *x, const char *bytes, apr_size_t len) {
  const char *end = bytes + len;

  while (bytes < end) {
    const char *next = memchr(bytes, '&', (apr_size_t)(end - bytes));
    next = next ? next : end;
    read_pair(x, bytes, (apr_size_t)(next - bytes));
    bytes = next + 1;
  }
}

/* path.c: decodes the captures of a path. Each raw segment is decoded exactly once, so `A%2FB` is the name "A/B" and `%252F` is
 * the text "%2F".
 *
 * The pipeline decodes captures after it has checked the token. Bytes that are not allowed (a bad escape, NUL, invalid UTF-8) are
 * a validation error that names the parameter. */
#include <string.h>

#include "base/text.h"
#include "http/steps.h"

void collab_path_read(collab_exchange_t *x, const collab_match_t *match) {
  const collab_operation_t *operation = x->operation;

  for (int i = 0; i < operation->ncaptures; i++) {
    const collab_field_t *field = operation->capture_fields[i];
    const char *value = collab_text_decode(x->pool, match->start[i], match->len[i], false);
    if (value == NULL) {
      collab_faults_add(&x->faults, operation->captures[i], "must be percent-encoded UTF-8 without NUL");
    } else {
      value = collab_schema_parameter(&x->faults, field, value);
    }
    x->captures[i] = value;
    if (value && !strcmp(operation->captures[i], "token")) {
      apr_table_setn(x->r->notes, "collab-token", value); /* for LogFormat */
    }
  }
}

/* path.c: decodes the captures of a path. Each raw segment is decoded exactly once, so `A%2FB` is the name "A/B" and `%252F` is
 * the text "%2F".
 *
 * The pipeline decodes captures after it has checked the token. An id below 1 is no fault: like any other id of no record, it is
 * unknown (404). Bytes that are not allowed (a bad escape, NUL, invalid UTF-8) are
 * a validation error that names the parameter. */
#include <string.h>

#include "base/text.h"
#include "http/steps.h"

/* Is the text a whole number below 1? No record has such an id. */
static bool is_below_one(const char *text) {
  bool negative = *text == '-';
  const char *digits = text + negative;

  return *digits && digits[strspn(digits, "0123456789")] == '\0' && (negative || digits[strspn(digits, "0")] == '\0');
}

void collab_path_read(collab_exchange_t *x, const collab_match_t *match) {
  const collab_operation_t *operation = x->operation;

  for (int i = 0; i < operation->ncaptures; i++) {
    const collab_field_t *field = operation->capture_fields[i];
    const char *value = collab_text_decode(x->pool, match->start[i], match->len[i], false);
    if (value == NULL) {
      collab_faults_add(&x->faults, operation->captures[i], COLLAB_FAULT_BAD_ENCODING,
                        "must be percent-encoded UTF-8 without NUL");
    } else if (field->kind == INTEGER && is_below_one(value)) {
      value = "0"; /* the statement does not find the record */
    } else {
      value = collab_schema_parameter(&x->faults, field, value);
    }
    x->captures[i] = value;
    if (value && !strcmp(operation->captures[i], "token")) {
      apr_table_setn(x->r->notes, "collab-token", value); /* for LogFormat */
    }
  }
}

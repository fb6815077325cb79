/* query.c: the query string, read strictly: httpd's own parser takes a bare name for "1", lets the last of two win and ignores
 * bad escapes.
 *
 * Called by the pipeline for rows that know parameters. Unknown ones are ignored; a known one twice, without a value, or badly
 * encoded is a validation error that names it. */
#include <apr_strings.h>
#include <string.h>

#include "base/text.h"
#include "http/input.h"

static const collab_field_t *find(const collab_field_t *fields, const char *name, int *index) {
  for (*index = 0; fields[*index].name; (*index)++) {
    if (!strcmp(fields[*index].name, name))
      return &fields[*index];
  }
  return NULL;
}

/* A name that cannot be decoded, to show: as it came, if it is ASCII. */
static const char *raw_name(apr_pool_t *pool, const char *name, apr_size_t len) {
  for (apr_size_t i = 0; i < len; i++) {
    if ((unsigned char)name[i] < 0x21 || (unsigned char)name[i] > 0x7e)
      return "";
  }
  return apr_pstrmemdup(pool, name, len);
}

/* One name=value, not yet decoded. */
static void read_pair(collab_exchange_t *x, const char *pair, apr_size_t len, unsigned *seen) {
  const char *equals = memchr(pair, '=', len);
  apr_size_t name_len = equals ? (apr_size_t)(equals - pair) : len;
  const char *name = collab_text_decode(x->pool, pair, name_len, true);
  int index;

  if (name == NULL) {
    collab_faults_add(&x->faults, raw_name(x->pool, pair, name_len),
                      "is a parameter's name that is not percent-encoded UTF-8 without NUL");
    return;
  }
  const collab_field_t *field = find(x->operation->row->query, name, &index);
  if (field == NULL)
    return;
  if (*seen & 1u << index) {
    collab_faults_add(&x->faults, field->name, "must not be given twice");
    return;
  }
  *seen |= 1u << index;
  if (equals == NULL) {
    collab_faults_add(&x->faults, field->name, "needs a value");
    return;
  }
  const char *value = collab_text_decode(x->pool, equals + 1, len - name_len - 1, true);
  if (value == NULL) {
    collab_faults_add(&x->faults, field->name, "must be percent-encoded UTF-8 without NUL");
  } else {
    x->query[index] = collab_schema_parameter(&x->faults, field, value);
  }
}

void collab_query_read(collab_exchange_t *x) {
  const collab_field_t *fields = x->operation->row->query;
  unsigned seen = 0;

  if (fields == NULL)
    return;
  for (const char *at = x->r->args; at && *at;) {
    apr_size_t len = strcspn(at, "&");
    if (len > 0)
      read_pair(x, at, len, &seen);
    at += len + (at[len] == '&');
  }
  for (int i = 0; fields[i].name; i++) {
    if (fields[i].presence == REQUIRED && !(seen & 1u << i))
      collab_faults_add(&x->faults, fields[i].name, "is required");
  }
}

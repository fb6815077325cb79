/* query.c: parses the query string strictly. httpd's own parser reads a bare name as "1", lets the last of two values win and
 * ignores bad escapes.
 *
 * The pipeline calls this parser for every operation. The rules are those of interface.md 2.9: unknown parameters are ignored.
 * Every name and value, even of an unknown parameter, must be percent-encoded UTF-8 without NUL. A known parameter given twice is
 * a validation error that names it. A cursor that belongs to a list with other filters is one, too. An empty value counts as not
 * given, except where the field list gives it a meaning (a cursor, a search). */
#include <apr_strings.h>
#include <string.h>

#include "base/text.h"
#include "base/time.h"
#include "domain/cursor.h"
#include "http/steps.h"
#include "node/older_nodes.h"

static const collab_field_t none[] = {{NULL}};

static const collab_field_t *find(const collab_field_t *fields, const char *name, int *index) {
  for (*index = 0; fields[*index].name; (*index)++) {
    if (!strcmp(fields[*index].name, name)) {
      return &fields[*index];
    }
  }
  return NULL;
}

/* Returns the text that an error shows for a name that cannot be decoded: the name as sent if it is visible ASCII, else "". */
static const char *raw_name(apr_pool_t *pool, const char *name, apr_size_t len) {
  for (apr_size_t i = 0; i < len; i++) {
    if ((unsigned char)name[i] < 0x21 || (unsigned char)name[i] > 0x7e) {
      return "";
    }
  }
  return apr_pstrmemdup(pool, name, len);
}

/* Does an empty value have a meaning? An empty cursor begins a list. An empty search is an error, which the check reports. */
static bool takes_empty(const collab_field_t *field) {
  return field->kind == CURSOR || field->filled;
}

/* Reads one name=value, not yet decoded. A bare name has an empty value. */
static void read_pair(collab_exchange_t *x, const collab_field_t *fields, const char *pair, apr_size_t len, unsigned *seen) {
  const char *equals = memchr(pair, '=', len);
  apr_size_t name_len = equals ? (apr_size_t)(equals - pair) : len;
  const char *name = collab_text_decode(x->pool, pair, name_len, true);
  const char *value = equals ? collab_text_decode(x->pool, equals + 1, len - name_len - 1, true) : "";
  int index = 0;

  if (name == NULL) {
    collab_faults_add(&x->faults, raw_name(x->pool, pair, name_len), COLLAB_FAULT_BAD_ENCODING,
                      "is a parameter's name that is not percent-encoded UTF-8 without NUL");
    return;
  }
  if (value == NULL) {
    collab_faults_add(&x->faults, name, COLLAB_FAULT_BAD_ENCODING, "must be percent-encoded UTF-8 without NUL");
  }
  const collab_field_t *field = find(fields, name, &index);
  if (field == NULL) {
    return;
  }
  if (*seen & 1u << index) {
    collab_faults_add(&x->faults, field->name, COLLAB_FAULT_DUPLICATE, "must not be given twice");
    return;
  }
  *seen |= 1u << index;
  if (value && (*value || takes_empty(field))) {
    x->query[index] = collab_schema_parameter(&x->faults, field, value);
  }
}

/* The digest of the given filters. A filter at its default counts as not given. */
static uint32_t filters_of(const collab_exchange_t *x) {
  const collab_field_t *fields = x->operation->row->query;
  uint32_t digest = COLLAB_CURSOR_NO_FILTERS;

  for (int i = 0; fields && fields[i].name; i++) {
    const char *value = x->query[i], *otherwise = fields[i].otherwise;
    if (fields[i].filters && value && !(otherwise && !strcmp(value, otherwise))) {
      digest = collab_cursor_digest(digest, fields[i].name, value);
    }
  }
  return digest;
}

const char *collab_query_filters(const collab_exchange_t *x) {
  return collab_older_nodes_possible(collab_time_clock()) ? NULL : apr_psprintf(x->pool, "%u", (unsigned)filters_of(x));
}

/* Replaces the value of a cursor, which the field list has accepted, by the place where it begins: <microseconds>-<id>. */
static void open_cursor(collab_exchange_t *x, const collab_field_t *field, int index) {
  collab_cursor_t cursor;

  if (x->faults.list || !x->query[index] || !*x->query[index] || !collab_cursor_read(x->query[index], &cursor)) {
    return;
  }
  if (cursor.filters >= 0 && cursor.filters != filters_of(x)) {
    collab_faults_add(&x->faults, field->name, COLLAB_FAULT_BAD_CURSOR,
                      "belongs to a list with other filters: send those with which the list began");
    return;
  }
  x->query[index] = apr_psprintf(x->pool, "%" APR_INT64_T_FMT "-%" APR_INT64_T_FMT, cursor.at, cursor.id);
}

void collab_query_read(collab_exchange_t *x) {
  const collab_field_t *fields = x->operation->row->query ? x->operation->row->query : none;
  unsigned seen = 0;

  for (const char *at = x->r->args; at && *at;) {
    apr_size_t len = strcspn(at, "&");
    if (len > 0) {
      read_pair(x, fields, at, len, &seen);
    }
    at += len + (at[len] == '&');
  }
  for (int i = 0; fields[i].name; i++) {
    if (fields[i].presence == REQUIRED && !(seen & 1u << i)) {
      collab_faults_add(&x->faults, fields[i].name, COLLAB_FAULT_REQUIRED, "is required");
    }
    if (x->query[i] == NULL) {
      x->query[i] = fields[i].otherwise;
    }
  }
  for (int i = 0; fields[i].name; i++) {
    if (fields[i].kind == CURSOR) {
      open_cursor(x, &fields[i], i);
    }
  }
}

/* schema_read.c: parses a body of which the operation knows only a part (domain/schema.h).
 *
 * jansson builds each value that it parses: 520 KB of {"a":1} become 20 MB. Clients send whole forms back, so a body may have
 * thousands of values that the operation does not know. This file reads a large body itself. It checks everything, and copies to
 * a second text, for jansson, only what the field list knows. It copies too much rather than too little:
 *
 *   {"documentId": 7, "form": [{"a": 1}, {"a": 2}], "customFields": [{"fieldId": 1, "selections": [{"name": "x"}]}]}
 *   {"documentId":7,"form":[0],"customFields":[{"fieldId":1,"selections":[0]}]}
 *
 * - Of the members that no field names, outside of arrays, the first hundred stay, because a fault may have to name them.
 * - The first member or element of an object or an array always stays, so that a comma never stands alone.
 * - [0] or {} stands for an array or an object that no field wants, so that faults of its kind are found.
 *
 * At the first fault, the rest of the body follows the copy unread, so that jansson finds the same fault and words it. Only
 * doubled names are found here. They are looked for at the end of their object, or at a fault. Any thread, any process; one large
 * body at a time. */
#include "domain/schema.h"

#include <apr_lib.h>
#include <apr_strings.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_parts.h"
#include "base/text.h"

#define FEW 500      /* brackets and commas: jansson builds a body that has no more, in at most 120 KB */
#define LARGE 16384  /* bytes: of larger bodies, a process reads one at a time */
#define FEW_NAMES 16 /* of an object: compared each with each */

typedef struct name_t { /* small: a megabyte has 170,000 names */
  const char *text;     /* without escapes */
  uint32_t len;
  uint32_t end; /* its end in the body, behind the quote */
} name_t;

typedef struct reader_t {
  apr_pool_t *pool; /* only while the body is read */
  const char *text;
  apr_size_t len;
  apr_size_t at;   /* the next byte */
  apr_size_t done; /* the end of the last token */
  char *copy;
  apr_size_t copied;
  bool cut;                      /* the last token is not in the copy */
  apr_array_header_t *names;     /* name_t: those of the open objects */
  int opened[COLLAB_JSON_DEPTH]; /* the index of each open object's first name */
  int depth;                     /* open objects */
  int arrays;                    /* open arrays */
  int unknown;                   /* members that no field names, outside of arrays */
  apr_size_t values, most;       /* known values, and their maximum */
} reader_t;

/* A hundred large bodies at once would keep all other requests waiting for a processor, and would take a hundred copies. */
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

/* ---- the copy ---- */

/* Copies the bytes since `from`, a token. */
static void take(reader_t *reader, apr_size_t from) {
  memcpy(reader->copy + reader->copied, reader->text + from, reader->at - from);
  reader->copied += reader->at - from;
  reader->done = reader->at;
  reader->cut = false;
}

/* Shortens the copy to `copied` bytes, and adds a text that is not longer than what it stands for. */
static void replace(reader_t *reader, apr_size_t copied, const char *text) {
  apr_size_t len = strlen(text);

  memcpy(reader->copy + copied, text, len);
  reader->copied = copied + len;
  reader->cut = true;
}

/* ---- tokens: true, and behind the token; or false ---- */

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* The next byte that is not blank, without reading it; NUL at the end. */
static char peek(reader_t *reader) {
  while (reader->at < reader->len && is_blank(reader->text[reader->at])) {
    reader->at++;
  }
  return reader->at < reader->len ? reader->text[reader->at] : '\0';
}

static bool symbol(reader_t *reader, char wanted) {
  if (peek(reader) != wanted) {
    return false;
  }
  apr_size_t from = reader->at++;
  take(reader, from);
  return true;
}

/* Reads a string. `name`: NULL, or where to put its value. */
static bool string(reader_t *reader, name_t *name) {
  apr_size_t from = reader->at, i = from + 1;
  const char *start = reader->text + from;
  bool escaped = false;

  while (i < reader->len && reader->text[i] != '"' && (unsigned char)reader->text[i] >= 0x20) {
    escaped = escaped || reader->text[i] == '\\';
    i += reader->text[i] == '\\' ? 2 : 1;
  }
  if (i >= reader->len || reader->text[i] != '"') {
    return false;
  }
  apr_size_t len = i - from - 1;
  const char *value = start + 1;
  if (escaped) {
    value = collab_json_unquote(name ? reader->pool : NULL, start, len + 2);
    len = value ? strlen(value) : 0;
  } else if (!collab_text_is_utf8(value, len)) {
    value = NULL;
  }
  if (value == NULL) {
    return false;
  }
  reader->at = i + 1;
  if (name) {
    *name = (name_t){value, (uint32_t)len, (uint32_t)reader->at};
  }
  take(reader, from);
  return true;
}

static bool number(reader_t *reader) {
  static const char characters[] = "+-.0123456789Ee";
  apr_size_t from = reader->at, end = from;

  while (end < reader->len && memchr(characters, reader->text[end], sizeof characters - 1)) {
    end++;
  }
  if (!collab_json_is_number(reader->text + from, reader->text + end)) {
    return false;
  }
  reader->at = end;
  take(reader, from);
  return true;
}

static bool word(reader_t *reader) {
  static const char *const words[] = {"true", "false", "null", NULL};
  apr_size_t from = reader->at, end = from;

  while (end < reader->len && apr_isalpha(reader->text[end])) {
    end++;
  }
  for (const char *const *each = words; *each; each++) {
    if (strlen(*each) == end - from && !memcmp(*each, reader->text + from, end - from)) {
      reader->at = end;
      take(reader, from);
      return true;
    }
  }
  return false;
}

/* ---- doubled names ---- */

static int by_name(const void *one, const void *other) {
  const name_t *a = one, *b = other;
  int order = a->len == b->len ? memcmp(a->text, b->text, a->len) : a->len < b->len ? -1 : 1;

  return order ? order : a->end < b->end ? -1 : a->end > b->end;
}

static bool is_same(const name_t *a, const name_t *b) {
  return a->len == b->len && !memcmp(a->text, b->text, a->len);
}

static apr_size_t earlier(apr_size_t one, apr_size_t other) {
  return one && (one < other || !other) ? one : other;
}

/* The end of the first name that was there before; 0: none. May sort the names. */
static apr_size_t doubled_in(name_t *names, int count) {
  apr_size_t first = 0;

  if (count > FEW_NAMES) {
    qsort(names, (size_t)count, sizeof *names, by_name);
  }
  for (int i = 1; i < count; i++) {
    for (int j = count > FEW_NAMES ? i - 1 : 0; j < i; j++) {
      if (is_same(&names[i], &names[j])) {
        first = earlier(names[i].end, first);
      }
    }
  }
  return first;
}

/* The same for all open objects. */
static apr_size_t doubled(reader_t *reader) {
  name_t *names = (name_t *)reader->names->elts;
  apr_size_t first = 0;

  for (int i = 0; i < reader->depth; i++) {
    int end = i + 1 < reader->depth ? reader->opened[i + 1] : reader->names->nelts;
    first = earlier(doubled_in(names + reader->opened[i], end - reader->opened[i]), first);
  }
  return first;
}

/* Ends the innermost object. False: a name was doubled. */
static bool end_object(reader_t *reader) {
  int from = reader->opened[reader->depth - 1];

  if (doubled_in((name_t *)reader->names->elts + from, reader->names->nelts - from)) {
    return false;
  }
  reader->names->nelts = from;
  reader->depth--;
  return true;
}

/* ---- values ---- */

static bool value(reader_t *reader, const collab_field_t *field);

static const collab_field_t *find(const collab_field_t *fields, const name_t *name) {
  for (; fields && fields->name; fields++) {
    if (strlen(fields->name) == name->len && !memcmp(fields->name, name->text, name->len)) {
      return fields;
    }
  }
  return NULL;
}

/* Reads a member. `fields`: the object's; NULL: no field wants the object. */
static bool member(reader_t *reader, const collab_field_t *fields, bool first, apr_size_t before) {
  name_t name;

  if (peek(reader) != '"' || !string(reader, &name)) {
    return false;
  }
  APR_ARRAY_PUSH(reader->names, name_t) = name;
  const collab_field_t *field = find(fields, &name);
  if (!symbol(reader, ':') || !value(reader, field)) {
    return false;
  }
  reader->unknown += !field && fields && !reader->arrays;
  bool may_be_named = fields && !reader->arrays && reader->unknown <= COLLAB_MAX_FAULTS;
  if (!field && !first && !may_be_named) {
    replace(reader, before, "");
  }
  return true;
}

static bool object(reader_t *reader, const collab_field_t *field) {
  const collab_field_t *fields = field && field->kind == OBJECT ? field->fields : NULL;
  apr_size_t start = reader->copied;
  bool first = true;

  if (reader->depth == COLLAB_JSON_DEPTH) {
    return false;
  }
  symbol(reader, '{');
  reader->opened[reader->depth++] = reader->names->nelts;
  while (peek(reader) != '}') {
    apr_size_t before = reader->copied;
    if ((!first && !symbol(reader, ',')) || !member(reader, fields, first, before)) {
      return false;
    }
    first = false;
  }
  symbol(reader, '}');
  if (!fields) {
    replace(reader, start, "{}");
  }
  return end_object(reader);
}

static bool array(reader_t *reader, const collab_field_t *field) {
  static const collab_field_t event_type = {.kind = STRING};
  const collab_field_t element = {.kind = OBJECT, .fields = field ? field->fields : NULL}, *of = NULL;
  apr_size_t start = reader->copied;
  bool first = true;

  if (field && field->kind == ARRAY) {
    of = field->of ? field->of : &element;
  } else if (field && (field->kind == EVENT_TYPES_V1 || field->kind == EVENT_TYPES_V2)) {
    of = &event_type;
  }
  symbol(reader, '[');
  reader->arrays++;
  while (peek(reader) != ']') {
    apr_size_t before = reader->copied;
    if ((!first && !symbol(reader, ',')) || !value(reader, of)) {
      return false;
    }
    if (!of && !first) {
      replace(reader, before, "");
    }
    first = false;
  }
  symbol(reader, ']');
  reader->arrays--;
  if (!of && !first) {
    replace(reader, start, "[0]");
  }
  return true;
}

/* Reads a value. `field`: NULL: it is not known. Recurses at most COLLAB_JSON_DEPTH levels, because collab_json_measure has
 * accepted the body. */
static bool value(reader_t *reader, const collab_field_t *field) {
  char c = peek(reader);

  if (field && ++reader->values > reader->most) {
    return false;
  }
  switch (c) {
  case '{':
    return object(reader, field);
  case '[':
    return array(reader, field);
  case '"':
    return string(reader, NULL);
  default:
    return c == '-' || (c >= '0' && c <= '9') ? number(reader) : word(reader);
  }
}

/* ---- a body ---- */

static apr_size_t most_values(const collab_field_t *field);

static apr_size_t most_of_all(const collab_field_t *fields) {
  apr_size_t sum = 0;

  for (; fields && fields->name; fields++) {
    sum += most_values(fields);
  }
  return sum;
}

/* The most values that a field allows: the value itself, and those in it. */
static apr_size_t most_values(const collab_field_t *field) {
  switch (field->kind) {
  case OBJECT:
    return 1 + most_of_all(field->fields);
  case ARRAY:
    if (!field->max) {
      return COLLAB_JSON_VALUES;
    }
    return 1 + (apr_size_t)field->max * (field->of ? most_values(field->of) : 1 + most_of_all(field->fields));
  case EVENT_TYPES_V1:
  case EVENT_TYPES_V2:
    return 1 + COLLAB_MAX_EVENT_TYPES;
  default:
    return 1;
  }
}

/* Lets jansson find the fault at which the reader stopped. Only the place of that fault differs between the two texts. */
static const char *error_of(reader_t *reader, apr_pool_t *pool) {
  apr_size_t end = doubled(reader);
  const char *what = "invalid token";

  if (end) {
    return collab_json_error(pool, "duplicate object key", reader->text, end);
  }
  if (reader->cut) {
    reader->copy[reader->copied++] = ' '; /* keeps two tokens apart */
  }
  apr_size_t before = reader->copied, rest = reader->len - reader->done;
  memcpy(reader->copy + before, reader->text + reader->done, rest);
  end = before;
  collab_json_build(reader->pool, reader->copy, before + rest, &what, &end);
  return collab_json_error(pool, what, reader->text, end > before ? reader->done + end - before : reader->done);
}

static const collab_json_t *read_body(reader_t *reader, apr_pool_t *pool, const collab_field_t *fields, const char **error,
                                      collab_cut_t *cut) {
  const collab_field_t body = {.kind = OBJECT, .fields = fields};
  const collab_json_t *document = NULL;
  const char *what = NULL;
  apr_size_t end;

  reader->most = most_values(&body);
  bool whole = value(reader, &body) && peek(reader) == '\0';
  cut->too_many = reader->values > reader->most;
  cut->unknown = reader->unknown > COLLAB_MAX_FAULTS;
  if (cut->too_many) {
    *error = apr_psprintf(pool, "the members that this operation knows have at most %" APR_SIZE_T_FMT " values", reader->most);
  } else if (!whole) {
    *error = error_of(reader, pool);
  } else {
    document = collab_json_build(pool, reader->copy, reader->copied, &what, &end);
    *error = what;
  }
  return document;
}

static const collab_json_t *read_part(apr_pool_t *pool, const collab_field_t *fields, const char *text, apr_size_t len,
                                      const char **error, collab_cut_t *cut) {
  reader_t reader = {.text = text, .len = len};

  apr_pool_create(&reader.pool, pool);
  reader.copy = apr_palloc(reader.pool, len + 1); /* of which one byte is for the blank of error_of */
  reader.names = apr_array_make(reader.pool, 64, sizeof(name_t));
  const collab_json_t *document = read_body(&reader, pool, fields, error, cut);
  apr_pool_destroy(reader.pool);
  return document;
}

const collab_json_t *collab_schema_read(apr_pool_t *pool, const collab_field_t *fields, const char *text, apr_size_t len,
                                        const char **error, collab_cut_t *cut) {
  const collab_json_t *document = NULL;
  bool large = len > LARGE;
  apr_size_t values;

  *cut = (collab_cut_t){false, false};
  if (large) {
    pthread_mutex_lock(&one_at_a_time);
  }
  if (collab_json_measure(pool, text, len, &values, error)) {
    document = values <= FEW ? collab_json_parse(pool, text, len, error) : read_part(pool, fields, text, len, error, cut);
  }
  if (large) {
    pthread_mutex_unlock(&one_at_a_time);
  }
  return document;
}

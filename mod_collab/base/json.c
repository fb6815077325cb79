/* json.c: the only interface to jansson (base/json.h).
 *
 * jansson counts references and has no pools, so a pool cleanup releases each document. All returned values are borrowed from
 * their document. Values never change after parsing, so the reference counts stay constant and any thread may read.
 *
 * jansson recurses for each level of nesting and allocates memory for each value, so a loop counts both before jansson parses.
 * For a request's body, domain/schema_read.c also leaves out what the operation does not know. jansson also refuses a number that
 * fits neither an int64 nor a double. JSON allows it, so we read it as 1e308 or, if it is negative, as -1e308. Request bodies,
 * tokens, stored credentials and the operator's files are read here. An error may quote a bad byte or escape, but no other input,
 * because a body can contain a password. */
#include "base/json.h"

#include "base/json_parts.h"
#include "base/secret.h"

#include <jansson.h>
#include <string.h>

#define LOAD_FLAGS (JSON_REJECT_DUPLICATES | JSON_DECODE_ANY)
#define DUMP_FLAGS (JSON_COMPACT | JSON_ENCODE_ANY)
#define DIGITS_(number) #number
#define DIGITS(number) DIGITS_(number)

/* Returns the position of the first bracket or comma that exceeds a limit, and sets *what to that limit; NULL: it is `most`.
 * Returns `len` if no limit is exceeded. Sets *values to the number of brackets and commas before. For a text that is not JSON
 * the result may be wrong, but only behind the text's first fault, where the parser stops. */
static apr_size_t too_much(const char *text, apr_size_t len, apr_size_t most, apr_size_t *values, const char **what) {
  bool quoted = false;
  int depth = 0;

  *values = 0;
  for (apr_size_t i = 0; i < len; i++) {
    char c = text[i];
    if (quoted) {
      if (c == '\\') {
        i++;
      }
      if (c == '"') {
        quoted = false;
      }
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{' || c == ',') {
      depth += c != ',';
      *what = depth > COLLAB_JSON_DEPTH ? "nesting deeper than " DIGITS(COLLAB_JSON_DEPTH) " levels" : NULL;
      if (depth > COLLAB_JSON_DEPTH || ++*values > most) {
        return i;
      }
    } else if (c == ']' || c == '}') {
      depth--;
    }
  }
  return len;
}

const char *collab_json_error(apr_pool_t *pool, const char *what, const char *text, apr_size_t end) {
  int line = 1, column = 0;

  for (apr_size_t i = 0; i < end; i++) {
    if (text[i] == '\n') {
      line++;
      column = 0;
    } else {
      column += ((unsigned char)text[i] & 0xC0) != 0x80;
    }
  }
  return apr_psprintf(pool, "%s at line %d, column %d", what, line, column);
}

/* Does the text begin with the byte order mark of UTF-8, UTF-16 or UTF-32? RFC 8259, 8.1: it must not. Editors of Windows add it.
 */
static bool has_mark(const char *text, apr_size_t len) {
  return len >= 2 &&
         (!memcmp(text, "\xfe\xff", 2) || !memcmp(text, "\xff\xfe", 2) || (len >= 3 && !memcmp(text, "\xef\xbb\xbf", 3)));
}

/* Are there neither NUL bytes nor too much nesting, nor more than `most` brackets and commas? */
static bool is_within(apr_pool_t *pool, const char *text, apr_size_t len, apr_size_t most, apr_size_t *values,
                      const char **error) {
  const char *nul = len > 0 ? memchr(text, '\0', len) : NULL; /* jansson ignores a NUL that follows a number */
  const char *what = NULL;

  if (has_mark(text, len)) {
    *error = "it begins with a byte order mark (BOM), send UTF-8 without one";
    return false;
  }
  if (nul != NULL) {
    *error = collab_json_error(pool, "NUL byte", text, (apr_size_t)(nul - text) + 1);
    return false;
  }
  apr_size_t end = too_much(text, len, most, values, &what);
  if (end < len) {
    what = what ? what : apr_psprintf(pool, "more than %" APR_SIZE_T_FMT " brackets and commas", most);
    *error = collab_json_error(pool, what, text, end + 1);
  }
  return end == len;
}

bool collab_json_measure(apr_pool_t *pool, const char *text, apr_size_t len, apr_size_t *values, const char **error) {
  return is_within(pool, text, len, SIZE_MAX, values, error);
}

/* jansson's message, cut before the part that quotes the input or names an option of jansson. */
static const char *fault_of(apr_pool_t *pool, const json_error_t *error) {
  const char *near = strstr(error->text, json_error_code(error) == json_error_null_character ? " without " : " near ");
  apr_size_t len = near ? (apr_size_t)(near - error->text) : strlen(error->text);

  return apr_pstrmemdup(pool, error->text, len);
}

static const char *skip_digits(const char *at, const char *end) {
  while (at < end && *at >= '0' && *at <= '9') {
    at++;
  }
  return at;
}

bool collab_json_is_number(const char *at, const char *end) {
  const char *digits = at += at < end && *at == '-';

  at = skip_digits(at, end);
  if (at == digits || (*digits == '0' && at > digits + 1)) {
    return false;
  }
  if (at < end && *at == '.') {
    digits = ++at;
    at = skip_digits(at, end);
    if (at == digits) {
      return false;
    }
  }
  if (at < end && (*at == 'e' || *at == 'E')) {
    at++;
    digits = at += at < end && (*at == '+' || *at == '-');
    at = skip_digits(at, end);
    if (at == digits) {
      return false;
    }
  }
  return at == end;
}

/* True for a number that jansson cannot represent. */
static bool is_overflow(const char *number, apr_size_t len) {
  json_error_t fault;

  if (!collab_json_is_number(number, number + len)) {
    return false;
  }
  json_t *value = json_loadb(number, len, LOAD_FLAGS, &fault);
  json_decref(value);
  return value == NULL && json_error_code(&fault) == json_error_numeric_overflow;
}

/* A copy of the text for a second try: 1e308 or -1e308, padded with blanks, replaces each number that overflows. */
static const char *tame_numbers(apr_pool_t *pool, const char *text, apr_size_t len) {
  static const char stand_in[] = "1e308", characters[] = "+-.0123456789Ee";
  char *tame = apr_pmemdup(pool, text, len);
  bool quoted = false;

  for (apr_size_t i = 0; i < len; i++) {
    if (text[i] == '"') {
      quoted = !quoted;
    }
    if (quoted && text[i] == '\\') {
      i++;
    }
    if (quoted || i == len || (text[i] != '-' && (text[i] < '0' || text[i] > '9'))) {
      continue;
    }
    apr_size_t number = 1;
    while (i + number < len && memchr(characters, text[i + number], sizeof characters - 1)) {
      number++;
    }
    if (is_overflow(text + i, number)) { /* no such number is shorter than 1e309, so 1e308 fits */
      apr_size_t sign = text[i] == '-';
      memset(tame + i + sign, ' ', number - sign);
      memcpy(tame + i + sign, stand_in, sizeof stand_in - 1);
    }
    i += number - 1;
  }
  return tame;
}

void collab_json_wipe(void) {
  json_set_alloc_funcs(malloc, collab_secret_free);
}

static apr_status_t release(void *root) {
  json_decref(root);
  return APR_SUCCESS;
}

const collab_json_t *collab_json_build(apr_pool_t *pool, const char *text, apr_size_t len, const char **what, apr_size_t *end) {
  json_error_t fault;

  json_t *root = json_loadb(text, len, LOAD_FLAGS, &fault);
  if (root == NULL && json_error_code(&fault) == json_error_numeric_overflow) {
    root = json_loadb(tame_numbers(pool, text, len), len, LOAD_FLAGS, &fault);
  }
  if (root == NULL) {
    *what = fault_of(pool, &fault);
    *end = (apr_size_t)fault.position;
    return NULL;
  }
  apr_pool_cleanup_register(pool, root, release, apr_pool_cleanup_null);
  return root;
}

const collab_json_t *collab_json_parse(apr_pool_t *pool, const char *text, apr_size_t len, const char **error) {
  return collab_json_parse_within(pool, text, len, COLLAB_JSON_VALUES, error);
}

const collab_json_t *collab_json_parse_within(apr_pool_t *pool, const char *text, apr_size_t len, apr_size_t most,
                                              const char **error) {
  const char *what = NULL;
  apr_size_t values, end = 0;

  if (!is_within(pool, text, len, most, &values, error)) {
    return NULL;
  }
  const collab_json_t *root = collab_json_build(pool, text, len, &what, &end);
  if (root == NULL) {
    *error = collab_json_error(pool, what, text, end);
  }
  return root;
}

void collab_json_free(apr_pool_t *pool, const collab_json_t *document) {
  apr_pool_cleanup_run(pool, (void *)document, release);
}

const char *collab_json_unquote(apr_pool_t *pool, const char *text, apr_size_t len) {
  json_error_t fault;
  json_t *value = json_loadb(text, len, LOAD_FLAGS, &fault);
  const char *string = json_string_value(value);

  if (string) {
    string = pool ? apr_pstrdup(pool, string) : "";
  }
  json_decref(value);
  return string;
}

collab_json_kind_t collab_json_kind(const collab_json_t *value) {
  if (value == NULL) {
    return COLLAB_JSON_NULL;
  }
  switch (json_typeof(value)) {
  case JSON_OBJECT:
    return COLLAB_JSON_OBJECT;
  case JSON_ARRAY:
    return COLLAB_JSON_ARRAY;
  case JSON_STRING:
    return COLLAB_JSON_STRING;
  case JSON_INTEGER:
    return COLLAB_JSON_INTEGER;
  case JSON_REAL:
    return COLLAB_JSON_REAL;
  case JSON_TRUE:
  case JSON_FALSE:
    return COLLAB_JSON_BOOLEAN;
  case JSON_NULL:
    break;
  }
  return COLLAB_JSON_NULL;
}

const collab_json_t *collab_json_get(const collab_json_t *object, const char *name) {
  return json_object_get(object, name);
}

apr_size_t collab_json_count(const collab_json_t *array) {
  return json_is_object(array) ? json_object_size(array) : json_array_size(array);
}

const collab_json_t *collab_json_at(const collab_json_t *array, apr_size_t index) {
  return json_array_get(array, index);
}

const char *const *collab_json_names(apr_pool_t *pool, const collab_json_t *object) {
  const char **names = apr_palloc(pool, (json_object_size(object) + 1) * sizeof *names);
  json_t *members = (json_t *)object; /* jansson's iterator takes a non-const object, but does not write */
  int count = 0;

  for (void *at = json_object_iter(members); at; at = json_object_iter_next(members, at)) {
    names[count++] = json_object_iter_key(at);
  }
  names[count] = NULL;
  return names;
}

const char *collab_json_string(const collab_json_t *value) {
  return json_string_value(value);
}

int64_t collab_json_integer(const collab_json_t *value) {
  return json_integer_value(value);
}

double collab_json_number(const collab_json_t *value) {
  return json_number_value(value);
}

bool collab_json_true(const collab_json_t *value) {
  return json_is_true(value);
}

const char *collab_json_text(apr_pool_t *pool, const collab_json_t *value) {
  char small[1024]; /* most values fit, so they are written once */
  apr_size_t len = json_dumpb(value, small, sizeof(small), DUMP_FLAGS);

  char *text = apr_palloc(pool, len + 1);
  bool written = len > 0 || !value;
  if (len <= sizeof(small)) {
    memcpy(text, small, len);
  } else {
    written = json_dumpb(value, text, len, DUMP_FLAGS) == len;
  }
  text[written ? len : 0] = '\0';
  apr_abortfunc_t out_of_memory = written ? NULL : apr_pool_abort_get(pool);
  if (out_of_memory) {
    out_of_memory(APR_ENOMEM);
  }
  return text;
}

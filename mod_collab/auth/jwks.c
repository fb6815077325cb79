/* jwks.c: reads a JWK set (auth/jwks.h).
 *
 *   the set's text ──> outline: the text with 0 in place of each entry of `keys`, must be JSON
 *              └─────> each entry's text ──> jwk.c: a key, or the reason why it is left out
 *
 * So an entry costs at most itself (RFC 7517, 5), even one that the parser refuses. Called by keyset.c (workers), and by the
 * dispatcher before it stores a fetched set. */
#include "auth/jwks.h"

#include "auth/jwk.h"
#include "base/text.h"

#include <string.h>

#define NAMED_MOST 4 /* entries that the text about what was left out names */

typedef struct entry_t {
  const char *kid; /* NULL: none */
  const collab_jws_key_t *key;
} entry_t;

struct collab_jwks_t {
  apr_array_header_t *entries; /* entry_t: the usable keys */
  int listed;                  /* entries of the array `keys` */
  int omitted;                 /* of these: left out */
  const char *left_out;        /* which of them, and why; NULL: none */
};

/* ---- the entries' texts ---- */

typedef struct piece_t {
  const char *text;
  apr_size_t len;
} piece_t;

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static const char *skip_blanks(const char *at, const char *end) {
  while (at < end && is_blank(*at)) {
    at++;
  }
  return at;
}

/* Behind the string that begins at `at`; `end` if it does not end. */
static const char *skip_string(const char *at, const char *end) {
  for (at++; at < end && *at != '"'; at++) {
    at += *at == '\\' && at + 1 < end;
  }
  return at < end ? at + 1 : end;
}

/* The first comma or closing bracket behind a value, on the value's own level; `end` if there is none. */
static const char *skip_value(const char *at, const char *end) {
  int depth = 0;

  while (at < end) {
    if (*at == '"') {
      at = skip_string(at, end);
      continue;
    }
    if (depth == 0 && (*at == ',' || *at == ']' || *at == '}')) {
      return at;
    }
    depth += *at == '[' || *at == '{';
    depth -= *at == ']' || *at == '}';
    at++;
  }
  return end;
}

/* The `[` of the first member `keys` of the object that is the whole text; NULL if there is none. */
static const char *find_keys(const char *text, const char *end) {
  static const char name[] = "\"keys\"";
  const char *at = skip_blanks(text, end);

  if (at == end || *at != '{') {
    return NULL;
  }
  do {
    at = skip_blanks(at + 1, end);
    const char *behind = at < end && *at == '"' ? skip_string(at, end) : end;
    bool found = (apr_size_t)(behind - at) == sizeof name - 1 && memcmp(at, name, sizeof name - 1) == 0;
    at = skip_blanks(behind, end);
    if (at == end || *at != ':') {
      return NULL;
    }
    at = skip_blanks(at + 1, end);
    if (found) {
      return at < end && *at == '[' ? at : NULL;
    }
    at = skip_value(at, end);
  } while (at < end && *at == ',');
  return NULL;
}

/* Collects the texts of the entries between `[` (at `open`) and its `]`, which may be missing. Returns the place behind the last.
 */
static const char *split(apr_array_header_t *pieces, const char *open, const char *end) {
  const char *at = skip_blanks(open + 1, end);

  if (at < end && *at == ']') {
    return at;
  }
  for (;;) {
    const char *behind = skip_value(at, end);
    APR_ARRAY_PUSH(pieces, piece_t) = (piece_t){at, (apr_size_t)(behind - at)};
    if (behind == end || *behind != ',') {
      return behind;
    }
    at = skip_blanks(behind + 1, end);
  }
}

/* Is the text JSON if each entry of `keys` is? Also refuses a second member `keys`. */
static bool is_json(apr_pool_t *pool, const char *text, const char *end, const char *open, const char *close, int count,
                    const char **error) {
  apr_size_t before = (apr_size_t)(open + 1 - text), behind = (apr_size_t)(end - close);
  char *outline = apr_palloc(pool, before + behind + 2 * (apr_size_t)count + 1), *to = outline;

  memcpy(to, text, before);
  to += before;
  for (int i = 0; i < count; i++) {
    *to++ = '0';
    *to++ = ',';
  }
  to -= count > 0;
  memcpy(to, close, behind);
  return collab_json_parse(pool, outline, (apr_size_t)(to - outline) + behind, error) != NULL;
}

/* The texts of the entries (piece_t); NULL and *error if the text is no JWK set. */
static const apr_array_header_t *read_outline(apr_pool_t *pool, const char *text, apr_size_t len, const char **error) {
  static const char bom[] = "\xEF\xBB\xBF"; /* a byte order mark, which some editors and tools write */
  apr_array_header_t *pieces = apr_array_make(pool, 8, sizeof(piece_t));
  const char *fault = "";

  if (len >= sizeof bom - 1 && memcmp(text, bom, sizeof bom - 1) == 0) { /* RFC 8259, 8.1 */
    text += sizeof bom - 1;
    len -= sizeof bom - 1;
  }
  if (memchr(text, '\0', len) || !collab_text_is_utf8(text, len)) {
    *error = "is not JSON: not UTF-8, or with a NUL byte";
    return NULL;
  }
  const char *end = text + len;
  const char *open = find_keys(text, end);
  const char *close = open ? split(pieces, open, end) : NULL;
  if (open && is_json(pool, text, end, open, close, pieces->nelts, &fault)) {
    return pieces;
  }
  /* the place of a fault in the whole text, if the parser sees one there */
  bool json = collab_json_parse(pool, text, len, &fault) != NULL;
  *error = json ? "is not a JWK set: {\"keys\":[...]}" : apr_psprintf(pool, "is not JSON: %s", fault);
  return NULL;
}

/* ---- the set ---- */

static bool is_same_kid(const entry_t *entry, const char *kid) {
  return entry->kid && kid ? strcmp(entry->kid, kid) == 0 : entry->kid == kid;
}

static bool has(const collab_jwks_t *set, const entry_t *entry) {
  for (int i = 0; i < set->entries->nelts; i++) {
    const entry_t *other = &APR_ARRAY_IDX(set->entries, i, entry_t);
    if (is_same_kid(other, entry->kid) && collab_jws_key_equals(other->key, entry->key)) {
      return true;
    }
  }
  return false;
}

static void leave_out(collab_jwks_t *set, apr_pool_t *pool, int index, const char *why) {
  if (set->omitted++ < NAMED_MOST) {
    set->left_out =
        apr_psprintf(pool, "%s%skeys[%d] %s", set->left_out ? set->left_out : "", set->left_out ? "; " : "", index, why);
  }
}

/* Takes the entry into the set, unless the set has this key already. */
static void take(collab_jwks_t *set, apr_pool_t *pool, apr_pool_t *scratch, const piece_t *piece, int index) {
  const char *why = "";
  const collab_json_t *jwk = collab_json_parse(scratch, piece->text, piece->len, &why);

  if (jwk == NULL) {
    leave_out(set, pool, index, apr_psprintf(pool, "cannot be read: %s", why));
    return;
  }
  if (set->entries->nelts == COLLAB_JWKS_KEYS) {
    leave_out(set, pool, index, "comes after " APR_STRINGIFY(COLLAB_JWKS_KEYS) " usable keys");
    return;
  }
  entry_t entry = {apr_pstrdup(pool, collab_jwk_word(jwk, "kid")), collab_jwk_read(pool, jwk, &why)};
  if (entry.key == NULL) {
    leave_out(set, pool, index, why);
  } else if (!has(set, &entry)) {
    APR_ARRAY_PUSH(set->entries, entry_t) = entry;
  }
}

const collab_jwks_t *collab_jwks_parse(apr_pool_t *pool, const char *text, apr_size_t len, const char **error) {
  collab_jwks_t *set = apr_pcalloc(pool, sizeof(*set));
  apr_pool_t *scratch, *entry;

  *error = "is larger than 256 KiB";
  if (len > COLLAB_JWKS_BYTES) {
    return NULL;
  }
  *error = "out of memory";
  if (apr_pool_create(&scratch, pool) != APR_SUCCESS || apr_pool_create(&entry, scratch) != APR_SUCCESS) {
    return NULL;
  }
  const apr_array_header_t *pieces = read_outline(scratch, text, len, error);
  if (pieces == NULL) {
    *error = apr_pstrdup(pool, *error);
    apr_pool_destroy(scratch);
    return NULL;
  }
  set->listed = pieces->nelts;
  set->entries = apr_array_make(pool, 8, sizeof(entry_t));
  for (int i = 0; i < pieces->nelts; i++) {
    take(set, pool, entry, &APR_ARRAY_IDX(pieces, i, piece_t), i);
    apr_pool_clear(entry);
  }
  apr_pool_destroy(scratch);
  if (set->omitted > NAMED_MOST) {
    set->left_out = apr_psprintf(pool, "%s; and %d more", set->left_out, set->omitted - NAMED_MOST);
  }
  return set;
}

int collab_jwks_find(const collab_jwks_t *set, const char *kid, const char *algorithm,
                     const collab_jws_key_t *found[COLLAB_JWKS_TRIED]) {
  int count = 0;
  const char *named = kid && *kid ? kid : NULL;

  for (int i = 0; i < set->entries->nelts && count < COLLAB_JWKS_TRIED; i++) {
    const entry_t *entry = &APR_ARRAY_IDX(set->entries, i, entry_t);
    if (strcmp(collab_jws_algorithm(entry->key), algorithm) == 0 && (kid == NULL || is_same_kid(entry, named))) {
      found[count++] = entry->key;
    }
  }
  return count;
}

int collab_jwks_count(const collab_jwks_t *set) {
  return set->entries->nelts;
}

bool collab_jwks_is_empty(const collab_jwks_t *set) {
  return set->listed == 0;
}

const char *collab_jwks_fault(apr_pool_t *pool, const collab_jwks_t *set) {
  return collab_jwks_count(set) > 0 || collab_jwks_is_empty(set)
             ? NULL
             : apr_pstrcat(pool, "has no usable key: ", collab_jwks_left_out(set), NULL);
}

const char *collab_jwks_left_out(const collab_jwks_t *set) {
  return set->left_out;
}

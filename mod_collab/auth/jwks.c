/* jwks.c: reads a JWK set (auth/jwks.h).
 *
 * A set that is faulty as a whole is refused, and the previous set stays in use. A single faulty key is left out (jwk.c). Called
 * by keyset.c (workers), and by the dispatcher before it stores a fetched set. */
#include "auth/jwks.h"

#include "auth/jwk.h"

#include <string.h>

typedef struct entry_t {
  const char *kid; /* NULL: none */
  const collab_jws_key_t *key;
} entry_t;

struct collab_jwks_t {
  apr_array_header_t *entries; /* entry_t */
};

/* Is `jwk` an object with a `kty`, whose known members are strings and whose `key_ops` is an array? */
static bool is_well_formed(const collab_json_t *jwk) {
  static const char *const words[] = {"kty", "kid", "use", "alg", "crv", "n", "e", "x", "y"};
  const collab_json_t *operations = collab_json_get(jwk, "key_ops");

  if (collab_json_kind(jwk) != COLLAB_JSON_OBJECT || collab_json_get(jwk, "kty") == NULL) {
    return false;
  }
  for (unsigned i = 0; i < sizeof(words) / sizeof(*words); i++) {
    const collab_json_t *value = collab_json_get(jwk, words[i]);
    if (value != NULL && collab_json_kind(value) != COLLAB_JSON_STRING) {
      return false;
    }
  }
  return operations == NULL || collab_json_kind(operations) == COLLAB_JSON_ARRAY;
}

static bool has_kid(const entry_t *entry, const char *kid) {
  return entry->kid && strcmp(entry->kid, kid) == 0;
}

static bool has_double(const collab_jwks_t *set, const entry_t *entry) {
  for (int i = 0; i < set->entries->nelts; i++) {
    const entry_t *other = &APR_ARRAY_IDX(set->entries, i, entry_t);
    if (entry->kid && has_kid(other, entry->kid) && !strcmp(collab_jws_algorithm(other->key), collab_jws_algorithm(entry->key))) {
      return true;
    }
  }
  return false;
}

const collab_jwks_t *collab_jwks_parse(apr_pool_t *pool, const char *text, apr_size_t len, const char **error) {
  collab_jwks_t *set = apr_pcalloc(pool, sizeof(*set));
  const char *why, *left_out = NULL;

  *error = "is larger than 256 KiB";
  if (len > COLLAB_JWKS_BYTES) {
    return NULL;
  }
  const collab_json_t *root = collab_json_parse(pool, text, len, error);
  if (root == NULL) {
    *error = apr_psprintf(pool, "is not JSON: %s", *error);
    return NULL;
  }
  const collab_json_t *keys = collab_json_get(root, "keys");
  apr_size_t count = collab_json_count(keys);
  if (collab_json_kind(keys) != COLLAB_JSON_ARRAY || count > COLLAB_JWKS_KEYS) {
    *error = count > COLLAB_JWKS_KEYS ? "has more than 64 keys" : "is not a JWK set: {\"keys\":[...]}";
    return NULL;
  }
  set->entries = apr_array_make(pool, (int)count + 1, sizeof(entry_t));
  for (apr_size_t i = 0; i < count; i++) {
    const collab_json_t *jwk = collab_json_at(keys, i);
    entry_t entry = {collab_json_string(collab_json_get(jwk, "kid")), NULL};
    if (!is_well_formed(jwk)) {
      *error = apr_psprintf(pool, "keys[%d] is not a JWK", (int)i);
      return NULL;
    }
    entry.key = collab_jwk_read(pool, jwk, &why);
    if (entry.key && has_double(set, &entry)) {
      *error = apr_psprintf(pool, "keys[%d] has the kid of another key", (int)i);
      return NULL;
    }
    if (entry.key) {
      APR_ARRAY_PUSH(set->entries, entry_t) = entry;
    } else if (left_out == NULL) {
      left_out = apr_psprintf(pool, "has no usable key: keys[%d] %s", (int)i, why);
    }
  }
  *error = left_out ? left_out : "has no keys";
  return set->entries->nelts > 0 ? set : NULL;
}

const collab_jws_key_t *collab_jwks_find(const collab_jwks_t *set, const char *kid, const char *algorithm) {
  const collab_jws_key_t *found = NULL;

  for (int i = 0; i < set->entries->nelts; i++) {
    const entry_t *entry = &APR_ARRAY_IDX(set->entries, i, entry_t);
    if (strcmp(collab_jws_algorithm(entry->key), algorithm) != 0 || (kid && !has_kid(entry, kid))) {
      continue;
    }
    if (found) {
      return NULL; /* the token names no kid, and several keys fit */
    }
    found = entry->key;
  }
  return found;
}

int collab_jwks_count(const collab_jwks_t *set) {
  return set->entries->nelts;
}

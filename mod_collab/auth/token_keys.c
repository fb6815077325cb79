/* token_keys.c: reads CollabTokenKey's file as a key ring (auth/token_keys.h). Called by jws.c, which makes the keys, and by
 * collabctl token-key, which changes the file. Must never show a digit of a key. */
#include "auth/token_keys.h"

#include "base/keyring.h"
#include "base/secret.h"
#include "base/text.h"

#include <apr_strings.h>
#include <string.h>

#define SECRET_MIN 32

bool collab_token_keys_are(const char *text) {
  return strncmp(text, COLLAB_TOKEN_KEYS, strlen(COLLAB_TOKEN_KEYS)) == 0;
}

/* Reads "<id> <digits>", without blanks around it. Returns the fault, or NULL. */
static const char *take_key(apr_pool_t *pool, const char *line, apr_array_header_t *keys) {
  apr_size_t digits = strspn(line, "0123456789");
  const char *blank = line + digits, *hex = blank + strspn(blank, " \t");
  apr_size_t len = strlen(hex) / 2;
  int64_t id;

  if (!digits || digits > 3 || !collab_text_integer(apr_pstrmemdup(pool, line, digits), &id) || id < 1 ||
      id > COLLAB_KEY_ID_MAX) {
    return "does not begin with a key id from 1 to 255";
  }
  if (hex == blank) {
    return "has no blank after the key id";
  }
  unsigned char *secret = collab_secret_alloc(pool, COLLAB_TOKEN_KEYS_BYTES);
  if (len < SECRET_MIN || len > COLLAB_TOKEN_KEYS_BYTES || !collab_text_unhex(secret, hex, strlen(hex))) {
    return "has no key of 64 hexadecimal digits";
  }
  for (int i = 0; i < keys->nelts; i++) {
    if (APR_ARRAY_IDX(keys, i, collab_token_key_t).id == id) {
      return "has a key id that an earlier line has";
    }
  }
  APR_ARRAY_PUSH(keys, collab_token_key_t) = (collab_token_key_t){(int)id, (const char *)secret, len};
  return NULL;
}

/* Reads one line, which ends at "\n" or at the end of the text. Returns the fault, or NULL. */
static const char *take_line(apr_pool_t *pool, const char *line, bool first, apr_array_header_t *keys) {
  const char *end = line + strcspn(line, "\n#");

  while (line < end && strchr(" \t", *line)) {
    line++;
  }
  while (end > line && strchr(" \t\r", end[-1])) {
    end--;
  }
  char *text = collab_secret_alloc(pool, (apr_size_t)(end - line) + 1);
  memcpy(text, line, (apr_size_t)(end - line));
  if (first) {
    return strcmp(text, COLLAB_TOKEN_KEYS) == 0 ? NULL : "has more than " COLLAB_TOKEN_KEYS;
  }
  return *text ? take_key(pool, text, keys) : NULL;
}

const char *collab_token_keys_read(apr_pool_t *pool, const char *text, apr_size_t len, apr_array_header_t *keys) {
  const char *fault = NULL;
  int number = 1;

  if (strlen(text) != len) {
    return "is not a text file";
  }
  for (const char *line = text, *end; line; line = end ? end + 1 : NULL, number++) {
    end = strchr(line, '\n');
    fault = take_line(pool, line, number == 1, keys);
    if (fault) {
      return apr_psprintf(pool, "line %d %s", number, fault);
    }
  }
  return keys->nelts ? NULL : "has no key";
}

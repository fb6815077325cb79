/* part_name.c: decodes a file's name as clients write it into a form (interface.md 13.6).
 *
 * Browsers write UTF-8. Libraries that were made for mail write encoded words (RFC 2047) or filename* (RFC 5987). Names in other
 * encodings than these are not guessed. Called by the form parser. */
#include "http/client/part_name.h"

#include <apr_lib.h>
#include <string.h>

#include "base/text.h"

/* Decoded bytes. The memory for them has twice the size of the encoded text. */
typedef struct output_t {
  char *to;
  bool latin; /* the bytes are ISO-8859-1, else UTF-8 */
} output_t;

static void add(output_t *out, unsigned char byte) {
  if (out->latin && byte >= 0x80) {
    *out->to++ = (char)(0xc0 | byte >> 6);
    byte = 0x80 | (byte & 0x3f);
  }
  *out->to++ = (char)byte;
}

static bool is_named(const char *charset, apr_size_t len, const char *name) {
  return len == strlen(name) && !strncasecmp(charset, name, len);
}

/* Notes the charset. False: it is not one that is decoded. */
static bool choose(output_t *out, const char *charset, apr_size_t len) {
  out->latin = is_named(charset, len, "iso-8859-1");
  return out->latin || is_named(charset, len, "utf-8") || is_named(charset, len, "us-ascii");
}

/* Decodes bytes of which `escape` and two hexadecimal digits stand for one. */
static bool decode_escapes(output_t *out, const char *text, apr_size_t len, char escape) {
  for (apr_size_t i = 0; i < len; i++) {
    if (text[i] != escape) {
      add(out, (unsigned char)(escape == '=' && text[i] == '_' ? ' ' : text[i]));
      continue;
    }
    if (len - i < 3 || collab_text_hex_value(text[i + 1]) < 0 || collab_text_hex_value(text[i + 2]) < 0) {
      return false;
    }
    add(out, (unsigned char)(collab_text_hex_value(text[i + 1]) << 4 | collab_text_hex_value(text[i + 2])));
    i += 2;
  }
  return true;
}

static bool decode_base64(output_t *out, const char *text, apr_size_t len) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  unsigned bits = 0, count = 0;

  while (len > 0 && text[len - 1] == '=') {
    len--;
  }
  for (; len > 0; text++, len--) {
    const char *digit = strchr(digits, *text);
    if (digit == NULL) {
      return false;
    }
    bits = bits << 6 | (unsigned)(digit - digits);
    count += 6;
    if (count >= 8) {
      count -= 8;
      add(out, (unsigned char)(bits >> count));
    }
  }
  return count < 6;
}

/* Decodes the encoded word at *at: =?charset*language?encoding?text?=. False: there is none, or none that is decoded. */
static bool decode_word(output_t *out, const char **at) {
  const char *charset = *at + 2;
  const char *encoding = strncmp(*at, "=?", 2) ? NULL : strchr(charset, '?');
  const char *text = encoding && encoding[1] && encoding[2] == '?' ? encoding + 3 : NULL;
  const char *end = text ? strchr(text, '?') : NULL;

  if (end == NULL || end[1] != '=' || !choose(out, charset, strcspn(charset, "*?"))) {
    return false;
  }
  apr_size_t len = (apr_size_t)(end - text);
  *at = end + 2;
  if (memchr(text, ' ', len) || memchr(text, '\t', len)) {
    return false;
  }
  return apr_tolower(encoding[1]) == 'b' ? decode_base64(out, text, len)
                                         : apr_tolower(encoding[1]) == 'q' && decode_escapes(out, text, len, '=');
}

const char *collab_part_name(apr_pool_t *pool, const char *text) {
  const char *at = text;

  if (strncmp(text, "=?", 2) != 0) {
    return text;
  }
  char *name = apr_palloc(pool, 2 * strlen(text) + 1);
  output_t out = {name, false};
  do {
    if (!decode_word(&out, &at)) {
      return text;
    }
    at += strspn(at, " \t"); /* blanks between two words do not belong to the text */
  } while (*at);
  *out.to = '\0';
  apr_size_t len = (apr_size_t)(out.to - name);
  return len > 0 && collab_text_is_utf8(name, len) ? name : text; /* a character may be cut by the end of a word */
}

const char *collab_part_name_extended(apr_pool_t *pool, const char *value) {
  const char *language = strchr(value, '\'');
  const char *text = language ? strchr(language + 1, '\'') : NULL;
  char *name = apr_palloc(pool, 2 * strlen(value) + 1);
  output_t out = {name, false};

  if (text == NULL || !choose(&out, value, (apr_size_t)(language - value)) ||
      !decode_escapes(&out, text + 1, strlen(text + 1), '%')) {
    return NULL;
  }
  *out.to = '\0';
  return collab_text_is_utf8(name, (apr_size_t)(out.to - name)) ? name : NULL;
}

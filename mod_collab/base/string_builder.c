/* string_builder.c: a text that grows at its end (base/string_builder.h). Twice the room whenever it is used up: each byte is
 * copied once or twice, however many pieces there are. */
#include "base/string_builder.h"

#include <string.h>

#define DIGITS 20 /* of the longest integer, with its sign */

collab_string_builder_t collab_string_builder_begin(apr_pool_t *pool, apr_size_t room) {
  collab_string_builder_t builder = {pool, apr_palloc(pool, room + 1), 0, room};
  *builder.text = '\0';
  return builder;
}

char *collab_string_builder_ask(collab_string_builder_t *builder, apr_size_t len) {
  if (len > builder->room - builder->len) {
    const char *before = builder->text;
    builder->room = 2 * builder->room + len;
    builder->text = apr_palloc(builder->pool, builder->room + 1);
    memcpy(builder->text, before, builder->len + 1);
  }
  return builder->text + builder->len;
}

void collab_string_builder_took(collab_string_builder_t *builder, apr_size_t len) {
  builder->len += len;
  builder->text[builder->len] = '\0';
}

void collab_string_builder_add(collab_string_builder_t *builder, const char *text) {
  apr_size_t len = strlen(text);

  memcpy(collab_string_builder_ask(builder, len), text, len);
  collab_string_builder_took(builder, len);
}

void collab_string_builder_add_integer(collab_string_builder_t *builder, int64_t value) {
  char digits[DIGITS + 1], *at = digits + DIGITS;
  uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;

  *at = '\0';
  do {
    *--at = (char)('0' + rest % 10);
  } while (rest /= 10);
  if (value < 0) {
    *--at = '-';
  }
  collab_string_builder_add(builder, at);
}

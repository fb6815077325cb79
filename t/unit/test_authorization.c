/* test_authorization.c: an Authorization header without a token gets a reason of a fixed list (auth/claims.h). */
#include "tap.h"

#include <string.h>

#include "auth/claims.h"

#define ROWS(table) (sizeof(table) / sizeof(table[0]))

static const struct {
  const char *header, *reason;
} headers[] =
    {
        {NULL, COLLAB_REFUSED_NOTHING},
        {"", COLLAB_REFUSED_NOTHING},
        {"Bearer", COLLAB_REFUSED_EMPTY},
        {"bearer ", COLLAB_REFUSED_EMPTY},
        {"Bearer:a.b.c", COLLAB_REFUSED_SEPARATOR},
        {"Bearer\ta.b.c", COLLAB_REFUSED_SEPARATOR},
        {"Basic eDp5", COLLAB_REFUSED_KNOWN_SCHEME("Basic")},
        {"BASIC", COLLAB_REFUSED_KNOWN_SCHEME("Basic")},
        {"Token x", COLLAB_REFUSED_KNOWN_SCHEME("Token")},
        {"Digest username=x", COLLAB_REFUSED_KNOWN_SCHEME("Digest")},
        {"Basics x", COLLAB_REFUSED_OTHER},
        {"a.b.c", COLLAB_REFUSED_SCHEME},
        {"\"Bearer a.b.c\"", COLLAB_REFUSED_QUOTES},
        {"token", COLLAB_REFUSED_PLACEHOLDER},
        {"${TOKEN}", COLLAB_REFUSED_PLACEHOLDER},
},
  tokens[] = {
      {"Bearer a.b.c", COLLAB_REFUSED_TWICE},
      {"BEARER", COLLAB_REFUSED_TWICE},
      {"Bearerish", NULL},
      {"\"a.b.c\"", COLLAB_REFUSED_QUOTES},
      {"'", COLLAB_REFUSED_QUOTES},
      {"\xe2\x80\x9cxyz\xe2\x80\x9d", COLLAB_REFUSED_QUOTES},
      {"undefined", COLLAB_REFUSED_PLACEHOLDER},
      {"Null", COLLAB_REFUSED_PLACEHOLDER},
      {"{{token}}", COLLAB_REFUSED_PLACEHOLDER},
      {"<token>", COLLAB_REFUSED_PLACEHOLDER},
      {"%TOKEN%", COLLAB_REFUSED_PLACEHOLDER},
      {"a.b.c, Bearer a.b.c", COLLAB_REFUSED_PARTS},
      {"a.b .c", COLLAB_REFUSED_PARTS},
      {"undefinedly", NULL},
      {"a%2Eb.c", NULL},
      {"\xc3", NULL},
};

int main(void) {
  tap_begin();
  for (unsigned i = 0; i < ROWS(headers); i++) {
    tap_row(headers[i].header ? headers[i].header : "no header");
    is_text(collab_authorization_fault(headers[i].header), headers[i].reason);
  }
  for (unsigned i = 0; i < ROWS(tokens); i++) {
    tap_row(tokens[i].header);
    is_text(collab_authorization_token_fault(tokens[i].header), tokens[i].reason);
    ok(tokens[i].reason == NULL || strpbrk(tokens[i].reason, "\"\\") == NULL);
  }
  return tap_done();
}

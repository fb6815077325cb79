/* accept.c: media types that a client asks for by name (base/accept.h). */
#include "base/accept.h"

#include <string.h>

/* Is a weight zero? "0", "0.", "0.000". */
static bool is_zero(const char *q) {
  while (*q == '0' || *q == '.') {
    q++;
  }
  return *q == '\0' || *q == ' ' || *q == '\t' || *q == ';' || *q == ',';
}

bool collab_accept_names(const char *accept, const char *type) {
  while (accept && *accept) {
    while (*accept == ' ' || *accept == '\t' || *accept == ',') {
      accept++;
    }
    apr_size_t len = strcspn(accept, ",");
    apr_size_t name = strcspn(accept, ",; \t");
    if (name == strlen(type) && !strncasecmp(accept, type, name)) {
      for (const char *at = accept + name; at < accept + len; at++) {
        if ((at[-1] == ';' || at[-1] == ' ' || at[-1] == '\t') && (*at == 'q' || *at == 'Q') && at[1] == '=') {
          return !is_zero(at + 2);
        }
      }
      return true;
    }
    accept += len;
  }
  return false;
}

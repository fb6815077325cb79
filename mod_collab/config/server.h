/* server.h: a server's configuration as config/ itself sees it: the values, and which directive gave them, where. For config/
 * alone. */
#ifndef COLLAB_CONFIG_SERVER_H
#define COLLAB_CONFIG_SERVER_H

#include <stddef.h>

#include "config/config.h"

/* Where a directive stands. */
typedef struct collab_config_place_t {
  const char *file; /* NULL: not given, the value is the default or the main server's */
  unsigned line;
  unsigned fields; /* which of the fields that its row names it has set, a bit for each */
} collab_config_place_t;

typedef struct collab_server_t {
  collab_config_t values;
  collab_config_place_t at[]; /* of each row of the table of directives */
} collab_server_t;

/* Where the directive stands that keeps its value in this field: PLACE(server, base_url). Never NULL. */
const collab_config_place_t *collab_server_place(const collab_server_t *server, size_t field);
#define PLACE(server, field) collab_server_place(server, offsetof(collab_config_t, field))

/* The virtual host of this section, or `main` if it has none. */
server_rec *collab_server_at(server_rec *main, const ap_directive_t *section);

/* The whole of a server's configuration. */
collab_server_t *collab_server_of(const server_rec *s);

#endif

/* server.h: a server's configuration as config/ itself sees it: the values, and which directive gave them, where. For config/
 * alone. */
#ifndef COLLAB_CONFIG_SERVER_H
#define COLLAB_CONFIG_SERVER_H

#include "config/config.h"

typedef struct collab_server_t {
  collab_config_t values;
  struct {
    const char *file; /* NULL: not given, the value is the default or the main server's */
    unsigned line;
  } at[COLLAB_DIRECTIVE_COUNT];
  bool retry_given[2]; /* V1, V2 */
  bool hours_given[3]; /* HIGH, MEDIUM, LOW */
} collab_server_t;

/* The whole of a server's configuration. */
collab_server_t *collab_server_of(const server_rec *s);

#endif

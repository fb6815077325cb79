/* watch_server.c: whether PostgreSQL is set up so that it keeps and finds its rows (status/watch.h). */
#include "status/watch.h"

#include <apr_strings.h>

void collab_watch_server(collab_watch_t *w) {
  collab_rows_t rows;

  w->found.server = NULL;
  w->found.server_read = collab_watch_ask(w, STATEMENT(watch_server), NULL, &rows);
  if (w->found.server_read) {
    w->found.server = apr_pstrdup(w->kept, collab_rows_text(rows, 0, "faults"));
  }
}

/* reports.h: the alarms that CollabAlertCommand was told have begun, as a text for the file that keeps them while httpd is
 * stopped (status/reported.c). Parent. */
#ifndef COLLAB_NODE_REPORTS_H
#define COLLAB_NODE_REPORTS_H

#include "collab.h"

/* Writes them as the file of this node; memory of `pool`. */
const char *collab_reports_write(apr_pool_t *pool, const char *node);

/* Takes them from a file, whose text is changed. Called at httpd's start, before there is a watcher. Ignores alarms that this
 * version does not have. Returns NULL, or why the text is no such file of this node; then nothing is taken. */
const char *collab_reports_read(apr_pool_t *pool, const char *node, char *text);

#endif

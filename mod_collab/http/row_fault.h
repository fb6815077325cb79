/* row_fault.h: mistakes in the table of operations, of which configtest and the start of httpd show all at once. */
#ifndef COLLAB_HTTP_ROW_FAULT_H
#define COLLAB_HTTP_ROW_FAULT_H

#include "http/route.h"

/* Adds a line about a mistake in a row to *errors (NULL: there is none so far). Memory is from the pool. Runs in post_config. */
void collab_row_fault(apr_pool_t *pool, const char **errors, const collab_route_t *row, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif

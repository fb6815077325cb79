/* row_fault.c: the message for a mistake in the table of operations (http/route.h). */
#include "http/route.h"

#include <apr_strings.h>

void collab_row_fault(apr_pool_t *pool, const char **errors, const collab_route_t *row, const char *format, ...) {
  va_list args;

  va_start(args, format);
  const char *text = apr_pvsprintf(pool, format, args);
  va_end(args);
  *errors =
      apr_psprintf(pool, "%s%sroute %s %s: %s", *errors ? *errors : "", *errors ? "\n" : "", row->method, row->template, text);
}

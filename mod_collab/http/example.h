/* example.h: which examples must run before the example of an operation. The description, the page /docs and the tests run the
 * examples of the rows; what an example needs follows from its row. */
#ifndef COLLAB_HTTP_EXAMPLE_H
#define COLLAB_HTTP_EXAMPLE_H

#include "http/route.h"

/* Fills in `before` of all compiled rows (collab_operation_t *): the operations that their captures are from (.from of the fields
 * in .path) and the one that .after names, each after those that it needs itself. Called once, by collab_router_make. Adds a line
 * to *errors (NULL: none so far) for an operation or a member of a response that does not exist, and for rows that need each
 * other. Memory is from the pool. */
void collab_example_order(apr_pool_t *pool, const apr_array_header_t *operations, const char **errors);

/* The member of this operation's response that is the value of a capture ("token", "caseResponses.id"), from the field's .from;
 * NULL when it is from another operation or from none. */
const char *collab_example_member(const collab_operation_t *operation, const collab_field_t *capture);

#endif

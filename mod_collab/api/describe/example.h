/* example.h: the examples of the operations, which the page /docs shows, the Postman collection has and the tests run: their
 * order, callers, and what one takes from the response of another. A row says which other examples must run before its own. Used
 * while httpd starts. */
#ifndef COLLAB_API_DESCRIBE_EXAMPLE_H
#define COLLAB_API_DESCRIBE_EXAMPLE_H

#include "http/route.h"

/* The callback URL in the bodies of the examples. Whoever runs them puts a receiver of their own there. */
#define EXAMPLE_CALLBACK "https://hooks.acme.example/exchange"

/* Fills in `before` of all compiled rows. `operations` holds collab_operation_t *. A row's list holds the operations from whose
 * responses the captures take their values (.from of the fields in .path), and the operation that .after names. In the list, each
 * operation comes after those that its own example needs. Call it once. Adds a line to *errors (NULL: none so far) when a row
 * names an operation, or a member of a response, that does not exist, and when rows need each other. Memory is from the pool. */
void collab_example_order(apr_pool_t *pool, const apr_array_header_t *operations, const char **errors);

/* The member of this operation's response from which a capture takes its value ("token", "caseResponses.id"). `capture` is the
 * capture's field, whose .from names operation and member. NULL: .from names another operation, or is NULL. */
const char *collab_example_member(const collab_operation_t *operation, const collab_field_t *capture);

/* The captures, of any of `operations`, that take their values from this operation's response. Key: the capture's name; value:
 * the response's member, as from collab_example_member. Memory of `pool`. */
apr_table_t *collab_example_kept(apr_pool_t *pool, const apr_array_header_t *operations, const collab_operation_t *operation);

/* Does one of these members come from a list that may still be empty when the example runs? */
bool collab_example_waits(const collab_operation_t *operation, const apr_table_t *kept);

/* Who calls the example: "submitter" or "receiver". */
const char *collab_example_party(const collab_route_t *row);

/* Does the response contain a new token that replaces the caller's? */
bool collab_example_renews(const collab_route_t *row);

#endif

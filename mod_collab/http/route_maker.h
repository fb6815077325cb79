/* route_maker.h: what the files that compile the rows share: route.c (the compiler), route_tree.c and route_check.c. */
#ifndef COLLAB_HTTP_ROUTE_MAKER_H
#define COLLAB_HTTP_ROUTE_MAKER_H

#include "http/route.h"

#define COLLAB_ANY_METHOD (-1)
#define collab_route_report(maker, row, ...) collab_row_fault((maker)->pool, &(maker)->errors, row, __VA_ARGS__)

typedef struct collab_node_t collab_node_t;

struct collab_router_t {
  collab_node_t *root;
  apr_array_header_t *operations;
};

typedef struct collab_route_maker_t {
  apr_pool_t *pool;
  collab_router_t *router;
  const char *errors; /* one line each */
} collab_route_maker_t;

/* The field of a list with this name, and its place in the list; NULL: there is none. */
const collab_field_t *collab_field_named(const collab_field_t *fields, const char *name, int *index);

/* Adds the operation under its row's template, and records its captures. */
void collab_route_tree_add(collab_route_maker_t *maker, collab_operation_t *operation);

/* Reports what contradicts itself in a compiled row. */
void collab_route_check(collab_route_maker_t *maker, const collab_operation_t *operation);

#endif

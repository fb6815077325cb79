/* route.c: compiles the rows (http/route.h): finds the source of each value that their statements bind. Runs once, in
 * post_config. */
#include "http/route_maker.h"

#include <stddef.h>
#include <string.h>

#include <http_protocol.h>

#include "config/config.h"

/* The name of a bind, and the offset of its text in a structure. */
typedef struct collab_named_t {
  const char *name; /* NULL ends a table */
  int offset;
} collab_named_t;

/* caller.<name>: the contents of a token. */
static const collab_named_t caller_binds[] = {
    {"user", offsetof(collab_caller_t, user)},
    {"epoch", offsetof(collab_caller_t, epoch)},
    {"issuer", offsetof(collab_caller_t, issuer)},
    {"kind", offsetof(collab_caller_t, kind)},
    {"subject", offsetof(collab_caller_t, subject)},
    {"issued", offsetof(collab_caller_t, issued)},
    {NULL, 0},
};

static bool find_named(const collab_named_t *table, const char *name, int *offset) {
  for (; table->name; table++) {
    *offset = table->offset;
    if (!strcmp(table->name, name)) {
      return true;
    }
  }
  return false;
}

const char *collab_caller_value(const collab_caller_t *caller, const char *name) {
  int offset;
  return find_named(caller_binds, name, &offset) ? *(const char *const *)((const char *)caller + offset) : NULL;
}

/* Is the field's value a JSON string? */
static bool is_text(const collab_field_t *field) {
  return field &&
         (field->kind == STRING || field->kind == ENUM || field->kind == EMAIL || field->kind == URI || field->kind == DATETIME);
}

/* Finds the source of a bind's value for this row; false when there is none. */
static bool resolve(const collab_operation_t *operation, const collab_bind_t *bind, collab_place_t *place) {
  const collab_route_t *row = operation->row;

  place->name = bind->name;
  place->index = 0;
  switch (bind->from) {
  case COLLAB_FROM_CALLER:
    place->source = COLLAB_SOURCE_CALLER;
    return row->who != PUBLIC && find_named(caller_binds, bind->name, &place->index);
  case COLLAB_FROM_PATH:
    place->source = COLLAB_SOURCE_CAPTURE;
    for (; place->index < operation->ncaptures; place->index++) {
      if (!strcmp(operation->captures[place->index], bind->name)) {
        return true;
      }
    }
    return false;
  case COLLAB_FROM_QUERY:
    place->source = COLLAB_SOURCE_QUERY;
    return collab_field_named(row->query, bind->name, &place->index) != NULL;
  case COLLAB_FROM_QUERY_OPTIONAL:
    place->source = collab_field_named(row->query, bind->name, &place->index) ? COLLAB_SOURCE_QUERY : COLLAB_SOURCE_NULL;
    return true;
  case COLLAB_FROM_BODY:
    place->source = *bind->name ? COLLAB_SOURCE_MEMBER : COLLAB_SOURCE_BODY;
    return row->body != NULL && (*bind->name == '\0' || is_text(collab_field_named(row->body, bind->name, &place->index)));
  case COLLAB_FROM_RANDOM:
    place->source = COLLAB_SOURCE_TOKEN;
    return !strcmp(bind->name, "token");
  case COLLAB_FROM_CONFIG:
    place->source = COLLAB_SOURCE_CONFIG;
    return collab_config_text(bind->name, &place->index);
  case COLLAB_FROM_REQUEST:
    place->source = !strcmp(bind->name, "id")              ? COLLAB_SOURCE_REQUEST_ID
                    : !strcmp(bind->name, "if_match")      ? COLLAB_SOURCE_IF_MATCH
                    : !strcmp(bind->name, "if_none_match") ? COLLAB_SOURCE_IF_NONE_MATCH
                    : !strcmp(bind->name, "address")       ? COLLAB_SOURCE_ADDRESS
                    : !strcmp(bind->name, "filters")       ? COLLAB_SOURCE_FILTERS
                                                           : COLLAB_SOURCE_TRACEPARENT;
    return place->source != COLLAB_SOURCE_TRACEPARENT || !strcmp(bind->name, "traceparent");
  case COLLAB_FROM_VALUE:
    place->source = COLLAB_SOURCE_VALUE;
    return row->handler != NULL || row->stream;
  default:
    return false; /* arg.*: a row has no values for these binds */
  }
}

static void bind_statement(collab_route_maker_t *maker, collab_operation_t *operation, const collab_statement_t *statement,
                           collab_bound_t *bound) {
  bound->statement = statement;
  bound->places = apr_pcalloc(maker->pool, (apr_size_t)statement->nbinds * sizeof *bound->places);
  for (int i = 0; i < statement->nbinds; i++) {
    if (!resolve(operation, &statement->binds[i], &bound->places[i])) {
      collab_route_report(maker, operation->row, "statement %s binds %s, for which this row has no value", statement->name,
                          statement->binds[i].name);
    }
    operation->binds_body = operation->binds_body || bound->places[i].source == COLLAB_SOURCE_BODY;
  }
  for (int i = 0; i < statement->noutcomes; i++) {
    if (statement->outcomes[i] >= COLLAB_OUTCOME_COUNT) {
      collab_route_report(maker, operation->row, "statement %s has an unknown outcome", statement->name);
    }
  }
}

static void bind_statements(collab_route_maker_t *maker, collab_operation_t *operation) {
  const collab_route_t *row = operation->row;
  const collab_statement_t *const statements[COLLAB_ROW_STATEMENTS] = {
      row->read, row->change, row->instead, row->next_run, row->why_refused, row->failed, row->remember, row->reserve};

  for (size_t i = 0; i < COLLAB_ROW_STATEMENTS; i++) {
    if (statements[i]) {
      bind_statement(maker, operation, statements[i], &operation->bound[operation->nbound++]);
    }
  }
}

static void compile(collab_route_maker_t *maker, const collab_noun_t *noun, const collab_route_t *row) {
  collab_operation_t *operation = apr_pcalloc(maker->pool, sizeof *operation);

  operation->row = row;
  operation->noun = noun;
  operation->answers = row->change ? row->change : row->read;
  operation->name = row->name ? row->name : operation->answers ? operation->answers->name : NULL;
  operation->method = strcmp(row->method, "*") ? ap_method_number_of(row->method) : COLLAB_ANY_METHOD;
  operation->instead_if = operation->token = -1;
  for (const collab_field_t *field = row->query; field && field->name; field++) {
    if (row->instead_if && !strcmp(row->instead_if, field->name)) {
      operation->instead_if = operation->nquery;
    }
    operation->nquery++;
  }
  if (operation->method == M_INVALID) {
    collab_route_report(maker, row, "is no method");
  }
  collab_route_tree_add(maker, operation);
  bind_statements(maker, operation);
  collab_route_check(maker, operation);
  APR_ARRAY_PUSH(maker->router->operations, collab_operation_t *) = operation;
  operation->index = maker->router->operations->nelts;
}

const collab_router_t *collab_router_make(apr_pool_t *pool, const collab_noun_t *const *nouns, const char **errors) {
  collab_route_maker_t maker = {pool, apr_pcalloc(pool, sizeof(collab_router_t)), *errors};

  maker.router->operations = apr_array_make(pool, 64, sizeof(collab_operation_t *));
  for (; *nouns; nouns++) {
    for (const collab_route_t *row = (*nouns)->operations; row->method; row++) {
      compile(&maker, *nouns, row);
    }
  }
  *errors = maker.errors;
  return maker.router;
}

const apr_array_header_t *collab_router_operations(const collab_router_t *router) {
  return router->operations;
}

const apr_array_header_t *collab_router_served(apr_pool_t *pool, const collab_router_t *router, const collab_config_t *config) {
  const apr_array_header_t *all = collab_router_operations(router);
  apr_array_header_t *served = apr_array_make(pool, all->nelts, sizeof(collab_operation_t *));

  for (int i = 0; i < all->nelts; i++) {
    collab_operation_t *operation = APR_ARRAY_IDX(all, i, collab_operation_t *);
    if (collab_operation_is_on(operation, config)) {
      APR_ARRAY_PUSH(served, collab_operation_t *) = operation;
    }
  }
  return served;
}

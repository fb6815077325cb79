/* route.c: compiles rows into a tree of path segments, and checks each row against its statements before the server starts.
 *
 *   /v1 ── login                    a node is a segment; literal children are tried before the capture
 *      └── partners ── search       (with backtracking, so /a/b/c finds /a/{x}/c although /a/b exists)
 *                   └─ {searchTerm}
 *
 * The tree is built once, in post_config, and never changes afterwards. Finding a path compares bytes and allocates nothing;
 * http/path.c decodes the captures. */
#include "http/route.h"

#include <apr_strings.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <http_protocol.h>

#include "config/config.h"

#define ANY_METHOD (-1)
#define report(maker, row, ...) collab_row_fault((maker)->pool, &(maker)->errors, row, __VA_ARGS__)

typedef struct collab_node_t {
  const char *literal; /* NULL: a capture */
  apr_size_t len;
  struct collab_node_t *children; /* literal ones; a linked list */
  struct collab_node_t *next;     /* sibling */
  struct collab_node_t *other;    /* the child that is a capture */
  apr_array_header_t *operations; /* collab_operation_t *; NULL: no path ends here */
  const char *methods;            /* of the operations */
  const char *allow;              /* the Allow header */
} node_t;

struct collab_router_t {
  node_t root;
  apr_array_header_t *operations;
};

typedef struct maker_t {
  apr_pool_t *pool;
  collab_router_t *router;
  const char *errors; /* one line each */
} maker_t;

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

/* ---- the tree ---- */

static node_t *add_literal(maker_t *maker, node_t *parent, const char *text, apr_size_t len) {
  for (node_t *child = parent->children; child; child = child->next) {
    if (child->len == len && !memcmp(child->literal, text, len)) {
      return child;
    }
  }
  node_t *child = apr_pcalloc(maker->pool, sizeof *child);
  child->literal = apr_pstrmemdup(maker->pool, text, len);
  child->len = len;
  child->next = parent->children;
  parent->children = child;
  return child;
}

static node_t *add_capture(maker_t *maker, node_t *parent) {
  if (parent->other == NULL) {
    parent->other = apr_pcalloc(maker->pool, sizeof *parent->other);
  }
  return parent->other;
}

static const collab_field_t *find_field(const collab_field_t *fields, const char *name, int *index) {
  for (*index = 0; fields && fields[*index].name; (*index)++) {
    if (!strcmp(fields[*index].name, name)) {
      return &fields[*index];
    }
  }
  return NULL;
}

/* Adds a row's template to the tree and records its captures. */
static node_t *add_template(maker_t *maker, collab_operation_t *operation) {
  const collab_route_t *row = operation->row;
  node_t *node = &maker->router->root;
  int index;

  for (const char *at = row->template; *at == '/';) {
    apr_size_t len = strcspn(++at, "/");
    if (*at != '{') {
      node = add_literal(maker, node, at, len);
    } else if (operation->ncaptures == COLLAB_MAX_CAPTURES) {
      report(maker, row, "more than %d captures", COLLAB_MAX_CAPTURES);
      return NULL;
    } else {
      const char *name = apr_pstrmemdup(maker->pool, at + 1, len - 2);
      if (!strcmp(name, "token")) {
        operation->token = operation->ncaptures;
      }
      const collab_field_t *field = find_field(row->path, name, &index);
      if (field == NULL) {
        report(maker, row, "{%s} has no field in .path", name);
        return NULL;
      }
      operation->captures[operation->ncaptures] = name;
      operation->capture_fields[operation->ncaptures++] = field;
      node = add_capture(maker, node);
    }
    at += len;
  }
  return node;
}

static void add_operation(maker_t *maker, collab_operation_t *operation) {
  node_t *node = add_template(maker, operation);

  if (node == NULL) {
    return;
  }
  if (node->operations == NULL) {
    node->operations = apr_array_make(maker->pool, 2, sizeof(collab_operation_t *));
  }
  for (int i = 0; i < node->operations->nelts; i++) {
    int method = APR_ARRAY_IDX(node->operations, i, collab_operation_t *)->method;
    if (method == operation->method || method == ANY_METHOD || operation->method == ANY_METHOD) {
      report(maker, operation->row, "is a duplicate");
    }
  }
  APR_ARRAY_PUSH(node->operations, collab_operation_t *) = operation;
  if (operation->method != ANY_METHOD) {
    const char *method = operation->method == M_GET ? "GET, HEAD" : operation->row->method;
    node->methods = node->methods ? apr_pstrcat(maker->pool, node->methods, ", ", method, NULL) : method;
    node->allow = apr_pstrcat(maker->pool, node->methods, ", OPTIONS", NULL);
  }
}

/* ---- binds ---- */

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
    return find_field(row->query, bind->name, &place->index) != NULL;
  case COLLAB_FROM_QUERY_OPTIONAL:
    place->source = find_field(row->query, bind->name, &place->index) ? COLLAB_SOURCE_QUERY : COLLAB_SOURCE_NULL;
    return true;
  case COLLAB_FROM_BODY:
    place->source = *bind->name ? COLLAB_SOURCE_MEMBER : COLLAB_SOURCE_BODY;
    return row->body != NULL && (*bind->name == '\0' || is_text(find_field(row->body, bind->name, &place->index)));
  case COLLAB_FROM_RANDOM:
    place->source = COLLAB_SOURCE_TOKEN;
    return !strcmp(bind->name, "token");
  case COLLAB_FROM_CONFIG:
    place->source = COLLAB_SOURCE_CONFIG;
    return collab_config_text(bind->name, &place->index);
  case COLLAB_FROM_REQUEST:
    place->source = !strcmp(bind->name, "id")        ? COLLAB_SOURCE_REQUEST_ID
                    : !strcmp(bind->name, "etags")   ? COLLAB_SOURCE_ETAGS
                    : !strcmp(bind->name, "address") ? COLLAB_SOURCE_ADDRESS
                                                     : COLLAB_SOURCE_TRACEPARENT;
    return place->source != COLLAB_SOURCE_TRACEPARENT || !strcmp(bind->name, "traceparent");
  case COLLAB_FROM_VALUE:
    place->source = COLLAB_SOURCE_VALUE;
    return row->handler != NULL || row->stream;
  default:
    return false; /* arg.*: a row has no values for these binds */
  }
}

static void bind_statement(maker_t *maker, collab_operation_t *operation, const collab_statement_t *statement,
                           collab_bound_t *bound) {
  bound->statement = statement;
  bound->places = apr_pcalloc(maker->pool, (apr_size_t)statement->nbinds * sizeof *bound->places);
  for (int i = 0; i < statement->nbinds; i++) {
    if (!resolve(operation, &statement->binds[i], &bound->places[i])) {
      report(maker, operation->row, "statement %s binds %s, for which this row has no value", statement->name,
             statement->binds[i].name);
    }
    operation->binds_body = operation->binds_body || bound->places[i].source == COLLAB_SOURCE_BODY;
  }
  for (int i = 0; i < statement->noutcomes; i++) {
    if (statement->outcomes[i] >= COLLAB_OUTCOME_COUNT) {
      report(maker, operation->row, "statement %s has an unknown outcome", statement->name);
    }
  }
}

static void bind_statements(maker_t *maker, collab_operation_t *operation) {
  const collab_route_t *row = operation->row;
  const collab_statement_t *const statements[COLLAB_ROW_STATEMENTS] = {
      row->read, row->change, row->instead, row->next_run, row->why_refused, row->failed, row->remember, row->reserve};

  for (size_t i = 0; i < COLLAB_ROW_STATEMENTS; i++) {
    if (statements[i]) {
      bind_statement(maker, operation, statements[i], &operation->bound[operation->nbound++]);
    }
  }
}

static bool uses_capture(const collab_operation_t *operation, int index) {
  for (const collab_bound_t *bound = operation->bound; bound < operation->bound + operation->nbound; bound++) {
    for (int i = 0; i < bound->statement->nbinds; i++) {
      if (bound->places[i].source == COLLAB_SOURCE_CAPTURE && bound->places[i].index == index) {
        return true;
      }
    }
  }
  return false;
}

static bool may_succeed_with_a_body(apr_pool_t *pool, const collab_operation_t *operation) {
  const int *status = collab_operation_statuses(pool, operation);

  while (*status && *status != HTTP_OK) {
    status++;
  }
  return *status != 0;
}

/* Checks that .who is the role that the row's statements enforce. A statement that requires MEMBER or INTEGRATOR has the outcome
 * that refuses other callers; without such an outcome, READER suffices. */
static void check_role(maker_t *maker, const collab_operation_t *operation) {
  collab_who_t refused = READER;

  for (const collab_bound_t *bound = operation->bound; bound < operation->bound + operation->nbound; bound++) {
    for (int k = 0; k < bound->statement->noutcomes; k++) {
      for (collab_who_t who = MEMBER; who <= INTEGRATOR; who++) {
        refused = bound->statement->outcomes[k] == collab_role_refusal(who) ? who : refused;
      }
    }
  }
  if (operation->row->who != PUBLIC && operation->row->who != refused) {
    report(maker, operation->row, ".who is the role %s, but its statements require %s", collab_role_word(operation->row->who),
           collab_role_word(refused));
  }
}

/* What only a row that changes something has. */
static void check_change(maker_t *maker, const collab_operation_t *operation) {
  const collab_route_t *row = operation->row;
  bool changes = operation->method != M_GET && operation->method != ANY_METHOD;

  if (changes != (row->act != NULL)) {
    report(maker, row, changes ? ".act does not say what the audit calls it" : ".act of a row that changes nothing");
  }
  if (changes && operation->token >= 0 && !row->only_in) {
    report(maker, row, ".only_in does not say in which statuses of the request it works");
  }
}

static void check_row(maker_t *maker, const collab_operation_t *operation) {
  const collab_route_t *row = operation->row;
  int index;

  if (operation->nquery > COLLAB_MAX_QUERY) {
    report(maker, row, "more than %d query parameters", COLLAB_MAX_QUERY);
  }
  if (row->instead_if && operation->instead_if < 0) {
    report(maker, row, ".instead_if names no query parameter");
  }
  if (row->instead_if && (!row->instead || !row->read)) {
    report(maker, row, ".instead_if without a choice of two statements");
  }
  if (!row->instead_if && row->instead && !row->handler) {
    report(maker, row, ".instead without .instead_if or a handler");
  }
  if ((row->read && row->read->writes) || (row->instead && row->instead->writes)) {
    report(maker, row, "a read changes data");
  }
  if (!row->handler && ((row->read && row->change) || row->why_refused || row->failed || row->remember || row->reserve)) {
    report(maker, row, "a statement that only a handler runs, without a handler");
  }
  if (row->next_run && !row->stream) {
    report(maker, row, ".next_run without a stream");
  }
  if ((row->stream && !row->next_run && !collab_statement_continues(row->read)) ||
      (row->instead_stream && !row->next_run && !collab_statement_continues(row->instead))) {
    report(maker, row, "a stream without a statement that binds value.after");
  }
  if (!operation->answers && !row->handler && !row->outcomes) {
    report(maker, row, "nothing answers");
  }
  if (operation->name == NULL) {
    report(maker, row, "has no name");
  }
  if (!row->gives && may_succeed_with_a_body(maker->pool, operation)) {
    report(maker, row, ".gives does not say what a success holds");
  }
  if (row->merge_patch && (!row->body || row->body == NO_BODY)) {
    report(maker, row, ".merge_patch without fields");
  }
  check_change(maker, operation);
  for (const collab_field_t *field = row->path; field && field->name; field++) {
    for (index = 0; index < operation->ncaptures && strcmp(operation->captures[index], field->name) != 0;) {
      index++;
    }
    if (index == operation->ncaptures) {
      report(maker, row, ".path describes %s, which is no capture", field->name);
    }
  }
  for (index = 0; index < operation->ncaptures && operation->answers && !row->handler; index++) {
    if (!uses_capture(operation, index)) {
      report(maker, row, "{%s} is not used", operation->captures[index]);
    }
  }
}

static void compile(maker_t *maker, const collab_noun_t *noun, const collab_route_t *row) {
  collab_operation_t *operation = apr_pcalloc(maker->pool, sizeof *operation);

  operation->row = row;
  operation->noun = noun;
  operation->answers = row->change ? row->change : row->read;
  operation->name = row->name ? row->name : operation->answers ? operation->answers->name : NULL;
  operation->method = strcmp(row->method, "*") ? ap_method_number_of(row->method) : ANY_METHOD;
  operation->instead_if = operation->token = -1;
  for (const collab_field_t *field = row->query; field && field->name; field++) {
    if (row->instead_if && !strcmp(row->instead_if, field->name)) {
      operation->instead_if = operation->nquery;
    }
    operation->nquery++;
  }
  if (operation->method == M_INVALID) {
    report(maker, row, "is no method");
  }
  add_operation(maker, operation);
  bind_statements(maker, operation);
  check_role(maker, operation);
  check_row(maker, operation);
  APR_ARRAY_PUSH(maker->router->operations, collab_operation_t *) = operation;
  operation->index = maker->router->operations->nelts;
}

const collab_router_t *collab_router_make(apr_pool_t *pool, const collab_noun_t *const *nouns, const char **errors) {
  maker_t maker = {pool, apr_pcalloc(pool, sizeof(collab_router_t)), *errors};

  maker.router->operations = apr_array_make(pool, 64, sizeof(collab_operation_t *));
  for (; *nouns; nouns++) {
    for (const collab_route_t *row = (*nouns)->operations; row->method; row++) {
      compile(&maker, *nouns, row);
    }
  }
  *errors = maker.errors;
  return maker.router;
}

/* ---- finding an operation ---- */

/* `path` is "" or begins with the slash before the next segment. */
static const node_t *walk(const node_t *node, const char *path, collab_match_t *match, int ncaptures) {
  if (*path == '\0') {
    return node->operations ? node : NULL;
  }
  if (*path != '/') {
    return NULL;
  }
  const char *segment = path + 1;
  apr_size_t len = strcspn(segment, "/");
  if (len == 0) {
    return NULL;
  }
  for (const node_t *child = node->children; child; child = child->next) {
    if (child->len == len && !memcmp(child->literal, segment, len)) {
      const node_t *found = walk(child, segment + len, match, ncaptures);
      if (found) {
        return found;
      }
      break;
    }
  }
  if (node->other == NULL || ncaptures == COLLAB_MAX_CAPTURES) {
    return NULL;
  }
  match->start[ncaptures] = segment;
  match->len[ncaptures] = len;
  return walk(node->other, segment + len, match, ncaptures + 1);
}

bool collab_router_find(const collab_router_t *router, const char *path, collab_match_t *match) {
  match->node = *path ? walk(&router->root, path, match, 0) : NULL;
  return match->node != NULL;
}

const collab_operation_t *collab_match_operation(const collab_match_t *match, int method) {
  const apr_array_header_t *operations = match->node->operations;

  for (int i = 0; i < operations->nelts; i++) {
    const collab_operation_t *operation = APR_ARRAY_IDX(operations, i, const collab_operation_t *);
    if (operation->method == method || operation->method == ANY_METHOD) {
      return operation;
    }
  }
  return NULL;
}

const char *collab_match_allow(const collab_match_t *match) {
  return match->node->allow ? match->node->allow : "OPTIONS";
}

/* ---- functions for the description ---- */

const apr_array_header_t *collab_router_operations(const collab_router_t *router) {
  return router->operations;
}

bool collab_operation_has_etag(const collab_operation_t *operation) {
  const collab_route_t *row = operation->row;
  return operation->method == M_GET && (row->who != PUBLIC || row->page) &&
         (!row->stream || (row->instead && !row->instead_stream)) && (operation->answers || row->handler);
}

bool collab_operation_changes(const collab_operation_t *operation) {
  return operation->row->who != PUBLIC && strcmp(operation->row->method, "GET") != 0;
}

bool collab_operation_knows_key(const collab_operation_t *operation) {
  const collab_route_t *row = operation->row;
  return row->who != PUBLIC && operation->method == M_POST && row->body != NULL && !row->keyless;
}

static void add_status(apr_array_header_t *statuses, int status) {
  for (int i = 0; i < statuses->nelts; i++) {
    if (APR_ARRAY_IDX(statuses, i, int) == status) {
      return;
    }
  }
  APR_ARRAY_PUSH(statuses, int) = status;
}

const collab_bound_t *collab_operation_bound(const collab_operation_t *operation, const collab_statement_t *statement) {
  for (const collab_bound_t *bound = operation->bound; bound < operation->bound + operation->nbound; bound++) {
    if (bound->statement == statement) {
      return bound;
    }
  }
  return NULL;
}

static int ascending(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

const int *collab_operation_statuses(apr_pool_t *pool, const collab_operation_t *operation) {
  const collab_route_t *row = operation->row;
  apr_array_header_t *statuses = apr_array_make(pool, 16, sizeof(int));

  for (const collab_bound_t *bound = operation->bound; bound < operation->bound + operation->nbound; bound++) {
    for (int i = 0; i < bound->statement->noutcomes; i++) {
      add_status(statuses, collab_outcome_status(bound->statement->outcomes[i]));
    }
    add_status(statuses, collab_outcome_status(COLLAB_UNAVAILABLE));
  }
  for (const collab_outcome_t *outcome = row->outcomes; outcome && *outcome != COLLAB_OUTCOME_COUNT; outcome++) {
    add_status(statuses, collab_outcome_status(*outcome));
  }
  if (row->who != PUBLIC) {
    add_status(statuses, collab_outcome_status(COLLAB_UNAUTHENTICATED));
  }
  if (collab_operation_knows_key(operation)) {
    add_status(statuses, collab_outcome_status(COLLAB_KEY_IN_PROGRESS));
    add_status(statuses, collab_outcome_status(COLLAB_KEY_REUSED));
  }
  if (collab_operation_has_etag(operation)) {
    add_status(statuses, collab_outcome_status(COLLAB_NOT_MODIFIED));
  }
  if (row->successor) {
    add_status(statuses, collab_outcome_status(COLLAB_SUNSET));
  }
  add_status(statuses, collab_outcome_status(COLLAB_INVALID)); /* a badly encoded parameter, known or unknown */
  if (row->body) {
    add_status(statuses, collab_outcome_status(COLLAB_TIMEOUT));
    add_status(statuses, collab_outcome_status(COLLAB_TOO_LARGE));
    add_status(statuses, collab_outcome_status(COLLAB_MEDIA_TYPE));
  }
  qsort(statuses->elts, (size_t)statuses->nelts, sizeof(int), ascending);
  APR_ARRAY_PUSH(statuses, int) = 0;
  return (const int *)statuses->elts;
}

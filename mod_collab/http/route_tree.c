/* route_tree.c: the tree of path segments, and the search for the operations of a path.
 *
 *   /v1 ── login                    a node is a segment; literal children are tried before the capture
 *      └── partners ── search       (with backtracking, so /a/b/c finds /a/{x}/c although /a/b exists)
 *                   └─ {searchTerm}
 *
 * The tree is built once, in post_config, and never changes afterwards. Finding a path compares bytes and allocates nothing;
 * http/path.c decodes the captures. */
#include "http/route_maker.h"

#include <apr_strings.h>
#include <string.h>

struct collab_node_t {
  const char *literal; /* NULL: a capture */
  apr_size_t len;
  struct collab_node_t *children; /* literal ones; a linked list */
  struct collab_node_t *next;     /* sibling */
  struct collab_node_t *other;    /* the child that is a capture */
  apr_array_header_t *operations; /* collab_operation_t *; NULL: no path ends here */
  const char *methods;            /* of the operations */
  const char *allow;              /* the Allow header */
};

static collab_node_t *add_literal(collab_route_maker_t *maker, collab_node_t *parent, const char *text, apr_size_t len) {
  for (collab_node_t *child = parent->children; child; child = child->next) {
    if (child->len == len && !memcmp(child->literal, text, len)) {
      return child;
    }
  }
  collab_node_t *child = apr_pcalloc(maker->pool, sizeof *child);
  child->literal = apr_pstrmemdup(maker->pool, text, len);
  child->len = len;
  child->next = parent->children;
  parent->children = child;
  return child;
}

static collab_node_t *add_capture(collab_route_maker_t *maker, collab_node_t *parent) {
  if (parent->other == NULL) {
    parent->other = apr_pcalloc(maker->pool, sizeof *parent->other);
  }
  return parent->other;
}

const collab_field_t *collab_field_named(const collab_field_t *fields, const char *name, int *index) {
  for (*index = 0; fields && fields[*index].name; (*index)++) {
    if (!strcmp(fields[*index].name, name)) {
      return &fields[*index];
    }
  }
  return NULL;
}

/* Adds a row's template to the tree and records its captures. */
static collab_node_t *add_template(collab_route_maker_t *maker, collab_operation_t *operation) {
  const collab_route_t *row = operation->row;
  collab_node_t *node = maker->router->root;
  int index;

  for (const char *at = row->template; *at == '/';) {
    apr_size_t len = strcspn(++at, "/");
    if (*at != '{') {
      node = add_literal(maker, node, at, len);
    } else if (operation->ncaptures == COLLAB_MAX_CAPTURES) {
      collab_route_report(maker, row, "more than %d captures", COLLAB_MAX_CAPTURES);
      return NULL;
    } else {
      const char *name = apr_pstrmemdup(maker->pool, at + 1, len - 2);
      if (!strcmp(name, "token")) {
        operation->token = operation->ncaptures;
      }
      const collab_field_t *field = collab_field_named(row->path, name, &index);
      if (field == NULL) {
        collab_route_report(maker, row, "{%s} has no field in .path", name);
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

void collab_route_tree_add(collab_route_maker_t *maker, collab_operation_t *operation) {
  if (maker->router->root == NULL) {
    maker->router->root = apr_pcalloc(maker->pool, sizeof *maker->router->root);
  }
  collab_node_t *node = add_template(maker, operation);
  if (node == NULL) {
    return;
  }
  if (node->operations == NULL) {
    node->operations = apr_array_make(maker->pool, 2, sizeof(collab_operation_t *));
  }
  for (int i = 0; i < node->operations->nelts; i++) {
    int method = APR_ARRAY_IDX(node->operations, i, collab_operation_t *)->method;
    if (method == operation->method || method == COLLAB_ANY_METHOD || operation->method == COLLAB_ANY_METHOD) {
      collab_route_report(maker, operation->row, "is a duplicate");
    }
  }
  APR_ARRAY_PUSH(node->operations, collab_operation_t *) = operation;
  if (operation->method != COLLAB_ANY_METHOD) {
    const char *method = operation->method == M_GET ? "GET, HEAD" : operation->row->method;
    node->methods = node->methods ? apr_pstrcat(maker->pool, node->methods, ", ", method, NULL) : method;
    node->allow = apr_pstrcat(maker->pool, node->methods, ", OPTIONS", NULL);
  }
}

/* `path` is "" or begins with the slash before the next segment. */
static const collab_node_t *walk(const collab_node_t *node, const char *path, collab_match_t *match, int ncaptures) {
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
  for (const collab_node_t *child = node->children; child; child = child->next) {
    if (child->len == len && !memcmp(child->literal, segment, len)) {
      const collab_node_t *found = walk(child, segment + len, match, ncaptures);
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
  match->node = *path ? walk(router->root, path, match, 0) : NULL;
  return match->node != NULL;
}

const collab_operation_t *collab_match_operation(const collab_match_t *match, int method) {
  const apr_array_header_t *operations = match->node->operations;

  for (int i = 0; i < operations->nelts; i++) {
    const collab_operation_t *operation = APR_ARRAY_IDX(operations, i, const collab_operation_t *);
    if (operation->method == method || operation->method == COLLAB_ANY_METHOD) {
      return operation;
    }
  }
  return NULL;
}

const collab_operation_t *collab_match_any(const collab_match_t *match) {
  return APR_ARRAY_IDX(match->node->operations, 0, const collab_operation_t *);
}

const char *collab_match_allow(const collab_match_t *match) {
  return match->node->allow ? match->node->allow : "OPTIONS";
}

/* example.c: what the examples of the operations need of one another (api/describe/example.h). */
#include "api/describe/example.h"

#include <string.h>

typedef struct order_t {
  apr_pool_t *pool;
  const apr_array_header_t *operations;
  bool *entered; /* for each operation->index: whether enter() has begun that operation's list */
  const char **errors;
} order_t;

const char *collab_example_member(const collab_operation_t *operation, const collab_field_t *capture) {
  apr_size_t len = strlen(operation->name);
  bool is_from = capture->from && !strncmp(capture->from, operation->name, len) && capture->from[len] == '.';

  return is_from ? capture->from + len + 1 : NULL;
}

static collab_operation_t *find(const order_t *order, const char *name, apr_size_t len) {
  for (int i = 0; i < order->operations->nelts; i++) {
    collab_operation_t *operation = APR_ARRAY_IDX(order->operations, i, collab_operation_t *);
    if (operation->name && !strncmp(operation->name, name, len) && operation->name[len] == '\0') {
      return operation;
    }
  }
  return NULL;
}

/* Does the record have the member? A dot leads into an object, or into the elements of an array. */
static bool has_member(const collab_field_t *gives, const char *member) {
  const collab_field_t *field = gives;

  if (*member == '\0') {
    return false;
  }
  while (field && *member) {
    apr_size_t len = strcspn(member, ".");
    const collab_field_t *in = field->fields;
    while (in && in->name && !(strlen(in->name) == len && !strncmp(in->name, member, len))) {
      in++;
    }
    field = in && in->name ? in : NULL;
    member += member[len] ? len + 1 : len;
  }
  return field != NULL;
}

static void add_once(apr_array_header_t *list, collab_operation_t *operation) {
  for (int i = 0; i < list->nelts; i++) {
    if (APR_ARRAY_IDX(list, i, collab_operation_t *) == operation) {
      return;
    }
  }
  APR_ARRAY_PUSH(list, collab_operation_t *) = operation;
}

static void enter(order_t *order, collab_operation_t *operation);

/* Adds the operation of this name to the list, after the operations whose examples must run before its own. If no operation has
 * this name, reports a fault of `row` and returns NULL. */
static const collab_operation_t *add(order_t *order, const collab_route_t *row, apr_array_header_t *list, const char *name,
                                     apr_size_t len) {
  collab_operation_t *first = find(order, name, len);

  if (first == NULL) {
    collab_row_fault(order->pool, order->errors, row, "its example needs %.*s, which is no operation", (int)len, name);
    return NULL;
  }
  enter(order, first);
  if (first->before == NULL) { /* enter() is still making the list of `first`, so `first` needs this operation */
    collab_row_fault(order->pool, order->errors, row, "its example and that of %s need each other", first->name);
    return first;
  }
  for (int i = 0; i < first->before->nelts; i++) {
    add_once(list, APR_ARRAY_IDX(first->before, i, collab_operation_t *));
  }
  add_once(list, first);
  return first;
}

/* Makes operation->before. The operations from whose responses the captures take their values come first. The operation that
 * .after names follows, because it works on the thing that the captures address. */
static void enter(order_t *order, collab_operation_t *operation) {
  const collab_route_t *row = operation->row;

  if (order->entered[operation->index]) {
    return;
  }
  order->entered[operation->index] = true;
  apr_array_header_t *list = apr_array_make(order->pool, 2, sizeof(collab_operation_t *));
  for (int i = 0; i < operation->ncaptures; i++) {
    const char *from = operation->capture_fields[i]->from;
    const collab_operation_t *source = from ? add(order, row, list, from, strcspn(from, ".")) : NULL;
    if (source && !has_member(source->row->gives, from + strlen(source->name) + (from[strlen(source->name)] == '.'))) {
      collab_row_fault(order->pool, order->errors, row, "{%s} is from %s, which is no member of the response",
                       operation->captures[i], from);
    }
  }
  if (row->after) {
    add(order, row, list, row->after, strlen(row->after));
  }
  operation->before = list;
}

void collab_example_order(apr_pool_t *pool, const apr_array_header_t *operations, const char **errors) {
  order_t order = {pool, operations, apr_pcalloc(pool, (apr_size_t)(operations->nelts + 1) * sizeof(bool)), errors};

  for (int i = 0; i < operations->nelts; i++) {
    enter(&order, APR_ARRAY_IDX(operations, i, collab_operation_t *));
  }
}

apr_table_t *collab_example_kept(apr_pool_t *pool, const apr_array_header_t *operations, const collab_operation_t *operation) {
  apr_table_t *kept = apr_table_make(pool, 4);

  for (int i = 0; i < operations->nelts; i++) {
    const collab_operation_t *other = APR_ARRAY_IDX(operations, i, const collab_operation_t *);
    for (int k = 0; k < other->ncaptures; k++) {
      const char *member = collab_example_member(operation, other->capture_fields[k]);
      if (member) {
        apr_table_set(kept, other->captures[k], member);
      }
    }
  }
  return kept;
}

bool collab_example_waits(const collab_operation_t *operation, const apr_table_t *kept) {
  const apr_array_header_t *all = apr_table_elts(kept);
  bool from_list = false;

  for (int i = 0; i < all->nelts; i++) {
    from_list = from_list || strchr(APR_ARRAY_IDX(all, i, apr_table_entry_t).val, '.');
  }
  return from_list && operation->method == M_GET;
}

const char *collab_example_party(const collab_route_t *row) {
  return row->by == RECEIVER ? "receiver" : "submitter";
}

bool collab_example_renews(const collab_route_t *row) {
  return row->who != PUBLIC && row->gives && row->gives->fields && !strcmp(row->gives->fields->name, "accessToken");
}

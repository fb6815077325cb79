/* bind.c: collects the values that a statement binds, just before it runs. The compiled row says where each value is
 * (http/route.c), so nearly all values are just copied pointers. */
#include <string.h>

#include "base/random.h"
#include "http/steps.h"

static const char *given_value(const collab_exchange_t *x, const char *name) {
  for (int i = 0; i < x->nvalues; i++) {
    if (!strcmp(x->values[i][0], name)) {
      return x->values[i][1];
    }
  }
  return NULL;
}

const char *const *collab_bind_values(collab_exchange_t *x, const collab_bound_t *bound) {
  int count = bound->statement->nbinds;
  const char **values = apr_palloc(x->pool, (apr_size_t)(count + 1) * sizeof *values);

  for (int i = 0; i < count; i++) {
    const collab_place_t *place = &bound->places[i];
    switch (place->source) {
    case COLLAB_SOURCE_CALLER:
      values[i] = *(const char *const *)((const char *)&x->caller + place->index);
      break;
    case COLLAB_SOURCE_CAPTURE:
      values[i] = x->captures[place->index];
      break;
    case COLLAB_SOURCE_QUERY:
      values[i] = x->query[place->index];
      break;
    case COLLAB_SOURCE_BODY:
      values[i] = x->body_text;
      break;
    case COLLAB_SOURCE_MEMBER:
      values[i] = collab_exchange_text(x, place->name);
      break;
    case COLLAB_SOURCE_TOKEN:
      values[i] = collab_random_token(x->pool);
      if (values[i] == NULL) {
        return NULL;
      }
      x->new_token = values[i];
      break;
    case COLLAB_SOURCE_CONFIG:
      values[i] = *(const char *const *)((const char *)x->config + place->index);
      break;
    case COLLAB_SOURCE_REQUEST_ID:
      values[i] = x->request_id;
      break;
    case COLLAB_SOURCE_TRACEPARENT:
      values[i] = x->traceparent;
      break;
    case COLLAB_SOURCE_IF_MATCH:
      values[i] = x->if_match;
      break;
    case COLLAB_SOURCE_IF_NONE_MATCH:
      values[i] = x->if_none_match;
      break;
    case COLLAB_SOURCE_ADDRESS:
      values[i] = x->r->useragent_ip;
      break;
    case COLLAB_SOURCE_FILTERS:
      values[i] = collab_query_filters(x);
      break;
    case COLLAB_SOURCE_VALUE:
      values[i] = given_value(x, place->name);
      break;
    case COLLAB_SOURCE_NULL:
      values[i] = NULL;
      break;
    }
  }
  return values;
}

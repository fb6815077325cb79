/* accessors.c: an exchange's accessors for handlers. They set bind values, return columns, query parameters and the body's
 * strings, and seal a text for the database. Worker threads only; results live in the exchange's pool. */
#include "http/exchange.h"

#include <string.h>

#include "base/seal.h"
#include "node/health.h"

void collab_exchange_value(collab_exchange_t *x, const char *name, const char *value) {
  int i = 0;

  while (i < x->nvalues && strcmp(x->values[i][0], name) != 0) {
    i++;
  }
  if (i == COLLAB_MAX_VALUES) {
    return;
  }
  if (i == x->nvalues) {
    x->nvalues++;
  }
  x->values[i][0] = name;
  x->values[i][1] = value;
}

const char *collab_exchange_column(const collab_exchange_t *x, const char *name) {
  const collab_rows_t *rows = x->answer.rows;

  return rows ? collab_rows_text(*rows, 0, name) : NULL;
}

const char *collab_exchange_parameter(const collab_exchange_t *x, const char *name) {
  const collab_field_t *fields = x->operation->row->query;

  for (int i = 0; fields && fields[i].name; i++) {
    if (!strcmp(fields[i].name, name)) {
      return x->query[i];
    }
  }
  return NULL;
}

const char *collab_exchange_form(const collab_exchange_t *x, const char *name) {
  const collab_field_t *fields = x->operation->row->oauth_form;

  for (int i = 0; fields && fields[i].name; i++) {
    if (!strcmp(fields[i].name, name)) {
      return x->form[i];
    }
  }
  return NULL;
}

const char *collab_exchange_text(const collab_exchange_t *x, const char *name) {
  const char *text = collab_json_string(collab_json_get(x->body, name));
  return text ? apr_pstrdup(x->pool, text) : NULL;
}

const char *collab_exchange_seal(collab_exchange_t *x, const char *identity, const char *text) {
  if (collab_health_foreign_keys()) {
    x->detail = COLLAB_FOREIGN_KEYS;
    return NULL;
  }
  return collab_seal(x->pool, x->config->keyring, identity, text);
}

void collab_exchange_not_begun(const collab_exchange_t *x) {
  apr_table_unset(x->r->notes, "collab-operation");
}

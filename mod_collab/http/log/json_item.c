/* json_item.c: %{…}^CJ in a LogFormat (http/log/json_item.h). Called by mod_log_config when a request has ended, in a worker's
 * thread, for every request of the server: also for those that httpd refused before they reached the module. */
#include "http/log/json_item.h"

#include <apr_optional.h>
#include <mod_log_config.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "base/time.h"

/* The most bytes of a value within its quotation marks. The line of docs/profiles.md then fits into 4096 bytes, which a pipe
 * takes as a whole, so that lines of several processes do not mix. */
#define MOST 800

static const char *began(request_rec *r) {
  return collab_time_micros(r->pool, r->request_time);
}

static request_rec *first(request_rec *r) {
  while (r->prev) {
    r = r->prev;
  }
  return r;
}

static const char *note(request_rec *r, const char *name) {
  const char *text = apr_table_get(r->notes, name);
  return text ? text : apr_table_get(first(r)->notes, name);
}

/* The note exists if the module has seen the request; else the id is mod_unique_id's. */
static const char *request_id(request_rec *r) {
  const char *id = note(r, "collab-request-id");
  return id ? id : apr_table_get(r->subprocess_env, "UNIQUE_ID");
}

static const char *user(request_rec *r) {
  return r->user;
}

static const char *method(request_rec *r) {
  return r->method;
}

static const char *path(request_rec *r) {
  return r->unparsed_uri;
}

static const char *agent(request_rec *r) {
  return apr_table_get(r->headers_in, "User-Agent");
}

/* original: of the request as the client sent it. An error page by an internal redirect has another path and method. */
static const struct {
  const char *name;
  const char *(*of)(request_rec *r);
  bool original;
} values[] = {
    {"time", began, true}, {"request-id", request_id, false},
    {"user", user, false}, {"method", method, true},
    {"path", path, true},  {"agent", agent, true},
};

/* The value of a name; NULL: it has none. A name that is not in the table is that of a note. */
static const char *value(request_rec *r, const char *name) {
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    if (!strcmp(values[i].name, name)) {
      return values[i].of(values[i].original ? first(r) : r);
    }
  }
  return note(r, name);
}

static const char *item(request_rec *r, char *name) {
  const char *text = value(r, name);

  if (!text) {
    return "null";
  }
  apr_size_t len = strlen(text), most = MOST;
  const char *clean;
  do { /* a byte may need six */
    clean = collab_text_clean(r->pool, text, len < most ? len : most);
    most /= 2;
  } while (collab_json_quoted_length(clean) > MOST + 2);
  return collab_json_quote(r->pool, clean);
}

int collab_json_item_add(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp) {
  APR_OPTIONAL_FN_TYPE(ap_register_log_handler) *add = APR_RETRIEVE_OPTIONAL_FN(ap_register_log_handler);

  (void)plog, (void)ptemp;
  if (add) {
    add(pconf, (char *)"^CJ", item, 0);
  }
  return OK;
}

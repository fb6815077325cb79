/* exchange.c: handles one HTTP request, from its path to its response, in the order that interface.md 2.14 fixes:
 *
 *   framing → route → method → TLS → token → rate limit → sunset → maintenance → media type → size → JSON → validation
 *     → limit for a day → existence → role → condition → state
 *
 * The statement does the last four. Owns nothing but the exchange on the worker's stack. collab_exchange_run borrows a database
 * connection for a statement of the operation, and returns it. A request with an idempotency key, however, keeps its connection
 * until its transaction (x->work) ends. httpd calls the pipeline as the content handler of locations with `SetHandler collab`. */
#include "http/exchange.h"

#include <apr_strings.h>
#include <string.h>

#include <http_protocol.h>

#include "base/accept.h"
#include "base/time.h"
#include "http/client/output.h"
#include "http/limits.h"
#include "http/log/legacy_use.h"
#include "http/request.h"
#include "http/steps.h"
#include "node/health.h"
#include "node/history.h"
#include "node/meter.h"
#include "node/request_counts.h"
#include "node/spent.h"

#define ANSWERED COLLAB_OUTCOME_COUNT /* not an outcome: the response has been written */
#define FIRST_RUN "20"                /* maximum records; few, so that the response starts early */
#define NEXT_RUN "200"
#define MAINTENANCE_RETRY 60 /* seconds */

static const collab_router_t *router;
static void (*written)(void);

void collab_exchange_setup(const collab_router_t *made, void (*on_write)(void)) {
  router = made;
  written = on_write;
}

/* Checks path, query and body, and collects all faults. */
static collab_outcome_t validate(collab_exchange_t *x, const collab_match_t *match) {
  const collab_route_t *row = x->operation->row;

  collab_path_read(x, match);
  collab_query_read(x);
  collab_idempotency_read(x);
  collab_etag_read(x);
  if (row->body && x->body) {
    collab_schema_check(&x->faults, row->body, x->body, row->merge_patch);
    if (row->echoed) {
      collab_schema_refuse_unknown(&x->faults, row->body, row->echoed, x->body);
    } else if (row->merge_patch) {
      collab_schema_refuse_vain_patch(&x->faults, row->body, x->body);
    }
    if (row->check) {
      row->check(x);
    }
  }
  if (x->faults.list) {
    return COLLAB_INVALID;
  }
  if (x->operation->binds_body && x->body) {
    x->body_text = collab_schema_known(x->pool, row->body, x->body);
  }
  return COLLAB_OK;
}

/* Did the request arrive over TLS, at this server or at a trusted proxy? mod_remoteip accepts a header with the client's address
 * only if a proxy that the operator lists sent it. Such a proxy is also trusted for the scheme. */
static bool is_secure(const request_rec *r) {
  const char *forwarded = apr_table_get(r->headers_in, "X-Forwarded-Proto");

  if (!strcmp(ap_http_scheme(r), "https")) {
    return true;
  }
  return r->useragent_addr != r->connection->client_addr && forwarded && !ap_cstr_casecmp(forwarded, "https");
}

/* Does the request need TLS, and lack it? `operation`: the one that it names, or another of its path. */
static bool lacks_tls(const collab_exchange_t *x, const collab_operation_t *operation) {
  return x->config->require_tls && !(operation && operation->row->plain) && !is_secure(x->r);
}

/* Writes the run that x->answer holds and, unless it is the last, fetches the next into the same memory. Returns false after the
 * last run, and when no further run can be read or written. `before` is "", or "," after an earlier run. */
static bool write_run(collab_exchange_t *x, const collab_statement_t *rest, apr_pool_t *kept, const char *before,
                      const char *closing) {
  const char *next = x->r->header_only ? NULL : collab_exchange_column(x, "next");
  const char *data = x->answer.body;
  apr_size_t len = x->answer.body_len;

  if (data == NULL || (len == 0 && next)) {
    collab_reply_break(x); /* no record of this run can be read any more: break the list off */
    return false;
  }
  if (next == NULL) {
    collab_reply_last(x, len ? before : "", data, len, closing);
    return false;
  }
  if (!collab_reply_run(x, before, data, len)) {
    return false;
  }
  apr_pool_clear(kept);
  collab_exchange_value(x, "after", apr_pstrdup(kept, next));
  collab_exchange_value(x, "count", NEXT_RUN);
  apr_pool_clear(x->pool);
  if (collab_exchange_run(x, rest) != COLLAB_OK) {
    collab_reply_break(x);
    return false;
  }
  return true;
}

/* Writes a body of any length with the memory of one run. The first run's outcome decides the status. The statement's columns:
 * - body: the first run.
 * - opening, closing: the text around all runs; "[" and "]" by default.
 * - next: what the next run binds as value.after; NULL in the last run.
 * If the statement itself binds value.after, it also reads the further runs; otherwise row->next_run reads them. */
static collab_outcome_t stream(collab_exchange_t *x, const collab_statement_t *statement) {
  const collab_statement_t *rest = collab_statement_continues(statement) ? statement : x->operation->row->next_run;
  apr_pool_t *pool = x->pool, *kept;

  apr_pool_create(&kept, pool);
  apr_pool_create(&x->pool, pool); /* not destroyed here, because httpd writes the last run later */
  apr_pool_tag(x->pool, "collab_run");
  collab_exchange_value(x, "after", NULL);
  collab_exchange_value(x, "count", FIRST_RUN);
  collab_outcome_t outcome = collab_exchange_run(x, statement);
  if (outcome == COLLAB_OK && !collab_output_take(&x->wait, collab_exchange_column(x, "next") ? SIZE_MAX : x->answer.body_len)) {
    outcome = collab_reply_busy(x);
  }
  if (outcome == COLLAB_OK) {
    const char *opening = collab_exchange_column(x, "opening"), *closing = collab_exchange_column(x, "closing");
    const char *before = "";
    closing = closing ? apr_pstrdup(pool, closing) : "]";
    bool more = collab_reply_begin(x, opening ? opening : "[");
    while (more) {
      more = write_run(x, rest, kept, before, closing);
      before = ",";
    }
    outcome = ANSWERED;
  }
  x->pool = pool;
  return outcome;
}

static collab_outcome_t answer(collab_exchange_t *x) {
  const collab_route_t *row = x->operation->row;

  if (row->handler) {
    return row->handler(x);
  }
  if (x->operation->answers == NULL) {
    return row->outcomes[0];
  }
  const char *given = x->operation->instead_if >= 0 ? x->query[x->operation->instead_if] : NULL;
  bool instead = given && strcmp(given, "false") != 0;
  const collab_statement_t *statement = instead ? row->instead : x->operation->answers;
  return (instead ? row->instead_stream : row->stream) ? stream(x, statement) : collab_exchange_run(x, statement);
}

/* Is this a write during maintenance? If so, sets the error's detail and Retry-After. */
static bool in_maintenance(collab_exchange_t *x) {
  char text[COLLAB_ALARM_TEXT];

  if (!collab_operation_changes(x->operation) || !collab_health_maintenance(text)) {
    return false;
  }
  x->detail = apr_pstrdup(x->pool, text);
  x->retry_after = MAINTENANCE_RETRY;
  x->expected = true;
  return true;
}

/* Shows the caller its limit in every response: draft-ietf-httpapi-ratelimit-headers-10. */
static void show_rate(const collab_exchange_t *x, const collab_rate_t *rate) {
  apr_table_t *headers = x->r->err_headers_out; /* error responses have these headers, too */

  if (rate->requests == 0) {
    return;
  }
  apr_table_setn(headers, "RateLimit-Policy", apr_psprintf(x->pool, "\"requests\";q=%d;w=%d", rate->requests, rate->window));
  apr_table_setn(headers, "RateLimit", apr_psprintf(x->pool, "\"requests\";r=%d;t=%d", rate->left, rate->until));
}

/* Counts the request against the caller's rate limit. Returns false when the limit refuses it. */
static bool within_rate(collab_exchange_t *x) {
  collab_rate_t rate;
  int64_t company = collab_caller_company_known(x);
  bool within = collab_rate_take(x->config, &x->caller, company, collab_time_clock(), &rate);

  collab_caller_company_note(x, company);
  show_rate(x, &rate);
  if (!within) {
    x->retry_after = rate.until;
    collab_exchange_not_begun(x);
  }
  return within;
}

static collab_outcome_t perform(collab_exchange_t *x, const collab_match_t *match) {
  collab_outcome_t outcome = x->operation->row->who == PUBLIC ? COLLAB_OK : collab_identity_find(x, written);

  if (outcome == COLLAB_OK && x->operation->row->who != PUBLIC && !within_rate(x)) {
    outcome = COLLAB_TOO_MANY;
  }
  if (outcome == COLLAB_OK && x->operation->row->successor &&
      collab_config_legacy_ended(x->config, collab_health_accepted(x->r->request_time))) {
    outcome = COLLAB_SUNSET;
  }
  if (outcome == COLLAB_OK && in_maintenance(x)) {
    outcome = COLLAB_MAINTENANCE;
  }
  if (x->operation->row->who != PUBLIC) {
    collab_wait_begin(&x->wait, x->r, x->config, false, collab_caller_company_known(x), collab_rate_caller(&x->caller));
  }
  if (outcome == COLLAB_OK && (x->operation->row->body || x->operation->row->oauth_form)) {
    outcome = collab_body_read(x);
  }
  if (outcome == COLLAB_OK) {
    outcome = validate(x, match);
  }
  if (outcome == COLLAB_OK && x->operation->row->who != PUBLIC) {
    outcome = collab_caller_company_find(x);
  }
  if (outcome != COLLAB_OK) {
    return outcome;
  }
  x->asker.costly = x->operation->row->costly;
  outcome = collab_idempotency_finish(x, answer(x));
  /* the write may have made events: wake the dispatcher */
  if (x->wrote && written && collab_outcome_status(outcome) < 300) {
    written();
  }
  return outcome;
}

/* Is this a GET of the base URL itself? A person who opens it in a browser looks for the description. */
static bool is_front_page(const request_rec *r, const collab_config_t *config) {
  const char *path = r->parsed_uri.path ? r->parsed_uri.path : "";
  apr_size_t len = strlen(config->base_path);

  return r->method_number == M_GET && !strncmp(path, config->base_path, len) && (!path[len] || !strcmp(path + len, "/"));
}

/* Finds a path that this server has. */
static bool find_path(const collab_config_t *config, const char *path, collab_match_t *match) {
  return router && collab_router_find(router, path, match) && collab_operation_is_on(collab_match_any(match), config);
}

/* The hint for a path that no operation has. */
static const char *no_route_detail(const collab_exchange_t *x, const char *path) {
  apr_size_t len = strlen(path);
  collab_match_t match;

  if (len > 1 && path[len - 1] == '/' && find_path(x->config, apr_pstrmemdup(x->pool, path, len - 1), &match)) {
    return "leave out the slash at its end";
  }
  return apr_psprintf(x->pool, "%s/docs lists the paths of this service", x->config->base_url);
}

bool collab_exchange_needs_token(const request_rec *r) {
  const collab_config_t *config = collab_config_of(r->server);
  collab_match_t match;
  const collab_operation_t *operation =
      find_path(config, collab_location_path(r, config), &match) ? collab_match_operation(&match, r->method_number) : NULL;

  return operation == NULL || operation->row->who != PUBLIC;
}

bool collab_exchange_is_oauth(const request_rec *r) {
  const collab_config_t *config = collab_config_of(r->server);
  collab_match_t match;

  return collab_config_serves(config) && find_path(config, collab_location_path(r, config), &match) &&
         collab_match_any(&match)->row->oauth_form;
}

static int handle(collab_exchange_t *x, request_rec *r) {
  collab_match_t match;

  x->r = r;
  x->pool = r->pool;
  x->config = collab_config_of(r->server);
  x->asker.wait = x->config->database_wait;
  x->request_id = collab_trace_id(r);
  x->traceparent = collab_trace_parent(r);
  collab_wait_begin(&x->wait, r, x->config, true, 0, 0);
  x->faults.pool = r->pool;
  x->faults.lenient = *x->config->lenient == 't';
  x->faults.http_allowed = x->config->outbound.http;
  x->faults.event_prefix = x->config->event_type_prefix;
  collab_outcome_t framing = collab_framing_check(r);
  if (framing != COLLAB_OK) {
    x->is_oauth = collab_exchange_is_oauth(r);
    return collab_reply(x, framing);
  }
  if (!collab_config_serves(x->config)) {
    return collab_reply(x, COLLAB_NO_ROUTE);
  }
  if (!find_path(x->config, collab_location_path(r, x->config), &match)) {
    if (is_front_page(r, x->config) && collab_accept_names(apr_table_get(r->headers_in, "Accept"), "text/html")) {
      return collab_reply_see(x, "/docs");
    }
    x->detail = no_route_detail(x, collab_location_path(r, x->config));
    return collab_reply(x, COLLAB_NO_ROUTE);
  }
  x->is_oauth = collab_match_any(&match)->row->oauth_form;
  x->operation = collab_match_operation(&match, r->method_number);
  if (x->operation == NULL) {
    if (r->method_number == M_OPTIONS) {
      return lacks_tls(x, collab_match_operation(&match, M_GET)) ? collab_reply(x, COLLAB_TLS_REQUIRED)
                                                                 : collab_reply_options(x, &match);
    }
    return r->method_number == M_INVALID ? collab_reply(x, COLLAB_NOT_IMPLEMENTED)
                                         : collab_reply_method(x, collab_match_allow(&match));
  }
  if (lacks_tls(x, x->operation)) {
    return collab_reply(x, COLLAB_TLS_REQUIRED); /* the operation has not begun: the access log does not name it */
  }
  apr_table_setn(r->notes, "collab-operation", x->operation->name);
  collab_outcome_t outcome = perform(x, &match);
  if (outcome == COLLAB_GONE && r->eos_sent) {
    return DONE; /* an input filter has already answered */
  }
  if (outcome == ANSWERED) {
    return OK;
  }
  return collab_reply(x, collab_etag_set(x, outcome));
}

/* Is the status an error of the service? These are not: a health check that reports a fault, maintenance, and 501 and 505, which
 * are the client's mistakes. */
static bool is_service_error(const collab_exchange_t *x, int status) {
  return status >= 500 && status != HTTP_NOT_IMPLEMENTED && status != HTTP_VERSION_NOT_SUPPORTED && !x->expected &&
         !(x->operation && x->operation->row->plain);
}

int collab_exchange_handle(request_rec *r) {
  collab_exchange_t exchange;

  if (r->handler == NULL || strcmp(r->handler, COLLAB_HANDLER) != 0) {
    return DECLINED;
  }
  memset(&exchange, 0, sizeof exchange);
  apr_time_t began = collab_time_clock();
  int result = handle(&exchange, r);
  collab_wait_end(&exchange.wait);
  apr_time_t now = collab_time_clock();
  int status = exchange.broken ? HTTP_BAD_GATEWAY : r->connection->aborted ? 0 : r->status;
  collab_request_counts_add(exchange.operation ? exchange.operation->index : 0, status, now - began);
  if (is_service_error(&exchange, exchange.broken ? status : r->status)) {
    collab_meter_count(COLLAB_COUNT_FAILED, 1);
  }
  collab_history_tick(now);
  collab_legacy_use_record(&exchange);
  return result;
}

/* ---- functions for handlers ---- */

/* Has the caller's company used up its day? If so, sets the error's detail and Retry-After. Asked once, before the operation's
 * first statement: an upload that has begun is recorded. A stored response to an idempotency key is given nevertheless. */
static bool has_spent_day(collab_exchange_t *x) {
  apr_interval_time_t left;
  apr_time_t ends;

  if (!x->operation->row->stores || x->admitted) {
    return false;
  }
  x->admitted = true;
  if (!collab_spent_has((int64_t)x->asker.group, collab_time_clock(), &left, &ends)) {
    return false;
  }
  collab_exchange_not_begun(x);
  x->detail = apr_pstrcat(x->pool, "it may go on at ", collab_time_seconds(x->pool, ends), NULL);
  x->retry_after = (int)apr_time_sec(left) + 1;
  return true;
}

collab_outcome_t collab_exchange_run(collab_exchange_t *x, const collab_statement_t *statement) {
  const collab_bound_t *bound = collab_operation_bound(x->operation, statement);
  const char *const *values = bound ? collab_bind_values(x, bound) : NULL;

  if (values == NULL) {
    return bound ? COLLAB_UNAVAILABLE : COLLAB_INTERNAL;
  }
  if (x->body) {
    collab_json_free(x->r->pool, x->body); /* it can be many times as large as its text, and a statement may wait */
    x->body = NULL;
  }
  if (x->idempotency_key && !x->work) {
    collab_outcome_t claimed = collab_idempotency_claim(x);
    if (claimed != COLLAB_OK) {
      return claimed;
    }
  }
  if (has_spent_day(x)) {
    return COLLAB_DAILY_LIMIT;
  }
  bool conditional = x->if_match || x->if_none_match;
  const collab_statement_t *form = conditional || !statement->unconditional ? statement : statement->unconditional;
  collab_outcome_t outcome;
  if (x->work) {
    outcome = collab_idempotency_step(x, form, values);
  } else {
    x->answer = collab_db_run(x->pool, x->r->server, &x->asker, form, values);
    outcome = x->answer.outcome;
  }
  if (outcome == COLLAB_OK && x->new_token && x->operation->token < 0) { /* a new request's: the path has none */
    apr_table_set(x->r->notes, "collab-token", x->new_token);            /* for LogFormat, as in path.c */
  }
  x->wrote = x->wrote || (statement->writes && statement == x->operation->row->change);
  return outcome;
}

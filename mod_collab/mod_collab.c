/* mod_collab.c: the module structure, its hooks, and the order in which its parts start; nothing else.
 *
 * configtest and each start: the directives, then check_config, which finds the serving servers and checks settings, keys, and
 * the routes against their statements. Start only: post_config starts the database, the dispatcher and the watcher. Every child:
 * child_init makes the connections and other limited resources.
 *
 * httpd reloads modules between its two passes at start, and at every restart: nothing here outlives a configuration. */
#include <apr_strings.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <httpd.h>

#include <http_config.h>
#include <http_core.h>
#include <http_log.h>
#include <http_main.h>
#include <http_protocol.h>
#include <http_request.h>
#include <mpm_common.h>

#include "api/api.h"
#include "api/describe/example.h"
#include "api/describe/pages.h"
#include "api/operations/operations.h"
#include "auth/bearer.h"
#include "auth/jws.h"
#include "base/keyring.h"
#include "config/config.h"
#include "config/dbd.h"
#include "dispatch/process/daemon.h"
#include "domain/domain.h"
#include "http/client/trailer.h"
#include "http/exchange.h"
#include "http/limits.h"
#include "http/log/json_item.h"
#include "http/log/legacy_use.h"
#include "http/request.h"
#include "http/response.h"
#include "http/steps.h"
#include "node/instance.h"
#include "node/meter.h"
#include "node/request_counts.h"
#include "node/shared.h"
#include "node/timer.h"
#include "process/installation.h"
#include "status/status.h"
#include "store/dsn.h"
#include "store/own_exchange.h"

static const collab_router_t *router;

/* ---- before anything is started ---- */

/* Loads the keys of a serving server. One with the same key files as the first shares its keys. */
static bool load_keys(apr_pool_t *pconf, server_rec *s) {
  const collab_config_t *config = collab_config_of(s), *first = collab_config_of(collab_config_first());
  const char *error;
  bool fine = true;

  if (first->token_key && first->token_key_path == config->token_key_path &&
      first->secrets_key_path == config->secrets_key_path) {
    collab_config_keys(s, first->token_key, first->keyring);
    return true;
  }
  const collab_jws_key_t *key = collab_jws_key_load(pconf, config->token_key_path, &error);
  if (key == NULL) {
    ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_ERR, 0, s, COLLABNO(0302) "%s: CollabTokenKey: %s",
                 collab_config_place(pconf, s, offsetof(collab_config_t, token_key_path)), error);
    fine = false;
  }
  const collab_keyring_t *ring = collab_keyring_load(pconf, config->secrets_key_path, &error);
  if (ring == NULL) {
    ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_ERR, 0, s, COLLABNO(0303) "%s: CollabSecretsKey: %s",
                 collab_config_place(pconf, s, offsetof(collab_config_t, secrets_key_path)), error);
    fine = false;
  }
  collab_config_keys(s, key, ring);
  return fine;
}

/* Loads the issuers that a serving server trusts, and those of their keys that are in files. A file that cannot be used does not
 * keep httpd from starting: others write it. */
static bool load_trust(apr_pool_t *pconf, server_rec *s) {
  const collab_config_t *config = collab_config_of(s), *first = collab_config_of(collab_config_first());
  const char *place = collab_config_place(pconf, s, offsetof(collab_config_t, issuers));
  apr_array_header_t *remarks = apr_array_make(pconf, 1, sizeof(const char *));

  if (config->issuers->nelts == 0) {
    return true;
  }
  void *trust = first->trust && first->issuers == config->issuers
                    ? first->trust
                    : collab_trust_make(pconf, config->issuers, config->issuer_trust, remarks);
  for (int i = 0; i < remarks->nelts; i++) {
    ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_WARNING, 0, s, COLLABNO(0306) "%s: CollabTrustedIssuer: %s", place,
                 APR_ARRAY_IDX(remarks, i, const char *));
  }
  collab_config_trust(s, trust);
  return trust;
}

static bool load_routes(apr_pool_t *pconf, server_rec *s) {
  const char *errors = NULL;
  char *last;

  router = collab_router_make(pconf, collab_nouns, &errors);
  collab_example_order(pconf, collab_router_operations(router), &errors);
  if (errors == NULL) {
    return true;
  }
  router = NULL;
  for (char *line = apr_strtok(apr_pstrdup(pconf, errors), "\n", &last); line; line = apr_strtok(NULL, "\n", &last)) {
    ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_ERR, 0, s, COLLABNO(0304) "%s", line);
  }
  return false;
}

static int check_config(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp, server_rec *s) {
  (void)plog, (void)ptemp;
  const char *error = collab_timers_set(pconf, getenv("COLLAB_TIMERS"));
  bool fine = !error && collab_config_check(pconf, s, collab_dsn_read) && load_routes(pconf, s);

  if (error) {
    ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_ERR, 0, s, COLLABNO(0309) "%s", error);
  }

  for (int at = 0; fine && at < collab_config_serving()->nelts; at++) {
    server_rec *each = APR_ARRAY_IDX(collab_config_serving(), at, server_rec *);
    fine = load_keys(pconf, each) && load_trust(pconf, each);
  }
  return fine ? OK : HTTP_INTERNAL_SERVER_ERROR;
}

/* Lists the serving servers where there are others beside them. */
static void tell_serving(apr_pool_t *pconf, server_rec *s) {
  if (s->next == NULL || collab_config_first() == NULL || ap_exists_config_define("DUMP_COLLAB_SETTINGS")) {
    return;
  }
  const apr_array_header_t *reached = collab_config_reached();
  const char *line = apr_pstrcat(pconf, "the interface is served by ", collab_config_serving_names(pconf), NULL);
  for (int i = 0; i <= reached->nelts; i++) {
    ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_NOTICE, 0, s, COLLABNO(0311) "%s", line);
    line = i < reached->nelts ? APR_ARRAY_IDX(reached, i, const char *) : NULL;
  }
}

/* -t -D DUMP_COLLAB_SETTINGS: for collabctl doctor. */
static void dump_settings(apr_pool_t *pconf, server_rec *s) {
  if (ap_exists_config_define("DUMP_COLLAB_SETTINGS")) {
    collab_config_dump(pconf, s, collab_schema_version);
  }
}

/* -t -D DUMP_COLLAB_DIRECTIVES: for the tables of docs/directives.md. */
static void dump_directives(apr_pool_t *pconf, server_rec *s) {
  (void)s;
  if (ap_exists_config_define("DUMP_COLLAB_DIRECTIVES")) {
    collab_config_dump_directives(pconf);
  }
}

/* Prints a list; "-" when it has no element. */
static void print_list(apr_pool_t *pool, const apr_array_header_t *list, char end) {
  printf("%s%c", list->nelts ? apr_array_pstrcat(pool, list, ',') : "-", end);
}

/* Prints two lists: the operations whose examples run before this operation's, and, for each capture, the response member that
 * gives its value. */
static void dump_example(apr_pool_t *pool, const collab_operation_t *operation) {
  apr_array_header_t *before = apr_array_make(pool, 4, sizeof(char *)), *captures = apr_array_make(pool, 4, sizeof(char *));

  for (int i = 0; i < operation->before->nelts; i++) {
    APR_ARRAY_PUSH(before, const char *) = APR_ARRAY_IDX(operation->before, i, const collab_operation_t *)->name;
  }
  for (int i = 0; i < operation->ncaptures; i++) {
    const char *from = operation->capture_fields[i]->from;
    if (from) {
      APR_ARRAY_PUSH(captures, const char *) = apr_pstrcat(pool, operation->captures[i], "=", from, NULL);
    }
  }
  print_list(pool, before, '\t');
  print_list(pool, captures, '\n');
}

/* Prints what the operation's party gets in each status of a request, and the other party: the status and the problem's code, or
 * the status that the request has afterwards. "-" for an operation that does not depend on it. */
static void dump_states(apr_pool_t *pool, const collab_operation_t *operation) {
  apr_array_header_t *states = apr_array_make(pool, 6, sizeof(char *));
  const collab_route_t *row = operation->row;

  for (const char *const *status = WORDS(REQUEST_STATUSES); row->only_in && *status; status++) {
    collab_outcome_t outcome = collab_operation_in_status(operation, *status);
    const char *then = row->then_is ? row->then_is : *status;
    APR_ARRAY_PUSH(states, const char *) = apr_psprintf(pool, "%s=%d:%s", *status, collab_outcome_status(outcome),
                                                        outcome == COLLAB_OK ? then : collab_outcome_row(outcome)->word);
  }
  if (row->only_in && row->by != EITHER_PARTY) {
    const collab_outcome_row_t *other = collab_outcome_row(collab_operation_other_party(operation));
    APR_ARRAY_PUSH(states, const char *) = apr_psprintf(pool, "other=%d:%s", other->status, other->word);
  }
  print_list(pool, states, '\t');
}

/* -t -D DUMP_COLLAB_ROUTES, for the operations of the first serving server: method, template, name, role, statuses, party, the
 * audit's word ("none", or "-" for a row that reads), "key" if it knows Idempotency-Key or else "-", what it does in each status
 * of a request, the examples to run first, the sources of captures. The tests compare the server's behaviour with this list. */
static void dump_routes(apr_pool_t *pconf, server_rec *s) {
  static const char *const parties[] = {[EITHER_PARTY] = "EITHER", [SUBMITTER] = "SUBMITTER", [RECEIVER] = "RECEIVER"};

  (void)s;
  if (!ap_exists_config_define("DUMP_COLLAB_ROUTES") || router == NULL || collab_config_first() == NULL) {
    return;
  }
  const apr_array_header_t *operations = collab_router_served(pconf, router, collab_config_of(collab_config_first()));
  for (int i = 0; i < operations->nelts; i++) {
    const collab_operation_t *operation = APR_ARRAY_IDX(operations, i, const collab_operation_t *);
    const collab_route_t *row = operation->row;
    printf("%s\t%s\t%s\t%s\t", row->method, row->template, operation->name,
           row->who == PUBLIC ? "public" : collab_role_word(row->who));
    for (const int *status = collab_operation_statuses(pconf, operation); *status; status++) {
      printf("%d%s", *status, status[1] ? "," : "\t");
    }
    printf("%s\t%s\t%s\t", parties[row->by], row->act ? row->act : "-", collab_operation_knows_key(operation) ? "key" : "-");
    dump_states(pconf, operation);
    dump_example(pconf, operation);
  }
  fflush(stdout);
}

/* -t -D DUMP_COLLAB_OPENAPI: the description of the first serving server, for the reference part of docs/api.md. */
static void dump_description(apr_pool_t *pconf, server_rec *s) {
  (void)s;
  if (ap_exists_config_define("DUMP_COLLAB_OPENAPI") && router && collab_config_first()) {
    puts(collab_page_openapi(pconf, collab_config_of(collab_config_first()), router, OPENAPI_3_1));
  }
  fflush(stdout);
}

/* ---- start ---- */

/* Makes the shared memory in which all processes keep their counts, and writes the operations' names into it. */
static void meter(server_rec *s) {
  const apr_array_header_t *operations = collab_router_operations(router);

  if (!collab_shared_make(s->process->pool)) {
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, s, COLLABNO(0307) "no shared memory: the status pages will show one process only");
  }
  collab_request_counts_name(0, "none");
  for (int i = 0; i < operations->nelts; i++) {
    const collab_operation_t *operation = APR_ARRAY_IDX(operations, i, const collab_operation_t *);
    collab_request_counts_name(operation->index, operation->name);
  }
}

static int post_config(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp, server_rec *s) {
  (void)plog, (void)ptemp;
  server_rec *first = collab_config_first();
  if (ap_state_query(AP_SQ_MAIN_STATE) == AP_SQ_MS_CREATE_PRE_CONFIG || first == NULL) {
    return OK;
  }
  const collab_dbd_t dbd = collab_dbd_of(pconf, s);
  const char *error = collab_db_post_config(dbd.server, dbd.params, dbd.max, collab_dbd_init_sql(pconf, &dbd));
  if (error) {
    ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_ERR, 0, s, COLLABNO(0305) "%s", error);
    return HTTP_INTERNAL_SERVER_ERROR;
  }
  collab_own_exchange_expect(collab_config_of(s)->exchange);
  meter(s);
  collab_exchange_setup(router, collab_dispatch_wake);
  collab_once_setup();
  collab_api_pages_setup(pconf, router);
  if (!collab_config_of(first)->dispatcher) {
    collab_shared_forget();
  } else if (!collab_dispatch_start(pconf, first)) {
    return HTTP_INTERNAL_SERVER_ERROR;
  }
  collab_installation_start(pconf, s, collab_config_of(first)->secrets_key_path);
  collab_instance_set(collab_instance_of_root(ap_server_root));
  collab_reported_start(pconf, s);
  collab_watch_start(pconf);
  return OK;
}

static void child_init(apr_pool_t *pchild, server_rec *s) {
  server_rec *first = collab_config_first();
  if (first == NULL) {
    return;
  }
  collab_db_child_init(pchild);
  for (int at = 0; at < collab_config_serving()->nelts; at++) {
    server_rec *each = APR_ARRAY_IDX(collab_config_serving(), at, server_rec *);
    const collab_config_t *config = collab_config_of(each);
    if (each == first || config->trust != collab_config_of(first)->trust) {
      collab_trust_child_init(config->trust, pchild);
    }
    if (each == first || config->token_key != collab_config_of(first)->token_key) {
      collab_jws_key_child_init(config->token_key, pchild);
    }
  }
  collab_dispatch_child_init();
  collab_rate_child_init(pchild);
  collab_caller_company_child_init(pchild);
  collab_legacy_use_child_init(pchild);
  collab_wait_child_init(pchild, s);
  collab_api_password_child_init(pchild);
  collab_api_attachment_child_init(pchild, first);
}

static void register_hooks(apr_pool_t *pool) {
  (void)pool;
  collab_error_register();
  collab_own_errors_register();
  collab_once_register();
  collab_unread_register(collab_location_guessed);
  collab_trailer_register();
  ap_hook_create_request(collab_unread_create, NULL, NULL, APR_HOOK_MIDDLE);
  ap_hook_pre_config(collab_json_item_add, NULL, NULL, APR_HOOK_MIDDLE);
  ap_hook_check_config(check_config, NULL, NULL, APR_HOOK_MIDDLE);
  ap_hook_test_config(collab_config_check_mpm, NULL, NULL, APR_HOOK_MIDDLE);
  ap_hook_test_config(tell_serving, NULL, NULL, APR_HOOK_MIDDLE);
  ap_hook_test_config(dump_settings, NULL, NULL, APR_HOOK_MIDDLE);
  ap_hook_test_config(dump_directives, NULL, NULL, APR_HOOK_MIDDLE);
  ap_hook_test_config(dump_routes, NULL, NULL, APR_HOOK_MIDDLE);
  ap_hook_test_config(dump_description, NULL, NULL, APR_HOOK_MIDDLE);
  ap_hook_post_config(post_config, NULL, NULL, APR_HOOK_MIDDLE);
  ap_hook_monitor(collab_installation_monitor, NULL, NULL, APR_HOOK_MIDDLE);
  ap_hook_monitor(collab_dispatch_monitor, NULL, NULL, APR_HOOK_MIDDLE);
  ap_hook_monitor(collab_reported_monitor, NULL, NULL, APR_HOOK_MIDDLE);
  ap_hook_monitor(collab_guard_monitor, NULL, NULL, APR_HOOK_MIDDLE);
  ap_hook_child_status(collab_guard_child, NULL, NULL, APR_HOOK_MIDDLE);
  /* first, so that this module's connections end last, after mod_http2's threads */
  ap_hook_child_init(child_init, NULL, NULL, APR_HOOK_FIRST);
  ap_hook_child_init(collab_db_child_start, NULL, NULL, APR_HOOK_REALLY_LAST);            /* after mod_dbd's */
  ap_hook_post_read_request(collab_location_read, NULL, NULL, APR_HOOK_REALLY_FIRST - 1); /* before mod_security can refuse */
  /* before modules that map paths to files */
  ap_hook_pre_translate_name(collab_location_pre_translate, NULL, NULL, APR_HOOK_REALLY_FIRST);
  ap_hook_translate_name(collab_location_translate, NULL, NULL, APR_HOOK_REALLY_FIRST);
  ap_hook_map_to_storage(collab_location_map, NULL, NULL, APR_HOOK_REALLY_FIRST);
  ap_hook_type_checker(collab_location_type, NULL, NULL, APR_HOOK_REALLY_FIRST);
  /* after modules that choose another handler */
  ap_hook_fixups(collab_location_fixup, NULL, NULL, APR_HOOK_REALLY_LAST + 1);
  ap_hook_handler(collab_exchange_handle, NULL, NULL, APR_HOOK_MIDDLE);
  ap_hook_handler(collab_status_handle, NULL, NULL, APR_HOOK_MIDDLE);
  /* first, so that our filter is the nearest to the module that writes the error page */
  ap_hook_insert_error_filter(collab_error_insert, NULL, NULL, APR_HOOK_REALLY_FIRST);
}

AP_DECLARE_MODULE(collab) = {STANDARD20_MODULE_STUFF,  NULL,           NULL, collab_config_create, collab_config_merge,
                             collab_config_directives, register_hooks, 0};

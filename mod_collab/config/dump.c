/* dump.c: the settings as collabctl doctor wants to know them, so that nobody has to repeat them on a command line. One line of
 * JSON. It has the connection strings: who may read httpd's configuration may read it. And the table of directives, for the
 * documents. */
#include <ap_mpm.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "collab_private.h"
#include "config/dbd.h"
#include "config/setting.h"

#define NODE_CONNECTIONS 5 /* of the dispatcher: claims, settlements, duties, replays; and the node's own */

static int mpm_number(int query) {
  int value = 0;
  return ap_mpm_query(query, &value) == APR_SUCCESS ? value : 0;
}

static const char *quoted(apr_pool_t *pool, const char *text) {
  return collab_json_quote(pool, text);
}

static const char *boolean(bool value) {
  return value ? "true" : "false";
}

/* The connections that the whole node may have to the database at once. */
static int connections(const collab_config_t *main, const collab_dbd_t *dbd) {
  bool threaded = mpm_number(AP_MPMQ_IS_THREADED) != AP_MPMQ_NOT_SUPPORTED;
  int workers = mpm_number(AP_MPMQ_MAX_DAEMONS) * (threaded ? dbd->max : 1);

  return workers + (main->dispatcher ? NODE_CONNECTIONS : 1) + (main->event_log ? 1 : 0) + (main->issuers->nelts ? 1 : 0);
}

/* The error log, where it is a file. */
static const char *error_log(apr_pool_t *pool, const server_rec *s) {
  return s->error_fname && *s->error_fname != '|' && strncmp(s->error_fname, "syslog", 6)
             ? ap_server_root_relative(pool, s->error_fname)
             : NULL;
}

static void print_outbound(apr_pool_t *pool, const collab_outbound_t *rules) {
  printf("\"outbound\":{\"ca\":%s,\"proxy\":%s,\"http\":%s,\"allow\":[", quoted(pool, rules->ca), quoted(pool, rules->proxy),
         boolean(rules->http));
  for (int i = 0; i < rules->allow_text->nelts; i++) {
    printf("%s%s", i ? "," : "", quoted(pool, APR_ARRAY_IDX(rules->allow_text, i, const char *)));
  }
  printf("],\"hosts\":[");
  for (int i = 0; i < rules->pins->nelts; i++) {
    const collab_host_pin_t *pin = &APR_ARRAY_IDX(rules->pins, i, collab_host_pin_t);
    printf("%s{\"name\":%s,\"address\":%s}", i ? "," : "", quoted(pool, pin->name), quoted(pool, pin->address));
  }
  printf("]}");
}

static void print_servers(apr_pool_t *pool, const server_rec *s) {
  bool first = true;

  printf("\"servers\":[");
  for (; s; s = s->next) {
    const collab_config_t *config = collab_config_of(s);
    if (!collab_config_used(config)) {
      continue;
    }
    printf("%s{\"baseUrl\":%s,\"eventSource\":%s,\"tokenKey\":%s,\"secretsKey\":%s,", first ? "" : ",",
           quoted(pool, config->base_url), quoted(pool, config->event_source), quoted(pool, config->token_key_path),
           quoted(pool, config->secrets_key_path));
    print_outbound(pool, &config->outbound);
    printf("}");
    first = false;
  }
  printf("]");
}

void collab_config_dump(apr_pool_t *pool, server_rec *s, const char *schema) {
  const collab_config_t *main = collab_config_of(s);
  collab_dbd_t dbd = collab_dbd_of(pool, s);
  collab_account_t account;
  bool known = collab_dbd_account(pool, &account);

  printf("{\"version\":%s,\"schemaVersion\":%s,\"user\":{\"name\":%s,\"uid\":%ld,\"gid\":%ld},", quoted(pool, COLLAB_VERSION),
         schema, quoted(pool, account.name), known ? (long)account.uid : -1, known ? (long)account.gid : -1);
  printf("\"mpm\":%s,\"connections\":%d,\"errorLog\":%s,\"eventLog\":%s,\"dbdParams\":%s,\"dispatcherDsn\":%s,",
         quoted(pool, ap_show_mpm()), connections(main, &dbd), quoted(pool, error_log(pool, s)),
         quoted(pool, main->event_log && *main->event_log == '/' ? main->event_log : NULL), quoted(pool, dbd.params),
         quoted(pool, collab_config_used(main) && main->dispatcher ? main->dispatcher_dsn : NULL));
  print_servers(pool, s);
  printf("}\n");
  fflush(stdout);
}

void collab_config_dump_directives(apr_pool_t *pool) {
  printf("[");
  for (const collab_directive_t *row = collab_directives; row->name; row++) {
    printf("%s{\"name\":%s,\"says\":%s,\"syntax\":%s,\"default\":%s,\"otherwise\":%s,\"range\":%s,\"mainOnly\":%s}",
           row == collab_directives ? "" : ",", quoted(pool, row->name), quoted(pool, row->says), quoted(pool, row->syntax),
           quoted(pool, row->initially), quoted(pool, row->otherwise), quoted(pool, collab_setting_range(pool, row)),
           boolean(row->main_only));
  }
  printf("]\n");
  fflush(stdout);
}

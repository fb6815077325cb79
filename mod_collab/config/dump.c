/* dump.c: prints two lines of JSON, each on demand: the settings for collabctl doctor, and the table of directives for the
 * documents. Doctor reads the settings from this output, so its command line need not repeat them. The settings contain
 * connection strings, but httpd prints them only for a user who can read its configuration. */
#include <ap_mpm.h>
#include <stdio.h>
#include <string.h>

#include "base/json_writer.h"
#include "config/beside.h"
#include "config/dbd.h"
#include "config/setting.h"

#define NODE_CONNECTIONS 5 /* 4 of the dispatcher (claims, settlements, duties, replays) and 1 of the watcher */

static int mpm_number(int query) {
  int value = 0;
  return ap_mpm_query(query, &value) == APR_SUCCESS ? value : 0;
}

/* The maximum number of database connections of the whole node. */
static int connections(const collab_config_t *main, const collab_dbd_t *dbd) {
  bool threaded = mpm_number(AP_MPMQ_IS_THREADED) != AP_MPMQ_NOT_SUPPORTED;
  int workers = mpm_number(AP_MPMQ_MAX_DAEMONS) * (threaded ? dbd->max : 1);

  return workers + (main->dispatcher ? NODE_CONNECTIONS : 1) + (main->event_log ? 1 : 0) + (main->audit_log ? 1 : 0) +
         (main->issuers->nelts ? 1 : 0);
}

/* The path of the error log; NULL when it is not a file. */
static const char *error_log(apr_pool_t *pool, const server_rec *s) {
  return s->error_fname && *s->error_fname != '|' && strncmp(s->error_fname, "syslog", 6)
             ? ap_server_root_relative(pool, s->error_fname)
             : NULL;
}

static void write_outbound(collab_json_writer_t *w, const collab_outbound_t *rules) {
  collab_write_open(w, "outbound", "{");
  collab_write_text(w, "ca", rules->ca);
  collab_write_text(w, "proxy", rules->proxy);
  collab_write_boolean(w, "http", rules->http);
  collab_write_open(w, "allow", "[");
  for (int i = 0; i < rules->allow_text->nelts; i++) {
    collab_write_text(w, NULL, APR_ARRAY_IDX(rules->allow_text, i, const char *));
  }
  collab_write_close(w, "]");
  collab_write_open(w, "hosts", "[");
  for (int i = 0; i < rules->pins->nelts; i++) {
    const collab_host_pin_t *pin = &APR_ARRAY_IDX(rules->pins, i, collab_host_pin_t);
    collab_write_strings(w, NULL, "name", pin->name, "address", pin->address, NULL);
  }
  collab_write_close(w, "]}");
}

static void write_issuers(collab_json_writer_t *w, const apr_array_header_t *issuers) {
  collab_write_open(w, "issuers", "[");
  for (int i = 0; i < issuers->nelts; i++) {
    const collab_issuer_t *issuer = &APR_ARRAY_IDX(issuers, i, collab_issuer_t);
    collab_write_open(w, NULL, "{");
    collab_write_text(w, "name", issuer->name);
    collab_write_text(w, "audience", issuer->audience);
    collab_write_text(w, "kind", issuer->principals ? "principal" : "user");
    collab_write_integer(w, "lifetime", issuer->lifetime);
    collab_write_close(w, "}");
  }
  collab_write_close(w, "]");
}

/* The serving servers. One that has the settings of the first is left out. */
static void write_servers(collab_json_writer_t *w) {
  collab_write_open(w, "servers", "[");
  for (int at = 0; at < collab_config_serving()->nelts; at++) {
    const server_rec *s = APR_ARRAY_IDX(collab_config_serving(), at, server_rec *);
    const collab_config_t *config = collab_config_of(s);
    if (s != collab_config_first() && collab_config_alike(s, collab_config_first())) {
      continue;
    }
    collab_write_open(w, NULL, "{");
    collab_write_text(w, "name", collab_config_server_name(w->pool, s));
    collab_write_text(w, "baseUrl", config->base_url);
    collab_write_text(w, "eventSource", config->event_source);
    collab_write_text(w, "tokenKey", config->token_key_path);
    collab_write_text(w, "secretsKey", config->secrets_key_path);
    write_outbound(w, &config->outbound);
    write_issuers(w, config->issuers);
    collab_write_close(w, "}");
  }
  collab_write_close(w, "]");
  collab_write_text(w, "servedBy", collab_config_serving_names(w->pool));
  collab_write_open(w, "reached", "[");
  for (int i = 0; i < collab_config_reached()->nelts; i++) {
    collab_write_text(w, NULL, APR_ARRAY_IDX(collab_config_reached(), i, const char *));
  }
  collab_write_close(w, "]");
}

static void print(const collab_json_writer_t *w) {
  printf("%s\n", w->text);
  fflush(stdout);
}

void collab_config_dump(apr_pool_t *pool, server_rec *s, const char *schema) {
  const server_rec *first = collab_config_first() ? collab_config_first() : s;
  const collab_config_t *main = collab_config_of(first);
  collab_dbd_t dbd = collab_dbd_of(pool, s);
  collab_account_t account;
  bool known = collab_dbd_account(pool, &account);
  collab_json_writer_t *w = collab_json_writer_make(pool, 2000);

  collab_write_open(w, NULL, "{");
  collab_write_text(w, "version", COLLAB_VERSION);
  collab_write_json(w, "schemaVersion", schema);
  collab_write_open(w, "user", "{");
  collab_write_text(w, "name", account.name);
  collab_write_integer(w, "uid", known ? (int64_t)account.uid : -1);
  collab_write_integer(w, "gid", known ? (int64_t)account.gid : -1);
  collab_write_close(w, "}");
  if (main->dispatcher_user) {
    collab_write_open(w, "dispatcherUser", "{");
    collab_write_text(w, "name", main->dispatcher_user->name);
    collab_write_integer(w, "uid", (int64_t)main->dispatcher_user->uid);
    collab_write_integer(w, "gid", (int64_t)main->dispatcher_user->gid);
    collab_write_close(w, "}");
  }
  collab_write_text(w, "exchange", main->exchange);
  collab_write_integer(w, "legacySunset", apr_time_sec(main->legacy_sunset));
  collab_write_text(w, "mpm", ap_show_mpm());
  collab_write_integer(w, "processes", mpm_number(AP_MPMQ_MAX_DAEMONS));
  collab_write_integer(w, "processLimit", mpm_number(AP_MPMQ_HARD_LIMIT_DAEMONS));
  collab_write_integer(w, "threads", mpm_number(AP_MPMQ_MAX_THREADS));
  collab_write_integer(w, "connections", connections(main, &dbd));
  collab_write_text(w, "errorLog", error_log(pool, first));
  collab_write_text(w, "eventLog", main->event_log && *main->event_log == '/' ? main->event_log : NULL);
  collab_write_text(w, "auditLog", main->audit_log && *main->audit_log == '/' ? main->audit_log : NULL);
  collab_write_text(w, "dbdParams", dbd.params);
  collab_write_text(w, "dispatcherDsn", collab_config_serves(main) && main->dispatcher ? main->dispatcher_dsn : NULL);
  write_servers(w);
  collab_beside_write(w, pool, s);
  collab_write_close(w, "}");
  print(w);
}

void collab_config_dump_directives(apr_pool_t *pool) {
  collab_json_writer_t *w = collab_json_writer_make(pool, 20000);

  collab_write_open(w, NULL, "[");
  for (const collab_directive_t *row = collab_directives; row->name; row++) {
    collab_write_open(w, NULL, "{");
    collab_write_text(w, "name", row->name);
    collab_write_text(w, "says", row->says);
    collab_write_text(w, "syntax", row->syntax);
    collab_write_text(w, "default", row->initially);
    collab_write_text(w, "otherwise", row->otherwise);
    collab_write_text(w, "range", row->bounds ? row->bounds : collab_setting_range(pool, row));
    collab_write_boolean(w, "mainOnly", row->main_only);
    collab_write_close(w, "}");
  }
  collab_write_close(w, "]");
  print(w);
}

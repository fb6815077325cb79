/* check.c: finds mistakes that show only when all directives have been read: settings that are missing, contradict each other, or
 * do not fit httpd's. The checks of sections and of the database have files of their own (config/check.h).
 *
 * Runs at each start, before anything is started, and in configtest. Logs each mistake on one line, with its file and line. Must
 * not touch the database or the network. */
#include <string.h>
#include <unistd.h>

#include "config/check.h"
#include "config/setting.h"
#include "domain/format.h"

static void check_dispatcher(collab_check_t *check, const collab_server_t *server) {
  const collab_config_t *config = &server->values;
  const collab_config_place_t *event_log = PLACE(server, event_log), *audit_log = PLACE(server, audit_log);
  const collab_config_place_t *to_blame = PLACE(server, dispatcher)->file ? PLACE(server, dispatcher) : PLACE(server, base_url);

  if (!config->dispatcher && config->event_log) {
    collab_check_mistake(check, event_log->file, event_log->line,
                         "CollabEventLog needs the dispatcher, which is off: set CollabDispatcher On, or CollabEventLog None");
  }
  if (!config->dispatcher && config->audit_log) {
    collab_check_mistake(check, audit_log->file, audit_log->line,
                         "CollabAuditLog needs the dispatcher, which is off: set CollabDispatcher On, or CollabAuditLog None");
  }
  if (!config->dispatcher) {
    return;
  }
  if (config->dispatcher_dsn == NULL) {
    collab_check_mistake(check, to_blame->file, to_blame->line,
                         "the dispatcher is on and has no database: set CollabDispatcherDSN, or CollabDispatcher Off");
  }
  const struct {
    const char *name;
    int number;
  } parts[] = {{"per-endpoint", config->dispatcher_per_endpoint},
               {"company", config->dispatcher_company},
               {"host", config->dispatcher_host}};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (parts[i].number > config->dispatcher_slots) {
      collab_check_mistake(check, to_blame->file, to_blame->line, "CollabDispatcher: %s=%d is more than all slots (%d)",
                           parts[i].name, parts[i].number, config->dispatcher_slots);
    }
  }
}

/* A missing program of an alert does not keep the exchange from starting: a restored machine may lack it. */
static void check_programs(collab_check_t *check, const collab_server_t *server) {
  const struct {
    const char *directive;
    const apr_array_header_t *command;
    const collab_config_place_t *at;
  } programs[] = {{"CollabAlertCommand", server->values.alert_command, PLACE(server, alert_command)},
                  {"CollabMemberAlertCommand", server->values.member_alert_command, PLACE(server, member_alert_command)}};

  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    const char *path = programs[i].command ? APR_ARRAY_IDX(programs[i].command, 0, const char *) : NULL;
    if (path && access(path, F_OK)) {
      collab_check_warning(check, programs[i].at->file, programs[i].at->line,
                           "%s: the program %s is missing: nobody is told of alarms until it is there", programs[i].directive,
                           path);
    }
  }
}

static int64_t longest(const collab_schedule_t *schedule) {
  int64_t seconds = 0;

  for (int i = 0; i < schedule->count; i++) {
    seconds += schedule->delay[i];
  }
  return seconds;
}

/* Retention must not delete an event before its attempts, nor the attempts of a delivery that is still retried. */
static void check_retention(collab_check_t *check, const collab_server_t *server) {
  const collab_config_t *config = &server->values;
  const collab_config_place_t *at =
      PLACE(server, retain_attempts)->file ? PLACE(server, retain_attempts) : PLACE(server, retry_v1);
  int64_t v1 = longest(&config->retry_v1), v2 = longest(&config->retry_v2);

  if (config->retain_events && (!config->retain_attempts || config->retain_attempts > config->retain_events)) {
    collab_check_mistake(check, at->file, at->line, "CollabRetention: events must be kept at least as long as attempts");
  }
  if (config->retain_attempts && (int64_t)config->retain_attempts * 86400 < (v1 > v2 ? v1 : v2)) {
    collab_check_mistake(check, at->file, at->line,
                         "CollabRetention: attempts=%d is shorter than the retries of a delivery (CollabWebhookRetry)",
                         config->retain_attempts);
  }
}

/* Refuses an issuer with this service's name, because its tokens would look like this service's own tokens. */
static void check_issuers(collab_check_t *check, const collab_server_t *server) {
  const collab_config_t *config = &server->values;
  const collab_config_place_t *at = PLACE(server, issuers);

  for (int i = 0; i < config->issuers->nelts; i++) {
    const collab_issuer_t *issuer = &APR_ARRAY_IDX(config->issuers, i, collab_issuer_t);
    if (!strcmp(issuer->name, config->base_url)) {
      collab_check_mistake(check, at->file, at->line, "CollabTrustedIssuer: %s is this service's own name (CollabBaseURL)",
                           issuer->name);
    }
    if (issuer->remote && !collab_format_is_uri(issuer->keys, config->outbound.http)) {
      collab_check_mistake(check, at->file, at->line, "CollabTrustedIssuer: %s must be https (CollabOutboundHTTP is Off)",
                           issuer->keys);
    }
  }
}

/* True for the base URL in the shipped collab.conf. */
static bool is_placeholder(const char *url) {
  return !strcmp(url, "https://api.example.org/collab");
}

static void check_base_url(collab_check_t *check, const server_rec *s) {
  const collab_server_t *server = collab_server_of(s);
  const collab_config_t *config = &server->values;
  const collab_config_place_t *at = PLACE(server, base_url);

  if (is_placeholder(config->base_url)) {
    collab_check_warning(check, at->file, at->line,
                         "CollabBaseURL: %s is a placeholder: name the address under which clients reach the service",
                         config->base_url);
  }
  if (config->require_tls && ap_cstr_casecmpn(config->base_url, "https:", 6)) {
    collab_check_mistake(check, PLACE(server, require_tls)->file, PLACE(server, require_tls)->line,
                         "CollabRequireTLS is On, and CollabBaseURL (%s) is http: every request would be refused; use https, or "
                         "CollabRequireTLS Off",
                         config->base_url);
  }
}

/* A server's event source. Without CollabEventSource it is the first serving server's base URL, because one dispatcher sends the
 * events of all servers. */
static void find_source(collab_check_t *check, collab_server_t *server) {
  const collab_server_t *first = collab_server_of(collab_config_first());
  const char *others = first->values.base_url;
  collab_config_t *config = &server->values;
  const collab_config_place_t *at = PLACE(server, base_url);

  if (config->event_source) {
    return;
  }
  config->event_source = PLACE(first, event_source)->file ? first->values.event_source : others;
  if (PLACE(first, event_source)->file || !strcmp(config->base_url, others)) {
    return;
  }
  bool as_before = collab_config_first() == check->main && !PLACE(first, serve)->file; /* 0.1.0 took the main server's base URL */
  (as_before ? collab_check_warning : collab_check_mistake)(
      check, at->file, at->line,
      "CollabEventSource is missing: the base URLs %s and %s differ, and all events must have the same source", others,
      config->base_url);
}

static void check_server(collab_check_t *check, const server_rec *s) {
  collab_server_t *server = collab_server_of(s);
  collab_config_t *config = &server->values;

  find_source(check, server);
  if (PLACE(server, require_tls)->file == NULL) {
    config->require_tls = !ap_cstr_casecmpn(config->base_url, "https:", 6);
  }
  if (s != collab_config_first() && collab_config_alike(s, collab_config_first())) {
    return; /* it has no mistake of its own */
  }
  if (config->token_key_path == NULL) {
    collab_check_mistake(check, config->first_file, config->first_line, "CollabTokenKey is missing");
  }
  if (config->secrets_key_path == NULL) {
    collab_check_mistake(check, config->first_file, config->first_line, "CollabSecretsKey is missing");
  }
  check_base_url(check, s);
  check_issuers(check, server);
  check_retention(check, server);
  if (s == collab_config_first()) {
    check_dispatcher(check, server);
    check_programs(check, server);
  }
}

/* httpd has one dispatcher, which reads the main server's settings and would silently ignore those of a virtual host. */
static void check_virtual_host(collab_check_t *check, const server_rec *s) {
  const collab_server_t *server = collab_server_of(s);
  const collab_server_t *main = collab_server_of(check->main);

  for (size_t i = 0; collab_directives[i].name; i++) {
    const collab_config_place_t *at = &server->at[i];
    if (collab_directives[i].main_only && at->file && (at->file != main->at[i].file || at->line != main->at[i].line)) {
      collab_check_mistake(check, at->file, at->line, "%s belongs to the main server, not into a virtual host",
                           collab_directives[i].name);
    }
  }
}

static void check_alike(collab_check_t *check, const collab_config_place_t *at, const char *name, const char *mine,
                        const char *theirs) {
  if (at->file && strcmp(mine, theirs)) {
    collab_check_mistake(check, at->file, at->line,
                         "%s: %s differs from %s of another server: one dispatcher sends the events of all, so set it once, "
                         "outside of virtual hosts",
                         name, mine, theirs);
  }
}

/* One dispatcher sends the events of all virtual hosts, so their event names, sources and limits must agree. Base URLs may
 * differ. */
static void check_events(collab_check_t *check) {
  if (!collab_config_first()) {
    return;
  }
  const collab_config_t *first = collab_config_of(collab_config_first());
  for (int at = 0; at < collab_config_serving()->nelts; at++) {
    const server_rec *s = APR_ARRAY_IDX(collab_config_serving(), at, server_rec *);
    const collab_server_t *server = collab_server_of(s);
    const collab_config_t *config = &server->values;
    check_alike(check, PLACE(server, event_type_prefix), "CollabEventTypePrefix", config->event_type_prefix,
                first->event_type_prefix);
    check_alike(check, PLACE(server, event_source), "CollabEventSource", config->event_source, first->event_source);
    check_alike(check, PLACE(server, subscription_limit), "CollabSubscriptionLimit pending=", config->pending_limit,
                first->pending_limit);
  }
}

bool collab_config_check(apr_pool_t *pconf, server_rec *s, collab_dsn_read_t *read_dsn) {
  collab_check_t check = {pconf, s, read_dsn, true};

  collab_check_serving(&check);
  for (int at = 0; at < collab_config_serving()->nelts; at++) {
    server_rec *each = APR_ARRAY_IDX(collab_config_serving(), at, server_rec *);
    check_server(&check, each);
  }
  for (const server_rec *each = s->next; each; each = each->next) {
    check_virtual_host(&check, each);
  }
  check_events(&check);
  collab_check_locations(&check);
  collab_check_status(&check);
  collab_check_database(&check);
  return check.fine;
}

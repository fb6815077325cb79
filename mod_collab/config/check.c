/* check.c: what no directive can see alone: settings that are missing, that contradict each other, or that do not fit httpd's
 * own. What concerns sections and the database stands in files of their own (config/check.h).
 *
 * Called once the whole configuration is read, in configtest too, before anything is started. Says every mistake it finds, one
 * line each, with the file and line to look at. Must not touch the database or the network. */
#include <apr_uri.h>
#include <string.h>

#include "base/text.h"
#include "collab_private.h"
#include "config/check.h"

void collab_check_mistake(collab_check_t *check, const char *file, unsigned line, const char *format, ...) {
  va_list args;

  va_start(args, format);
  const char *text = apr_pvsprintf(check->pool, format, args);
  va_end(args);
  ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_ERR, 0, check->main, COLLABNO(0301) "%s:%u: %s", file ? file : "?", line, text);
  check->fine = false;
}

void collab_check_warning(collab_check_t *check, const char *file, unsigned line, const char *format, ...) {
  va_list args;

  va_start(args, format);
  const char *text = apr_pvsprintf(check->pool, format, args);
  va_end(args);
  ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_WARNING, 0, check->main, COLLABNO(0310) "%s:%u: %s", file ? file : "?", line,
               text);
}

static void check_dispatcher(collab_check_t *check, const collab_server_t *server) {
  const collab_config_t *config = &server->values;
  collab_directive_t to_blame =
      server->at[COLLAB_DIRECTIVE_DISPATCHER].file ? COLLAB_DIRECTIVE_DISPATCHER : COLLAB_DIRECTIVE_BASE_URL;

  if (!config->dispatcher && config->event_log) {
    collab_check_mistake(check, server->at[COLLAB_DIRECTIVE_EVENT_LOG].file, server->at[COLLAB_DIRECTIVE_EVENT_LOG].line,
                         "CollabEventLog is written by the dispatcher, which is off (CollabDispatcher)");
  }
  if (!config->dispatcher) {
    return;
  }
  if (config->dispatcher_dsn == NULL) {
    collab_check_mistake(check, server->at[to_blame].file, server->at[to_blame].line,
                         "the dispatcher is on and has no database: set CollabDispatcherDSN, or CollabDispatcher Off");
  }
  if (config->dispatcher_per_endpoint > config->dispatcher_slots) {
    collab_check_mistake(check, server->at[to_blame].file, server->at[to_blame].line,
                         "CollabDispatcher: per-endpoint=%d is more than all slots (%d)", config->dispatcher_per_endpoint,
                         config->dispatcher_slots);
  }
}

static int64_t longest(const collab_schedule_t *schedule) {
  int64_t seconds = 0;

  for (int i = 0; i < schedule->count; i++) {
    seconds += schedule->delay[i];
  }
  return seconds;
}

/* What is still needed must not be thrown away: an attempt's event, and the attempts of a delivery that is tried again. */
static void check_retention(collab_check_t *check, const collab_server_t *server) {
  const collab_config_t *config = &server->values;
  collab_directive_t to_blame =
      server->at[COLLAB_DIRECTIVE_RETENTION].file ? COLLAB_DIRECTIVE_RETENTION : COLLAB_DIRECTIVE_WEBHOOK_RETRY;
  const char *file = server->at[to_blame].file;
  unsigned line = server->at[to_blame].line;
  int64_t v1 = longest(&config->retry_v1), v2 = longest(&config->retry_v2);

  if (config->retain_events && (!config->retain_attempts || config->retain_attempts > config->retain_events)) {
    collab_check_mistake(check, file, line, "CollabRetention: events must be kept for as long as the attempts to deliver them");
  }
  if (config->retain_attempts && (int64_t)config->retain_attempts * 86400 < (v1 > v2 ? v1 : v2)) {
    collab_check_mistake(check, file, line,
                         "CollabRetention: attempts=%d is shorter than the retries of a delivery (CollabWebhookRetry)",
                         config->retain_attempts);
  }
}

/* An issuer with our own name would make its tokens ours, or ours its. */
static void check_issuers(collab_check_t *check, const collab_server_t *server) {
  const collab_config_t *config = &server->values;
  const char *file = server->at[COLLAB_DIRECTIVE_TRUSTED_ISSUER].file;
  unsigned line = server->at[COLLAB_DIRECTIVE_TRUSTED_ISSUER].line;

  for (int i = 0; i < config->issuers->nelts; i++) {
    const collab_issuer_t *issuer = &APR_ARRAY_IDX(config->issuers, i, collab_issuer_t);
    if (!strcmp(issuer->name, config->base_url)) {
      collab_check_mistake(check, file, line, "CollabTrustedIssuer: %s is this service's own name (CollabBaseURL)", issuer->name);
    }
    if (issuer->remote && !collab_text_is_uri(issuer->keys, config->outbound.http)) {
      collab_check_mistake(check, file, line, "CollabTrustedIssuer: %s must be https (CollabOutboundHTTP is Off)", issuer->keys);
    }
  }
}

/* Hosts that documentation uses and nobody has (RFC 2606). */
static bool is_placeholder(apr_pool_t *pool, const char *url) {
  static const char *const names[] = {"example.com", "example.net", "example.org", "example", "invalid"};
  apr_uri_t uri;

  if (apr_uri_parse(pool, url, &uri) != APR_SUCCESS || !uri.hostname) {
    return false;
  }
  apr_size_t len = strlen(uri.hostname);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    apr_size_t end = strlen(names[i]);
    if (len >= end && !ap_cstr_casecmp(uri.hostname + len - end, names[i]) &&
        (len == end || uri.hostname[len - end - 1] == '.')) {
      return true;
    }
  }
  return false;
}

static void check_base_url(collab_check_t *check, const collab_server_t *server) {
  const collab_config_t *config = &server->values;
  const char *file = server->at[COLLAB_DIRECTIVE_BASE_URL].file;
  unsigned line = server->at[COLLAB_DIRECTIVE_BASE_URL].line;

  if (is_placeholder(check->pool, config->base_url)) {
    collab_check_warning(check, file, line,
                         "CollabBaseURL: %s is a placeholder: name the address under which clients reach the service",
                         config->base_url);
  }
  if (config->require_tls && ap_cstr_casecmpn(config->base_url, "https:", 6)) {
    collab_check_mistake(check, server->at[COLLAB_DIRECTIVE_REQUIRE_TLS].file, server->at[COLLAB_DIRECTIVE_REQUIRE_TLS].line,
                         "CollabRequireTLS is On, and CollabBaseURL (%s) is http: every request would be refused; use https, or "
                         "CollabRequireTLS Off",
                         config->base_url);
  }
}

/* The source that events name: the dispatcher sends the main server's for all. */
static const char *source_of(const collab_check_t *check, const collab_config_t *config) {
  const collab_config_t *main = collab_config_of(check->main);

  return config->event_source        ? config->event_source
         : !collab_config_used(main) ? config->base_url
         : main->event_source        ? main->event_source
                                     : main->base_url;
}

static void check_server(collab_check_t *check, const server_rec *s) {
  collab_server_t *server = collab_server_of(s);
  collab_config_t *config = &server->values;

  if (config->first_file == NULL) {
    return; /* no directive of ours here, nor above */
  }
  if (!collab_config_used(config)) {
    collab_check_mistake(check, config->first_file, config->first_line, "CollabBaseURL is missing: nothing is served without it");
    return;
  }
  config->event_source = source_of(check, config);
  if (server->at[COLLAB_DIRECTIVE_REQUIRE_TLS].file == NULL) {
    config->require_tls = !ap_cstr_casecmpn(config->base_url, "https:", 6);
  }
  if (config->token_key_path == NULL) {
    collab_check_mistake(check, config->first_file, config->first_line, "CollabTokenKey is missing");
  }
  if (config->secrets_key_path == NULL) {
    collab_check_mistake(check, config->first_file, config->first_line, "CollabSecretsKey is missing");
  }
  check_base_url(check, server);
  check_issuers(check, server);
  check_retention(check, server);
  if (s == check->main) {
    check_dispatcher(check, server);
  }
}

/* The dispatcher is one for all of httpd and reads the main server's settings: a virtual host's would be ignored in silence. */
static void check_virtual_host(collab_check_t *check, const server_rec *s) {
  static const collab_directive_t main_only[] = {
      COLLAB_DIRECTIVE_AUTO_CLOSE,    COLLAB_DIRECTIVE_DISPATCHER,           COLLAB_DIRECTIVE_DISPATCHER_DSN,
      COLLAB_DIRECTIVE_WEBHOOK_RETRY, COLLAB_DIRECTIVE_WEBHOOK_TIMEOUT,      COLLAB_DIRECTIVE_ATTACHMENT_SLOTS,
      COLLAB_DIRECTIVE_LEGACY_SUNSET, COLLAB_DIRECTIVE_WEBHOOK_RETRY_STATUS, COLLAB_DIRECTIVE_WEBHOOK_RETIRE_GONE,
      COLLAB_DIRECTIVE_SECRET_HOLD,   COLLAB_DIRECTIVE_DUTY_INTERVAL,        COLLAB_DIRECTIVE_RETENTION,
      COLLAB_DIRECTIVE_HORIZON_ALARM, COLLAB_DIRECTIVE_WEBHOOK_BREAKER,      COLLAB_DIRECTIVE_EVENT_LOG,
      COLLAB_DIRECTIVE_ALERT_COMMAND};
  const collab_server_t *server = collab_server_of(s);
  const collab_server_t *main = collab_server_of(check->main);

  for (size_t i = 0; i < sizeof main_only / sizeof *main_only; i++) {
    collab_directive_t d = main_only[i];
    if (server->at[d].file && (server->at[d].file != main->at[d].file || server->at[d].line != main->at[d].line)) {
      collab_check_mistake(check, server->at[d].file, server->at[d].line,
                           "%s belongs to the main server, not into a virtual host", collab_directive_name(d));
    }
  }
}

/* One dispatcher sends the events of all virtual hosts, so all must describe them alike. Base URLs may differ. */
static void check_events(collab_check_t *check) {
  static const collab_directive_t directives[] = {COLLAB_DIRECTIVE_EVENT_TYPE_PREFIX, COLLAB_DIRECTIVE_EVENT_SOURCE};
  const collab_server_t *first = NULL;

  for (const server_rec *s = check->main; s; s = s->next) {
    const collab_server_t *server = collab_server_of(s);
    if (!collab_config_used(&server->values)) {
      continue;
    }
    first = first ? first : server;
    for (size_t i = 0; i < sizeof directives / sizeof *directives; i++) {
      collab_directive_t d = directives[i];
      bool prefix = d == COLLAB_DIRECTIVE_EVENT_TYPE_PREFIX;
      const char *mine = prefix ? server->values.event_type_prefix : server->values.event_source;
      const char *theirs = prefix ? first->values.event_type_prefix : first->values.event_source;
      if (server->at[d].file && strcmp(mine, theirs)) {
        collab_check_mistake(check, server->at[d].file, server->at[d].line,
                             "%s: %s differs from %s of another server: one dispatcher sends the events of all, so set it once, "
                             "outside of virtual hosts",
                             collab_directive_name(d), mine, theirs);
      }
    }
  }
}

bool collab_config_check(apr_pool_t *pconf, server_rec *s, collab_dsn_read_t *read_dsn) {
  collab_check_t check = {pconf, s, read_dsn, true};

  for (const server_rec *each = s; each; each = each->next) {
    check_server(&check, each);
    if (each != s) {
      check_virtual_host(&check, each);
    }
  }
  check_events(&check);
  collab_check_locations(&check);
  collab_check_database(&check);
  return check.fine;
}

/* check.c: what no directive can see alone: settings that are missing, that contradict each other, or that do not fit httpd's
 * own.
 *
 * Called once the whole configuration is read, in configtest too, before anything is started. Says every mistake it finds, one
 * line each, with the file and line to look at. Must not touch the database or the network. */
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

static void check_dispatcher(collab_check_t *check, const collab_server_t *server) {
  const collab_config_t *config = &server->values;
  collab_directive_t to_blame =
      server->at[COLLAB_DIRECTIVE_DISPATCHER].file ? COLLAB_DIRECTIVE_DISPATCHER : COLLAB_DIRECTIVE_BASE_URL;

  if (!config->dispatcher && config->event_log) {
    collab_check_mistake(check, server->at[COLLAB_DIRECTIVE_EVENT_LOG].file, server->at[COLLAB_DIRECTIVE_EVENT_LOG].line,
                         "CollabEventLog is written by the dispatcher, which is off (CollabDispatcher)");
  }
  if (!config->dispatcher)
    return;
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

  for (int i = 0; i < schedule->count; i++)
    seconds += schedule->delay[i];
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
    if (!strcmp(issuer->name, config->base_url))
      collab_check_mistake(check, file, line, "CollabTrustedIssuer: %s is this service's own name (CollabBaseURL)", issuer->name);
    if (issuer->remote && !collab_text_is_uri(issuer->keys, config->outbound.http))
      collab_check_mistake(check, file, line, "CollabTrustedIssuer: %s must be https (CollabOutboundHTTP is Off)", issuer->keys);
  }
}

static void check_server(collab_check_t *check, const server_rec *s) {
  collab_server_t *server = collab_server_of(s);
  collab_config_t *config = &server->values;

  if (config->first_file == NULL)
    return; /* no directive of ours here, nor above */
  if (!collab_config_used(config)) {
    collab_check_mistake(check, config->first_file, config->first_line, "CollabBaseURL is missing: nothing is served without it");
    return;
  }
  if (config->event_source == NULL)
    config->event_source = config->base_url;
  if (server->at[COLLAB_DIRECTIVE_REQUIRE_TLS].file == NULL)
    config->require_tls = !ap_cstr_casecmpn(config->base_url, "https:", 6);
  if (config->token_key_path == NULL)
    collab_check_mistake(check, config->first_file, config->first_line, "CollabTokenKey is missing");
  if (config->secrets_key_path == NULL)
    collab_check_mistake(check, config->first_file, config->first_line, "CollabSecretsKey is missing");
  check_issuers(check, server);
  check_retention(check, server);
  if (s == check->main)
    check_dispatcher(check, server);
}

/* The dispatcher is one for all of httpd and reads the main server's settings: a virtual host's would be ignored in silence. */
static void check_virtual_host(collab_check_t *check, const server_rec *s) {
  static const collab_directive_t main_only[] = {
      COLLAB_DIRECTIVE_AUTO_CLOSE,    COLLAB_DIRECTIVE_DISPATCHER,           COLLAB_DIRECTIVE_DISPATCHER_DSN,
      COLLAB_DIRECTIVE_WEBHOOK_RETRY, COLLAB_DIRECTIVE_WEBHOOK_TIMEOUT,      COLLAB_DIRECTIVE_ATTACHMENT_SLOTS,
      COLLAB_DIRECTIVE_LEGACY_SUNSET, COLLAB_DIRECTIVE_WEBHOOK_RETRY_STATUS, COLLAB_DIRECTIVE_WEBHOOK_RETIRE_GONE,
      COLLAB_DIRECTIVE_SECRET_HOLD,   COLLAB_DIRECTIVE_DUTY_INTERVAL,        COLLAB_DIRECTIVE_RETENTION,
      COLLAB_DIRECTIVE_HORIZON_ALARM, COLLAB_DIRECTIVE_WEBHOOK_BREAKER,      COLLAB_DIRECTIVE_EVENT_LOG};
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

bool collab_config_check(apr_pool_t *pconf, server_rec *s) {
  collab_check_t check = {pconf, s, true};

  for (const server_rec *each = s; each; each = each->next) {
    check_server(&check, each);
    if (each != s)
      check_virtual_host(&check, each);
  }
  collab_check_locations(&check);
  return check.fine;
}

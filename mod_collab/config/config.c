/* config.c: a server's configuration: made with its defaults, merged, looked up.
 *
 * Owns the lifetime rules: values are written while httpd reads its configuration and in check_config, and by nobody afterwards.
 * A virtual host takes from the main server every setting that it does not give itself. Called by httpd's core (through
 * mod_collab.c) and by whoever wants to know a setting. */
#include "config/config.h"

#include <apr_strings.h>

#include "collab_private.h"
#include "config/server.h"

static const char *const names[COLLAB_DIRECTIVE_COUNT] = {
#define DIRECTIVE(symbol, name) name,
    COLLAB_DIRECTIVES(DIRECTIVE)
#undef DIRECTIVE
};

const char *collab_directive_name(collab_directive_t directive) {
  return names[directive];
}

void *collab_config_create(apr_pool_t *pool, server_rec *s) {
  (void)s;
  collab_server_t *server = apr_pcalloc(pool, sizeof *server);

  server->values = (collab_config_t){
      .service_name = "Collaboration Request Exchange",
      .base_path = "",
      .event_type_prefix = "org.provider.core.",
      .token_lifetime = 3600,
      .issuers = apr_array_make(pool, 0, sizeof(collab_issuer_t)),
      .max_body = 1024 * 1024,
      .body_timeout = apr_time_from_sec(20),
      .max_attachment = APR_INT64_C(2) * 1024 * 1024 * 1024,
      .attachment_slots = 16,
      .attachment = {.patience = apr_time_from_sec(30), .rate = 32 * 1024, .window = apr_time_from_sec(60)},
      .hours_high = "1",
      .hours_medium = "4",
      .hours_low = "24",
      .lenient = "false",
      .subscription_limit = "50",
      .login_failures = "10",
      .login_window = "900",
      .login_address_failures = "100",
      .login_address_window = "900",
      .login_address_rules = collab_address_rules(pool),
      .database_wait = apr_time_from_sec(3),
      .dispatcher = true,
      .dispatcher_slots = 256,
      .dispatcher_per_endpoint = 8,
      .duty_interval = apr_time_from_sec(5),
      .retain_attempts = 30,
      .retain_events = 90,
      .horizon_alarm = apr_time_from_sec(300),
      .retry_v1 = {4, {10, 20, 40, 80}},
      .retry_v2 = {2, {3600, 3600}},
      .webhook_timeout = 30,
      .secret_overlap = 86400,
      .secret_overlap_max = 7 * 86400,
      .legacy_sunset = apr_time_from_sec(1798848000), /* 2027-01-02: 2027-01-01 is their last day */
      .outbound = {.allow = apr_array_make(pool, 0, sizeof(apr_ipsubnet_t *)),
                   .allow_text = apr_array_make(pool, 0, sizeof(const char *)),
                   .pins = apr_array_make(pool, 0, sizeof(collab_host_pin_t))},
  };
  return server;
}

void *collab_config_merge(apr_pool_t *pool, void *base, void *over) {
  const collab_server_t *below = base;
  collab_server_t *merged = apr_pmemdup(pool, over, sizeof *merged);
  collab_config_t *to = &merged->values;
  const collab_config_t *from = &below->values;

#define GIVEN(directive) (merged->at[COLLAB_DIRECTIVE_##directive].file != NULL)
#define INHERIT(given, field)                                                                                                    \
  if (!(given))                                                                                                                  \
  to->field = from->field
  INHERIT(GIVEN(SERVICE_NAME), service_name);
  INHERIT(GIVEN(BASE_URL), base_url);
  INHERIT(GIVEN(BASE_URL), base_path);
  INHERIT(GIVEN(REQUIRE_TLS), require_tls);
  INHERIT(GIVEN(EVENT_TYPE_PREFIX), event_type_prefix);
  INHERIT(GIVEN(EVENT_SOURCE), event_source);
  INHERIT(GIVEN(TOKEN_KEY), token_key_path);
  INHERIT(GIVEN(TOKEN_LIFETIME), token_lifetime);
  INHERIT(GIVEN(SECRETS_KEY), secrets_key_path);
  INHERIT(GIVEN(TRUSTED_ISSUER), issuers);
  INHERIT(GIVEN(MAX_BODY), max_body);
  INHERIT(GIVEN(BODY_TIMEOUT), body_timeout);
  INHERIT(GIVEN(MAX_ATTACHMENT), max_attachment);
  INHERIT(GIVEN(ATTACHMENT_SLOTS), attachment_slots);
  INHERIT(GIVEN(ATTACHMENT_TIMEOUT), attachment.patience);
  INHERIT(GIVEN(ATTACHMENT_MIN_RATE), attachment.rate);
  INHERIT(GIVEN(ATTACHMENT_MIN_RATE), attachment.window);
  INHERIT(merged->hours_given[0], hours_high);
  INHERIT(merged->hours_given[1], hours_medium);
  INHERIT(merged->hours_given[2], hours_low);
  INHERIT(GIVEN(AUTO_CLOSE), auto_close);
  INHERIT(GIVEN(LENIENT_INPUT), lenient);
  INHERIT(GIVEN(SUBSCRIPTION_LIMIT), subscription_limit);
  INHERIT(GIVEN(LOGIN_LIMIT), login_failures);
  INHERIT(GIVEN(LOGIN_LIMIT), login_window);
  INHERIT(GIVEN(LOGIN_ADDRESS_LIMIT), login_address_failures);
  INHERIT(GIVEN(LOGIN_ADDRESS_LIMIT), login_address_window);
  INHERIT(GIVEN(LOGIN_ADDRESS_LIMIT), login_address_rules);
  INHERIT(GIVEN(RATE_LIMIT), rate_requests);
  INHERIT(GIVEN(RATE_LIMIT), rate_window);
  INHERIT(GIVEN(DATABASE_WAIT), database_wait);
  INHERIT(GIVEN(DISPATCHER), dispatcher);
  INHERIT(GIVEN(DISPATCHER), dispatcher_slots);
  INHERIT(GIVEN(DISPATCHER), dispatcher_per_endpoint);
  INHERIT(GIVEN(DISPATCHER_DSN), dispatcher_dsn);
  INHERIT(GIVEN(DUTY_INTERVAL), duty_interval);
  INHERIT(GIVEN(RETENTION), retain_attempts);
  INHERIT(GIVEN(RETENTION), retain_events);
  INHERIT(GIVEN(HORIZON_ALARM), horizon_alarm);
  INHERIT(GIVEN(ALERT_COMMAND), alert_command);
  INHERIT(GIVEN(EVENT_LOG), event_log);
  INHERIT(merged->retry_given[0], retry_v1);
  INHERIT(merged->retry_given[1], retry_v2);
  INHERIT(GIVEN(WEBHOOK_TIMEOUT), webhook_timeout);
  INHERIT(GIVEN(WEBHOOK_RETRY_STATUS), retry_status);
  INHERIT(GIVEN(WEBHOOK_RETIRE_GONE), retire_gone);
  INHERIT(GIVEN(SECRET_HOLD), secret_hold);
  INHERIT(GIVEN(WEBHOOK_BREAKER), breaker_pause);
  INHERIT(GIVEN(WEBHOOK_BREAKER), breaker_in_order);
  INHERIT(GIVEN(SECRET_OVERLAP), secret_overlap);
  INHERIT(GIVEN(SECRET_OVERLAP), secret_overlap_max);
  INHERIT(GIVEN(LEGACY_SUNSET), legacy_sunset);
  INHERIT(GIVEN(OUTBOUND_ALLOW), outbound.allow);
  INHERIT(GIVEN(OUTBOUND_ALLOW), outbound.allow_text);
  INHERIT(GIVEN(OUTBOUND_HTTP), outbound.http);
  INHERIT(GIVEN(OUTBOUND_HOST), outbound.pins);
  INHERIT(GIVEN(OUTBOUND_PROXY), outbound.proxy);
  INHERIT(GIVEN(OUTBOUND_CA), outbound.ca);
  INHERIT(to->first_file, first_line);
  INHERIT(to->first_file, first_file);
#undef INHERIT
#undef GIVEN
  for (int i = 0; i < COLLAB_DIRECTIVE_COUNT; i++) {
    if (merged->at[i].file == NULL) {
      merged->at[i] = below->at[i];
    }
  }
  return merged;
}

collab_server_t *collab_server_of(const server_rec *s) {
  return ap_get_module_config(s->module_config, &collab_module);
}

const collab_config_t *collab_config_of(const server_rec *s) {
  return &collab_server_of(s)->values;
}

bool collab_config_used(const collab_config_t *config) {
  return config->base_url != NULL;
}

bool collab_config_legacy_ended(const collab_config_t *config, apr_time_t now) {
  return config->legacy_sunset && now >= config->legacy_sunset;
}

const char *collab_config_place(apr_pool_t *pool, const server_rec *s, collab_directive_t directive) {
  const collab_server_t *server = collab_server_of(s);

  if (server->at[directive].file == NULL) {
    return NULL;
  }
  return apr_psprintf(pool, "%s:%u", server->at[directive].file, server->at[directive].line);
}

void collab_config_keys(server_rec *s, const void *token_key, const void *keyring) {
  collab_config_t *config = &collab_server_of(s)->values;

  config->token_key = token_key;
  config->keyring = keyring;
}

void collab_config_trust(server_rec *s, void *trust) {
  collab_server_of(s)->values.trust = trust;
}

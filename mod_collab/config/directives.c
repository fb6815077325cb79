/* directives.c: every directive of the module: its name, its form, and what is wrong with a value.
 *
 * One setter for each directive, the table at the end. Setters also stand in directives_delivery.c (deliveries, and what may be
 * called), directives_duties.c (what the dispatcher does of its own accord) and directives_requests.c (what requests may cost). A
 * setter takes the value or returns what is wrong with it; httpd puts the file and the line before that. All stand at server
 * level (or in a virtual host); a later one overrides. Called by httpd's core while it reads its configuration, as the user that
 * starts it: key files are looked at here, so that configtest finds a wrong one. Must not touch the database or the network. */
#include <apr_file_io.h>
#include <apr_lib.h>
#include <apr_uri.h>
#include <string.h>

#include "base/domain.h"
#include "base/text.h"
#include "collab_private.h"
#include "config/directives.h"

#define KEY_BYTES 32

collab_config_t *collab_directive_settings(cmd_parms *cmd, collab_directive_t directive) {
  collab_server_t *server = collab_server_of(cmd->server);

  server->at[directive].file = cmd->directive->filename;
  server->at[directive].line = (unsigned)cmd->directive->line_num;
  if (server->values.first_file == NULL) {
    server->values.first_file = cmd->directive->filename;
    server->values.first_line = (unsigned)cmd->directive->line_num;
  }
  return &server->values;
}

const char *collab_directive_wrong(cmd_parms *cmd, const char *format, ...) {
  va_list args;

  va_start(args, format);
  const char *text = apr_pvsprintf(cmd->pool, format, args);
  va_end(args);
  return apr_pstrcat(cmd->pool, cmd->directive->directive, ": ", text, NULL);
}

bool collab_directive_number(const char *text, int64_t min, int64_t max, int64_t *value) {
  return collab_text_integer(text, value) && *value >= min && *value <= max;
}

static bool is_clean_text(const char *text) {
  if (!collab_text_is_utf8(text, strlen(text)) || collab_text_is_blank(text)) {
    return false;
  }
  for (; *text; text++) {
    if (apr_iscntrl(*text)) {
      return false;
    }
  }
  return true;
}

/* ---- the service ---- */

static const char *set_service_name(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  if (!is_clean_text(value) || collab_text_length(value) > NAME_LENGTH) {
    return collab_directive_wrong(cmd, "takes a name of 1 to %d characters in UTF-8", NAME_LENGTH);
  }
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_SERVICE_NAME)->service_name = value;
  return NULL;
}

static const char *set_base_url(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  apr_uri_t uri;
  const char *form = "takes an absolute http or https URL without user, query or fragment, not";
  const char *url = collab_text_base_url(cmd->pool, value);

  if (!collab_text_is_uri(url, true) || strpbrk(url, "?#%") || apr_uri_parse(cmd->pool, url, &uri) != APR_SUCCESS ||
      !uri.hostname) {
    return collab_directive_wrong(cmd, "%s \"%s\"", form, value);
  }
  const char *path = uri.path ? uri.path : "";
  if (strstr(path, "//") || strstr(path, "/./") || strstr(path, "/../")) {
    return collab_directive_wrong(cmd, "has a path that no request can have: \"%s\"", path);
  }
  collab_config_t *config = collab_directive_settings(cmd, COLLAB_DIRECTIVE_BASE_URL);
  config->base_url = url;
  config->base_path = path;
  return NULL;
}

static const char *set_require_tls(cmd_parms *cmd, void *dir, int on) {
  (void)dir;
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_REQUIRE_TLS)->require_tls = on != 0;
  return NULL;
}

static const char *set_event_type_prefix(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  apr_size_t len = strlen(value);
  const char *allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";

  if (len < 2 || len > 100 || value[len - 1] != '.' || value[0] == '.' || strspn(value, allowed) != len || strstr(value, "..")) {
    return collab_directive_wrong(
        cmd, "takes a reverse domain name that ends with a dot, like \"org.provider.core.\", not \"%s\"", value);
  }
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_EVENT_TYPE_PREFIX)->event_type_prefix = value;
  return NULL;
}

static const char *set_event_source(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  if (!collab_text_is_uri(value, true)) {
    return collab_directive_wrong(cmd, "takes an absolute http or https URL, not \"%s\"", value);
  }
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_EVENT_SOURCE)->event_source = value;
  return NULL;
}

/* ---- keys and tokens ---- */

/* The absolute path of a key file that can be read and has enough bytes; or *error. */
static const char *key_file(cmd_parms *cmd, const char *value, apr_size_t least, const char **error) {
  char bytes[KEY_BYTES];
  apr_file_t *file;
  apr_size_t len = 0;
  const char *path = ap_server_root_relative(cmd->pool, value);

  *error = NULL;
  if (path == NULL) {
    *error = collab_directive_wrong(cmd, "\"%s\" is no path", value);
    return NULL;
  }
  apr_status_t rv = apr_file_open(&file, path, APR_FOPEN_READ | APR_FOPEN_BINARY, APR_FPROT_OS_DEFAULT, cmd->temp_pool);
  if (rv == APR_SUCCESS) {
    rv = apr_file_read_full(file, bytes, sizeof bytes, &len);
    apr_file_close(file);
    memset(bytes, 0, sizeof bytes);
  }
  if (rv != APR_SUCCESS && !APR_STATUS_IS_EOF(rv)) {
    *error = collab_directive_wrong(cmd, "cannot read \"%s\": %pm", path, &rv);
  } else if (len < least) {
    *error = collab_directive_wrong(cmd, "\"%s\" is too short for a key: %" APR_SIZE_T_FMT " bytes, at least %d are needed", path,
                                    len, KEY_BYTES);
  }
  return path;
}

static const char *set_token_key(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  const char *error;
  const char *path = key_file(cmd, value, KEY_BYTES, &error);

  if (error == NULL) {
    collab_directive_settings(cmd, COLLAB_DIRECTIVE_TOKEN_KEY)->token_key_path = path;
  }
  return error;
}

static const char *set_secrets_key(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  const char *error;
  const char *path = key_file(cmd, value, KEY_BYTES, &error);

  if (error == NULL) {
    collab_directive_settings(cmd, COLLAB_DIRECTIVE_SECRETS_KEY)->secrets_key_path = path;
  }
  return error;
}

static const char *set_token_lifetime(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  int64_t seconds;

  if (!collab_directive_number(value, 60, 30 * 86400, &seconds)) {
    return collab_directive_wrong(cmd, "takes 60 to 2592000 seconds, not \"%s\"", value);
  }
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_TOKEN_LIFETIME)->token_lifetime = (int)seconds;
  return NULL;
}

/* ---- other issuers ---- */

/* Text that stands in a claim: UTF-8 of a sensible length without blanks or controls. */
static bool is_claim(const char *text) {
  return is_clean_text(text) && !strpbrk(text, " ") && strlen(text) <= 2048;
}

/* The options behind the four arguments of CollabTrustedIssuer; returns what is wrong. */
static const char *issuer_options(cmd_parms *cmd, int argc, char *const argv[], collab_issuer_t *issuer) {
  int64_t seconds;

  for (int i = 4; i < argc; i++) {
    if (strncmp(argv[i], "refresh=", 8) || !collab_directive_number(argv[i] + 8, 1, 86400, &seconds)) {
      return collab_directive_wrong(cmd, "takes refresh=1 to 86400 seconds, not \"%s\"", argv[i]);
    }
    issuer->refresh = (int)seconds;
  }
  return NULL;
}

static const char *set_trusted_issuer(cmd_parms *cmd, void *dir, int argc, char *const argv[]) {
  (void)dir;
  const char *error;
  collab_issuer_t issuer = {.refresh = 900};

  if (argc == 1 && !ap_cstr_casecmp(argv[0], "none")) {
    collab_directive_settings(cmd, COLLAB_DIRECTIVE_TRUSTED_ISSUER)->issuers =
        apr_array_make(cmd->pool, 0, sizeof(collab_issuer_t));
    return NULL;
  }
  if (argc < 4 || (strcmp(argv[3], "user") && strcmp(argv[3], "principal"))) {
    return collab_directive_wrong(
        cmd, "takes an issuer, an audience, a JWKS file or URL, and user or principal; then refresh=seconds");
  }
  if (!is_claim(argv[0]) || !is_claim(argv[1])) {
    return collab_directive_wrong(cmd, "\"%s\" is nothing that stands in a claim", is_claim(argv[0]) ? argv[1] : argv[0]);
  }
  issuer.name = argv[0];
  issuer.audience = argv[1];
  issuer.principals = !strcmp(argv[3], "principal");
  issuer.remote = strstr(argv[2], "://") != NULL;
  if (issuer.remote && !collab_text_is_uri(argv[2], true)) {
    return collab_directive_wrong(cmd, "\"%s\" is no https URL", argv[2]);
  }
  issuer.keys = issuer.remote ? argv[2] : key_file(cmd, argv[2], 0, &error); /* what is in it, load_trust sees */
  if (!issuer.remote && error) {
    return error;
  }
  if ((error = issuer_options(cmd, argc, argv, &issuer))) {
    return error;
  }
  collab_config_t *config = collab_directive_settings(cmd, COLLAB_DIRECTIVE_TRUSTED_ISSUER);
  apr_array_header_t *issuers = apr_array_copy(cmd->pool, config->issuers);
  for (int i = 0; i < issuers->nelts; i++) {
    const collab_issuer_t *other = &APR_ARRAY_IDX(issuers, i, collab_issuer_t);
    if (!strcmp(other->name, issuer.name) && !strcmp(other->audience, issuer.audience)) {
      return collab_directive_wrong(cmd, "names %s with the audience %s twice", issuer.name, issuer.audience);
    }
  }
  APR_ARRAY_PUSH(issuers, collab_issuer_t) = issuer;
  config->issuers = issuers;
  return NULL;
}

/* ---- limits ---- */

static const char *set_max_body(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  int64_t bytes;

  if (!collab_directive_number(value, 1024, 64 * 1024 * 1024, &bytes)) {
    return collab_directive_wrong(cmd, "takes 1024 to 67108864 bytes, not \"%s\"", value);
  }
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_MAX_BODY)->max_body = (apr_size_t)bytes;
  return NULL;
}

static const char *set_max_attachment(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  int64_t bytes;

  if (!collab_directive_number(value, 1024, APR_INT64_C(1) << 50, &bytes)) {
    return collab_directive_wrong(cmd, "takes 1024 bytes to a pebibyte, not \"%s\"", value);
  }
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_MAX_ATTACHMENT)->max_attachment = bytes;
  return NULL;
}

static const char *set_attachment_slots(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  int64_t slots;

  if (!collab_directive_number(value, 1, 10000, &slots)) {
    return collab_directive_wrong(cmd, "takes 1 to 10000 uploads, not \"%s\"", value);
  }
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_ATTACHMENT_SLOTS)->attachment_slots = (int)slots;
  return NULL;
}

static const char *set_attachment_timeout(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  int64_t seconds;

  if (!collab_directive_number(value, 1, 3600, &seconds)) {
    return collab_directive_wrong(cmd, "takes 1 to 3600 seconds, not \"%s\"", value);
  }
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_ATTACHMENT_TIMEOUT)->attachment.patience = apr_time_from_sec(seconds);
  return NULL;
}

static const char *set_attachment_min_rate(cmd_parms *cmd, void *dir, const char *value, const char *window) {
  (void)dir;
  int64_t bytes = 0, seconds = 60;
  bool off = !ap_cstr_casecmp(value, "off");

  if ((off && window) || (!off && !collab_directive_number(value, 1, 1 << 30, &bytes)) ||
      (window && !collab_directive_number(window, 1, 3600, &seconds))) {
    return collab_directive_wrong(
        cmd, "takes 1 to 1073741824 bytes a second, and the 1 to 3600 seconds over which they are counted; or Off");
  }
  collab_config_t *config = collab_directive_settings(cmd, COLLAB_DIRECTIVE_ATTACHMENT_MIN_RATE);
  config->attachment.rate = bytes;
  config->attachment.window = apr_time_from_sec(seconds);
  return NULL;
}

static const char *set_response_hours(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  static const char *const priorities[] = {"HIGH=", "MEDIUM=", "LOW="};
  collab_server_t *server = collab_server_of(cmd->server);
  collab_config_t *config = collab_directive_settings(cmd, COLLAB_DIRECTIVE_RESPONSE_HOURS);
  const char **fields[] = {&config->hours_high, &config->hours_medium, &config->hours_low};
  int64_t hours;

  for (int i = 0; i < 3; i++) {
    apr_size_t len = strlen(priorities[i]);
    if (strncmp(value, priorities[i], len) != 0) {
      continue;
    }
    if (!collab_directive_number(value + len, 1, 8760, &hours)) {
      return collab_directive_wrong(cmd, "takes 1 to 8760 hours, not \"%s\"", value);
    }
    *fields[i] = value + len;
    server->hours_given[i] = true;
    return NULL;
  }
  return collab_directive_wrong(cmd, "takes HIGH=hours MEDIUM=hours LOW=hours, not \"%s\"", value);
}

static const char *set_auto_close(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  int64_t days = 0;

  if (ap_cstr_casecmp(value, "off") && !collab_directive_number(value, 1, 36500, &days)) {
    return collab_directive_wrong(cmd, "takes 1 to 36500 days, or Off, not \"%s\"", value);
  }
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_AUTO_CLOSE)->auto_close = (int)days;
  return NULL;
}

static const char *set_lenient_input(cmd_parms *cmd, void *dir, int on) {
  (void)dir;
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_LENIENT_INPUT)->lenient = on ? "true" : "false";
  return NULL;
}

static const char *set_subscription_limit(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  int64_t limit;

  if (!collab_directive_number(value, 1, 100000, &limit)) {
    return collab_directive_wrong(cmd, "takes 1 to 100000 subscriptions, not \"%s\"", value);
  }
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_SUBSCRIPTION_LIMIT)->subscription_limit = value;
  return NULL;
}

static const char *set_login_limit(cmd_parms *cmd, void *dir, const char *failures, const char *window) {
  (void)dir;
  bool off = !window && !ap_cstr_casecmp(failures, "off");
  int64_t count, seconds;

  if (!off && (!collab_directive_number(failures, 1, 100000, &count) ||
               (window && !collab_directive_number(window, 1, 86400, &seconds)))) {
    return collab_directive_wrong(cmd, "takes a number of failures (1 to 100000) and a window of 1 to 86400 seconds, or Off");
  }
  collab_config_t *config = collab_directive_settings(cmd, COLLAB_DIRECTIVE_LOGIN_LIMIT);
  config->login_failures = off ? "0" : failures;
  if (window) {
    config->login_window = window;
  }
  return NULL;
}

static const char *set_rate_limit(cmd_parms *cmd, void *dir, const char *requests, const char *window) {
  (void)dir;
  bool off = !window && !ap_cstr_casecmp(requests, "off");
  int64_t count = 0, seconds = 60;

  if (!off && (!collab_directive_number(requests, 1, 1000000, &count) ||
               (window && !collab_directive_number(window, 1, 86400, &seconds)))) {
    return collab_directive_wrong(cmd, "takes a number of requests (1 to 1000000) and a window of 1 to 86400 seconds, or Off");
  }
  collab_config_t *config = collab_directive_settings(cmd, COLLAB_DIRECTIVE_RATE_LIMIT);
  config->rate_requests = (int)count;
  config->rate_window = (int)seconds;
  return NULL;
}

static const char *set_database_wait(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  apr_interval_time_t wait;

  if (!apr_isdigit(*value) || ap_timeout_parameter_parse(value, &wait, "s") != APR_SUCCESS || wait < apr_time_from_msec(10) ||
      wait > apr_time_from_sec(60)) {
    return collab_directive_wrong(cmd, "takes a time of 10ms to 60s, not \"%s\"", value);
  }
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_DATABASE_WAIT)->database_wait = wait;
  return NULL;
}

/* ---- the table ---- */

#define NAME(symbol, name) static const char symbol##_NAME[] = name;
COLLAB_DIRECTIVES(NAME)
#undef NAME

/* clang-format off */
#define ONE(symbol, set, help)   AP_INIT_TAKE1(symbol##_NAME, set, NULL, RSRC_CONF, help)
#define EACH(symbol, set, help)  AP_INIT_ITERATE(symbol##_NAME, set, NULL, RSRC_CONF, help)
#define TWO(symbol, set, help)   AP_INIT_TAKE2(symbol##_NAME, set, NULL, RSRC_CONF, help)
#define ONE_OR_TWO(symbol, set, help) AP_INIT_TAKE12(symbol##_NAME, set, NULL, RSRC_CONF, help)
#define MANY(symbol, set, help)  AP_INIT_TAKE_ARGV(symbol##_NAME, set, NULL, RSRC_CONF, help)
#define FLAG(symbol, set, help)  AP_INIT_FLAG(symbol##_NAME, set, NULL, RSRC_CONF, help)

const command_rec collab_config_directives[] = {
  ONE(SERVICE_NAME, set_service_name, "the service's name, as messages say it"),
  ONE(BASE_URL, set_base_url, "the URL that clients write before /v1; required"),
  FLAG(REQUIRE_TLS, set_require_tls, "whether a request over plain http is refused; default when the base URL is https"),
  ONE(EVENT_TYPE_PREFIX, set_event_type_prefix, "what event type names begin with"),
  ONE(EVENT_SOURCE, set_event_source, "the source attribute of events; default the base URL"),
  ONE(TOKEN_KEY, set_token_key, "file of the key, or the key ring, that signs access tokens; required"),
  ONE(TOKEN_LIFETIME, set_token_lifetime, "how long an access token is good, in seconds"),
  MANY(TRUSTED_ISSUER, set_trusted_issuer, "issuer, audience, JWKS file or URL, user or principal, refresh=seconds; or None"),
  ONE(SECRETS_KEY, set_secrets_key, "file of the keys that seal webhook secrets and credentials; required"),
  ONE(MAX_BODY, set_max_body, "the largest JSON body, in bytes"),
  ONE(BODY_TIMEOUT, collab_set_body_timeout, "within how many seconds all of a JSON body must have come"),
  ONE(MAX_ATTACHMENT, set_max_attachment, "how large the files of one upload may be together, in bytes"),
  ONE(ATTACHMENT_SLOTS, set_attachment_slots, "how many uploads a child takes at once"),
  ONE(ATTACHMENT_TIMEOUT, set_attachment_timeout, "how long a storage may take nothing before it is given up, in seconds"),
  ONE_OR_TWO(ATTACHMENT_MIN_RATE, set_attachment_min_rate, "how many bytes a second a storage must take, over how many seconds; or Off"),
  EACH(RESPONSE_HOURS, set_response_hours, "hours to respond for each priority: HIGH=1 MEDIUM=4 LOW=24"),
  ONE(AUTO_CLOSE, set_auto_close, "days after which a request that nobody touches is closed, or Off"),
  FLAG(LENIENT_INPUT, set_lenient_input, "whether some fields may be left out or blank, and are filled in"),
  ONE(SUBSCRIPTION_LIMIT, set_subscription_limit, "how many webhook subscriptions a company may have"),
  ONE_OR_TWO(LOGIN_LIMIT, set_login_limit, "failed logins of one user name and address, in how many seconds; or Off"),
  MANY(LOGIN_ADDRESS_LIMIT, collab_set_login_address_limit,
       "failed logins of one address, in how many seconds, count=network, exempt=network; or Off"),
  ONE_OR_TWO(RATE_LIMIT, set_rate_limit, "requests of one caller, in how many seconds; or Off"),
  ONE(DATABASE_WAIT, set_database_wait, "how long a request waits for a database connection"),
  MANY(DISPATCHER, collab_set_dispatcher, "On or Off, slots=number, per-endpoint=number"),
  ONE(DISPATCHER_DSN, collab_set_dispatcher_dsn, "the dispatcher's own connection string"),
  ONE(DUTY_INTERVAL, collab_set_duty_interval, "how often the dispatcher looks for what it does of its own accord"),
  EACH(RETENTION, collab_set_retention, "days that are kept of attempts=days or Off, events=days or Off"),
  ONE(HORIZON_ALARM, collab_set_horizon_alarm, "how long somebody may keep dead rows alive before there is an alarm, in seconds, or Off"),
  MANY(ALERT_COMMAND, collab_set_alert_command, "a program and its arguments, called with an alarm's name and began or ended; or None"),
  ONE(EVENT_LOG, collab_set_event_log, "a file, or \"|program arguments\", that gets every event as a line of JSON; or None"),
  MANY(WEBHOOK_RETRY, collab_set_webhook_retry, "V1 or V2, then the delay before each retry in seconds, or None"),
  ONE(WEBHOOK_TIMEOUT, collab_set_webhook_timeout, "how long a receiver may take to answer, in seconds"),
  EACH(WEBHOOK_RETRY_STATUS, collab_set_webhook_retry_status, "statuses of 400 to 499 that are tried again, or None"),
  ONE(WEBHOOK_RETIRE_GONE, collab_set_webhook_retire_gone, "how many answers of 410 in a row switch a subscription off, or Off"),
  FLAG(SECRET_HOLD, collab_set_secret_hold, "whether 401 and 403 are tried again while a replaced secret still signs"),
  MANY(WEBHOOK_BREAKER, collab_set_webhook_breaker, "count, or hold and the seconds between probes; then oldest-first, or nothing"),
  ONE_OR_TWO(SECRET_OVERLAP, collab_set_secret_overlap, "how long a replaced webhook secret still signs: the usual and the longest, in seconds"),
  ONE(LEGACY_SUNSET, collab_set_legacy_sunset, "when the deprecated operations and V1 webhooks end: a date, or Off"),
  EACH(OUTBOUND_ALLOW, collab_set_outbound_allow, "networks that callbacks may be in beyond the public Internet, or None"),
  FLAG(OUTBOUND_HTTP, collab_set_outbound_http, "whether callbacks may be plain http"),
  TWO(OUTBOUND_HOST, collab_set_outbound_host, "a host name and the address to use for it"),
  ONE(OUTBOUND_PROXY, collab_set_outbound_proxy, "http URL of the proxy through which everybody is called, or None"),
  ONE(OUTBOUND_CA, collab_set_outbound_ca, "file of the certificates that are trusted when somebody is called, instead of the system's"),
  {.name = NULL}
};
/* clang-format on */

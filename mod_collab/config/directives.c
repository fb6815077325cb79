/* directives.c: every directive of the module: its name, its form, and what is wrong with a value.
 *
 * One setter a directive, the table at the end. A setter takes the value or returns what is wrong with it; httpd puts the file
 * and the line before that. All stand at server level (or in a virtual host); a later one overrides. Called by httpd's core while
 * it reads its configuration, as the user that starts it: key files are looked at here, so that configtest finds a wrong one.
 * Must not touch the database or the network. */
#include <apr_file_io.h>
#include <apr_lib.h>
#include <apr_uri.h>
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/time.h"
#include "collab_private.h"
#include "config/server.h"

#define KEY_BYTES 32

/* The server's configuration, for a directive that is being read; notes where it stands. */
static collab_config_t *settings(cmd_parms *cmd, collab_directive_t directive) {
  collab_server_t *server = collab_server_of(cmd->server);

  server->at[directive].file = cmd->directive->filename;
  server->at[directive].line = (unsigned)cmd->directive->line_num;
  if (server->values.first_file == NULL) {
    server->values.first_file = cmd->directive->filename;
    server->values.first_line = (unsigned)cmd->directive->line_num;
  }
  return &server->values;
}

static const char *wrong(cmd_parms *cmd, const char *format, ...) __attribute__((format(printf, 2, 3)));
static const char *wrong(cmd_parms *cmd, const char *format, ...) {
  va_list args;

  va_start(args, format);
  const char *text = apr_pvsprintf(cmd->pool, format, args);
  va_end(args);
  return apr_pstrcat(cmd->pool, cmd->directive->directive, ": ", text, NULL);
}

/* A whole number within limits. */
static bool number(const char *text, int64_t min, int64_t max, int64_t *value) {
  return collab_text_integer(text, value) && *value >= min && *value <= max;
}

static bool is_clean_text(const char *text) {
  if (!collab_text_is_utf8(text, strlen(text)) || collab_text_is_blank(text))
    return false;
  for (; *text; text++) {
    if (apr_iscntrl(*text))
      return false;
  }
  return true;
}

/* ---- the service ---- */

static const char *set_service_name(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  if (!is_clean_text(value) || collab_text_length(value) > 191)
    return wrong(cmd, "takes a name of 1 to 191 characters in UTF-8");
  settings(cmd, COLLAB_DIRECTIVE_SERVICE_NAME)->service_name = value;
  return NULL;
}

static const char *set_base_url(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  apr_uri_t uri;
  apr_size_t len = strlen(value);
  const char *form = "takes an absolute http or https URL without user, query or fragment, not";

  while (len > 0 && value[len - 1] == '/')
    len--;
  const char *url = apr_pstrmemdup(cmd->pool, value, len);
  if (!collab_text_is_uri(url, true) || strpbrk(url, "?#%") || apr_uri_parse(cmd->pool, url, &uri) != APR_SUCCESS ||
      !uri.hostname) {
    return wrong(cmd, "%s \"%s\"", form, value);
  }
  const char *path = uri.path ? uri.path : "";
  if (strstr(path, "//") || strstr(path, "/./") || strstr(path, "/../")) {
    return wrong(cmd, "has a path that no request can have: \"%s\"", path);
  }
  collab_config_t *config = settings(cmd, COLLAB_DIRECTIVE_BASE_URL);
  config->base_url = url;
  config->base_path = path;
  return NULL;
}

static const char *set_require_tls(cmd_parms *cmd, void *dir, int on) {
  (void)dir;
  settings(cmd, COLLAB_DIRECTIVE_REQUIRE_TLS)->require_tls = on != 0;
  return NULL;
}

static const char *set_event_type_prefix(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  apr_size_t len = strlen(value);
  const char *allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";

  if (len < 2 || len > 100 || value[len - 1] != '.' || value[0] == '.' || strspn(value, allowed) != len || strstr(value, "..")) {
    return wrong(cmd, "takes a reverse domain name that ends with a dot, like \"org.provider.core.\", not \"%s\"", value);
  }
  settings(cmd, COLLAB_DIRECTIVE_EVENT_TYPE_PREFIX)->event_type_prefix = value;
  return NULL;
}

static const char *set_event_source(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  if (!collab_text_is_uri(value, true))
    return wrong(cmd, "takes an absolute http or https URL, not \"%s\"", value);
  settings(cmd, COLLAB_DIRECTIVE_EVENT_SOURCE)->event_source = value;
  return NULL;
}

/* ---- keys and tokens ---- */

/* The absolute path of a key file that can be read and has enough bytes; or *error. */
static const char *key_file(cmd_parms *cmd, const char *value, const char **error) {
  char bytes[KEY_BYTES];
  apr_file_t *file;
  apr_size_t len = 0;
  const char *path = ap_server_root_relative(cmd->pool, value);

  *error = NULL;
  if (path == NULL) {
    *error = wrong(cmd, "\"%s\" is no path", value);
    return NULL;
  }
  apr_status_t rv = apr_file_open(&file, path, APR_FOPEN_READ | APR_FOPEN_BINARY, APR_FPROT_OS_DEFAULT, cmd->temp_pool);
  if (rv == APR_SUCCESS) {
    rv = apr_file_read_full(file, bytes, sizeof bytes, &len);
    apr_file_close(file);
    memset(bytes, 0, sizeof bytes);
  }
  if (rv != APR_SUCCESS && !APR_STATUS_IS_EOF(rv)) {
    *error = wrong(cmd, "cannot read \"%s\": %pm", path, &rv);
  } else if (len < KEY_BYTES) {
    *error = wrong(cmd, "\"%s\" is too short for a key: %" APR_SIZE_T_FMT " bytes, at least %d are needed", path, len, KEY_BYTES);
  }
  return path;
}

static const char *set_token_key(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  const char *error;
  const char *path = key_file(cmd, value, &error);

  if (error == NULL)
    settings(cmd, COLLAB_DIRECTIVE_TOKEN_KEY)->token_key_path = path;
  return error;
}

static const char *set_secrets_key(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  const char *error;
  const char *path = key_file(cmd, value, &error);

  if (error == NULL)
    settings(cmd, COLLAB_DIRECTIVE_SECRETS_KEY)->secrets_key_path = path;
  return error;
}

static const char *set_token_lifetime(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  int64_t seconds;

  if (!number(value, 60, 30 * 86400, &seconds))
    return wrong(cmd, "takes 60 to 2592000 seconds, not \"%s\"", value);
  settings(cmd, COLLAB_DIRECTIVE_TOKEN_LIFETIME)->token_lifetime = (int)seconds;
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
    if (strncmp(argv[i], "refresh=", 8) || !number(argv[i] + 8, 1, 86400, &seconds))
      return wrong(cmd, "takes refresh=1 to 86400 seconds, not \"%s\"", argv[i]);
    issuer->refresh = (int)seconds;
  }
  return NULL;
}

static const char *set_trusted_issuer(cmd_parms *cmd, void *dir, int argc, char *const argv[]) {
  (void)dir;
  const char *error;
  collab_issuer_t issuer = {.refresh = 900};

  if (argc == 1 && !ap_cstr_casecmp(argv[0], "none")) {
    settings(cmd, COLLAB_DIRECTIVE_TRUSTED_ISSUER)->issuers = apr_array_make(cmd->pool, 0, sizeof(collab_issuer_t));
    return NULL;
  }
  if (argc < 4 || (strcmp(argv[3], "user") && strcmp(argv[3], "principal")))
    return wrong(cmd, "takes an issuer, an audience, a JWKS file or URL, and user or principal; then refresh=seconds");
  if (!is_claim(argv[0]) || !is_claim(argv[1]))
    return wrong(cmd, "\"%s\" is nothing that stands in a claim", is_claim(argv[0]) ? argv[1] : argv[0]);
  issuer.name = argv[0];
  issuer.audience = argv[1];
  issuer.principals = !strcmp(argv[3], "principal");
  issuer.remote = strstr(argv[2], "://") != NULL;
  if (issuer.remote && !collab_text_is_uri(argv[2], true))
    return wrong(cmd, "\"%s\" is no https URL", argv[2]);
  issuer.keys = issuer.remote ? argv[2] : key_file(cmd, argv[2], &error);
  if (!issuer.remote && error)
    return error;
  if ((error = issuer_options(cmd, argc, argv, &issuer)))
    return error;
  collab_config_t *config = settings(cmd, COLLAB_DIRECTIVE_TRUSTED_ISSUER);
  apr_array_header_t *issuers = apr_array_copy(cmd->pool, config->issuers);
  for (int i = 0; i < issuers->nelts; i++) {
    const collab_issuer_t *other = &APR_ARRAY_IDX(issuers, i, collab_issuer_t);
    if (!strcmp(other->name, issuer.name) && !strcmp(other->audience, issuer.audience))
      return wrong(cmd, "names %s with the audience %s twice", issuer.name, issuer.audience);
  }
  APR_ARRAY_PUSH(issuers, collab_issuer_t) = issuer;
  config->issuers = issuers;
  return NULL;
}

/* ---- limits ---- */

static const char *set_max_body(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  int64_t bytes;

  if (!number(value, 1024, 64 * 1024 * 1024, &bytes))
    return wrong(cmd, "takes 1024 to 67108864 bytes, not \"%s\"", value);
  settings(cmd, COLLAB_DIRECTIVE_MAX_BODY)->max_body = (apr_size_t)bytes;
  return NULL;
}

static const char *set_max_attachment(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  int64_t bytes;

  if (!number(value, 1024, APR_INT64_C(1) << 50, &bytes))
    return wrong(cmd, "takes 1024 bytes to a pebibyte, not \"%s\"", value);
  settings(cmd, COLLAB_DIRECTIVE_MAX_ATTACHMENT)->max_attachment = bytes;
  return NULL;
}

static const char *set_attachment_slots(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  int64_t slots;

  if (!number(value, 1, 10000, &slots))
    return wrong(cmd, "takes 1 to 10000 uploads, not \"%s\"", value);
  settings(cmd, COLLAB_DIRECTIVE_ATTACHMENT_SLOTS)->attachment_slots = (int)slots;
  return NULL;
}

static const char *set_attachment_timeout(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  int64_t seconds;

  if (!number(value, 1, 3600, &seconds))
    return wrong(cmd, "takes 1 to 3600 seconds, not \"%s\"", value);
  settings(cmd, COLLAB_DIRECTIVE_ATTACHMENT_TIMEOUT)->attachment_timeout = apr_time_from_sec(seconds);
  return NULL;
}

static const char *set_response_hours(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  static const char *const priorities[] = {"HIGH=", "MEDIUM=", "LOW="};
  collab_server_t *server = collab_server_of(cmd->server);
  collab_config_t *config = settings(cmd, COLLAB_DIRECTIVE_RESPONSE_HOURS);
  const char **fields[] = {&config->hours_high, &config->hours_medium, &config->hours_low};
  int64_t hours;

  for (int i = 0; i < 3; i++) {
    apr_size_t len = strlen(priorities[i]);
    if (strncmp(value, priorities[i], len) != 0)
      continue;
    if (!number(value + len, 1, 8760, &hours))
      return wrong(cmd, "takes 1 to 8760 hours, not \"%s\"", value);
    *fields[i] = value + len;
    server->hours_given[i] = true;
    return NULL;
  }
  return wrong(cmd, "takes HIGH=hours MEDIUM=hours LOW=hours, not \"%s\"", value);
}

static const char *set_auto_close(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  int64_t days = 0;

  if (ap_cstr_casecmp(value, "off") && !number(value, 1, 36500, &days))
    return wrong(cmd, "takes 1 to 36500 days, or Off, not \"%s\"", value);
  settings(cmd, COLLAB_DIRECTIVE_AUTO_CLOSE)->auto_close = (int)days;
  return NULL;
}

static const char *set_subscription_limit(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  int64_t limit;

  if (!number(value, 1, 100000, &limit))
    return wrong(cmd, "takes 1 to 100000 subscriptions, not \"%s\"", value);
  settings(cmd, COLLAB_DIRECTIVE_SUBSCRIPTION_LIMIT)->subscription_limit = value;
  return NULL;
}

static const char *set_login_limit(cmd_parms *cmd, void *dir, const char *failures, const char *window) {
  (void)dir;
  bool off = !window && !ap_cstr_casecmp(failures, "off");
  int64_t count, seconds;

  if (!off && (!number(failures, 1, 100000, &count) || (window && !number(window, 1, 86400, &seconds)))) {
    return wrong(cmd, "takes a number of failures (1 to 100000) and a window of 1 to 86400 seconds, or Off");
  }
  collab_config_t *config = settings(cmd, COLLAB_DIRECTIVE_LOGIN_LIMIT);
  config->login_failures = off ? "0" : failures;
  if (window)
    config->login_window = window;
  return NULL;
}

static const char *set_database_wait(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  apr_interval_time_t wait;

  if (!apr_isdigit(*value) || ap_timeout_parameter_parse(value, &wait, "s") != APR_SUCCESS || wait < apr_time_from_msec(10) ||
      wait > apr_time_from_sec(60)) {
    return wrong(cmd, "takes a time of 10ms to 60s, not \"%s\"", value);
  }
  settings(cmd, COLLAB_DIRECTIVE_DATABASE_WAIT)->database_wait = wait;
  return NULL;
}

/* ---- webhooks ---- */

static const char *set_dispatcher(cmd_parms *cmd, void *dir, int argc, char *const argv[]) {
  (void)dir;
  collab_config_t *config = settings(cmd, COLLAB_DIRECTIVE_DISPATCHER);
  int64_t count;

  if (argc < 1 || (ap_cstr_casecmp(argv[0], "on") && ap_cstr_casecmp(argv[0], "off"))) {
    return wrong(cmd, "takes On or Off, then slots=number and per-endpoint=number");
  }
  config->dispatcher = !ap_cstr_casecmp(argv[0], "on");
  for (int i = 1; i < argc; i++) {
    if (!strncmp(argv[i], "slots=", 6) && number(argv[i] + 6, 1, 10000, &count)) {
      config->dispatcher_slots = (int)count;
    } else if (!strncmp(argv[i], "per-endpoint=", 13) && number(argv[i] + 13, 1, 1000, &count)) {
      config->dispatcher_per_endpoint = (int)count;
    } else {
      return wrong(cmd, "takes slots=1 to 10000 and per-endpoint=1 to 1000, not \"%s\"", argv[i]);
    }
  }
  return NULL;
}

static const char *set_dispatcher_dsn(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  if (!strchr(value, '=') && strncmp(value, "postgresql://", 13) && strncmp(value, "postgres://", 11)) {
    return wrong(cmd, "takes a PostgreSQL connection string (host=... dbname=... user=...)");
  }
  settings(cmd, COLLAB_DIRECTIVE_DISPATCHER_DSN)->dispatcher_dsn = value;
  return NULL;
}

static const char *set_webhook_retry(cmd_parms *cmd, void *dir, int argc, char *const argv[]) {
  (void)dir;
  collab_schedule_t schedule = {0, {0}};
  int64_t seconds;
  bool v1 = argc > 0 && !strcmp(argv[0], "V1");

  if (argc < 2 || (!v1 && strcmp(argv[0], "V2")))
    return wrong(cmd, "takes V1 or V2, then the delay before each retry in seconds, or None");
  if (argc > 17)
    return wrong(cmd, "takes at most 16 delays, not %d", argc - 1);
  if (argc != 2 || ap_cstr_casecmp(argv[1], "none")) {
    for (int i = 1; i < argc; i++) {
      if (!number(argv[i], 1, 30 * 86400, &seconds))
        return wrong(cmd, "takes delays of 1 to 2592000 seconds, not \"%s\"", argv[i]);
      schedule.delay[schedule.count++] = (int)seconds;
    }
  }
  collab_config_t *config = settings(cmd, COLLAB_DIRECTIVE_WEBHOOK_RETRY);
  *(v1 ? &config->retry_v1 : &config->retry_v2) = schedule;
  collab_server_of(cmd->server)->retry_given[v1 ? 0 : 1] = true;
  return NULL;
}

static const char *set_webhook_timeout(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  int64_t seconds;

  if (!number(value, 1, 300, &seconds))
    return wrong(cmd, "takes 1 to 300 seconds, not \"%s\"", value);
  settings(cmd, COLLAB_DIRECTIVE_WEBHOOK_TIMEOUT)->webhook_timeout = (int)seconds;
  return NULL;
}

static const char *set_secret_overlap(cmd_parms *cmd, void *dir, const char *usual, const char *most) {
  (void)dir;
  const int64_t limit = 365 * 86400;
  int64_t seconds, maximum;

  if (!number(usual, 0, limit, &seconds) || (most && !number(most, 0, limit, &maximum)))
    return wrong(cmd, "takes the usual overlap and the longest, 0 to 31536000 seconds each");
  collab_config_t *config = settings(cmd, COLLAB_DIRECTIVE_SECRET_OVERLAP);
  config->secret_overlap = (int)seconds;
  config->secret_overlap_max = most                                   ? (int)maximum
                               : seconds > config->secret_overlap_max ? (int)seconds
                                                                      : config->secret_overlap_max;
  if (config->secret_overlap > config->secret_overlap_max)
    return wrong(cmd, "the usual overlap (%s) is longer than the longest (%s)", usual, most);
  return NULL;
}

static const char *set_legacy_sunset(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  apr_time_t when = 0;

  if (ap_cstr_casecmp(value, "off") &&
      ((!collab_time_parse(value, &when) && !collab_time_parse(apr_pstrcat(cmd->pool, value, "T00:00:00Z", NULL), &when)) ||
       when <= 0)) {
    return wrong(cmd, "takes a date like 2027-01-02, a date-time, or Off, not \"%s\"", value);
  }
  settings(cmd, COLLAB_DIRECTIVE_LEGACY_SUNSET)->legacy_sunset = when;
  return NULL;
}

/* ---- what may be called ---- */

/* Lists are copied on write: a virtual host must not change what it took from the main server. */
static const char *set_outbound_allow(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  collab_config_t *config = settings(cmd, COLLAB_DIRECTIVE_OUTBOUND_ALLOW);
  apr_ipsubnet_t *network;

  if (!ap_cstr_casecmp(value, "none")) {
    config->outbound.allow = apr_array_make(cmd->pool, 0, sizeof(apr_ipsubnet_t *));
    config->outbound.allow_text = apr_array_make(cmd->pool, 0, sizeof(const char *));
    return NULL;
  }
  const char *slash = strchr(value, '/');
  const char *address = slash ? apr_pstrmemdup(cmd->pool, value, (apr_size_t)(slash - value)) : value;
  unsigned char bytes[16];
  if ((inet_pton(AF_INET, address, bytes) != 1 && inet_pton(AF_INET6, address, bytes) != 1) ||
      apr_ipsubnet_create(&network, address, slash ? slash + 1 : NULL, cmd->pool) != APR_SUCCESS) {
    return wrong(cmd, "takes networks like 10.1.0.0/16 or fd00::/8, or None, not \"%s\"", value);
  }
  apr_array_header_t *allow = apr_array_copy(cmd->pool, config->outbound.allow);
  apr_array_header_t *text = apr_array_copy(cmd->pool, config->outbound.allow_text);
  APR_ARRAY_PUSH(allow, apr_ipsubnet_t *) = network;
  APR_ARRAY_PUSH(text, const char *) = value;
  config->outbound.allow = allow;
  config->outbound.allow_text = text;
  return NULL;
}

static const char *set_lenient_input(cmd_parms *cmd, void *dir, int on) {
  (void)dir;
  settings(cmd, COLLAB_DIRECTIVE_LENIENT_INPUT)->lenient = on ? "true" : "false";
  return NULL;
}

static const char *set_outbound_http(cmd_parms *cmd, void *dir, int on) {
  (void)dir;
  settings(cmd, COLLAB_DIRECTIVE_OUTBOUND_HTTP)->outbound.http = on != 0;
  return NULL;
}

static const char *set_outbound_host(cmd_parms *cmd, void *dir, const char *name, const char *address) {
  (void)dir;
  unsigned char bytes[16];
  const char *allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-";

  if (!*name || strlen(name) > 253 || name[strspn(name, allowed)] != '\0')
    return wrong(cmd, "\"%s\" is no host name", name);
  if (inet_pton(AF_INET, address, bytes) != 1 && inet_pton(AF_INET6, address, bytes) != 1) {
    return wrong(cmd, "\"%s\" is no IPv4 or IPv6 address", address);
  }
  collab_config_t *config = settings(cmd, COLLAB_DIRECTIVE_OUTBOUND_HOST);
  apr_array_header_t *pins = apr_array_make(cmd->pool, config->outbound.pins->nelts + 1, sizeof(collab_host_pin_t));
  for (int i = 0; i < config->outbound.pins->nelts; i++) {
    collab_host_pin_t pin = APR_ARRAY_IDX(config->outbound.pins, i, collab_host_pin_t);
    if (ap_cstr_casecmp(pin.name, name))
      APR_ARRAY_PUSH(pins, collab_host_pin_t) = pin;
  }
  APR_ARRAY_PUSH(pins, collab_host_pin_t) = (collab_host_pin_t){name, address};
  config->outbound.pins = pins;
  return NULL;
}

/* A file that workers and the dispatcher read when they call somebody. */
static const char *set_outbound_ca(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  const char *path = ap_server_root_relative(cmd->pool, value);
  char line[512];
  apr_file_t *file;
  bool found = false;

  if (path == NULL || apr_file_open(&file, path, APR_FOPEN_READ | APR_FOPEN_BUFFERED, APR_OS_DEFAULT, cmd->temp_pool))
    return wrong(cmd, "cannot read \"%s\"", value);
  while (!found && apr_file_gets(line, sizeof line, file) == APR_SUCCESS)
    found = !strncmp(line, "-----BEGIN CERTIFICATE-----", 27);
  apr_file_close(file);
  if (!found)
    return wrong(cmd, "\"%s\" has no certificate in PEM", value);
  settings(cmd, COLLAB_DIRECTIVE_OUTBOUND_CA)->outbound.ca = path;
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
  ONE(TOKEN_KEY, set_token_key, "file of the key that signs access tokens; required"),
  ONE(TOKEN_LIFETIME, set_token_lifetime, "how long an access token is good, in seconds"),
  MANY(TRUSTED_ISSUER, set_trusted_issuer, "issuer, audience, JWKS file or URL, user or principal, refresh=seconds; or None"),
  ONE(SECRETS_KEY, set_secrets_key, "file of the keys that seal webhook secrets and credentials; required"),
  ONE(MAX_BODY, set_max_body, "the largest JSON body, in bytes"),
  ONE(MAX_ATTACHMENT, set_max_attachment, "how large the files of one upload may be together, in bytes"),
  ONE(ATTACHMENT_SLOTS, set_attachment_slots, "how many uploads a child takes at once"),
  ONE(ATTACHMENT_TIMEOUT, set_attachment_timeout, "how long a storage may take nothing before it is given up, in seconds"),
  EACH(RESPONSE_HOURS, set_response_hours, "hours to respond for each priority: HIGH=1 MEDIUM=4 LOW=24"),
  ONE(AUTO_CLOSE, set_auto_close, "days after which a request that nobody touches is closed, or Off"),
  FLAG(LENIENT_INPUT, set_lenient_input, "whether some fields may be left out or blank, and are filled in"),
  ONE(SUBSCRIPTION_LIMIT, set_subscription_limit, "how many webhook subscriptions a company may have"),
  ONE_OR_TWO(LOGIN_LIMIT, set_login_limit, "failed logins of one user name and address, in how many seconds; or Off"),
  ONE(DATABASE_WAIT, set_database_wait, "how long a request waits for a database connection"),
  MANY(DISPATCHER, set_dispatcher, "On or Off, slots=number, per-endpoint=number"),
  ONE(DISPATCHER_DSN, set_dispatcher_dsn, "the dispatcher's own connection string"),
  MANY(WEBHOOK_RETRY, set_webhook_retry, "V1 or V2, then the delay before each retry in seconds, or None"),
  ONE(WEBHOOK_TIMEOUT, set_webhook_timeout, "how long a receiver may take to answer, in seconds"),
  ONE_OR_TWO(SECRET_OVERLAP, set_secret_overlap, "how long a replaced webhook secret still signs: the usual and the longest, in seconds"),
  ONE(LEGACY_SUNSET, set_legacy_sunset, "when the deprecated operations and V1 webhooks end: a date, or Off"),
  EACH(OUTBOUND_ALLOW, set_outbound_allow, "networks that callbacks may be in beyond the public Internet, or None"),
  FLAG(OUTBOUND_HTTP, set_outbound_http, "whether callbacks may be plain http"),
  TWO(OUTBOUND_HOST, set_outbound_host, "a host name and the address to use for it"),
  ONE(OUTBOUND_CA, set_outbound_ca, "file of the certificates that are trusted when somebody is called, instead of the system's"),
  {.name = NULL}
};
/* clang-format on */

/* directives_delivery.c: the directives of the dispatcher, of webhooks, and of what may be called. The table is in directives.c.
 */
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "base/time.h"
#include "collab_private.h"
#include "config/directives.h"

/* ---- webhooks ---- */

const char *collab_set_dispatcher(cmd_parms *cmd, void *dir, int argc, char *const argv[]) {
  (void)dir;
  collab_config_t *config = collab_directive_settings(cmd, COLLAB_DIRECTIVE_DISPATCHER);
  int64_t count;

  if (argc < 1 || (ap_cstr_casecmp(argv[0], "on") && ap_cstr_casecmp(argv[0], "off"))) {
    return collab_directive_wrong(cmd, "takes On or Off, then slots=number and per-endpoint=number");
  }
  config->dispatcher = !ap_cstr_casecmp(argv[0], "on");
  for (int i = 1; i < argc; i++) {
    if (!strncmp(argv[i], "slots=", 6) && collab_directive_number(argv[i] + 6, 1, 10000, &count)) {
      config->dispatcher_slots = (int)count;
    } else if (!strncmp(argv[i], "per-endpoint=", 13) && collab_directive_number(argv[i] + 13, 1, 1000, &count)) {
      config->dispatcher_per_endpoint = (int)count;
    } else {
      return collab_directive_wrong(cmd, "takes slots=1 to 10000 and per-endpoint=1 to 1000, not \"%s\"", argv[i]);
    }
  }
  return NULL;
}

const char *collab_set_dispatcher_dsn(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  if (!strchr(value, '=') && strncmp(value, "postgresql://", 13) && strncmp(value, "postgres://", 11)) {
    return collab_directive_wrong(cmd, "takes a PostgreSQL connection string (host=... dbname=... user=...)");
  }
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_DISPATCHER_DSN)->dispatcher_dsn = value;
  return NULL;
}

const char *collab_set_webhook_retry(cmd_parms *cmd, void *dir, int argc, char *const argv[]) {
  (void)dir;
  collab_schedule_t schedule = {0, {0}};
  int64_t seconds;
  bool v1 = argc > 0 && !strcmp(argv[0], "V1");

  if (argc < 2 || (!v1 && strcmp(argv[0], "V2"))) {
    return collab_directive_wrong(cmd, "takes V1 or V2, then the delay before each retry in seconds, or None");
  }
  if (argc > 17) {
    return collab_directive_wrong(cmd, "takes at most 16 delays, not %d", argc - 1);
  }
  if (argc != 2 || ap_cstr_casecmp(argv[1], "none")) {
    for (int i = 1; i < argc; i++) {
      if (!collab_directive_number(argv[i], 1, 30 * 86400, &seconds)) {
        return collab_directive_wrong(cmd, "takes delays of 1 to 2592000 seconds, not \"%s\"", argv[i]);
      }
      schedule.delay[schedule.count++] = (int)seconds;
    }
  }
  collab_config_t *config = collab_directive_settings(cmd, COLLAB_DIRECTIVE_WEBHOOK_RETRY);
  *(v1 ? &config->retry_v1 : &config->retry_v2) = schedule;
  collab_server_of(cmd->server)->retry_given[v1 ? 0 : 1] = true;
  return NULL;
}

const char *collab_set_webhook_timeout(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  int64_t seconds;

  if (!collab_directive_number(value, 1, 300, &seconds)) {
    return collab_directive_wrong(cmd, "takes 1 to 300 seconds, not \"%s\"", value);
  }
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_WEBHOOK_TIMEOUT)->webhook_timeout = (int)seconds;
  return NULL;
}

const char *collab_set_webhook_retry_status(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  int64_t status;
  bool none = !ap_cstr_casecmp(value, "none");

  if (!none && !collab_directive_number(value, 400, 499, &status)) {
    return collab_directive_wrong(cmd, "takes statuses of 400 to 499, or None, not \"%s\"", value);
  }
  collab_config_t *config = collab_directive_settings(cmd, COLLAB_DIRECTIVE_WEBHOOK_RETRY_STATUS);
  bool *retried = config->retry_status && !none ? apr_pmemdup(cmd->pool, config->retry_status, 100 * sizeof *retried)
                                                : apr_pcalloc(cmd->pool, 100 * sizeof *retried);
  if (!none) {
    retried[status - 400] = true;
  }
  config->retry_status = retried;
  return NULL;
}

const char *collab_set_webhook_retire_gone(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  int64_t count = 0;

  if (ap_cstr_casecmp(value, "off") && !collab_directive_number(value, 1, 1000, &count)) {
    return collab_directive_wrong(cmd, "takes 1 to 1000 answers, or Off, not \"%s\"", value);
  }
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_WEBHOOK_RETIRE_GONE)->retire_gone = (int)count;
  return NULL;
}

const char *collab_set_secret_hold(cmd_parms *cmd, void *dir, int on) {
  (void)dir;
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_SECRET_HOLD)->secret_hold = on != 0;
  return NULL;
}

const char *collab_set_webhook_breaker(cmd_parms *cmd, void *dir, int argc, char *const argv[]) {
  (void)dir;
  int64_t seconds = 30;
  bool hold = argc > 0 && !ap_cstr_casecmp(argv[0], "hold");
  bool in_order = argc > 1 && !ap_cstr_casecmp(argv[argc - 1], "oldest-first");
  int count = argc - in_order;

  if (count < 1 || count > (hold ? 2 : 1) || (!hold && ap_cstr_casecmp(argv[0], "count")) ||
      (count == 2 && !collab_directive_number(argv[1], 1, 600, &seconds))) {
    return collab_directive_wrong(cmd, "takes count, or hold and 1 to 600 seconds between probes; then oldest-first, or nothing");
  }
  collab_config_t *settings = collab_directive_settings(cmd, COLLAB_DIRECTIVE_WEBHOOK_BREAKER);
  settings->breaker_pause = hold ? (int)seconds : 0;
  settings->breaker_in_order = in_order;
  return NULL;
}

const char *collab_set_secret_overlap(cmd_parms *cmd, void *dir, const char *usual, const char *most) {
  (void)dir;
  const int64_t limit = 365 * 86400;
  int64_t seconds, maximum;

  if (!collab_directive_number(usual, 0, limit, &seconds) || (most && !collab_directive_number(most, 0, limit, &maximum))) {
    return collab_directive_wrong(cmd, "takes the usual overlap and the longest, 0 to 31536000 seconds each");
  }
  collab_config_t *config = collab_directive_settings(cmd, COLLAB_DIRECTIVE_SECRET_OVERLAP);
  config->secret_overlap = (int)seconds;
  config->secret_overlap_max = most                                   ? (int)maximum
                               : seconds > config->secret_overlap_max ? (int)seconds
                                                                      : config->secret_overlap_max;
  if (config->secret_overlap > config->secret_overlap_max) {
    return collab_directive_wrong(cmd, "the usual overlap (%s) is longer than the longest (%s)", usual, most);
  }
  return NULL;
}

const char *collab_set_legacy_sunset(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  apr_time_t when = 0;

  if (ap_cstr_casecmp(value, "off") &&
      ((!collab_time_parse(value, &when) && !collab_time_parse(apr_pstrcat(cmd->pool, value, "T00:00:00Z", NULL), &when)) ||
       when <= 0)) {
    return collab_directive_wrong(cmd, "takes a date like 2027-01-02, a date-time, or Off, not \"%s\"", value);
  }
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_LEGACY_SUNSET)->legacy_sunset = when;
  return NULL;
}

/* Opened when httpd starts, as its own logs are. Here what can be known without: a program is there, a file can be. */
const char *collab_set_event_log(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  const char *path = value;
  apr_finfo_t info;

  if (!ap_cstr_casecmp(value, "none")) {
    path = NULL;
  } else if (*value == '|') {
    char **words;
    const char *command = value + 1 + strspn(value + 1, "|");
    if (*command != '$' && (apr_tokenize_to_argv(command, &words, cmd->temp_pool) != APR_SUCCESS || !words[0] ||
                            (words[0][0] == '/' && access(words[0], X_OK)))) {
      return collab_directive_wrong(cmd, "\"%s\" is no program", command);
    }
  } else {
    path = ap_server_root_relative(cmd->pool, value);
    if (!path || (apr_stat(&info, path, APR_FINFO_TYPE, cmd->temp_pool) == APR_SUCCESS && info.filetype == APR_DIR) ||
        apr_stat(&info, ap_make_dirstr_parent(cmd->temp_pool, path), APR_FINFO_TYPE, cmd->temp_pool) != APR_SUCCESS) {
      return collab_directive_wrong(cmd, "\"%s\" cannot be a file", value);
    }
  }
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_EVENT_LOG)->event_log = path;
  return NULL;
}

/* ---- what may be called ---- */

/* Lists are copied on write: a virtual host must not change what it took from the main server. */
const char *collab_set_outbound_allow(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  collab_config_t *config = collab_directive_settings(cmd, COLLAB_DIRECTIVE_OUTBOUND_ALLOW);

  if (!ap_cstr_casecmp(value, "none")) {
    config->outbound.allow = apr_array_make(cmd->pool, 0, sizeof(apr_ipsubnet_t *));
    config->outbound.allow_text = apr_array_make(cmd->pool, 0, sizeof(const char *));
    return NULL;
  }
  apr_ipsubnet_t *network = collab_outbound_network(cmd->pool, value);
  if (!network) {
    return collab_directive_wrong(cmd, "takes networks like 10.1.0.0/16 or fd00::/8, or None, not \"%s\"", value);
  }
  apr_array_header_t *allow = apr_array_copy(cmd->pool, config->outbound.allow);
  apr_array_header_t *text = apr_array_copy(cmd->pool, config->outbound.allow_text);
  APR_ARRAY_PUSH(allow, apr_ipsubnet_t *) = network;
  APR_ARRAY_PUSH(text, const char *) = value;
  config->outbound.allow = allow;
  config->outbound.allow_text = text;
  return NULL;
}

const char *collab_set_outbound_http(cmd_parms *cmd, void *dir, int on) {
  (void)dir;
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_OUTBOUND_HTTP)->outbound.http = on != 0;
  return NULL;
}

const char *collab_set_outbound_host(cmd_parms *cmd, void *dir, const char *name, const char *address) {
  (void)dir;
  const char *allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-";

  if (!*name || strlen(name) > 253 || name[strspn(name, allowed)] != '\0') {
    return collab_directive_wrong(cmd, "\"%s\" is no host name", name);
  }
  if (!collab_outbound_is_address(address)) {
    return collab_directive_wrong(cmd, "\"%s\" is no IPv4 or IPv6 address", address);
  }
  collab_config_t *config = collab_directive_settings(cmd, COLLAB_DIRECTIVE_OUTBOUND_HOST);
  apr_array_header_t *pins = apr_array_make(cmd->pool, config->outbound.pins->nelts + 1, sizeof(collab_host_pin_t));
  for (int i = 0; i < config->outbound.pins->nelts; i++) {
    collab_host_pin_t pin = APR_ARRAY_IDX(config->outbound.pins, i, collab_host_pin_t);
    if (ap_cstr_casecmp(pin.name, name)) {
      APR_ARRAY_PUSH(pins, collab_host_pin_t) = pin;
    }
  }
  APR_ARRAY_PUSH(pins, collab_host_pin_t) = (collab_host_pin_t){name, address};
  config->outbound.pins = pins;
  return NULL;
}

const char *collab_set_outbound_proxy(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  bool none = !ap_cstr_casecmp(value, "none");

  if (!none && !collab_outbound_is_proxy(cmd->temp_pool, value)) {
    return collab_directive_wrong(cmd, "takes http://host:port, or None");
  }
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_OUTBOUND_PROXY)->outbound.proxy = none ? NULL : value;
  return NULL;
}

/* A file that workers and the dispatcher read when they call somebody. */
const char *collab_set_outbound_ca(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  const char *path = ap_server_root_relative(cmd->pool, value);
  const char *fault = collab_outbound_ca_fault(cmd->temp_pool, path);

  if (fault) {
    return collab_directive_wrong(cmd, "\"%s\" %s", value, fault);
  }
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_OUTBOUND_CA)->outbound.ca = path;
  return NULL;
}

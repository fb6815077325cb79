/* directives_requests.c: readers of the directives that limit requests. The table is in directives.c. */
#include <string.h>

#include <apr_lib.h>

#include "config/setting.h"

#define DAILY_REQUESTS_MAX 1000000000
#define DAILY_BYTES_MAX (INT64_C(1) << 50)

const char *collab_read_attachment_min_rate(collab_setting_t *setting, int argc, char *const argv[]) {
  const char *value = argv[0], *window = argc > 1 ? argv[1] : NULL;
  int64_t bytes = 0, seconds = 60;
  bool off = !ap_cstr_casecmp(value, "off");

  if ((off && window) || (!off && !collab_setting_number(value, 1, 1 << 30, &bytes)) ||
      (window && !collab_setting_number(window, 1, 3600, &seconds))) {
    return collab_setting_wrong(setting,
                                "takes 1 to 1073741824 bytes a second, and 1 to 3600 seconds over which it is averaged; or Off");
  }
  collab_config_t *config = setting->config;
  config->attachment.rate = bytes;
  config->attachment.window = apr_time_from_sec(seconds);
  return NULL;
}

/* Reads FAILURES [WINDOW] or Off. Without WINDOW, the window stays as it was set before. */
static const char *read_failures(collab_setting_t *setting, int argc, char *const argv[], const char **kept_failures,
                                 const char **kept_window) {
  const char *failures = argv[0], *window = argc > 1 ? argv[1] : NULL;
  bool off = !window && !ap_cstr_casecmp(failures, "off");
  int64_t count, seconds;

  if (!off &&
      (!collab_setting_number(failures, 1, 100000, &count) || (window && !collab_setting_number(window, 1, 86400, &seconds)))) {
    return collab_setting_wrong(setting, "takes a number of failures (1 to 100000) and a window of 1 to 86400 seconds, or Off");
  }
  *kept_failures = off ? "0" : failures;
  if (window) {
    *kept_window = window;
  }
  return NULL;
}

const char *collab_read_login_limit(collab_setting_t *setting, int argc, char *const argv[]) {
  collab_config_t *config = setting->config;

  return read_failures(setting, argc, argv, &config->login_failures, &config->login_window);
}

const char *collab_read_login_name_limit(collab_setting_t *setting, int argc, char *const argv[]) {
  collab_config_t *config = setting->config;

  return read_failures(setting, argc, argv, &config->login_name_failures, &config->login_name_window);
}

const char *collab_read_rate_limit(collab_setting_t *setting, int argc, char *const argv[]) {
  const char *requests = argv[0], *window = argc > 1 ? argv[1] : NULL;
  bool off = !window && !ap_cstr_casecmp(requests, "off");
  int64_t count = 0, seconds = 60;

  if (!off &&
      (!collab_setting_number(requests, 1, 1000000, &count) || (window && !collab_setting_number(window, 1, 86400, &seconds)))) {
    return collab_setting_wrong(setting, "takes a number of requests (1 to 1000000) and a window of 1 to 86400 seconds, or Off");
  }
  collab_config_t *config = setting->config;
  config->rate_requests = (int)count;
  config->rate_window = (int)seconds;
  return NULL;
}

/* Reads count=NETWORK or exempt=NETWORK, and adds it to `rules`. False: the word has another form. */
static bool add_rule(apr_pool_t *pool, apr_array_header_t *rules, const char *word) {
  bool counts = !strncmp(word, "count=", 6);

  if (!counts && strncmp(word, "exempt=", 7) != 0) {
    return false;
  }
  apr_ipsubnet_t *network = collab_outbound_network(pool, strchr(word, '=') + 1);
  if (network) {
    APR_ARRAY_PUSH(rules, collab_address_rule_t) = (collab_address_rule_t){network, counts};
  }
  return network != NULL;
}

const char *collab_read_login_address_limit(collab_setting_t *setting, int argc, char *const argv[]) {
  bool off = argc == 1 && !ap_cstr_casecmp(argv[0], "off");
  apr_array_header_t *rules = collab_address_rules(setting->pool);
  int64_t number;
  int next = 1;

  if (!off && (argc == 0 || !collab_setting_number(argv[0], 1, 1000000, &number))) {
    return collab_setting_wrong(setting, "takes a number of failures (1 to 1000000) and a window of 1 to 86400 seconds, or Off");
  }
  bool has_window = argc > 1 && strchr(argv[1], '=') == NULL;
  if (has_window && !collab_setting_number(argv[next++], 1, 86400, &number)) {
    return collab_setting_wrong(setting, "takes a window of 1 to 86400 seconds, not \"%s\"", argv[1]);
  }
  for (; next < argc; next++) {
    if (!add_rule(setting->pool, rules, argv[next])) {
      return collab_setting_wrong(setting, "takes count=network or exempt=network after its numbers, not \"%s\"", argv[next]);
    }
  }
  collab_config_t *config = setting->config;
  config->login_address_failures = off ? "0" : argv[0];
  config->login_address_window = has_window ? argv[1] : "900";
  config->login_address_rules = rules;
  return NULL;
}

/* The list is copied on write, because a virtual host must not change a list inherited from the main server. */
const char *collab_read_shared_address(collab_setting_t *setting, int argc, char *const argv[]) {
  (void)argc;
  collab_config_t *config = setting->config;

  if (!ap_cstr_casecmp(argv[0], "none")) {
    config->shared_addresses = apr_array_make(setting->pool, 0, sizeof(collab_address_rule_t));
    return NULL;
  }
  apr_ipsubnet_t *network = collab_outbound_network(setting->pool, argv[0]);
  if (!network) {
    return collab_setting_wrong(setting, "takes networks like 10.1.0.0/16 or fd00::/8, or None, not \"%s\"", argv[0]);
  }
  apr_array_header_t *rules = apr_array_copy(setting->pool, config->shared_addresses);
  APR_ARRAY_PUSH(rules, collab_address_rule_t) = (collab_address_rule_t){network, false};
  config->shared_addresses = rules;
  return NULL;
}

const char *collab_read_status_allow(collab_setting_t *setting, int argc, char *const argv[]) {
  (void)argc;
  collab_config_t *config = setting->config;
  bool none = !ap_cstr_casecmp(argv[0], "none");
  apr_ipsubnet_t *network = none ? NULL : collab_address_subnet(setting->pool, argv[0]);

  if (!none && !network) {
    return collab_setting_wrong(setting, "takes networks like 10.1.0.0/16 or fd00::/8, or None, not \"%s\"", argv[0]);
  }
  apr_array_header_t *allow = none || !config->status_allow ? apr_array_make(setting->pool, 4, sizeof(apr_ipsubnet_t *))
                                                            : apr_array_copy(setting->pool, config->status_allow);
  if (network) {
    APR_ARRAY_PUSH(allow, apr_ipsubnet_t *) = network;
  }
  config->status_allow = allow;
  return NULL;
}

/* A size such as 1073741824, 512m or 1g in bytes, as decimal text; NULL: it is none, or out of range. */
static const char *bytes_of(apr_pool_t *pool, const char *text) {
  static const char units[] = "kmgt";
  apr_size_t len = strlen(text);
  const char *unit = len > 1 ? strchr(units, apr_tolower(text[len - 1])) : NULL;
  int64_t factor = unit ? INT64_C(1) << 10 * (unit - units + 1) : 1, number;

  return collab_setting_number(unit ? apr_pstrmemdup(pool, text, len - 1) : text, 1, DAILY_BYTES_MAX / factor, &number)
             ? apr_psprintf(pool, "%" APR_INT64_T_FMT, number * factor)
             : NULL;
}

/* Reads [requests=NUMBER] [bytes=SIZE] or Off. What is not named is not limited. */
const char *collab_read_daily_limit(collab_setting_t *setting, int argc, char *const argv[]) {
  const char *requests = NULL, *bytes = NULL;
  bool off = argc == 1 && !ap_cstr_casecmp(argv[0], "off");

  for (int i = 0; i < argc && !off; i++) {
    const char *value = strchr(argv[i], '=');
    const char *size = !strncmp(argv[i], "bytes=", 6) ? bytes_of(setting->pool, value + 1) : NULL;
    int64_t number;
    if (!size && (strncmp(argv[i], "requests=", 9) != 0 || !collab_setting_number(value + 1, 1, DAILY_REQUESTS_MAX, &number))) {
      return collab_setting_wrong(setting, "takes requests=1 to 1000000000 and bytes=1 to 1024t, or Off, not \"%s\"", argv[i]);
    }
    bytes = size ? size : bytes;
    requests = size ? requests : value + 1;
  }
  if (argc == 0) {
    return collab_setting_wrong(setting, "takes requests=number and bytes=size, or Off");
  }
  setting->config->daily_requests = requests;
  setting->config->daily_bytes = bytes;
  return NULL;
}

/* Reads NUMBER [pending=NUMBER|Off]. Without pending=, the limit of pending deliveries stays as it was set before. */
const char *collab_read_subscription_limit(collab_setting_t *setting, int argc, char *const argv[]) {
  int64_t number;

  if (!collab_setting_number(argv[0], 1, 100000, &number)) {
    return collab_setting_wrong(setting, "takes 1 to 100000 subscriptions, not \"%s\"", argv[0]);
  }
  setting->config->subscription_limit = argv[0];
  setting->fields = 1;
  return argc > 1 ? collab_setting_named(setting, argv[1]) : NULL;
}

/* directives_requests.c: the directives of what requests may cost. The table is in directives.c. */
#include <string.h>

#include "collab_private.h"
#include "config/directives.h"

const char *collab_set_body_timeout(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  int64_t seconds;

  if (!collab_directive_number(value, 1, 3600, &seconds)) {
    return collab_directive_wrong(cmd, "takes 1 to 3600 seconds, not \"%s\"", value);
  }
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_BODY_TIMEOUT)->body_timeout = apr_time_from_sec(seconds);
  return NULL;
}

/* One count=NETWORK or exempt=NETWORK. */
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

const char *collab_set_login_address_limit(cmd_parms *cmd, void *dir, int argc, char *const argv[]) {
  (void)dir;
  bool off = argc == 1 && !ap_cstr_casecmp(argv[0], "off");
  apr_array_header_t *rules = collab_address_rules(cmd->pool);
  int64_t number;
  int next = 1;

  if (!off && (argc == 0 || !collab_directive_number(argv[0], 1, 1000000, &number))) {
    return collab_directive_wrong(cmd, "takes a number of failures (1 to 1000000) and a window of 1 to 86400 seconds, or Off");
  }
  bool has_window = argc > 1 && strchr(argv[1], '=') == NULL;
  if (has_window && !collab_directive_number(argv[next++], 1, 86400, &number)) {
    return collab_directive_wrong(cmd, "takes a window of 1 to 86400 seconds, not \"%s\"", argv[1]);
  }
  for (; next < argc; next++) {
    if (!add_rule(cmd->pool, rules, argv[next])) {
      return collab_directive_wrong(cmd, "takes count=network or exempt=network behind its numbers, not \"%s\"", argv[next]);
    }
  }
  collab_config_t *config = collab_directive_settings(cmd, COLLAB_DIRECTIVE_LOGIN_ADDRESS_LIMIT);
  config->login_address_failures = off ? "0" : argv[0];
  config->login_address_window = has_window ? argv[1] : "900";
  config->login_address_rules = rules;
  return NULL;
}

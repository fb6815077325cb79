/* directives_outbound.c: readers of the directives for outbound calls. The table is in directives.c. */
#include <string.h>

#include "config/setting.h"

/* Lists are copied on write, because a virtual host must not change a list inherited from the main server. */
const char *collab_read_outbound_allow(collab_setting_t *setting, int argc, char *const argv[]) {
  (void)argc;
  const char *value = argv[0];
  collab_config_t *config = setting->config;

  if (!ap_cstr_casecmp(value, "none")) {
    config->outbound.allow = apr_array_make(setting->pool, 0, sizeof(apr_ipsubnet_t *));
    config->outbound.allow_text = apr_array_make(setting->pool, 0, sizeof(const char *));
    return NULL;
  }
  apr_ipsubnet_t *network = collab_outbound_network(setting->pool, value);
  if (!network) {
    return collab_setting_wrong(setting, "takes networks like 10.1.0.0/16 or fd00::/8, or None, not \"%s\"", value);
  }
  apr_array_header_t *allow = apr_array_copy(setting->pool, config->outbound.allow);
  apr_array_header_t *text = apr_array_copy(setting->pool, config->outbound.allow_text);
  APR_ARRAY_PUSH(allow, apr_ipsubnet_t *) = network;
  APR_ARRAY_PUSH(text, const char *) = value;
  config->outbound.allow = allow;
  config->outbound.allow_text = text;
  return NULL;
}

const char *collab_read_outbound_host(collab_setting_t *setting, int argc, char *const argv[]) {
  (void)argc;
  const char *name = argv[0], *address = argv[1];
  const char *allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-";

  if (!*name || strlen(name) > 253 || name[strspn(name, allowed)] != '\0') {
    return collab_setting_wrong(setting, "\"%s\" is not a host name", name);
  }
  if (!collab_outbound_is_address(address)) {
    return collab_setting_wrong(setting, "\"%s\" is not an IPv4 or IPv6 address", address);
  }
  collab_config_t *config = setting->config;
  apr_array_header_t *pins = apr_array_make(setting->pool, config->outbound.pins->nelts + 1, sizeof(collab_host_pin_t));
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

const char *collab_read_outbound_proxy(collab_setting_t *setting, int argc, char *const argv[]) {
  (void)argc;
  const char *value = argv[0];
  bool none = !ap_cstr_casecmp(value, "none");

  if (!none && !collab_outbound_is_proxy(setting->ptemp, value)) {
    return collab_setting_wrong(setting, "takes http://host:port, or None");
  }
  setting->config->outbound.proxy = none ? NULL : value;
  return NULL;
}

/* Refuses a file without a PEM certificate. Workers and the dispatcher read the file for outbound calls. */
const char *collab_read_outbound_ca(collab_setting_t *setting, int argc, char *const argv[]) {
  (void)argc;
  const char *value = argv[0];
  const char *path = ap_server_root_relative(setting->pool, value);
  const char *fault = collab_outbound_ca_fault(setting->ptemp, path);

  if (fault) {
    return collab_setting_wrong(setting, "\"%s\" %s", value, fault);
  }
  setting->config->outbound.ca = path;
  return NULL;
}

/* outbound_rules.c: validates rules about addresses that may be called. The directives CollabOutbound* and the corresponding
 * options of `collabctl check-url` use these functions, so both accept the same values. Any thread, any process. */
#include "domain/outbound_rules.h"

#include <apr_file_io.h>
#include <apr_strings.h>
#include <apr_uri.h>
#include <arpa/inet.h>
#include <string.h>

bool collab_outbound_is_address(const char *text) {
  unsigned char bytes[16];
  return inet_pton(AF_INET, text, bytes) == 1 || inet_pton(AF_INET6, text, bytes) == 1;
}

apr_ipsubnet_t *collab_outbound_network(apr_pool_t *pool, const char *text) {
  const char *slash = strchr(text, '/');
  const char *address = slash ? apr_pstrmemdup(pool, text, (apr_size_t)(slash - text)) : text;
  apr_ipsubnet_t *network;

  return collab_outbound_is_address(address) &&
                 apr_ipsubnet_create(&network, address, slash ? slash + 1 : NULL, pool) == APR_SUCCESS
             ? network
             : NULL;
}

bool collab_outbound_is_proxy(apr_pool_t *pool, const char *text) {
  apr_uri_t uri;
  return apr_uri_parse(pool, text, &uri) == APR_SUCCESS && uri.scheme && !strcmp(uri.scheme, "http") && uri.hostname &&
         uri.port && apr_atoi64(uri.port_str) == uri.port && (!uri.path || !strcmp(uri.path, "/")) && !uri.query && !uri.fragment;
}

const char *collab_outbound_ca_fault(apr_pool_t *pool, const char *path) {
  char line[512];
  apr_file_t *file;
  bool found = false;

  if (!path || apr_file_open(&file, path, APR_FOPEN_READ | APR_FOPEN_BUFFERED, APR_OS_DEFAULT, pool)) {
    return "cannot be read";
  }
  while (!found && apr_file_gets(line, sizeof line, file) == APR_SUCCESS) {
    found = !strncmp(line, "-----BEGIN CERTIFICATE-----", 27);
  }
  apr_file_close(file);
  return found ? NULL : "has no certificate in PEM";
}

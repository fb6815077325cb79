/* address.c: which client addresses count for a limit, and in which group (base/address.h).
 *
 * Owns the list of networks that are exempt by default: limits do not count their addresses. The operator can override this list.
 * One address of an exempt network can stand for many people: everyone in a private network, or all clients of a proxy that httpd
 * does not know of. Called by config/, by the login, by the status pages and by collabctl. */
#include "base/address.h"

#include <arpa/inet.h>
#include <string.h>

#define NETWORK_BYTES 8 /* the leading bytes of an IPv6 address that identify its holder */

static const char *const exempt[] = {"127.0.0.0/8",    "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16",
                                     "169.254.0.0/16", "::1",        "fc00::/7",      "fe80::/10"};

apr_array_header_t *collab_address_rules(apr_pool_t *pool) {
  apr_array_header_t *rules = apr_array_make(pool, 16, sizeof(collab_address_rule_t));

  for (size_t i = 0; i < sizeof exempt / sizeof *exempt; i++) {
    APR_ARRAY_PUSH(rules, collab_address_rule_t) = (collab_address_rule_t){collab_address_subnet(pool, exempt[i]), false};
  }
  return rules;
}

bool collab_address_counts(const apr_array_header_t *rules, apr_sockaddr_t *address) {
  for (int i = rules->nelts; i-- > 0;) {
    const collab_address_rule_t *rule = &APR_ARRAY_IDX(rules, i, collab_address_rule_t);
    if (rule->network && apr_ipsubnet_test(rule->network, address)) {
      return rule->counts;
    }
  }
  return true;
}

apr_ipsubnet_t *collab_address_subnet(apr_pool_t *pool, const char *text) {
  const char *slash = strchr(text, '/');
  const char *address = slash ? apr_pstrmemdup(pool, text, (apr_size_t)(slash - text)) : text;
  apr_ipsubnet_t *network;

  return apr_ipsubnet_create(&network, address, slash ? slash + 1 : NULL, pool) == APR_SUCCESS ? network : NULL;
}

bool collab_address_within(const apr_array_header_t *networks, apr_sockaddr_t *address) {
  for (int i = 0; i < networks->nelts; i++) {
    if (apr_ipsubnet_test(APR_ARRAY_IDX(networks, i, apr_ipsubnet_t *), address)) {
      return true;
    }
  }
  return false;
}

static const char *group(apr_pool_t *pool, const struct in6_addr *address) {
  char text[INET6_ADDRSTRLEN];
  struct in6_addr network;

  if (IN6_IS_ADDR_V4MAPPED(address)) {
    inet_ntop(AF_INET, &address->s6_addr[12], text, sizeof text);
    return apr_pstrdup(pool, text);
  }
  memset(&network, 0, sizeof network);
  memcpy(&network, address, NETWORK_BYTES);
  inet_ntop(AF_INET6, &network, text, sizeof text);
  return apr_pstrcat(pool, text, "/64", NULL);
}

const char *collab_address_group(apr_pool_t *pool, apr_sockaddr_t *address) {
  char text[INET_ADDRSTRLEN];

  if (address->family == APR_INET6) {
    return group(pool, &address->sa.sin6.sin6_addr);
  }
  inet_ntop(AF_INET, &address->sa.sin.sin_addr, text, sizeof text);
  return apr_pstrdup(pool, text);
}

const char *collab_address_network(apr_pool_t *pool, apr_sockaddr_t *address) {
  char *text = apr_pstrdup(pool, collab_address_group(pool, address)), *dot = strrchr(text, '.');

  if (dot == NULL) {
    return text;
  }
  *dot = '\0';
  return apr_pstrcat(pool, text, ".0/24", NULL);
}

const char *collab_address_group_of(apr_pool_t *pool, const char *text) {
  struct in6_addr v6;
  struct in_addr v4;

  if (inet_pton(AF_INET, text, &v4) == 1) {
    return text;
  }
  return inet_pton(AF_INET6, text, &v6) == 1 ? group(pool, &v6) : NULL;
}

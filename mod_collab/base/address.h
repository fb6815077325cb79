/* address.h: how limits by address treat a client's address. Any thread, any process. */
#ifndef COLLAB_BASE_ADDRESS_H
#define COLLAB_BASE_ADDRESS_H

#include <apr_network_io.h>

#include "collab.h"

/* A rule: whether limits count the addresses of a network. The last matching rule of a list decides. */
typedef struct collab_address_rule_t {
  apr_ipsubnet_t *network;
  bool counts;
} collab_address_rule_t;

/* The default rules: loopback, private and link-local networks do not count. An array of collab_address_rule_t in `pool`. */
apr_array_header_t *collab_address_rules(apr_pool_t *pool);

/* True if limits count this address. They count an address that no rule matches. */
bool collab_address_counts(const apr_array_header_t *rules, apr_sockaddr_t *address);

/* Reads a network in a form that `Require ip` takes: 10.1.0.0/16, 10.1.0.0/255.255.0.0, 10.1, 10.1.2.3, fd00::/8. NULL: it is
 * none. Memory of the pool. */
apr_ipsubnet_t *collab_address_subnet(apr_pool_t *pool, const char *text);

/* True if one of the networks (apr_ipsubnet_t *) contains the address. */
bool collab_address_within(const apr_array_header_t *networks, apr_sockaddr_t *address);

/* The group that an address is counted in. An IPv4 address (also one mapped into IPv6) is its own group. An IPv6 address counts
 * in its network of 64 bits ("2001:db8:1:2::/64"), because one customer holds that whole network. Text in `pool`. */
const char *collab_address_group(apr_pool_t *pool, apr_sockaddr_t *address);

/* The network that contains an address: /24 for IPv4 ("203.0.113.0/24"), /64 for IPv6. Text in `pool`. */
const char *collab_address_network(apr_pool_t *pool, apr_sockaddr_t *address);

/* As collab_address_group, for an address written as text; NULL when `text` is not an address. */
const char *collab_address_group_of(apr_pool_t *pool, const char *text);

#endif

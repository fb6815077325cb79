/* address.h: clients' addresses, as limits by address see them. Any thread, any process. */
#ifndef COLLAB_BASE_ADDRESS_H
#define COLLAB_BASE_ADDRESS_H

#include <apr_network_io.h>

#include "collab.h"

/* A network, and whether what its addresses do counts. Of a list the last rule that fits decides. */
typedef struct collab_address_rule_t {
  apr_ipsubnet_t *network;
  bool counts;
} collab_address_rule_t;

/* The rules before the operator says anything: loopback, private and link-local networks do not count. An array of
 * collab_address_rule_t in `pool`. */
apr_array_header_t *collab_address_rules(apr_pool_t *pool);

/* Does what this address does count? An address that no rule names does. */
bool collab_address_counts(const apr_array_header_t *rules, apr_sockaddr_t *address);

/* What an address is counted as: an IPv4 address (also one mapped into IPv6) as it is, an IPv6 address as its network of 64 bits
 * ("2001:db8:1:2::/64"), for a customer has all of that. Text in `pool`. */
const char *collab_address_group(apr_pool_t *pool, apr_sockaddr_t *address);

/* The network that an address lies in: an IPv4 network of 24 bits ("203.0.113.0/24"), an IPv6 network of 64. Text in `pool`. */
const char *collab_address_network(apr_pool_t *pool, apr_sockaddr_t *address);

/* The address group of an address as text; NULL when it is none. */
const char *collab_address_group_of(apr_pool_t *pool, const char *text);

#endif

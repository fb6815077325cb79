/* guard.h: which addresses this server may call. The guard judges the address of each connection, after DNS, and never a name. */
#ifndef COLLAB_OUTBOUND_GUARD_H
#define COLLAB_OUTBOUND_GUARD_H

#include <apr_time.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "collab.h"
#include "domain/outbound_rules.h"

/* May a connection be made to this address? False sets *reason (static: the rule that forbids it). Any thread, any process. */
bool collab_guard_address(const collab_outbound_t *rules, const struct sockaddr *address, const char **reason);

/* The rule that covers an address, in words: "loopback (127.0.0.0/8)", "carries 10.0.0.1: private (10.0.0.0/8)", "public". */
const char *collab_guard_rule(apr_pool_t *pool, const struct sockaddr *address);

/* The address that CollabOutboundHost pins the name to, or NULL. Ignores a dot at the end of either name. */
const char *collab_guard_pin(const collab_outbound_t *rules, const char *name);

/* If a URL's host is an address, writes its usual form. Reads every form that resolvers read: in brackets, with dots at its end,
 * as numbers (0x7f.1, 2130706433). Returns `plain`; NULL: the host is a name. */
const char *collab_guard_plain(const char *host, char plain[INET6_ADDRSTRLEN]);

/* True if a host, as libcurl reads it from a URL, can be a name or an address. Names beyond ASCII must be in their xn-- form. */
bool collab_guard_is_host(const char *host);

/* Judges a host, as libcurl reads it from a URL. 1: an address (in any form that collab_guard_plain reads) that may be called. 0:
 * an address that may not be called, or neither an address nor a name; sets *reason (static). -1: a name. */
int collab_guard_literal(const collab_outbound_t *rules, const char *host, const char **reason);

/* Checks a URL that a member gives. Returns true when every address of its host may be called. Also returns true when the host
 * does not resolve within `timeout`, or while this process is already looking up four names, because the sender checks again.
 * False sets *reason, in `pool` or static: the rule, after the address if another address of the name may be called. Worker
 * threads. */
bool collab_guard_check_url(apr_pool_t *pool, const collab_outbound_t *rules, const char *url, apr_interval_time_t timeout,
                            const char **reason);

/* own_addresses.c: the addresses of this machine's own interfaces. The guard refuses even the public ones, because a service
 * there may trust every caller on this machine. */

#define COLLAB_OWN_EVERY apr_time_from_sec(60)

/* Reads the interfaces, unless they were read less than COLLAB_OWN_EVERY before `now`. False: they cannot be read; the previous
 * list stays. Any thread, any process. Reading takes some 50 microseconds. */
bool collab_own_refresh(apr_time_t now);

/* Is this an address of one of the interfaces, other than loopback? `bytes` in network order: 4 for AF_INET, 16 for AF_INET6.
 * Refreshes the list first, if that is due. Any thread, any process. */
bool collab_own_address(int family, const unsigned char *bytes);

#endif

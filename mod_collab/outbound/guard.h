/* guard.h: which addresses this server may call. What decides is the address that a connection really goes to, after DNS; no name
 * is trusted. */
#ifndef COLLAB_OUTBOUND_GUARD_H
#define COLLAB_OUTBOUND_GUARD_H

#include <apr_time.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "base/outbound_rules.h"
#include "collab.h"

/* May a connection be made to this address? False sets *reason (static: the rule that forbids it). Any thread, any process. */
bool collab_guard_address(const collab_outbound_t *rules, const struct sockaddr *address, const char **reason);

/* Which rule an address falls under, in words: "loopback (127.0.0.0/8)", "carries 10.0.0.1: private (10.0.0.0/8)", "public". */
const char *collab_guard_rule(apr_pool_t *pool, const struct sockaddr *address);

/* The address that CollabOutboundHost pins the name to, or NULL. A dot at the end of either makes no difference. */
const char *collab_guard_pin(const collab_outbound_t *rules, const char *name);

/* The address that a host of a URL is, in its usual form, however it is written: in brackets, with a dot at its end, as resolvers
 * read numbers (0x7f.1, 2130706433). Returns `plain`; NULL: it is a name. */
const char *collab_guard_plain(const char *host, char plain[INET6_ADDRSTRLEN]);

/* Can a host, as libcurl reads it from a URL, be a name or an address? Names beyond ASCII are written in their xn-- form. */
bool collab_guard_is_host(const char *host);

/* A host, as libcurl reads it from a URL: 1 or 0 when it is an address (as above) that may be called, or may not; -1 when it is a
 * name. 0 also for what is neither. 0 sets *reason (static). */
int collab_guard_literal(const collab_outbound_t *rules, const char *host, const char **reason);

/* Checks a URL when it is given: true when every address of its host may be called, or when the host does not resolve within
 * `timeout` (the sender checks again). Looks up at most four names at once in a process; beyond that it does not look. False sets
 * *reason (static). Worker threads. */
bool collab_guard_check_url(apr_pool_t *pool, const collab_outbound_t *rules, const char *url, apr_interval_time_t timeout,
                            const char **reason);

/* own_addresses.c: the addresses of this machine's own interfaces. A public one is no row of the guard's table, and yet behind it
 * stand services that trust whoever comes from this machine. */

#define COLLAB_OWN_EVERY apr_time_from_sec(60)

/* Reads the interfaces, unless they were read less than COLLAB_OWN_EVERY before `now`. False: they cannot be read; what was read
 * before stays. Any thread, any process; takes some 50 microseconds when it reads. */
bool collab_own_refresh(apr_time_t now);

/* Is it one of them, loopback aside? `bytes` in network order: 4 of AF_INET, 16 of AF_INET6. Looks first when it is time. Any
 * thread, any process. */
bool collab_own_address(int family, const unsigned char *bytes);

#endif

/* own_addresses.h: the addresses of this machine's own interfaces. A public one is no row of the guard's table, and yet behind it
 * stand services that trust whoever comes from this machine. */
#ifndef COLLAB_OUTBOUND_OWN_ADDRESSES_H
#define COLLAB_OUTBOUND_OWN_ADDRESSES_H

#include <apr_time.h>

#include "collab.h"

#define COLLAB_OWN_EVERY apr_time_from_sec(60)

/* Reads the interfaces, unless they were read less than COLLAB_OWN_EVERY before `now`. False: they cannot be read; what was read
 * before stays. Any thread, any process; takes some 50 microseconds when it reads. */
bool collab_own_refresh(apr_time_t now);

/* Is it one of them, loopback aside? `bytes` in network order: 4 of AF_INET, 16 of AF_INET6. Looks first when it is time. Any
 * thread, any process. */
bool collab_own_address(int family, const unsigned char *bytes);

#endif

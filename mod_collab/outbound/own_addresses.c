/* own_addresses.c: the addresses of this machine's own interfaces, kept for a minute.
 *
 * Owns one list per process, behind a lock. The guard calls collab_own_address for every address. Most calls only read the clock
 * and compare a few addresses. Loopback addresses are left out: the guard has a row for them. */
#include "outbound/guard.h"

#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/time.h"

typedef struct own_t {
  int family;
  unsigned char bytes[16];
} own_t;

static struct {
  pthread_mutex_t lock;
  own_t *list;
  size_t count;
  apr_time_t read_at; /* by collab_time_clock; 0: never */
} own = {.lock = PTHREAD_MUTEX_INITIALIZER};

static size_t length_of(int family) {
  return family == AF_INET ? 4 : 16;
}

/* The bytes of an Internet address other than loopback; NULL: any other address. */
static const unsigned char *bytes_of(const struct sockaddr *address) {
  if (address && address->sa_family == AF_INET) {
    const unsigned char *bytes = (const unsigned char *)&((const struct sockaddr_in *)address)->sin_addr;
    return *bytes == 127 ? NULL : bytes;
  }
  if (address && address->sa_family == AF_INET6) {
    const struct in6_addr *bytes = &((const struct sockaddr_in6 *)address)->sin6_addr;
    return IN6_IS_ADDR_LOOPBACK(bytes) ? NULL : bytes->s6_addr;
  }
  return NULL;
}

/* The caller holds the lock. */
static bool read_interfaces(void) {
  struct ifaddrs *found = NULL;
  size_t count = 0, most = 0;

  if (getifaddrs(&found)) {
    return false;
  }
  for (const struct ifaddrs *a = found; a; a = a->ifa_next) {
    most++;
  }
  own_t *list = calloc(most ? most : 1, sizeof *list);
  for (const struct ifaddrs *a = found; list && a; a = a->ifa_next) {
    const unsigned char *bytes = bytes_of(a->ifa_addr);
    if (bytes) {
      list[count].family = a->ifa_addr->sa_family;
      memcpy(list[count++].bytes, bytes, length_of(a->ifa_addr->sa_family));
    }
  }
  freeifaddrs(found);
  if (list) {
    free(own.list);
    own.list = list;
    own.count = count;
  }
  return list != NULL;
}

/* The caller holds the lock. */
static bool refresh(apr_time_t now) {
  if (own.read_at && now - own.read_at < COLLAB_OWN_EVERY) {
    return true;
  }
  own.read_at = now;
  return read_interfaces();
}

bool collab_own_refresh(apr_time_t now) {
  pthread_mutex_lock(&own.lock);
  bool fine = refresh(now);
  pthread_mutex_unlock(&own.lock);
  return fine;
}

bool collab_own_address(int family, const unsigned char *bytes) {
  bool found = false;

  pthread_mutex_lock(&own.lock);
  refresh(collab_time_clock());
  for (size_t i = 0; i < own.count && !found; i++) {
    found = own.list[i].family == family && !memcmp(own.list[i].bytes, bytes, length_of(family));
  }
  pthread_mutex_unlock(&own.lock);
  return found;
}

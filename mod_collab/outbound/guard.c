/* guard.c: the addresses that may not be called, whatever name leads there. Members choose callback URLs, and this server stands
 * inside the operator's network.
 *
 * An address in a network of CollabOutboundAllow may be called. Any other address is refused if a row of `special` covers it, or
 * if it is one of this machine's own (own_addresses.c). An IPv6 address that carries an IPv4 address (mapped, NAT64) is judged by
 * its IPv4 address; tunnels (6to4, Teredo) are refused. Sources: the IANA special-purpose address registries (RFC 6890),
 * RFC 6598, RFC 6052, and the metadata services of the large clouds. Called by the sender at each connection, and by workers
 * when a member gives a URL. */
#include "outbound/guard.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/time.h"
#include "outbound/url.h"

#define OWN "this machine's own address"
#define NO_HOST "its host is neither a name nor an address"
#define LOOKUPS_AT_ONCE 4

typedef struct special_t {
  int family;
  const char *network;
  int bits;
  const char *reason;
} special_t;

/* A name look-up. getaddrinfo has no time limit, so it runs on its own thread; the last user frees the look-up. */
typedef struct lookup_t {
  pthread_mutex_t lock;
  pthread_cond_t done;
  int users; /* the thread and, while it waits, the worker */
  bool finished;
  struct addrinfo *found;
  char host[256];
} lookup_t;

static const special_t special[] = {
    {AF_INET, "0.0.0.0", 8, "this network"},
    {AF_INET, "10.0.0.0", 8, "private"},
    {AF_INET, "100.64.0.0", 10, "shared address space"},
    {AF_INET, "127.0.0.0", 8, "loopback"},
    {AF_INET, "168.63.129.16", 32, "metadata service"},
    {AF_INET, "169.254.0.0", 16, "link-local"},
    {AF_INET, "172.16.0.0", 12, "private"},
    {AF_INET, "192.0.0.0", 24, "protocol assignments"},
    {AF_INET, "192.0.2.0", 24, "documentation"},
    {AF_INET, "192.31.196.0", 24, "special purpose"},
    {AF_INET, "192.52.193.0", 24, "special purpose"},
    {AF_INET, "192.88.99.0", 24, "6to4 relay"},
    {AF_INET, "192.168.0.0", 16, "private"},
    {AF_INET, "192.175.48.0", 24, "special purpose"},
    {AF_INET, "198.18.0.0", 15, "benchmarking"},
    {AF_INET, "198.51.100.0", 24, "documentation"},
    {AF_INET, "203.0.113.0", 24, "documentation"},
    {AF_INET, "224.0.0.0", 4, "multicast"},
    {AF_INET, "240.0.0.0", 4, "reserved"},
    {AF_INET6, "::", 96, "loopback or unspecified"}, /* covers ::1 and the old IPv4-compatible form, too */
    {AF_INET6, "64:ff9b:1::", 48, "local NAT64"},
    {AF_INET6, "100::", 64, "discard"},
    {AF_INET6, "2001::", 23, "Teredo or special purpose"},
    {AF_INET6, "2001:db8::", 32, "documentation"},
    {AF_INET6, "2002::", 16, "6to4"},
    {AF_INET6, "2620:4f:8000::", 48, "special purpose"},
    {AF_INET6, "3fff::", 20, "documentation"},
    {AF_INET6, "5f00::", 16, "segment routing"},
    {AF_INET6, "fc00::", 7, "private"},
    {AF_INET6, "fe80::", 10, "link-local"},
    {AF_INET6, "fec0::", 10, "site-local"},
    {AF_INET6, "ff00::", 8, "multicast"},
    {AF_INET6, "::", 3, "not global unicast"}, /* from here on: the rest outside 2000::/3 */
    {AF_INET6, "4000::", 2, "not global unicast"},
    {AF_INET6, "8000::", 1, "not global unicast"},
};

static bool covers(const unsigned char *network, int bits, const unsigned char *address) {
  int whole = bits / 8, rest = bits % 8;
  return !memcmp(network, address, (size_t)whole) && (!rest || !((network[whole] ^ address[whole]) >> (8 - rest)));
}

static bool allowed(const collab_outbound_t *rules, int family, const unsigned char *bytes) {
  apr_sockaddr_t address;
  memset(&address, 0, sizeof address);
  address.family = family;
  if (family == AF_INET) {
    address.sa.sin.sin_family = AF_INET;
    memcpy(&address.sa.sin.sin_addr, bytes, 4);
    address.ipaddr_ptr = &address.sa.sin.sin_addr;
    address.ipaddr_len = 4;
  } else {
    address.sa.sin6.sin6_family = AF_INET6;
    memcpy(&address.sa.sin6.sin6_addr, bytes, 16);
    address.ipaddr_ptr = &address.sa.sin6.sin6_addr;
    address.ipaddr_len = 16;
  }
  for (int i = 0; rules->allow && i < rules->allow->nelts; i++) {
    if (apr_ipsubnet_test(APR_ARRAY_IDX(rules->allow, i, apr_ipsubnet_t *), &address)) {
      return true;
    }
  }
  return false;
}

/* The row that covers an address; NULL: the address is public. */
static const special_t *row_of(int family, const unsigned char *bytes) {
  for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
    unsigned char network[16];
    if (special[i].family == family && inet_pton(family, special[i].network, network) == 1 &&
        covers(network, special[i].bits, bytes)) {
      return &special[i];
    }
  }
  return NULL;
}

/* Returns the bytes of the address by which the guard judges, and sets *family to their family. NULL: not an Internet address. */
static const unsigned char *judged_by(const struct sockaddr *address, int *family) {
  static const unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  static const unsigned char nat64[12] = {0, 0x64, 0xff, 0x9b};

  *family = address->sa_family;
  if (*family == AF_INET) {
    return (const unsigned char *)&((const struct sockaddr_in *)address)->sin_addr;
  }
  if (*family != AF_INET6) {
    return NULL;
  }
  const unsigned char *bytes = ((const struct sockaddr_in6 *)address)->sin6_addr.s6_addr;
  if (memcmp(bytes, mapped, 12) && memcmp(bytes, nat64, 12)) {
    return bytes;
  }
  *family = AF_INET;
  return bytes + 12;
}

bool collab_guard_address(const collab_outbound_t *rules, const struct sockaddr *address, const char **reason) {
  int family;
  const unsigned char *bytes = judged_by(address, &family);
  const special_t *row = bytes ? row_of(family, bytes) : NULL;
  bool own = bytes && collab_own_address(family, bytes);

  if (bytes && ((!row && !own) || allowed(rules, family, bytes))) {
    return true;
  }
  *reason = own ? OWN : row ? row->reason : "not an Internet address";
  return false;
}

const char *collab_guard_rule(apr_pool_t *pool, const struct sockaddr *address) {
  int family;
  const unsigned char *bytes = judged_by(address, &family);
  const special_t *row = bytes ? row_of(family, bytes) : NULL;
  char carried[INET_ADDRSTRLEN] = "";

  if (family == AF_INET && address->sa_family == AF_INET6) {
    inet_ntop(AF_INET, bytes, carried, sizeof carried);
  }
  const char *rule = bytes && collab_own_address(family, bytes) ? OWN
                     : row ? apr_psprintf(pool, "%s (%s/%d)", row->reason, row->network, row->bits)
                           : "public";
  return apr_pstrcat(pool, *carried ? "carries " : "", carried, *carried ? ": " : "", rule, NULL);
}

/* A name's length without the dot that may end it. */
static size_t undotted(const char *name) {
  size_t len = strlen(name);
  return len - (len > 1 && name[len - 1] == '.');
}

const char *collab_guard_pin(const collab_outbound_t *rules, const char *name) {
  const char *address = NULL;
  for (int i = 0; rules->pins && i < rules->pins->nelts; i++) {
    const collab_host_pin_t *pin = &APR_ARRAY_IDX(rules->pins, i, collab_host_pin_t);
    size_t len = undotted(name);
    if (undotted(pin->name) == len && !strncasecmp(pin->name, name, len)) {
      address = pin->address; /* a later pin overrides */
    }
  }
  return address;
}

/* ---- look-ups, which hold a worker only for a limited time ---- */

static pthread_mutex_t lookups_lock = PTHREAD_MUTEX_INITIALIZER;
static int lookups;

static void leave(lookup_t *lookup) {
  bool last = --lookup->users == 0;
  pthread_mutex_unlock(&lookup->lock);
  if (last) {
    if (lookup->found) {
      freeaddrinfo(lookup->found);
    }
    pthread_cond_destroy(&lookup->done);
    pthread_mutex_destroy(&lookup->lock);
    free(lookup);
  }
}

static void *look_up(void *arg) {
  lookup_t *lookup = arg;
  struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM}, *found = NULL;

  if (getaddrinfo(lookup->host, NULL, &hints, &found)) {
    found = NULL;
  }
  pthread_mutex_lock(&lookups_lock);
  lookups--;
  pthread_mutex_unlock(&lookups_lock);
  pthread_mutex_lock(&lookup->lock);
  lookup->found = found;
  lookup->finished = true;
  pthread_cond_signal(&lookup->done);
  leave(lookup);
  return NULL;
}

static lookup_t *start_look_up(const char *host) {
  pthread_t thread;
  pthread_attr_t detached;
  lookup_t *lookup = calloc(1, sizeof *lookup);

  if (!lookup) {
    return NULL;
  }
  pthread_mutex_init(&lookup->lock, NULL);
  pthread_cond_init(&lookup->done, NULL);
  apr_cpystrn(lookup->host, host, sizeof lookup->host);
  lookup->users = 2;
  pthread_attr_init(&detached);
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  bool started = !pthread_create(&thread, &detached, look_up, lookup);
  pthread_attr_destroy(&detached);
  if (!started) {
    pthread_cond_destroy(&lookup->done);
    pthread_mutex_destroy(&lookup->lock);
    free(lookup);
    return NULL;
  }
  return lookup;
}

/* May all addresses of a name be called? False sets *reason: if some may be called, to the refused address and its rule, because
 * their owner takes the name for a good one; else to the rule alone, because a name inside must not disclose its address. */
static bool judge_all(apr_pool_t *pool, const collab_outbound_t *rules, const struct addrinfo *found, const char **reason) {
  const struct sockaddr *refused = NULL;
  bool some = false;

  for (const struct addrinfo *a = found; a; a = a->ai_next) {
    const char *rule;
    if (collab_guard_address(rules, a->ai_addr, &rule)) {
      some = true;
    } else if (!refused) {
      refused = a->ai_addr;
      *reason = rule;
    }
  }
  if (refused && some) {
    char text[INET6_ADDRSTRLEN] = "";
    getnameinfo(refused, refused->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in), text,
                sizeof text, NULL, 0, NI_NUMERICHOST); /* a failure leaves the text empty */
    *reason = apr_pstrcat(pool, text, ": ", collab_guard_rule(pool, refused), NULL);
  }
  return !refused;
}

static bool check_name(apr_pool_t *pool, const collab_outbound_t *rules, const char *host, apr_interval_time_t timeout,
                       const char **reason) {
  struct timespec end = collab_time_monotonic(collab_time_clock() + timeout);

  pthread_mutex_lock(&lookups_lock);
  bool room = lookups < LOOKUPS_AT_ONCE;
  lookups += room;
  pthread_mutex_unlock(&lookups_lock);
  if (!room) {
    return true;
  }
  lookup_t *lookup = start_look_up(host);
  if (!lookup) {
    pthread_mutex_lock(&lookups_lock);
    lookups--;
    pthread_mutex_unlock(&lookups_lock);
    return true;
  }
  pthread_mutex_lock(&lookup->lock);
  while (!lookup->finished && !pthread_cond_clockwait(&lookup->done, &lookup->lock, CLOCK_MONOTONIC, &end)) {
  }
  bool fine = judge_all(pool, rules, lookup->found, reason);
  leave(lookup);
  return fine;
}

/* Reads a host that is an address in any form that resolvers read: in brackets, with dots at its end, as numbers. */
static bool read_address(const char *host, struct sockaddr_storage *address) {
  struct sockaddr_in *v4 = (struct sockaddr_in *)address;
  struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)address;
  size_t len = strlen(host);
  char bare[256];

  memset(address, 0, sizeof *address);
  if (len > 2 && host[0] == '[') {
    host++;
    len -= 2;
  }
  while (len > 0 && host[len - 1] == '.') {
    len--;
  }
  if (len == 0 || len >= sizeof bare) {
    return false;
  }
  apr_cpystrn(bare, host, len + 1);
  if (inet_pton(AF_INET6, bare, &v6->sin6_addr) == 1) {
    address->ss_family = AF_INET6;
  } else if (bare[strspn(bare, "0123456789abcdefABCDEFxX.")] == '\0' && inet_aton(bare, &v4->sin_addr)) {
    address->ss_family = AF_INET;
  }
  return address->ss_family != 0;
}

const char *collab_guard_plain(const char *host, char plain[INET6_ADDRSTRLEN]) {
  struct sockaddr_storage address;

  if (!read_address(host, &address)) {
    return NULL;
  }
  return inet_ntop(address.ss_family,
                   address.ss_family == AF_INET ? (const void *)&((struct sockaddr_in *)&address)->sin_addr
                                                : (const void *)&((struct sockaddr_in6 *)&address)->sin6_addr,
                   plain, INET6_ADDRSTRLEN);
}

/* Refuses characters that libcurl or a resolver would turn into a different name. */
bool collab_guard_is_host(const char *host) {
  for (; *host; host++) {
    if ((*host & 0x80) || *host == '%') {
      return false;
    }
  }
  return true;
}

int collab_guard_literal(const collab_outbound_t *rules, const char *host, const char **reason) {
  struct sockaddr_storage address;

  if (!collab_guard_is_host(host)) {
    *reason = NO_HOST;
    return 0;
  }
  return read_address(host, &address) ? collab_guard_address(rules, (struct sockaddr *)&address, reason) : -1;
}

bool collab_guard_check_url(apr_pool_t *pool, const collab_outbound_t *rules, const char *url, apr_interval_time_t timeout,
                            const char **reason) {
  char *host = collab_url_part(url, CURLUPART_HOST);

  if (!host) {
    *reason = NO_HOST;
    return false;
  }
  const char *pin = collab_guard_pin(rules, host);
  int literal = collab_guard_literal(rules, pin ? pin : host, reason);
  bool fine = literal >= 0 ? literal : check_name(pool, rules, apr_pstrndup(pool, host, undotted(host)), timeout, reason);
  curl_free(host);
  return fine;
}

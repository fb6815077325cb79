/* slow_body.c: limits the threads that wait for bodies of public operations (http/limits.h).
 *
 * A thread takes one of a limited number of places while it waits for a body. If no place is free, the request is refused at
 * once, and its connection ends, which frees the thread. No request waits for a place, because that would occupy a thread, too.
 * Only a body that did not arrive together with its header takes a place, so most logins take none. Called by http/body.c. */
#include "http/limits.h"

#include <apr_thread_mutex.h>
#include <string.h>

#include <ap_mpm.h>

#include "base/address.h"
#include "base/time.h"
#include "collab_private.h"

#define SHARE 4                             /* one thread in four may wait */
#define PER_ADDRESS 4                       /* places that one address may hold */
#define LOG_INTERVAL apr_time_from_sec(900) /* minimum time between two log messages of a process */
#define GROUP_SIZE (INET6_ADDRSTRLEN + 4)   /* bytes: an address or a network as text */

typedef struct place_t {
  bool taken;
  char group[GROUP_SIZE]; /* the client's address or network; "": an address in CollabSharedAddress */
} place_t;

static struct {
  apr_thread_mutex_t *lock;
  place_t *places;
  int count;
} all;

void collab_slow_body_child_init(apr_pool_t *pchild) {
  int threads = 0;

  if (ap_mpm_query(AP_MPMQ_MAX_THREADS, &threads) != APR_SUCCESS || threads < SHARE) {
    threads = SHARE;
  }
  apr_thread_mutex_create(&all.lock, APR_THREAD_MUTEX_DEFAULT, pchild);
  all.count = threads / SHARE;
  all.places = apr_pcalloc(pchild, (apr_size_t)all.count * sizeof *all.places);
}

/* Takes a free place for this group; the caller holds the lock. */
static int reserve(const char *group) {
  int own = 0, found = -1;

  for (int i = 0; i < all.count; i++) {
    if (!all.places[i].taken) {
      found = i;
    } else if (*group && !strcmp(all.places[i].group, group)) {
      own++;
    }
  }
  if (found < 0 || own >= PER_ADDRESS) {
    return -1;
  }
  all.places[found].taken = true;
  apr_cpystrn(all.places[found].group, group, GROUP_SIZE);
  return found;
}

static void log_refused(request_rec *r, const char *address) {
  static apr_time_t said;
  apr_time_t before = __atomic_load_n(&said, __ATOMIC_RELAXED), now = collab_time_clock();

  if ((before && now - before < LOG_INTERVAL) ||
      !__atomic_compare_exchange_n(&said, &before, now, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    return;
  }
  ap_log_rerror(APLOG_MARK, APLOG_WARNING, 0, r,
                COLLABNO(0473) "refused a request from %s: its body arrives slowly, and %d threads already wait for such bodies, "
                               "or %d for this address. CollabSharedAddress exempts an address that many clients share.",
                address, all.count, PER_ADDRESS);
}

int collab_slow_body_enter(request_rec *r, const collab_config_t *config) {
  const char *address = collab_address_group(r->pool, r->useragent_addr);
  bool counts = collab_address_counts(config->shared_addresses, r->useragent_addr);

  apr_thread_mutex_lock(all.lock);
  int place = reserve(counts ? address : "");
  apr_thread_mutex_unlock(all.lock);
  if (place < 0) {
    log_refused(r, address);
  }
  return place;
}

void collab_slow_body_leave(int place) {
  if (place < 0) {
    return;
  }
  apr_thread_mutex_lock(all.lock);
  all.places[place].taken = false;
  apr_thread_mutex_unlock(all.lock);
}

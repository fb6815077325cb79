/* rate.c: limits each caller's requests (http/rate.h).
 *
 * Each caller has one time stamp: when all its requests would have been made at the allowed pace. A request moves it on by one
 * interval, and is refused if it would then be more than a window ahead ("generic cell rate algorithm"). So a caller may send
 * that many requests at once, and then at the pace. The table has a fixed size; where it is full, it forgets the caller with
 * the earliest time stamp, which has asked for least. Each child process counts for itself. */
#include "http/rate.h"

#include <apr_thread_mutex.h>

#define SETS 4096
#define WAYS 4

typedef struct counter_t {
  uint64_t caller; /* a hash */
  apr_time_t paid; /* the time stamp */
} counter_t;

static struct {
  apr_thread_mutex_t *lock;
  counter_t (*sets)[WAYS];
} table;

void collab_rate_child_init(apr_pool_t *pchild) {
  apr_thread_mutex_create(&table.lock, APR_THREAD_MUTEX_DEFAULT, pchild);
  table.sets = apr_pcalloc(pchild, SETS * sizeof *table.sets);
}

/* FNV-1a, of the text and its terminator. */
static uint64_t mix(uint64_t hash, const char *text) {
  for (; text && *text; text++) {
    hash = (hash ^ (unsigned char)*text) * 1099511628211u;
  }
  return (hash ^ 0xff) * 1099511628211u;
}

uint64_t collab_rate_caller(const collab_caller_t *caller) {
  return mix(mix(mix(mix(14695981039346656037u, caller->user), caller->issuer), caller->kind), caller->subject);
}

/* The caller's counter. If there is none, it replaces the one with the earliest time stamp. */
static counter_t *find(uint64_t caller) {
  counter_t *set = table.sets[(caller ^ caller >> 32) % SETS], *least = set;

  for (int i = 0; i < WAYS; i++) {
    if (set[i].caller == caller) {
      return &set[i];
    }
    if (set[i].paid < least->paid) {
      least = &set[i];
    }
  }
  *least = (counter_t){caller, 0};
  return least;
}

bool collab_rate_take(const collab_config_t *config, const collab_caller_t *caller, apr_time_t now, int *seconds) {
  apr_interval_time_t window = apr_time_from_sec(config->rate_window);

  if (config->rate_requests == 0) {
    return true;
  }
  apr_interval_time_t each = window / config->rate_requests;
  apr_thread_mutex_lock(table.lock);
  counter_t *counter = find(collab_rate_caller(caller));
  apr_time_t paid = (counter->paid > now ? counter->paid : now) + each;
  bool fine = paid <= now + window;
  if (fine) {
    counter->paid = paid;
  }
  apr_thread_mutex_unlock(table.lock);
  *seconds = fine ? 0 : (int)apr_time_sec(paid - now - window + APR_USEC_PER_SEC - 1);
  return fine;
}

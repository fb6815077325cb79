/* rate.c: limits each caller's requests (http/limits.h).
 *
 * Each caller has one time stamp: when all its requests would have been made at the allowed pace. A request moves it on by one
 * interval, and is refused if it would then be more than a window ahead ("generic cell rate algorithm"). So a caller may send
 * that many requests at once, and then at the pace. The table has a fixed size; where it is full, it forgets the caller with
 * the earliest time stamp, which has asked for least. Each child process counts for itself.
 *
 * A company may have a limit of its own, so many requests a minute: the watcher tells it (base/meter.h). */
#include "http/limits.h"

#include <apr_thread_mutex.h>

#include "base/meter.h"

#define OWN_WINDOW apr_time_from_sec(60) /* of a company's own limit */
#define SETS 4096
#define WAYS 4

typedef struct counter_t {
  uint64_t caller; /* a hash */
  apr_time_t paid; /* the time stamp */
  int own;         /* the limit of the caller's company by which it was counted; 0: it has none */
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
  *least = (counter_t){caller, 0, 0};
  return least;
}

static int seconds(apr_interval_time_t time) {
  return (int)apr_time_sec(time + APR_USEC_PER_SEC - 1);
}

/* The limit of a counter, and what is left of it. */
static collab_rate_t state(const collab_config_t *config, const counter_t *counter, apr_time_t now) {
  int requests = counter->own ? counter->own : config->rate_requests;
  apr_interval_time_t window = counter->own ? OWN_WINDOW : apr_time_from_sec(config->rate_window);
  apr_interval_time_t ahead = counter->paid > now ? counter->paid - now : 0;

  if (requests == 0) {
    return (collab_rate_t){0};
  }
  return (collab_rate_t){requests, seconds(window), ahead < window ? (int)((window - ahead) / (window / requests)) : 0,
                         seconds(ahead)};
}

/* Counts a request that comes at `now`; false: it must wait. Sets *rate. */
static bool count(const collab_config_t *config, counter_t *counter, apr_time_t now, collab_rate_t *rate) {
  apr_interval_time_t window = counter->own ? OWN_WINDOW : apr_time_from_sec(config->rate_window);

  *rate = state(config, counter, now);
  if (rate->requests == 0) {
    return true;
  }
  apr_time_t paid = (counter->paid > now ? counter->paid : now) + window / rate->requests;
  if (paid > now + window) {
    rate->until = seconds(paid - now - window);
    return false;
  }
  counter->paid = paid;
  *rate = state(config, counter, now);
  return true;
}

bool collab_rate_take(const collab_config_t *config, const collab_caller_t *caller, int64_t company, apr_time_t now,
                      collab_rate_t *rate) {
  int own = company > 0 ? collab_company_rate(company) : 0;

  apr_thread_mutex_lock(table.lock);
  counter_t *counter = find(collab_rate_caller(caller));
  if (counter->own != own) { /* what was counted by the other limit says nothing of this one */
    *counter = (counter_t){counter->caller, 0, own};
  }
  bool granted = count(config, counter, now, rate);
  apr_thread_mutex_unlock(table.lock);
  return granted;
}

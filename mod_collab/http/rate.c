/* rate.c: limits each caller's requests (http/limits.h).
 *
 * This is the "generic cell rate algorithm". At the allowed pace, each request uses one interval (window / requests).
 * `paid_until` is the end of the last interval that a caller has used. A request adds an interval to `paid_until`, or to now if
 * now is later. It is refused if `paid_until` would then be more than a window ahead of now. So a caller may send a whole
 * window's requests at once, and then go on at the allowed pace. The interval need not be a whole number of microseconds, so
 * `paid_until` has a fraction, in units of 1/requests microsecond.
 *
 * The table is a cache of fixed size: a caller's hash selects a set of WAYS counters. A new caller in a full set replaces the
 * caller whose `paid_until` is earliest, because that caller has used the least of its limit. Each child process counts for
 * itself.
 *
 * A company may have a limit of its own, in requests a minute. The watcher puts it into shared memory (node/company_rates.h). */
#include "http/limits.h"
#include "node/company_rates.h"

#include <apr_thread_mutex.h>

#define OWN_WINDOW apr_time_from_sec(60) /* of a company's own limit */
#define SETS 4096
#define WAYS 4

typedef struct counter_t {
  uint64_t caller;       /* a hash; 0: the counter is free */
  apr_time_t paid_until; /* by collab_time_clock */
  int fraction;          /* of `paid_until`, in 1/requests microsecond: 0 to requests - 1 */
  int own;               /* the company's own limit, in requests a minute; 0: none, CollabRateLimit applies */
} counter_t;

static struct {
  apr_thread_mutex_t *lock;
  counter_t (*sets)[WAYS];
} table;

void collab_rate_child_init(apr_pool_t *pchild) {
  apr_thread_mutex_create(&table.lock, APR_THREAD_MUTEX_DEFAULT, pchild);
  table.sets = apr_pcalloc(pchild, SETS * sizeof *table.sets);
}

/* FNV-1a of the text and of a byte that separates texts. */
static uint64_t mix(uint64_t hash, const char *text) {
  for (; text && *text; text++) {
    hash = (hash ^ (unsigned char)*text) * 1099511628211u;
  }
  return (hash ^ 0xff) * 1099511628211u;
}

uint64_t collab_rate_caller(const collab_caller_t *caller) {
  return mix(mix(mix(mix(14695981039346656037u, caller->user), caller->issuer), caller->kind), caller->subject);
}

/* Returns the caller's counter. A new caller takes the counter whose `paid_until` is the earliest of its set. */
static counter_t *find(uint64_t caller) {
  counter_t *set = table.sets[(caller ^ caller >> 32) % SETS], *least = set;

  for (int i = 0; i < WAYS; i++) {
    if (set[i].caller == caller) {
      return &set[i];
    }
    if (set[i].paid_until < least->paid_until) {
      least = &set[i];
    }
  }
  *least = (counter_t){.caller = caller};
  return least;
}

static int seconds(apr_interval_time_t time) {
  return (int)apr_time_sec(time + APR_USEC_PER_SEC - 1);
}

static apr_interval_time_t window_of(const collab_config_t *config, const counter_t *counter) {
  return counter->own ? OWN_WINDOW : apr_time_from_sec(config->rate_window);
}

/* The limit of a counter, and what is left of it. */
static collab_rate_t rate_of(const collab_config_t *config, const counter_t *counter, apr_time_t now) {
  int requests = counter->own ? counter->own : config->rate_requests;
  apr_interval_time_t window = window_of(config, counter);
  bool is_ahead = counter->paid_until >= now;
  apr_interval_time_t ahead = is_ahead ? counter->paid_until - now : 0;
  int fraction = is_ahead ? counter->fraction : 0;

  if (requests == 0) {
    return (collab_rate_t){0};
  }
  return (collab_rate_t){.requests = requests,
                         .window = seconds(window),
                         .left = ahead < window ? (int)(((window - ahead) * requests - fraction) / window) : 0,
                         .until = seconds(ahead + (fraction > 0))};
}

/* Counts a request that arrives at `now` (collab_time_clock). False: the limit refuses it. Sets *rate. */
static bool count(const collab_config_t *config, counter_t *counter, apr_time_t now, collab_rate_t *rate) {
  apr_interval_time_t window = window_of(config, counter);

  *rate = rate_of(config, counter, now);
  if (rate->requests == 0) {
    return true;
  }
  bool is_ahead = counter->paid_until >= now;
  int64_t fraction = (is_ahead ? counter->fraction : 0) + window % rate->requests;
  apr_time_t paid_until = (is_ahead ? counter->paid_until : now) + window / rate->requests + fraction / rate->requests;
  fraction %= rate->requests;
  if (paid_until > now + window || (paid_until == now + window && fraction)) {
    rate->until = seconds(paid_until + (fraction > 0) - now - window);
    return false;
  }
  counter->paid_until = paid_until;
  counter->fraction = (int)fraction;
  *rate = rate_of(config, counter, now);
  return true;
}

bool collab_rate_take(const collab_config_t *config, const collab_caller_t *caller, int64_t company, apr_time_t now,
                      collab_rate_t *rate) {
  int own = company > 0 ? collab_company_rates_of(company) : 0;

  apr_thread_mutex_lock(table.lock);
  counter_t *counter = find(collab_rate_caller(caller));
  if (counter->own != own) { /* the limit has changed: start anew */
    *counter = (counter_t){.caller = counter->caller, .own = own};
  }
  bool granted = count(config, counter, now, rate);
  apr_thread_mutex_unlock(table.lock);
  return granted;
}

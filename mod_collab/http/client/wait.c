/* wait.c: gives the threads that wait for clients places, or ends their requests (http/client/wait.h).
 *
 *   free      a sleep in the request's first second of waiting, while few threads wait: costs an honest client nothing
 *   place     of the company's quarter, and of the three quarters that all have together; kept until the transfer ends
 *   lent      of the last quarter, for a company that has less than half of its places: a second at most; and for a client that
 *             takes its output, a second each time
 *
 * A request never waits for a place, because that would occupy a thread, too. Streams of HTTP/2 run on mod_http2's own threads,
 * so they have places of their own. With fewer than four threads (prefork), there are no places. */
#include "http/client/wait.h"

#include <pthread.h>

#include <ap_mpm.h>
#include <apr_hash.h>
#include <apr_optional.h>
#include <mod_http2.h>

#include "base/time.h"
#include "collab_private.h"
#include "node/meter.h"

#define FEWEST_THREADS 4
#define FREE_TIME apr_time_from_sec(1)
#define LONGEST_SLEEP apr_time_from_sec(1)
#define RATE_WINDOW 20                      /* seconds of waiting over which a rate is judged */
#define PER_ADDRESS 4                       /* places that one address may hold in public operations */
#define LOG_INTERVAL apr_time_from_sec(900) /* minimum time between two log messages of a process */

typedef struct place_t {
  bool taken, public;
  uint64_t group;
} place_t;

/* The threads that handle requests of HTTP/1.1, or of HTTP/2. */
typedef struct crew_t {
  pthread_mutex_t lock;
  int threads;
  int waiting; /* with a place, or free, or counted by collab_wait_join */
  place_t *places;
} crew_t;

static crew_t crews[2]; /* HTTP/1.1, HTTP/2 */

static crew_t *crew_of(const request_rec *r) {
  return &crews[r->connection->master != NULL];
}

static void make(crew_t *crew, apr_pool_t *pool, int threads) {
  pthread_mutex_init(&crew->lock, NULL);
  crew->threads = threads >= FEWEST_THREADS ? threads : 0;
  crew->waiting = 0;
  crew->places = apr_pcalloc(pool, (apr_size_t)threads * sizeof *crew->places);
}

void collab_wait_child_init(apr_pool_t *pchild, server_rec *s) {
  APR_OPTIONAL_FN_TYPE(http2_get_num_workers) *get_workers = APR_RETRIEVE_OPTIONAL_FN(http2_get_num_workers);
  int threads = 0, least = 0, workers = 0;

  if (ap_mpm_query(AP_MPMQ_MAX_THREADS, &threads) != APR_SUCCESS) {
    threads = 1;
  }
  if (get_workers) {
    get_workers(s, &least, &workers);
  }
  make(&crews[0], pchild, threads);
  make(&crews[1], pchild, workers > 0 ? workers : threads);
}

void collab_wait_begin(collab_wait_t *wait, request_rec *r, const collab_config_t *config, bool public, int64_t company,
                       uint64_t caller) {
  *wait = (collab_wait_t){.r = r, .config = config, .public = public, .group = company ? (uint64_t)company : caller};
}

/* Finds the address of a public operation's client; its group stays 0 if addresses like it do not count. */
static void find_address(collab_wait_t *wait) {
  apr_ssize_t len = APR_HASH_KEY_STRING;

  if (wait->public && wait->group == 0 && collab_address_counts(wait->config->shared_addresses, wait->r->useragent_addr)) {
    const char *address = collab_address_group(wait->r->pool, wait->r->useragent_addr);
    wait->group = (uint64_t)apr_hashfunc_default(address, &len) + 1;
  }
}

/* ---- places; the caller holds the lock ---- */

static int share(const crew_t *crew, int percent) {
  return crew->threads * percent / 100;
}

/* The places that the group holds; group 0: that all public operations hold. */
static int held_by(const crew_t *crew, bool public, uint64_t group) {
  int held = 0;

  for (int i = 0; i < crew->threads; i++) {
    const place_t *place = &crew->places[i];
    held += place->taken && place->public == public && (group == 0 || place->group == group);
  }
  return held;
}

static bool take(crew_t *crew, collab_wait_t *wait, bool lent) {
  int i = 0;

  while (crew->places[i].taken) {
    i++;
  }
  crew->places[i] = (place_t){true, wait->public, wait->group};
  crew->waiting++;
  wait->held = i + 1;
  wait->lent = lent;
  return true;
}

static void give_back(crew_t *crew, collab_wait_t *wait) {
  crew->places[wait->held - 1].taken = false;
  crew->waiting--;
  wait->held = 0;
  wait->lent = false;
}

/* Public operations together have a company's share, and each address a few places of it. */
static bool may_have_place(const crew_t *crew, const collab_wait_t *wait) {
  int of_one = share(crew, wait->config->wait_company);

  if (crew->waiting >= share(crew, wait->config->wait_all)) {
    return false;
  }
  if (wait->public) {
    return held_by(crew, true, 0) < of_one && (wait->group == 0 || held_by(crew, true, wait->group) < PER_ADDRESS);
  }
  return held_by(crew, false, wait->group) < of_one;
}

/* Decides how the request may sleep: in a place, or free. False: not at all. */
static bool admit(crew_t *crew, collab_wait_t *wait) {
  bool early = !wait->public && wait->waited < FREE_TIME, takes = !wait->public && wait->takes;
  int of_one = share(crew, wait->config->wait_company);

  if (wait->held && (!wait->lent || early || takes)) {
    return true;
  }
  if (wait->held) {
    give_back(crew, wait);
  }
  if ((early || takes) && crew->waiting < of_one) {
    crew->waiting++;
    return true;
  }
  if (may_have_place(crew, wait)) {
    return take(crew, wait, false);
  }
  int own = held_by(crew, wait->public, wait->group);
  return crew->waiting < crew->threads && ((early && 2 * own < of_one) || (takes && own < of_one)) && take(crew, wait, true);
}

/* ---- public functions ---- */

static void refused(const collab_wait_t *wait) {
  static apr_time_t said;
  request_rec *r = wait->r;
  apr_time_t before = __atomic_load_n(&said, __ATOMIC_RELAXED), now = collab_time_clock();

  collab_meter_count(COLLAB_COUNT_WAITS_REFUSED, 1);
  if ((before && now - before < LOG_INTERVAL) ||
      !__atomic_compare_exchange_n(&said, &before, now, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    return;
  }
  ap_log_rerror(
      APLOG_MARK, APLOG_WARNING, 0, r,
      COLLABNO(0473) "ended a request from %s: its client is slow, and too many threads already wait for clients, of its "
                     "company or in all (CollabClientWait), or in public operations of its address "
                     "(CollabSharedAddress)",
      collab_address_group(r->pool, r->useragent_addr));
}

static bool is_limited(const crew_t *crew, const collab_config_t *config) {
  return crew->threads > 0 && config->wait_company > 0;
}

apr_interval_time_t collab_wait_sleep(collab_wait_t *wait) {
  crew_t *crew = crew_of(wait->r);
  bool may = true;

  if (is_limited(crew, wait->config)) {
    find_address(wait);
    pthread_mutex_lock(&crew->lock);
    may = admit(crew, wait);
    pthread_mutex_unlock(&crew->lock);
  }
  if (!may) {
    refused(wait);
    return 0;
  }
  wait->since = collab_time_clock();
  apr_interval_time_t left = FREE_TIME - wait->waited;
  return left > 0 && left < LONGEST_SLEEP ? left : LONGEST_SLEEP;
}

bool collab_wait_judge(collab_wait_t *wait, apr_interval_time_t time, apr_size_t bytes) {
  wait->waited += time;
  wait->window += time;
  wait->moved += bytes;
  if (wait->window < apr_time_from_sec(RATE_WINDOW)) {
    return true;
  }
  bool fast = wait->moved >= (apr_size_t)wait->config->wait_rate * RATE_WINDOW;
  wait->window = 0;
  wait->moved = 0;
  if (!fast) {
    collab_meter_count(COLLAB_COUNT_WAITS_SLOW, 1);
  }
  return fast;
}

bool collab_wait_wake(collab_wait_t *wait, apr_size_t bytes) {
  crew_t *crew = crew_of(wait->r);

  if (!wait->held && is_limited(crew, wait->config)) {
    pthread_mutex_lock(&crew->lock);
    crew->waiting--;
    pthread_mutex_unlock(&crew->lock);
  }
  return collab_wait_judge(wait, collab_time_clock() - wait->since, bytes);
}

bool collab_wait_take(collab_wait_t *wait) {
  crew_t *crew = crew_of(wait->r);
  bool may = true;

  if (!wait->held && is_limited(crew, wait->config)) {
    pthread_mutex_lock(&crew->lock);
    may = may_have_place(crew, wait) && take(crew, wait, false);
    pthread_mutex_unlock(&crew->lock);
  }
  if (!may) {
    refused(wait);
  }
  return may;
}

void collab_wait_end(collab_wait_t *wait) {
  crew_t *crew;

  if (!wait->held) {
    return;
  }
  crew = crew_of(wait->r);
  pthread_mutex_lock(&crew->lock);
  give_back(crew, wait);
  pthread_mutex_unlock(&crew->lock);
  collab_meter_time(COLLAB_TIME_CLIENT, wait->waited);
}

bool collab_wait_join(const request_rec *r, const collab_config_t *config) {
  crew_t *crew = crew_of(r);

  pthread_mutex_lock(&crew->lock);
  bool may = !is_limited(crew, config) || crew->waiting < share(crew, config->wait_all);
  crew->waiting += may;
  pthread_mutex_unlock(&crew->lock);
  if (!may) {
    collab_meter_count(COLLAB_COUNT_WAITS_REFUSED, 1);
  }
  return may;
}

static void change_waiting(const request_rec *r, int by) {
  crew_t *crew = crew_of(r);

  pthread_mutex_lock(&crew->lock);
  crew->waiting += by;
  pthread_mutex_unlock(&crew->lock);
}

void collab_wait_add(const request_rec *r) {
  change_waiting(r, 1);
}

void collab_wait_leave(const request_rec *r) {
  change_waiting(r, -1);
}

/* meter.c: counters, gauges and times in memory that all processes of this node share (node/meter.h).
 *
 * Owns the memory and the tables of names. Written from every request and every delivery, so it must never lock, wait or
 * allocate. Read by status/. The history of the last hour is in meter_history.c. */
#include "node/meter.h"

#include <limits.h>
#include <string.h>
#include <sys/mman.h>

#include "base/time.h"
#include "node/meter_private.h"

#define QUIET apr_time_from_sec(10)
#define SAY_EVERY apr_time_from_sec(1)
#define SAY_AGAIN apr_time_from_sec(60)      /* the same text */
#define ASK_EVERY apr_time_from_sec(10)      /* while workers cannot open a connection */
#define OPENED_FOR apr_time_from_sec(2)      /* after so long without a failure, the next one is a new one */
#define POOL_FAILS_FOR apr_time_from_sec(60) /* so long a failure counts; a process that fails tries more often */
#define MS 1000                              /* microseconds */
#define SECONDS 1000000

/* a company's own rate limit, packed beside its id */
#define RATE_BITS 20 /* for 1,000,000 requests a minute at most */
#define RATE_MASK ((UINT64_C(1) << RATE_BITS) - 1)

#define COUNTER(symbol, metric, labels, help) {metric, labels, help},
#define GAUGE(symbol, metric, help) {metric, "", help},
const collab_metric_t collab_meter_counters[COLLAB_COUNT_COUNT] = {COLLAB_COUNTERS(COUNTER)};
const collab_metric_t collab_meter_gauges[COLLAB_GAUGE_COUNT] = {COLLAB_GAUGES(GAUGE)};
const collab_metric_t collab_meter_timed[COLLAB_TIME_COUNT] = {COLLAB_TIMES(COUNTER)};
#undef COUNTER
#undef GAUGE

const int64_t collab_meter_bounds[COLLAB_TIME_BUCKETS] = {
    100,
    200,
    500,
    1 * MS,
    2 * MS,
    5 * MS,
    10 * MS,
    20 * MS,
    50 * MS,
    100 * MS,
    200 * MS,
    500 * MS,
    1 * SECONDS,
    2 * SECONDS,
    5 * SECONDS,
    10 * SECONDS,
    20 * SECONDS,
    60 * SECONDS,
    300 * SECONDS,
    1800 * SECONDS,
    INT64_C(7200) * SECONDS,
    INT64_C(36000) * SECONDS,
    APR_INT64_MAX,
};

static collab_meter_t own; /* used while there is no shared memory */
static collab_meter_t *meter = &own;

collab_meter_t *collab_meter_memory(void) {
  return meter;
}

static void forget_gauges(collab_meter_t *of) {
  for (int i = 0; i < COLLAB_GAUGE_COUNT; i++) {
    atomic_store_explicit(&of->gauge[i], -1, memory_order_relaxed);
  }
}

bool collab_meter_share(apr_pool_t *pool) {
  /* the key differs when a restart has loaded a module with another layout of the memory */
  const char *key = apr_psprintf(pool, "collab_meter %s %" APR_SIZE_T_FMT, COLLAB_VERSION, sizeof(collab_meter_t));
  void *found = NULL;

  apr_pool_userdata_get(&found, key, pool);
  if (!found) {
    found = mmap(NULL, sizeof(collab_meter_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (found == MAP_FAILED) {
      return false;
    }
    ((collab_meter_t *)found)->since = apr_time_now();
    ((collab_meter_t *)found)->began = collab_time_clock();
    forget_gauges(found);
    apr_pool_userdata_setn(found, key, NULL, pool);
  }
  meter = found;
  return true;
}

apr_time_t collab_meter_since(void) {
  return meter->since;
}

apr_time_t collab_meter_began(void) {
  return meter->began;
}

void collab_meter_stop(void) {
  atomic_store(&meter->stops, true);
}

bool collab_meter_stops(void) {
  return atomic_load(&meter->stops);
}

/* ---- figures ---- */

void collab_meter_count(collab_counter_t counter, uint64_t n) {
  atomic_fetch_add_explicit(&meter->counter[counter], n, memory_order_relaxed);
}

uint64_t collab_meter_counted(collab_counter_t counter) {
  return atomic_load_explicit(&meter->counter[counter], memory_order_relaxed);
}

void collab_meter_attempt(int channel, int outcome, int status) {
  int class = status >= 100 && status < 600 ? status / 100 : 0;

  collab_meter_count(COLLAB_COUNT_ATTEMPTS_V2_DELIVERED + (unsigned)(COLLAB_ATTEMPT_OUTCOMES * channel + outcome), 1);
  collab_meter_count(COLLAB_COUNT_ANSWERS_NONE + (unsigned)class, 1);
}

void collab_meter_set(collab_gauge_t gauge, int64_t value) {
  atomic_store_explicit(&meter->gauge[gauge], value, memory_order_relaxed);
}

int64_t collab_meter_get(collab_gauge_t gauge) {
  return atomic_load_explicit(&meter->gauge[gauge], memory_order_relaxed);
}

void collab_meter_note(collab_gauge_t gauge) {
  atomic_store_explicit(&meter->noted_at[gauge], collab_time_clock(), memory_order_relaxed);
  atomic_store_explicit(&meter->gauge[gauge], apr_time_now(), memory_order_release);
}

apr_time_t collab_meter_noted(collab_gauge_t gauge) {
  return atomic_load_explicit(&meter->gauge[gauge], memory_order_acquire) < 0
             ? -1
             : atomic_load_explicit(&meter->noted_at[gauge], memory_order_relaxed);
}

static void add_time(times_t *times, int64_t microseconds) {
  int bucket = 0;

  if (microseconds < 0) {
    return;
  }
  while (microseconds > collab_meter_bounds[bucket]) {
    bucket++;
  }
  atomic_fetch_add_explicit(&times->bucket[bucket], 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&times->sum, (uint64_t)microseconds, memory_order_relaxed);
}

static collab_times_t copy_times(times_t *times) {
  collab_times_t copy = {.sum = atomic_load_explicit(&times->sum, memory_order_relaxed)};

  for (int i = 0; i < COLLAB_TIME_BUCKETS; i++) {
    copy.bucket[i] = atomic_load_explicit(&times->bucket[i], memory_order_relaxed);
    copy.count += copy.bucket[i];
  }
  return copy;
}

void collab_meter_time(collab_timed_t timed, int64_t microseconds) {
  add_time(&meter->time[timed], microseconds);
}

collab_times_t collab_meter_times(collab_timed_t timed) {
  return copy_times(&meter->time[timed]);
}

int64_t collab_meter_quantile(const collab_times_t *times, double quantile) {
  double wanted = quantile * (double)times->count, seen = 0;

  for (int i = 0; i < COLLAB_TIME_BUCKETS && times->count; i++) {
    int64_t low = i ? collab_meter_bounds[i - 1] : 0;
    int64_t high = i < COLLAB_TIME_BUCKETS - 1 ? collab_meter_bounds[i] : low;
    double here = (double)times->bucket[i];
    if (here > 0 && seen + here >= wanted) {
      return low + (int64_t)((double)(high - low) * (wanted - seen) / here);
    }
    seen += here;
  }
  return -1;
}

/* ---- requests ---- */

void collab_meter_operation(int index, const char *name) {
  if (index >= 0 && index < COLLAB_METER_OPERATIONS) {
    apr_cpystrn(meter->operation[index], name, sizeof meter->operation[index]);
  }
}

void collab_meter_request(int index, int status, int64_t microseconds) {
  int class = status >= 100 && status < 600 ? status / 100 : 0;

  if (index < 0 || index >= COLLAB_METER_OPERATIONS) {
    index = 0;
  }
  atomic_fetch_add_explicit(&meter->request[index][class], 1, memory_order_relaxed);
  add_time(&meter->request_time[index], microseconds);
  collab_meter_time(COLLAB_TIME_REQUEST, microseconds);
}

collab_times_t collab_meter_operation_times(int index) {
  return copy_times(&meter->request_time[index]);
}

const char *collab_meter_requests(int index, uint64_t by_class[COLLAB_METER_CLASSES]) {
  if (index < 0 || index >= COLLAB_METER_OPERATIONS || !*meter->operation[index]) {
    return NULL;
  }
  for (int i = 0; i < COLLAB_METER_CLASSES; i++) {
    by_class[i] = atomic_load_explicit(&meter->request[index][i], memory_order_relaxed);
  }
  return meter->operation[index];
}

uint64_t collab_meter_all_requests(void) {
  uint64_t sum = 0;

  for (int i = 0; i < COLLAB_METER_OPERATIONS; i++) {
    for (int j = 0; j < COLLAB_METER_CLASSES; j++) {
      sum += atomic_load_explicit(&meter->request[i][j], memory_order_relaxed);
    }
  }
  return sum;
}

/* ---- faults ---- */

void collab_meter_sqlstate(const char *sqlstate, const char *function) {
  if (!strcmp(sqlstate, "53100") && strncmp(function, "dsm_impl_", 9)) {
    collab_meter_note(COLLAB_GAUGE_FULL_AT);
  } else if (!strcmp(sqlstate, "42501")) {
    collab_meter_note(COLLAB_GAUGE_DENIED_AT);
  }
}

bool collab_meter_may_say(uint64_t *unsaid) {
  int_fast64_t now = collab_time_clock(), last = atomic_load_explicit(&meter->said_at, memory_order_relaxed);

  if (now - last < SAY_EVERY ||
      !atomic_compare_exchange_strong_explicit(&meter->said_at, &last, now, memory_order_relaxed, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&meter->unsaid, 1, memory_order_relaxed);
    return false;
  }
  *unsaid = atomic_exchange_explicit(&meter->unsaid, 0, memory_order_relaxed);
  return true;
}

/* FNV-1a, without the digits. */
static uint64_t hash_of(const char *text) {
  uint64_t hash = UINT64_C(14695981039346656037);

  for (; *text; text++) {
    hash = *text >= '0' && *text <= '9' ? hash : (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
  }
  return hash ? hash : 1;
}

bool collab_meter_may_say_text(const char *text, uint64_t *unsaid) {
  uint64_t hash = hash_of(text);
  apr_time_t now = collab_time_clock();
  int row = 0; /* the text's row, else the one that was logged longest ago */

  for (int i = 0; i < COLLAB_METER_SAID; i++) {
    int_fast64_t at = atomic_load_explicit(&meter->said[i].at, memory_order_relaxed);
    if (atomic_load_explicit(&meter->said[i].hash, memory_order_relaxed) == hash) {
      if (now - at < SAY_AGAIN) {
        return false;
      }
      row = i;
      break;
    }
    row = at < atomic_load_explicit(&meter->said[row].at, memory_order_relaxed) ? i : row;
  }
  if (unsaid && !collab_meter_may_say(unsaid)) {
    return false;
  }
  atomic_store_explicit(&meter->said[row].hash, hash, memory_order_relaxed);
  atomic_store_explicit(&meter->said[row].at, now, memory_order_relaxed);
  return true;
}

apr_time_t collab_meter_say_at(apr_time_t now) {
  int_fast64_t last = atomic_load_explicit(&meter->said_at, memory_order_relaxed), next;

  do {
    next = now - last < SAY_EVERY ? last + SAY_EVERY : now;
  } while (!atomic_compare_exchange_weak_explicit(&meter->said_at, &last, next, memory_order_relaxed, memory_order_relaxed));
  return next;
}

const char *collab_meter_unsaid(apr_pool_t *pool, uint64_t unsaid) {
  return unsaid ? apr_psprintf(pool, " (and %" APR_UINT64_T_FMT " more such lines)", unsaid) : "";
}

/* ---- records guarded by a sequence number, `turn` ---- */

static void begin(atomic_uint *turn) {
  atomic_fetch_or_explicit(turn, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
}

static void end(atomic_uint *turn) {
  atomic_fetch_add_explicit(turn, 1, memory_order_release);
}

/* Copies a guarded record. Gives up consistency after 100 tries, because the record's writer may have been killed in a write. */
static void copy(void *to, const void *from, size_t size, atomic_uint *turn) {
  for (int tries = 0; tries < 100; tries++) {
    unsigned before = atomic_load_explicit(turn, memory_order_acquire);
    memcpy(to, from, size);
    atomic_thread_fence(memory_order_acquire);
    if (!(before & 1) && atomic_load_explicit(turn, memory_order_relaxed) == before) {
      return;
    }
  }
}

/* ---- the workers' database connections ---- */

bool collab_meter_pool_may_ask(void) {
  int_fast64_t now = collab_time_clock(), last = atomic_load_explicit(&meter->pool_asked_at, memory_order_relaxed),
               opened_at = atomic_load_explicit(&meter->pool_opened_at, memory_order_relaxed);
  bool is_new = opened_at > atomic_load_explicit(&meter->pool_failed_at, memory_order_relaxed) && now - opened_at >= OPENED_FOR;

  return (!last || is_new || now - last >= ASK_EVERY) &&
         atomic_compare_exchange_strong_explicit(&meter->pool_asked_at, &last, now, memory_order_relaxed, memory_order_relaxed);
}

/* Has a process failed in the last minute, and has none succeeded since? */
static bool pool_fails(void) {
  int_fast64_t failed_at = atomic_load_explicit(&meter->pool_failed_at, memory_order_relaxed);

  return failed_at > atomic_load_explicit(&meter->pool_opened_at, memory_order_relaxed) &&
         collab_time_clock() - failed_at < POOL_FAILS_FOR;
}

void collab_meter_pool_failed(const char *reason) {
  if (reason) {
    begin(&meter->pool_turn);
    apr_cpystrn(meter->pool_reason, reason, sizeof meter->pool_reason);
    end(&meter->pool_turn);
  }
  if (reason || pool_fails()) {
    atomic_store_explicit(&meter->pool_failed_at, collab_time_clock(), memory_order_relaxed);
  }
}

void collab_meter_pool_opened(void) {
  atomic_store_explicit(&meter->pool_opened_at, collab_time_clock(), memory_order_relaxed);
}

bool collab_meter_pool_reason(char reason[COLLAB_POOL_REASON]) {
  copy(reason, meter->pool_reason, sizeof meter->pool_reason, &meter->pool_turn);
  reason[sizeof meter->pool_reason - 1] = '\0';
  return pool_fails();
}

/* ---- endpoints ---- */

/* Returns a row's rank; 0 for a free row. Rows of a lower rank are evicted first. The status page needs rows of the highest rank
 * most. */
static int eviction_rank(const collab_endpoint_report_t *endpoint) {
  return endpoint->id == 0 ? 0 : endpoint->in_flight ? 3 : endpoint->state || endpoint->failures ? 2 : 1;
}

/* Returns the row to give to an endpoint that has none: among the rows of the lowest rank, the one seen longest ago. If `trouble`
 * is false (the endpoint is without trouble), returns -1 when that row is busy, is in trouble or was seen within QUIET. So
 * endpoints do not evict one another at every attempt when there are more endpoints than rows. */
static int evicted_row(bool trouble, apr_time_t now) {
  int row = 0, least = INT_MAX;

  for (int i = 0; i < COLLAB_METER_ENDPOINTS && least > 0; i++) {
    int rank = eviction_rank(&meter->endpoint[i].endpoint);
    if (rank < least || (rank == least && meter->endpoint[i].seen < meter->endpoint[row].seen)) {
      row = i;
      least = rank;
    }
  }
  return trouble || least == 0 || (least == 1 && now - meter->endpoint[row].seen > QUIET) ? row : -1;
}

/* Returns the endpoint's row. If it has none, returns the row that it takes, or -1 if it gets none. Every attempt calls this
 * function, so the function tries the row that the id selects before it searches. */
static int row_of(int64_t id, bool trouble, apr_time_t now) {
  int row = (int)((uint64_t)id % COLLAB_METER_ENDPOINTS);

  if (meter->endpoint_id[row] == id) {
    return row;
  }
  for (int i = 0; i < COLLAB_METER_ENDPOINTS; i++) {
    if (meter->endpoint_id[i] == id) {
      return i;
    }
  }
  return meter->endpoint_id[row] == 0 ? row : evicted_row(trouble, now);
}

void collab_meter_endpoint(int64_t id, collab_endpoint_state_t state, int in_flight, int most, int failures, apr_time_t until,
                           const char *failed) {
  apr_time_t now = collab_time_clock();
  int at = row_of(id, state != COLLAB_ENDPOINT_CLOSED || failures > 0, now);

  if (at < 0) {
    return;
  }
  guarded_endpoint_t *row = &meter->endpoint[at];
  collab_endpoint_report_t *endpoint = &row->endpoint;
  begin(&row->turn);
  if (endpoint->id != id) {
    memset(endpoint, 0, sizeof *endpoint);
    endpoint->id = meter->endpoint_id[at] = id;
  }
  row->seen = now;
  endpoint->state = state;
  endpoint->in_flight = in_flight;
  endpoint->most = most;
  endpoint->failures = failures;
  endpoint->until = until;
  if (failed) {
    endpoint->failed_at = now;
    apr_cpystrn(endpoint->error, failed, sizeof endpoint->error);
  }
  end(&row->turn);
}

void collab_meter_endpoint_name(int64_t id, const char *company, const char *host) {
  for (int i = 0; i < COLLAB_METER_ENDPOINTS; i++) {
    guarded_endpoint_t *row = &meter->endpoint[i];
    if (meter->endpoint_id[i] == id) {
      begin(&row->turn);
      apr_cpystrn(row->endpoint.company, company, sizeof row->endpoint.company);
      apr_cpystrn(row->endpoint.host, host, sizeof row->endpoint.host);
      end(&row->turn);
    }
  }
}

bool collab_meter_endpoint_at(int row, collab_endpoint_report_t *endpoint) {
  guarded_endpoint_t *guarded = &meter->endpoint[row];

  copy(endpoint, &guarded->endpoint, sizeof *endpoint, &guarded->turn);
  endpoint->error[sizeof endpoint->error - 1] = '\0';
  endpoint->company[sizeof endpoint->company - 1] = '\0';
  endpoint->host[sizeof endpoint->host - 1] = '\0';
  return endpoint->id != 0;
}

void collab_meter_forget(void) {
  memset(meter->endpoint_id, 0, sizeof meter->endpoint_id);
  for (int i = 0; i < COLLAB_METER_ENDPOINTS; i++) {
    begin(&meter->endpoint[i].turn);
    memset(&meter->endpoint[i].endpoint, 0, sizeof meter->endpoint[i].endpoint);
    end(&meter->endpoint[i].turn);
  }
  for (int i = 0; i < COLLAB_ALARM_WATCHED; i++) {
    collab_meter_alarm(i, NULL);
  }
  for (int i = 0; i < COLLAB_GAUGE_WATCHED_AT; i++) {
    collab_meter_set(i, -1);
  }
}

bool collab_meter_alarm(collab_alarm_t alarm, const char *text) {
  guarded_alarm_t *guarded = &meter->alarm[alarm];
  bool was = *guarded->text != '\0';

  if (text && !was) {
    atomic_store_explicit(&guarded->since, apr_time_now(), memory_order_relaxed);
    atomic_store_explicit(&guarded->raised_at, collab_time_clock(), memory_order_relaxed);
  }
  begin(&guarded->turn);
  apr_cpystrn(guarded->text, text ? text : "", sizeof guarded->text);
  end(&guarded->turn);
  return was != (text != NULL);
}

bool collab_meter_alarm_text(collab_alarm_t alarm, char text[COLLAB_ALARM_TEXT]) {
  guarded_alarm_t *guarded = &meter->alarm[alarm];

  copy(text, guarded->text, sizeof guarded->text, &guarded->turn);
  text[sizeof guarded->text - 1] = '\0';
  return *text != '\0';
}

apr_time_t collab_meter_alarm_since(collab_alarm_t alarm) {
  return atomic_load_explicit(&meter->alarm[alarm].since, memory_order_relaxed);
}

apr_interval_time_t collab_meter_alarm_age(collab_alarm_t alarm) {
  return collab_time_clock() - atomic_load_explicit(&meter->alarm[alarm].raised_at, memory_order_relaxed);
}

collab_told_t *collab_meter_told(collab_alarm_t alarm) {
  return &meter->told[alarm];
}

/* ---- companies and their day ---- */

/* A reader meanwhile sees entries of both lists. It then refuses a company for a moment longer, or shorter. */
void collab_companies_spent_set(const int64_t *companies, int count, apr_time_t until, apr_time_t ends) {
  count = count < COLLAB_SPENT ? count : COLLAB_SPENT;
  atomic_store_explicit(&meter->spent_until, until, memory_order_relaxed);
  atomic_store_explicit(&meter->spent_ends, ends, memory_order_relaxed);
  for (int i = 0; i < count; i++) {
    atomic_store_explicit(&meter->spent[i], companies[i], memory_order_relaxed);
  }
  atomic_store_explicit(&meter->nspent, count, memory_order_release);
}

bool collab_company_spent(int64_t company, apr_time_t now, apr_interval_time_t *left, apr_time_t *ends) {
  int count = atomic_load_explicit(&meter->nspent, memory_order_acquire);

  for (int i = 0; i < count; i++) {
    if (atomic_load_explicit(&meter->spent[i], memory_order_relaxed) == company) {
      *left = atomic_load_explicit(&meter->spent_until, memory_order_relaxed) - now;
      *ends = atomic_load_explicit(&meter->spent_ends, memory_order_relaxed);
      return *left > 0;
    }
  }
  return false;
}

void collab_meter_storers_set(const collab_storer_t storers[COLLAB_STORERS]) {
  begin(&meter->storers_turn);
  memcpy(meter->storer, storers, sizeof meter->storer);
  end(&meter->storers_turn);
}

void collab_meter_storers(collab_storer_t storers[COLLAB_STORERS]) {
  copy(storers, meter->storer, sizeof meter->storer, &meter->storers_turn);
  for (int i = 0; i < COLLAB_STORERS; i++) {
    storers[i].name[sizeof storers[i].name - 1] = '\0';
  }
}

/* ---- the companies' own rate limits ----
 *
 * A request finds the rate limit of its caller's company here, not in the database: when each request's statement read the limit,
 * a GET cost up to a fifth more. Each entry of the hash table is one word, which holds company and limit. At least half of the
 * entries are empty. There are two tables. The watcher fills the unused table, and then switches the readers to it. */

static unsigned place_of(int64_t company) {
  return (unsigned)((uint64_t)company * UINT64_C(11400714819323198485) >> 40) % COLLAB_METER_RATES;
}

void collab_company_rates_set(const collab_company_rate_t *rates, int count) {
  unsigned unused = 1 - atomic_load_explicit(&meter->rates, memory_order_relaxed);
  atomic_uint_fast64_t *table = meter->rate[unused];

  for (int i = 0; i < COLLAB_METER_RATES; i++) {
    atomic_store_explicit(&table[i], 0, memory_order_relaxed);
  }
  for (int i = 0; i < count && i < COLLAB_COMPANY_RATES; i++) {
    unsigned place = place_of(rates[i].company);
    while (atomic_load_explicit(&table[place], memory_order_relaxed)) {
      place = (place + 1) % COLLAB_METER_RATES;
    }
    atomic_store_explicit(&table[place], (uint64_t)rates[i].company << RATE_BITS | (uint64_t)rates[i].requests,
                          memory_order_relaxed);
  }
  atomic_store_explicit(&meter->rates, unused, memory_order_release);
}

int collab_company_rate(int64_t company) {
  const atomic_uint_fast64_t *table = meter->rate[atomic_load_explicit(&meter->rates, memory_order_acquire)];
  unsigned place = place_of(company);

  for (int i = 0; i < COLLAB_METER_RATES; i++, place = (place + 1) % COLLAB_METER_RATES) {
    uint64_t entry = atomic_load_explicit(&table[place], memory_order_relaxed);
    if (entry >> RATE_BITS == (uint64_t)company || !entry) {
      return (int)(entry & RATE_MASK);
    }
  }
  return 0;
}

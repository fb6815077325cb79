/* test_threads.c: many threads of a process can share an issuer's keys (auth/keyset.c), the rate limit (http/rate.c) and
 * companies' own limits (node/company_rates.h). test_places.c tests the places. `make check-threads` runs this test with the
 * thread sanitizer. */
#include "jwk.h"
#include "tap.h"

#include <apr_allocator.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

#include "auth/jwks.h"
#include "http/limits.h"
#include "node/company_rates.h"
#include "node/shared.h"

#define CROWD 16
#define TURNS 300
#define LIMIT 1000
#define COMPANY 7

static const apr_time_t noon = INT64_C(1800000000) * APR_USEC_PER_SEC;
static atomic_int granted, wrong, sets_read;

static void crowd(void *(*does)(void *)) {
  pthread_t all[CROWD];

  for (int i = 0; i < CROWD; i++) {
    pthread_create(&all[i], NULL, does, (void *)(intptr_t)i);
  }
  for (int i = 0; i < CROWD; i++) {
    pthread_join(all[i], NULL);
  }
}

/* ---- keys ---- */

static collab_keyset_t *keys;
static const char *set_text;
static bool some_end;

/* Returns another set each time. `some_end`: each third one has ended. */
static const char *read_store(void *context, apr_pool_t *pool, const collab_issuer_t *issuer, const char **version,
                              const char **error) {
  (void)context, (void)issuer, (void)error;
  int number = ++sets_read;
  *version = apr_itoa(pool, number);
  return some_end && number % 3 == 0 ? "" : set_text;
}

static void want(void *context, apr_pool_t *pool, const collab_issuer_t *issuer) {
  (void)context, (void)pool, (void)issuer;
}

static void warn(void *context, const collab_issuer_t *issuer, const char *text) {
  (void)context, (void)issuer, (void)text;
  wrong++;
}

/* Each turn passes a time one hour later, so every thread finds the keys too old. */
static void *find_keys(void *number) {
  static const collab_keyset_source_t source = {read_store, want, warn};

  for (int turn = 0; turn < TURNS; turn++) {
    collab_found_keys_t found;
    apr_pool_t *pool;
    apr_pool_create(&pool, NULL);
    wrong +=
        collab_keyset_find(keys, pool, &source, NULL, noon + apr_time_from_sec(3600) * turn, "k1", "ES256", &found) != COLLAB_OK;
    if ((intptr_t)number % 4 == 0) {
      wrong += collab_keyset_find(keys, pool, &source, NULL, noon, "unknown", "ES256", &found) != COLLAB_UNAUTHENTICATED;
    }
    apr_pool_destroy(pool);
  }
  return NULL;
}

/* As find_keys, but the tokens' signatures are wrong, and keys end. So refreshes overlap. */
static void *find_keys_again(void *number) {
  static const collab_keyset_source_t source = {read_store, want, warn};

  for (int turn = 0; turn < TURNS; turn++) {
    apr_time_t now = noon + apr_time_from_sec(3600) * (TURNS + turn) + apr_time_from_sec((intptr_t)number);
    collab_found_keys_t found;
    apr_pool_t *pool;
    apr_pool_create(&pool, NULL);
    collab_outcome_t outcome = collab_keyset_find(keys, pool, &source, NULL, now, "k1", "ES256", &found);
    wrong += outcome != COLLAB_OK && outcome != COLLAB_UNAVAILABLE;
    wrong += (outcome == COLLAB_OK) != (found.count == 1);
    if (outcome == COLLAB_OK) {
      collab_keyset_again(keys, pool, &source, NULL, now + apr_time_from_sec(1), &found);
    }
    apr_pool_destroy(pool);
  }
  return NULL;
}

static void finds_keys(void) {
  const collab_issuer_t issuer = {"https://id.example", "api", "https://id.example/keys", true, false, 900};
  const char *remark;
  apr_pool_t *pchild;

  EVP_PKEY *pair = EVP_EC_gen("P-256");
  set_text = jwk_set(jwk_of(pair, ",\"kid\":\"k1\",\"alg\":\"ES256\""), NULL);
  EVP_PKEY_free(pair);
  keys = collab_keyset_make(tap_pool, &issuer, 86400, &remark);
  apr_pool_create(&pchild, tap_pool);
  collab_keyset_child_init(keys, pchild);
  crowd(find_keys);
  is_number(wrong, 0);
  ok(sets_read > 1);
  some_end = true;
  crowd(find_keys_again);
  is_number(wrong, 0);
  apr_pool_destroy(pchild);
}

static bool no_memory;
static apr_status_t abort_reason;

/* Replaces APR's function, so that an allocation can fail. */
apr_status_t apr_allocator_create(apr_allocator_t **allocator) {
  apr_status_t (*create)(apr_allocator_t **) = (apr_status_t(*)(apr_allocator_t **))dlsym(RTLD_NEXT, "apr_allocator_create");

  return no_memory ? APR_ENOMEM : create(allocator);
}

static int note_abort(int reason) {
  abort_reason = reason;
  return reason;
}

static void has_no_memory(void) {
  const collab_issuer_t issuer = {"https://id.example", "api", "https://id.example/keys", true, false, 900};
  const char *remark;
  apr_pool_t *pchild;

  apr_pool_create_ex(&pchild, tap_pool, note_abort, NULL);
  collab_keyset_t *set = collab_keyset_make(tap_pool, &issuer, 86400, &remark);
  no_memory = true;
  collab_keyset_child_init(set, pchild);
  no_memory = false;
  is_number(abort_reason, APR_ENOMEM);
  apr_pool_destroy(pchild);
}

/* ---- the rate limit ---- */

static void *take(void *number) {
  const collab_config_t config = {.rate_requests = LIMIT, .rate_window = 60};
  char name[8];
  const collab_caller_t shared = {.user = "ada"}, own = {.user = name};
  collab_rate_t rate;

  apr_snprintf(name, sizeof name, "%d", (int)(intptr_t)number);

  for (int turn = 0; turn < TURNS; turn++) {
    granted += collab_rate_take(&config, &shared, 0, noon, &rate);
    wrong += !collab_rate_take(&config, &own, 0, noon, &rate);
  }
  return NULL;
}

static void limits(void) {
  wrong = 0;
  collab_rate_child_init(tap_pool);
  crowd(take);
  is_number(granted, LIMIT);
  is_number(wrong, 0);
}

/* Intervals that are not whole microseconds: 1.67, and 142857.14. */
static void exact_limits(void) {
  const collab_config_t many = {.rate_requests = 600000, .rate_window = 1}, seven = {.rate_requests = 7, .rate_window = 1};
  const collab_caller_t ben = {.user = "ben"}, eva = {.user = "eva"};
  collab_rate_t rate;
  int taken = 0;

  ok(collab_rate_take(&many, &ben, 0, noon, &rate));
  is_number(rate.left, 599999);
  for (taken = 1; collab_rate_take(&many, &ben, 0, noon, &rate); taken++) {
  }
  is_number(taken, 600000);
  is_number(rate.left, 0);
  is_number(rate.until, 1);
  for (taken = 0; collab_rate_take(&seven, &eva, 0, noon, &rate); taken++) {
  }
  is_number(taken, 7);
  ok(!collab_rate_take(&seven, &eva, 0, noon + 142857, &rate));
  ok(collab_rate_take(&seven, &eva, 0, noon + 142858, &rate));
  ok(!collab_rate_take(&seven, &eva, 0, noon + 2 * 142857, &rate));
  ok(collab_rate_take(&seven, &eva, 0, noon + 2 * 142857 + 1, &rate));
}

/* ---- companies' own limits ---- */

static void *read_rates(void *number) {
  for (int turn = 0; turn < TURNS; turn++) {
    int rate = collab_company_rates_of(COMPANY);
    wrong += rate && rate != 60 && rate != 120; /* 0: the table was replaced twice meanwhile */
    if (!number) {                              /* the watcher */
      collab_company_rates_set((collab_company_rate_t[]){{COMPANY, turn % 2 ? 60 : 120}, {COMPANY + 1, 5}}, 2);
    }
  }
  return NULL;
}

static void rates(void) {
  wrong = 0;
  collab_company_rates_set((collab_company_rate_t[]){{COMPANY, 60}}, 1);
  crowd(read_rates);
  is_number(wrong, 0);
  ok(collab_company_rates_of(COMPANY) == 60 || collab_company_rates_of(COMPANY) == 120);
}

int main(void) {
  tap_begin();
  ok(collab_shared_make(tap_pool));
  finds_keys();
  has_no_memory();
  limits();
  exact_limits();
  rates();
  return tap_done();
}

/* company_rates.c: the companies' own rate limits (node/company_rates.h).
 *
 * A request finds the rate limit of its caller's company here, not in the database: when each request's statement read the limit,
 * a GET cost up to a fifth more. Each entry of the hash table is one word, which holds company and limit. At least half of the
 * entries are empty. There are two tables. The watcher fills the unused table, and then switches the readers to it. */
#include "node/company_rates.h"

#include "node/shared_private.h"

/* a company's own rate limit, packed beside its id */
#define RATE_BITS 20 /* for 1,000,000 requests a minute at most */
#define RATE_MASK ((UINT64_C(1) << RATE_BITS) - 1)

static unsigned place_of(int64_t company) {
  return (unsigned)((uint64_t)company * UINT64_C(11400714819323198485) >> 40) % COLLAB_COMPANY_RATES_ROOM;
}

void collab_company_rates_set(const collab_company_rate_t *rates, int count) {
  unsigned unused = 1 - GET(collab_shared->rates);
  atomic_uint_fast64_t *table = collab_shared->rate[unused];

  for (int i = 0; i < COLLAB_COMPANY_RATES_ROOM; i++) {
    SET(table[i], 0);
  }
  for (int i = 0; i < count && i < COLLAB_COMPANY_RATES; i++) {
    unsigned place = place_of(rates[i].company);
    while (GET(table[place])) {
      place = (place + 1) % COLLAB_COMPANY_RATES_ROOM;
    }
    SET(table[place], (uint64_t)rates[i].company << RATE_BITS | (uint64_t)rates[i].requests);
  }
  atomic_store_explicit(&collab_shared->rates, unused, memory_order_release);
}

int collab_company_rates_of(int64_t company) {
  const atomic_uint_fast64_t *table = collab_shared->rate[atomic_load_explicit(&collab_shared->rates, memory_order_acquire)];
  unsigned place = place_of(company);

  for (int i = 0; i < COLLAB_COMPANY_RATES_ROOM; i++, place = (place + 1) % COLLAB_COMPANY_RATES_ROOM) {
    uint64_t entry = GET(table[place]);
    if (entry >> RATE_BITS == (uint64_t)company || !entry) {
      return (int)(entry & RATE_MASK);
    }
  }
  return 0;
}

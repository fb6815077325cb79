/* spent.c: the companies that have used up their day (node/spent.h). */
#include "node/spent.h"

#include "node/shared_private.h"

/* A reader meanwhile sees entries of both lists. It then refuses a company for a moment longer, or shorter. */
void collab_spent_set(const int64_t *companies, int count, apr_time_t until, apr_time_t ends) {
  count = count < COLLAB_SPENT ? count : COLLAB_SPENT;
  SET(collab_shared->spent_until, until);
  SET(collab_shared->spent_ends, ends);
  for (int i = 0; i < count; i++) {
    SET(collab_shared->spent[i], companies[i]);
  }
  atomic_store_explicit(&collab_shared->nspent, count, memory_order_release);
}

bool collab_spent_has(int64_t company, apr_time_t now, apr_interval_time_t *left, apr_time_t *ends) {
  int count = atomic_load_explicit(&collab_shared->nspent, memory_order_acquire);

  for (int i = 0; i < count; i++) {
    if (GET(collab_shared->spent[i]) == company) {
      *left = GET(collab_shared->spent_until) - now;
      *ends = GET(collab_shared->spent_ends);
      return *left > 0;
    }
  }
  return false;
}

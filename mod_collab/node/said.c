/* said.c: throttles lines about faults (node/said.h). */
#include "node/said.h"

#include "base/time.h"
#include "node/shared_private.h"

#define SAY_EVERY apr_time_from_sec(1)
#define SAY_AGAIN apr_time_from_sec(60) /* the same text */

bool collab_said_may(uint64_t *unsaid) {
  int_fast64_t now = collab_time_clock(), last = GET(collab_shared->said_at);

  if (now - last < SAY_EVERY ||
      !atomic_compare_exchange_strong_explicit(&collab_shared->said_at, &last, now, memory_order_relaxed, memory_order_relaxed)) {
    ADD(collab_shared->unsaid, 1);
    return false;
  }
  *unsaid = atomic_exchange_explicit(&collab_shared->unsaid, 0, memory_order_relaxed);
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

bool collab_said_may_text(const char *text, uint64_t *unsaid) {
  uint64_t hash = hash_of(text);
  apr_time_t now = collab_time_clock();
  int row = 0; /* the text's row, else the one that was logged longest ago */

  for (int i = 0; i < COLLAB_SAID_TEXTS; i++) {
    int_fast64_t at = GET(collab_shared->said[i].at);
    if (GET(collab_shared->said[i].hash) == hash) {
      if (now - at < SAY_AGAIN) {
        return false;
      }
      row = i;
      break;
    }
    row = at < GET(collab_shared->said[row].at) ? i : row;
  }
  if (unsaid && !collab_said_may(unsaid)) {
    return false;
  }
  SET(collab_shared->said[row].hash, hash);
  SET(collab_shared->said[row].at, now);
  return true;
}

apr_time_t collab_said_next(apr_time_t now) {
  int_fast64_t last = GET(collab_shared->said_at), next;

  do {
    next = now - last < SAY_EVERY ? last + SAY_EVERY : now;
  } while (
      !atomic_compare_exchange_weak_explicit(&collab_shared->said_at, &last, next, memory_order_relaxed, memory_order_relaxed));
  return next;
}

const char *collab_said_unsaid(apr_pool_t *pool, uint64_t unsaid) {
  return unsaid ? apr_psprintf(pool, " (and %" APR_UINT64_T_FMT " more such lines)", unsaid) : "";
}

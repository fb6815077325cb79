/* shared.c: makes the memory that the processes of this node share, and frames what is written to it (node/shared_private.h). */
#include "node/shared.h"

#include <string.h>
#include <sys/mman.h>

#include "base/time.h"
#include "node/shared_private.h"

static collab_shared_t own; /* used while there is no shared memory */
collab_shared_t *collab_shared = &own;

bool collab_shared_make(apr_pool_t *pool) {
  /* the key differs when a restart has loaded a module with another layout of the memory */
  const char *key = apr_psprintf(pool, "collab_shared %s %" APR_SIZE_T_FMT, COLLAB_VERSION, sizeof(collab_shared_t));
  void *found = NULL;

  apr_pool_userdata_get(&found, key, pool);
  if (!found) {
    found = mmap(NULL, sizeof(collab_shared_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (found == MAP_FAILED) {
      return false;
    }
    collab_shared_t *made = found;
    made->since = apr_time_now();
    made->began = collab_time_clock();
    for (int i = 0; i < COLLAB_GAUGE_COUNT; i++) {
      SET(made->gauge[i], -1);
    }
    apr_pool_userdata_setn(found, key, NULL, pool);
  }
  collab_shared = found;
  return true;
}

apr_time_t collab_shared_since(void) {
  return collab_shared->since;
}

apr_time_t collab_shared_began(void) {
  return collab_shared->began;
}

void collab_shared_stop(void) {
  atomic_store(&collab_shared->stops, true);
}

bool collab_shared_stops(void) {
  return atomic_load(&collab_shared->stops);
}

void collab_shared_want_watch(bool wanted) {
  atomic_store(&collab_shared->watch_wanted, wanted);
}

bool collab_shared_wants_watch(void) {
  return atomic_load(&collab_shared->watch_wanted);
}

int64_t collab_shared_next_helper(void) {
  return atomic_fetch_add(&collab_shared->watch_helper, 1) + 1;
}

int64_t collab_shared_latest_helper(void) {
  return atomic_load(&collab_shared->watch_helper);
}

bool collab_shared_first_reading(void) {
  bool first = !collab_shared->told_read;

  collab_shared->told_read = true;
  return first;
}

void collab_shared_begin(atomic_uint *turn) {
  atomic_fetch_or_explicit(turn, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
}

void collab_shared_end(atomic_uint *turn) {
  atomic_fetch_add_explicit(turn, 1, memory_order_release);
}

void collab_shared_copy(void *to, const void *from, size_t size, atomic_uint *turn) {
  for (int tries = 0; tries < 100; tries++) {
    unsigned before = atomic_load_explicit(turn, memory_order_acquire);
    memcpy(to, from, size);
    atomic_thread_fence(memory_order_acquire);
    if (!(before & 1) && atomic_load_explicit(turn, memory_order_relaxed) == before) {
      return;
    }
  }
}

void collab_shared_forget(void) {
  memset(collab_shared->endpoint_id, 0, sizeof collab_shared->endpoint_id);
  for (int i = 0; i < COLLAB_ENDPOINT_REPORTS; i++) {
    collab_shared_begin(&collab_shared->endpoint[i].turn);
    memset(&collab_shared->endpoint[i].endpoint, 0, sizeof collab_shared->endpoint[i].endpoint);
    collab_shared_end(&collab_shared->endpoint[i].turn);
  }
  for (int i = 0; i < COLLAB_ALARM_WATCHED; i++) {
    collab_shared_begin(&collab_shared->alarm[i].turn);
    collab_shared->alarm[i].raised = false; /* no change that counts as flapping: the next dispatcher may find it again */
    collab_shared_end(&collab_shared->alarm[i].turn);
  }
  for (int i = 0; i < COLLAB_GAUGE_WATCHED_AT; i++) {
    SET(collab_shared->gauge[i], -1);
  }
}

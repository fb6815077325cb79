/* pool_fault.c: why the workers cannot open database connections (node/pool_fault.h). */
#include "node/pool_fault.h"

#include <string.h>

#include "base/time.h"
#include "node/shared_private.h"

#define ASK_EVERY apr_time_from_sec(10)      /* while workers cannot open a connection */
#define OPENED_FOR apr_time_from_sec(2)      /* after so long without a failure, the next one is a new one */
#define POOL_FAILS_FOR apr_time_from_sec(60) /* so long a failure counts; a process that fails tries more often */

bool collab_pool_fault_may_ask(void) {
  int_fast64_t now = collab_time_clock(), last = GET(collab_shared->pool_asked_at),
               opened_at = GET(collab_shared->pool_opened_at);
  bool is_new = opened_at > GET(collab_shared->pool_failed_at) && now - opened_at >= OPENED_FOR;

  return (!last || is_new || now - last >= ASK_EVERY) &&
         atomic_compare_exchange_strong_explicit(&collab_shared->pool_asked_at, &last, now, memory_order_relaxed,
                                                 memory_order_relaxed);
}

/* Has a process failed in the last minute, and has none succeeded since? */
static bool pool_fails(void) {
  int_fast64_t failed_at = GET(collab_shared->pool_failed_at);

  return failed_at > GET(collab_shared->pool_opened_at) && collab_time_clock() - failed_at < POOL_FAILS_FOR;
}

void collab_pool_fault_note(const char *reason) {
  if (reason) {
    collab_shared_begin(&collab_shared->pool_turn);
    apr_cpystrn(collab_shared->pool_reason, reason, sizeof collab_shared->pool_reason);
    collab_shared_end(&collab_shared->pool_turn);
  }
  if (reason || pool_fails()) {
    SET(collab_shared->pool_failed_at, collab_time_clock());
  }
}

void collab_pool_fault_end(void) {
  SET(collab_shared->pool_opened_at, collab_time_clock());
}

bool collab_pool_fault_reason(char reason[COLLAB_POOL_FAULT_REASON]) {
  collab_shared_copy(reason, collab_shared->pool_reason, sizeof collab_shared->pool_reason, &collab_shared->pool_turn);
  reason[sizeof collab_shared->pool_reason - 1] = '\0';
  return pool_fails();
}

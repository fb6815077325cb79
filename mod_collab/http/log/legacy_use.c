/* legacy_use.c: records who still uses the deprecated operations (http/log/legacy_use.h).
 *
 * A table of fixed size has the uses that this process has recorded within the last hour. A use's hash selects a set of WAYS
 * rows. In a full set, a further use is recorded when a row has expired, so no caller can make each of its requests write.
 *
 * The statement runs after the response has been passed to httpd, which may keep a short one until the handler returns. So the
 * statement has a second at most; it usually takes a millisecond or two. A flush before it would wait for slow clients, and the
 * hook log_transaction may be called on a thread that must not wait. */
#include "http/log/legacy_use.h"

#include <apr_thread_mutex.h>

#include "base/time.h"
#include "http/limits.h"
#include "http/steps.h"

#define SETS 512
#define WAYS 8
#define RECORDED_FOR apr_time_from_sec(3600)
#define FAILED_FOR apr_time_from_sec(60) /* after a failure to record */
#define WAIT apr_time_from_msec(500)     /* for a connection */
#define WITHIN apr_time_from_sec(1)

typedef struct use_t {
  uint64_t use;     /* a hash of caller and operation; 0: a free row */
  apr_time_t until; /* by collab_time_clock */
} use_t;

static struct {
  apr_thread_mutex_t *lock;
  use_t (*sets)[WAYS];
} table;

void collab_legacy_use_child_init(apr_pool_t *pchild) {
  apr_thread_mutex_create(&table.lock, APR_THREAD_MUTEX_DEFAULT, pchild);
  table.sets = apr_pcalloc(pchild, SETS * sizeof *table.sets);
}

/* The use's row, or else a row that is free or has expired; NULL: the set is full. */
static use_t *find(uint64_t use, apr_time_t now) {
  use_t *set = table.sets[(use ^ use >> 32) % SETS], *unused = NULL;

  for (int i = 0; i < WAYS; i++) {
    if (set[i].use == use) {
      return &set[i];
    }
    if (set[i].until <= now) {
      unused = &set[i];
    }
  }
  return unused;
}

/* Is the use to be recorded? Then no other thread is told so before the time `until`. */
static bool take(uint64_t use, apr_time_t now, apr_time_t until) {
  apr_thread_mutex_lock(table.lock);
  use_t *row = find(use, now);
  bool taken = row && row->until <= now;
  if (taken) {
    *row = (use_t){use, until};
  }
  apr_thread_mutex_unlock(table.lock);
  return taken;
}

/* The row of a use that was not recorded after all. */
static void expire(uint64_t use, apr_time_t now, apr_time_t until) {
  apr_thread_mutex_lock(table.lock);
  use_t *row = find(use, now);
  if (row) {
    *row = (use_t){use, until};
  }
  apr_thread_mutex_unlock(table.lock);
}

static bool is_use(const collab_exchange_t *x) {
  return x->operation && x->operation->row->successor && (x->caller.user || x->caller.subject) && x->r->status < 500 &&
         x->r->status != HTTP_UNAUTHORIZED && x->r->status != HTTP_TOO_MANY_REQUESTS;
}

void collab_legacy_use_record(const collab_exchange_t *x) {
  const collab_statement_t *statement = STATEMENT(legacy_use_record);
  const char *values[COLLAB_MAX_BINDS];
  apr_time_t now = collab_time_clock();

  if (!is_use(x)) {
    return;
  }
  uint64_t use = collab_rate_caller(&x->caller) ^ (uint64_t)x->operation->index * UINT64_C(0x9e3779b97f4a7c15);
  if (!take(use, now, now + RECORDED_FOR)) {
    return;
  }
  for (int i = 0; i < statement->nbinds; i++) {
    const collab_bind_t *bind = &statement->binds[i];
    values[i] = bind->from == COLLAB_FROM_CALLER ? collab_caller_value(&x->caller, bind->name) : x->operation->name;
  }
  const collab_asker_t asker = {
      .group = (uint64_t)collab_caller_company_known(x), .wait = x->asker.wait < WAIT ? x->asker.wait : WAIT, .within = WITHIN};
  collab_answer_t answer = collab_db_run(x->r->pool, x->r->server, &asker, statement, values);
  if (answer.outcome != COLLAB_OK && answer.outcome != COLLAB_UNAUTHENTICATED) {
    expire(use, now, now + FAILED_FOR);
  }
}

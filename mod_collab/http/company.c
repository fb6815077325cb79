/* company.c: with whom a caller takes turns at the database (http/company.h).
 *
 * The table has a fixed size: a caller replaces another one of the same row. An entry is asked for again after a while, because an
 * operator may have moved the account to another company. */
#include "http/company.h"

#include <apr_thread_mutex.h>

#include "base/time.h"
#include "http/rate.h"

#define ROWS 4096
#define KEPT_FOR apr_time_from_sec(600)
#define NO_COMPANY (UINT64_C(1) << 63) /* this bit marks a caller's own group; companies' ids are below */

typedef struct known_t {
  uint64_t caller; /* a hash */
  uint64_t group;
  apr_time_t until;
} known_t;

static struct {
  apr_thread_mutex_t *lock;
  known_t *rows;
} table;

void collab_company_child_init(apr_pool_t *pchild) {
  apr_thread_mutex_create(&table.lock, APR_THREAD_MUTEX_DEFAULT, pchild);
  table.rows = apr_pcalloc(pchild, ROWS * sizeof *table.rows);
}

/* Asks the database; the caller's own group if the account is unknown or disabled. False: no answer. */
static bool ask(collab_exchange_t *x, uint64_t *group) {
  const collab_statement_t *statement = STATEMENT(caller_company);
  const collab_asker_t asker = {*group, false, x->config->database_wait};
  const char *values[COLLAB_MAX_BINDS];

  for (int i = 0; i < statement->nbinds; i++) {
    values[i] = collab_caller_value(&x->caller, statement->binds[i].name);
  }
  collab_answer_t answer = collab_db_run(x->pool, x->r->server, &asker, statement, values);
  if (answer.outcome == COLLAB_OK) {
    *group = (uint64_t)collab_rows_integer(*(const collab_rows_t *)answer.rows, 0, "company");
  }
  return answer.outcome == COLLAB_OK || answer.outcome == COLLAB_UNAUTHENTICATED;
}

uint64_t collab_company_group(collab_exchange_t *x) {
  uint64_t caller = collab_rate_caller(&x->caller), group = caller | NO_COMPANY;
  known_t *row = &table.rows[caller % ROWS];

  if (x->caller.company > 0) {
    return (uint64_t)x->caller.company;
  }
  if (x->caller.user) { /* a token from before tokens named the company */
    return group;
  }
  apr_thread_mutex_lock(table.lock);
  bool is_known = row->caller == caller && row->until > collab_time_clock();
  group = is_known ? row->group : group;
  apr_thread_mutex_unlock(table.lock);
  if (!is_known && ask(x, &group)) {
    apr_thread_mutex_lock(table.lock);
    *row = (known_t){caller, group, collab_time_clock() + KEPT_FOR};
    apr_thread_mutex_unlock(table.lock);
  }
  return group;
}

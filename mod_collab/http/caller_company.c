/* caller_company.c: finds the caller's company, because companies take turns at the database (http/steps.h).
 *
 * A table of fixed size keeps what the database answered. A caller's hash selects its row; a new caller replaces the caller that
 * is in that row. Entries expire, because an operator may move an account to another company. */
#include "http/steps.h"

#include <apr_strings.h>
#include <apr_thread_mutex.h>

#include "base/time.h"
#include "http/limits.h"

#define ROWS 4096
#define KEPT_FOR apr_time_from_sec(600)
#define NO_COMPANY (UINT64_C(1) << 63) /* marks the group of a caller without a known company; no company's id has this bit */

typedef struct known_t {
  uint64_t caller; /* a hash */
  uint64_t group;
  apr_time_t until;
} known_t;

static struct {
  apr_thread_mutex_t *lock;
  known_t *rows;
} table;

void collab_caller_company_child_init(apr_pool_t *pchild) {
  apr_thread_mutex_create(&table.lock, APR_THREAD_MUTEX_DEFAULT, pchild);
  table.rows = apr_pcalloc(pchild, ROWS * sizeof *table.rows);
}

/* Asks the database for the company. A caller whose account is unknown or disabled stays a group of its own. */
static collab_outcome_t ask(collab_exchange_t *x) {
  const collab_statement_t *statement = STATEMENT(caller_company);
  const char *values[COLLAB_MAX_BINDS];

  for (int i = 0; i < statement->nbinds; i++) {
    values[i] = collab_caller_value(&x->caller, statement->binds[i].name);
  }
  collab_answer_t answer = collab_db_run(x->pool, x->r->server, &x->asker, statement, values);
  if (answer.outcome == COLLAB_OK) {
    x->asker.group = (uint64_t)collab_rows_integer(*(const collab_rows_t *)answer.rows, 0, "company");
  }
  return answer.outcome == COLLAB_UNAUTHENTICATED ? COLLAB_OK : answer.outcome; /* the operation's statement refuses the caller */
}

/* The group of a caller whose token does not name the company; 0: not known, or expired. */
static uint64_t known_group(uint64_t caller) {
  const known_t *row = &table.rows[caller % ROWS];

  apr_thread_mutex_lock(table.lock);
  uint64_t group = row->caller == caller && row->until > collab_time_clock() ? row->group : 0;
  apr_thread_mutex_unlock(table.lock);
  return group;
}

void collab_caller_company_note(collab_exchange_t *x, int64_t company) {
  if (company > 0) {
    apr_table_setn(x->r->notes, "collab-company", apr_psprintf(x->r->pool, "%" APR_INT64_T_FMT, company));
  }
}

int64_t collab_caller_company_known(const collab_exchange_t *x) {
  uint64_t group = x->caller.user ? (uint64_t)x->caller.company : known_group(collab_rate_caller(&x->caller));
  return group & NO_COMPANY ? 0 : (int64_t)group;
}

collab_outcome_t collab_caller_company_find(collab_exchange_t *x) {
  uint64_t caller = collab_rate_caller(&x->caller), group;

  x->asker.group = x->caller.company > 0 ? (uint64_t)x->caller.company : caller | NO_COMPANY;
  if (x->caller.user) { /* our own tokens name the company, except those of an earlier version */
    return COLLAB_OK;
  }
  if ((group = known_group(caller))) {
    x->asker.group = group;
    return COLLAB_OK;
  }
  collab_outcome_t outcome = ask(x);
  if (outcome == COLLAB_OK) {
    apr_thread_mutex_lock(table.lock);
    table.rows[caller % ROWS] = (known_t){caller, x->asker.group, collab_time_clock() + KEPT_FOR};
    apr_thread_mutex_unlock(table.lock);
    collab_caller_company_note(x, collab_caller_company_known(x));
  }
  return outcome;
}

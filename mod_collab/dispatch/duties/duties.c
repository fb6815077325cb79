/* duties.c: runs the duties, each at its own interval, one at a time. They have a connection of their own, so that neither claims
 * nor settlements ever wait for them. Runs in the dispatcher's loop.
 *
 * Every node's dispatcher runs the duties, but each change is made once. A duty is one statement, of one of these kinds:
 *   - It skips rows that another session has locked, and sees from each row whether the work is done.
 *   - It takes an advisory lock, and does nothing while another session has the lock.
 *   - It only reads. It may run on all nodes.
 * Each statement takes a bounded number of rows, so that it holds no lock for long. No duty uses more than a fifth of its
 * connection's time: a slow duty runs less often. */
#include "dispatch/duties/duties.h"

#define MORE_SOONER 5   /* if work may be left, the next run comes after CollabDutyInterval divided by this */
#define REST 4          /* default pause after a run, as a multiple of its duration */
#define REFUSED_PAUSE 6 /* in intervals; long, because no one waits for a duty and each failure is a line in the log */

#define DUTY(symbol, name) [COLLAB_DUTY_##symbol] = &collab_duty_##name,
static const collab_duty_t *const table[COLLAB_DUTIES] = {
#include "dispatch/duties/duties.def"
};
#undef DUTY

void collab_duties_setup(collab_duties_t *duties, apr_pool_t *pool, const server_rec *s, const collab_config_t *config) {
  duties->s = s;
  duties->config = config;
  duties->accepted.step = -1;
  duties->limited = apr_hash_make(pool);
  collab_link_init(&duties->link, pool, s, config->dispatcher_dsn, "duties");
}

/* The time between two runs of a duty. */
static apr_interval_time_t interval(const collab_duties_t *duties, const collab_duty_t *duty) {
  apr_interval_time_t usual = duty->every * duties->config->duty_interval;
  return duty->most && usual > duty->most ? duty->most : usual;
}

static bool is_on(const collab_duties_t *duties, int duty) {
  return !table[duty]->is_on || table[duty]->is_on(duties);
}

/* The duty that is due next. The search starts with COLLAB_DUTY_PROBE, which is always on. */
static int next_duty(const collab_duties_t *duties) {
  int next = COLLAB_DUTY_PROBE;
  for (int duty = 0; duty < COLLAB_DUTIES; duty++) {
    if (is_on(duties, duty) && (duties->at[duty] < duties->at[next] || (duties->at[duty] == duties->at[next] && duty < next))) {
      next = duty;
    }
  }
  return next;
}

apr_time_t collab_duties_due(const collab_duties_t *duties) {
  return collab_link_free_at(&duties->link, duties->at[next_duty(duties)]);
}

static void answered(void *data, collab_pg_state_t state) {
  collab_duties_t *duties = data;
  const collab_duty_t *duty = table[duties->duty];
  apr_time_t now = collab_time_clock(), rest = now + (duty->rest ? duty->rest : REST) * (now - duties->began);

  if (state == COLLAB_PG_DONE && duty->done && duty->done(duties, collab_pg_rows(duties->link.pg, duty->statement->nparts - 1))) {
    duties->at[duties->duty] = now + duties->config->duty_interval / MORE_SOONER;
  } else if (state == COLLAB_PG_FAILED) {
    if (duty->failed) {
      duty->failed(duties);
    }
    duties->at[duties->duty] = now + REFUSED_PAUSE * duties->config->duty_interval;
  }
  if (duties->at[duties->duty] < rest) {
    duties->at[duties->duty] = rest;
  }
}

void collab_duties_begin(collab_duties_t *duties) {
  collab_link_t *link = &duties->link;

  if (!collab_link_up(link)) {
    return;
  }
  duties->duty = next_duty(duties);
  const collab_duty_t *duty = table[duties->duty];
  duties->began = collab_time_clock();
  duties->at[duties->duty] = duties->began + interval(duties, duty);
  const char *const *values = duty->bind ? duty->bind(duties) : NULL;
  if (duty->bind && !values) {
    return;
  }
  collab_link_send(link, duty->statement, values, answered, duties);
  if (duty->within) {
    link->deadline = duties->began + duty->within;
  }
}

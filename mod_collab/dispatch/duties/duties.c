/* duties.c: what the dispatcher does of its own accord, each duty at its own times. Owns the times. Runs in the dispatcher's
 * loop, one duty at a time, on a connection of its own, so that neither deliveries nor their settling ever wait for it.
 *
 * Every node's dispatcher has these duties, and none is done twice: a duty is one statement, which skips rows that somebody holds
 * and finds in the row whether it is done, or which takes an advisory lock and does nothing without it; what only looks
 * may be done by all. Each takes a bounded number of rows, so that it holds no lock for long, and none takes more than a fifth
 * of its connection's time: one that takes long comes less often. */
#include "dispatch/duties/duties.h"
#include "collab_private.h"

#define WHEN_MORE 5     /* the last one had as much as it may: it comes again so many times sooner than a look */
#define REST 4          /* times as long as it took does a duty rest that has no word of its own */
#define REFUSED_PAUSE 6 /* looks: nobody waits for a duty, and each refusal is a line in the log */

static const collab_duty_t *const duties[COLLAB_DUTIES] = {
    [COLLAB_DUTY_PARTITIONS] = &collab_duty_partitions, /* before all others: without today's nothing is settled */
    [COLLAB_DUTY_PROBE] = &collab_duty_probe,           [COLLAB_DUTY_REMIND] = &collab_duty_remind,
    [COLLAB_DUTY_RETIRE] = &collab_duty_retire,         [COLLAB_DUTY_HORIZON] = &collab_duty_horizon,
    [COLLAB_DUTY_VACUUM] = &collab_duty_vacuum,         [COLLAB_DUTY_REINDEX] = &collab_duty_reindex,
    [COLLAB_DUTY_QUEUES] = &collab_duty_queues,         [COLLAB_DUTY_DROP] = &collab_duty_drop,
    [COLLAB_DUTY_EVENTS] = &collab_duty_events,         [COLLAB_DUTY_FILTERS] = &collab_duty_filters,
    [COLLAB_DUTY_CHANNELS] = &collab_duty_channels,     [COLLAB_DUTY_RECEIVERS] = &collab_duty_receivers,
};

static bool is_on(const collab_dispatcher_t *d, int duty) {
  return !duties[duty]->is_on || duties[duty]->is_on(d);
}

/* The duty that comes next; some are always on. */
static int first(const collab_dispatcher_t *d) {
  int next = COLLAB_DUTY_PROBE;
  for (int duty = 0; duty < COLLAB_DUTIES; duty++) {
    if (is_on(d, duty) && (d->duty_at[duty] < d->duty_at[next] || (d->duty_at[duty] == d->duty_at[next] && duty < next))) {
      next = duty;
    }
  }
  return next;
}

apr_time_t collab_duties_due(const collab_dispatcher_t *d) {
  const collab_link_t *link = &d->duties;
  apr_time_t due = d->duty_at[first(d)];

  if (d->stopping || link->busy) {
    return COLLAB_NEVER;
  }
  return collab_link_free_at(link, due);
}

void collab_duties_begin(collab_dispatcher_t *d) {
  collab_link_t *link = &d->duties;

  if (!collab_link_up(link)) {
    return;
  }
  apr_pool_clear(link->statement_pool);
  d->duty = first(d);
  const collab_duty_t *duty = duties[d->duty];
  d->duty_began = apr_time_now();
  d->duty_at[d->duty] = d->duty_began + duty->every * d->config->duty_interval;
  const char *const *values = duty->bind ? duty->bind(d) : NULL;
  if ((!duty->bind || values) && collab_link_send(link, duty->statement, values) && duty->within) {
    link->deadline = d->duty_began + duty->within;
  }
}

void collab_duties_step(collab_dispatcher_t *d) {
  collab_link_t *link = &d->duties;
  collab_pg_state_t state = collab_link_step(link);
  const collab_duty_t *duty = duties[d->duty];
  apr_time_t now = apr_time_now(), rest = now + (duty->rest ? duty->rest : REST) * (now - d->duty_began);

  if (state == COLLAB_PG_BUSY) {
    return;
  }
  if (state == COLLAB_PG_DONE && duty->done && duty->done(d, collab_pg_rows(link->pg, 0))) {
    d->duty_at[d->duty] = now + d->config->duty_interval / WHEN_MORE;
  } else if (state == COLLAB_PG_FAILED) {
    if (duty->failed) {
      duty->failed(d);
    }
    d->duty_at[d->duty] = now + REFUSED_PAUSE * d->config->duty_interval;
  }
  if (d->duty_at[d->duty] < rest) {
    d->duty_at[d->duty] = rest;
  }
  collab_link_done(link, state);
}

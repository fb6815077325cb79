/* dispatcher_number.c: the dispatcher's number, which begins the ids of its claims, and the advisory lock on that number. While
 * the dispatcher's session holds the lock, no other dispatcher takes back its unexpired leases (claim.c, 6). Runs in the
 * dispatcher's loop. */
#include "dispatch/claim/dispatcher_number.h"
#include "dispatch/dispatcher.h"

#include <stdlib.h>

#include "base/random.h"
#include "node/timer.h"

#define ENTER_WITHIN apr_time_from_sec(2)

static bool choose(collab_dispatcher_t *d, apr_pool_t *pool) {
  const char *uuid = collab_random_uuid(pool);

  d->number.value = uuid ? (int)(strtoul(uuid, NULL, 16) & 0x7fffffff) : d->number.value;
  return uuid;
}

bool collab_dispatcher_number_setup(collab_dispatcher_t *d) {
  return choose(d, d->pool);
}

bool collab_dispatcher_number_new_session(collab_dispatcher_t *d) {
  if (d->claims.link.sessions == d->number.session) {
    return false;
  }
  d->number.session = d->claims.link.sessions;
  d->number.held = false;
  d->number.since = collab_time_clock();
  return true;
}

/* Takes the answer. If another session holds the lock, it is most likely our old session, which soon ends. If that session does
 * not end, the dispatcher takes another number after COLLAB_TIMER_NUMBER. */
static void entered(void *data, collab_pg_state_t state) {
  collab_dispatcher_t *d = data;
  collab_link_t *link = &d->claims.link;
  const char *held = state == COLLAB_PG_DONE ? collab_rows_text(collab_pg_rows(link->pg, 0), 0, "entered") : NULL;

  d->number.held = held && *held == 't';
  if (held) {
    collab_database_clock_told(&d->clock, collab_rows_integer(collab_pg_rows(link->pg, 0), 0, "now"));
  }
  if (state != COLLAB_PG_DONE) {
    collab_link_drop(link);
  } else if (!d->number.held && collab_time_clock() - d->number.since > collab_timer(COLLAB_TIMER_NUMBER)) {
    choose(d, link->statement_pool); /* without randomness the old number stays until the next answer */
    d->number.since = collab_time_clock();
  }
  d->pace.claim_at = d->number.held ? 0 : collab_time_clock() + COLLAB_TRY_AGAIN;
}

void collab_dispatcher_number_enter(collab_dispatcher_t *d) {
  collab_link_t *link = &d->claims.link;
  const char *value = apr_itoa(link->statement_pool, d->number.value);

  collab_database_clock_asked(&d->clock);
  collab_link_send(link, STATEMENT(dispatcher_enter), BINDS(dispatcher_enter, .number = value), entered, d);
  link->deadline = collab_time_clock() + ENTER_WITHIN;
}

bool collab_dispatcher_number_is_held(const collab_dispatcher_t *d) {
  return d->number.held && d->claims.link.pg && d->number.session == d->claims.link.sessions;
}

/* dispatcher_number.c: the dispatcher's number, which begins the ids of its claims, and the advisory lock on that number. While
 * the dispatcher's session holds the lock, no other dispatcher takes back its unexpired leases (claim.c, 5). Runs in the
 * dispatcher's loop. */
#include "dispatch/claim/dispatcher_number.h"

#include <stdlib.h>

#include "base/random.h"
#include "node/timer.h"

#define ENTER_WITHIN apr_time_from_sec(2)

static bool choose(collab_dispatcher_number_t *number, apr_pool_t *pool) {
  const char *uuid = collab_random_uuid(pool);

  number->value = uuid ? (int)(strtoul(uuid, NULL, 16) & 0x7fffffff) : number->value;
  return uuid;
}

bool collab_dispatcher_number_setup(collab_dispatcher_number_t *number, apr_pool_t *pool, collab_link_t *link,
                                    collab_pace_t *pace, collab_database_clock_t *clock) {
  number->link = link;
  number->pace = pace;
  number->clock = clock;
  return choose(number, pool);
}

bool collab_dispatcher_number_new_session(collab_dispatcher_number_t *number) {
  if (number->link->sessions == number->session) {
    return false;
  }
  number->session = number->link->sessions;
  number->held = false;
  number->since = collab_time_clock();
  return true;
}

/* Takes the answer. If another session holds the lock, it is most likely our old session, which soon ends. If that session does
 * not end, the dispatcher takes another number after COLLAB_TIMER_NUMBER. */
static void entered(void *data, collab_pg_state_t state) {
  collab_dispatcher_number_t *number = data;
  collab_link_t *link = number->link;
  const char *held = state == COLLAB_PG_DONE ? collab_rows_text(collab_pg_rows(link->pg, 0), 0, "entered") : NULL;

  number->held = held && *held == 't';
  if (held) {
    collab_database_clock_told(number->clock, collab_rows_integer(collab_pg_rows(link->pg, 0), 0, "now"));
  }
  if (state != COLLAB_PG_DONE) {
    collab_link_drop(link);
  } else if (!number->held && collab_time_clock() - number->since > collab_timer(COLLAB_TIMER_NUMBER)) {
    choose(number, link->statement_pool); /* without randomness the old number stays until the next answer */
    number->since = collab_time_clock();
  }
  number->pace->claim_at = number->held ? 0 : collab_time_clock() + COLLAB_TRY_AGAIN;
}

void collab_dispatcher_number_enter(collab_dispatcher_number_t *number) {
  collab_link_t *link = number->link;
  const char *value = apr_itoa(link->statement_pool, number->value);

  collab_database_clock_asked(number->clock);
  collab_link_send(link, STATEMENT(dispatcher_enter), BINDS(dispatcher_enter, .number = value), entered, number);
  link->deadline = collab_time_clock() + ENTER_WITHIN;
}

bool collab_dispatcher_number_is_held(const collab_dispatcher_number_t *number) {
  return number->held && number->link->pg && number->session == number->link->sessions;
}

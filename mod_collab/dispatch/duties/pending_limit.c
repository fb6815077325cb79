/* pending_limit.c: limits the pending deliveries of a subscription (CollabSubscriptionLimit pending=; interface.md 16.12). Beyond
 * the limit the oldest become dead letters; a paused subscription keeps all its deliveries. Runs in the dispatcher's loop
 * (duties.c).
 *
 * Every dispatcher counts the pending deliveries, so each node's status page shows the alarm. The alarm begins at 90 % of the
 * limit: it warns before a delivery becomes a dead letter, and it lasts while the subscription stays at its limit. One dispatcher
 * at a time makes dead letters. */
#include "collab_private.h"
#include "dispatch/duties/duties.h"

#include <http_log.h>
#include <string.h>

#include "node/alarm.h"
#include "node/meter.h"

#define A_MINUTE 12                          /* in intervals (CollabDutyInterval), of five seconds each by default */
#define LIMITED_ROWS 10000                   /* dead letters per run, which takes some 0.5 s */
#define COUNTED_WITHIN apr_time_from_sec(60) /* enough for an index of a hundred million entries */
#define NAMED 3                              /* maximum number of subscriptions in the alarm's text */
#define SAY_AGAIN apr_time_from_sec(86400)

/* A subscription whose deliveries became dead letters at the limit: some forty bytes, kept until the process ends. */
typedef struct limited_t {
  apr_time_t said_at;
  int64_t unsaid; /* dead letters since `said_at`, which were not logged */
} limited_t;

static bool limits(const collab_duties_t *duties) {
  return strcmp(duties->config->pending_limit, "0") != 0;
}

static const char *const *bind_limit(collab_duties_t *duties) {
  apr_pool_t *pool = duties->link.statement_pool;

  return BINDS_IN(pool, pending_limit, .most = duties->config->pending_limit, .rows = apr_itoa(pool, LIMITED_ROWS));
}

/* Logs the dead letters of a subscription, at most once a day. */
static void log_dead_letters(collab_duties_t *duties, const char *subscription, int64_t dead_letters) {
  apr_pool_t *pool = apr_hash_pool_get(duties->limited);
  limited_t *limited = apr_hash_get(duties->limited, subscription, APR_HASH_KEY_STRING);
  apr_time_t now = collab_time_clock();

  if (!limited) {
    limited = apr_pcalloc(pool, sizeof *limited);
    apr_hash_set(duties->limited, apr_pstrdup(pool, subscription), APR_HASH_KEY_STRING, limited);
  }
  if (limited->said_at && now - limited->said_at < SAY_AGAIN) {
    limited->unsaid += dead_letters;
    return;
  }
  ap_log_error(APLOG_MARK, APLOG_WARNING, 0, duties->s,
               COLLABNO(0660) "subscription %s: %" APR_INT64_T_FMT
                              " deliveries became dead letters, because more than %s were pending%s",
               subscription, dead_letters, duties->config->pending_limit,
               limited->unsaid ? apr_psprintf(duties->link.statement_pool,
                                              " (and %" APR_INT64_T_FMT " more since the last such line)", limited->unsaid)
                               : "");
  limited->said_at = now;
  limited->unsaid = 0;
}

/* The alarm's sentence about one subscription. */
static const char *sentence(collab_duties_t *duties, collab_rows_t rows, int row) {
  int64_t most = apr_atoi64(duties->config->pending_limit), n = collab_rows_integer(rows, row, "n");

  return apr_psprintf(duties->link.statement_pool, "subscription %s%s has %s%" APR_INT64_T_FMT " deliveries pending",
                      collab_rows_text(rows, row, "subscription"),
                      *collab_rows_text(rows, row, "paused") == 't' ? ", which is paused," : "", n > most ? "more than " : "",
                      n > most ? most : n);
}

static bool limited(collab_duties_t *duties, collab_rows_t rows) {
  const char *text = NULL;
  bool more = false;

  for (int row = 0; row < rows.count; row++) {
    int64_t dead_letters = collab_rows_integer(rows, row, "dead_letters");
    if (row < NAMED) {
      text = apr_pstrcat(duties->link.statement_pool, text ? text : "", text ? "; " : "", sentence(duties, rows, row), NULL);
    }
    if (dead_letters > 0) {
      collab_meter_count(COLLAB_COUNT_PENDING_LIMITED, (uint64_t)dead_letters);
      log_dead_letters(duties, collab_rows_text(rows, row, "subscription"), dead_letters);
      more = true;
    }
  }
  if (text) {
    text = apr_psprintf(
        duties->link.statement_pool,
        "%s%s. Beyond %s (CollabSubscriptionLimit) the oldest become dead letters, but none of a paused subscription", text,
        rows.count > NAMED ? apr_psprintf(duties->link.statement_pool, "; and %d more", rows.count - NAMED) : "",
        duties->config->pending_limit);
  }
  collab_dispatch_alarm(duties->s, COLLAB_ALARM_PENDING, text, "no subscription has too many pending deliveries");
  return more;
}

const collab_duty_t collab_duty_pending_limit = {STATEMENT(pending_limit), A_MINUTE,           .within = COUNTED_WITHIN,
                                                 .is_on = limits,          .bind = bind_limit, .done = limited};

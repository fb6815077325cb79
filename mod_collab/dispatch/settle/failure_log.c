/* failure_log.c: logs failing subscriptions: a dead letter, and a callback that has failed for an hour. For one subscription,
 * each of the two is logged at most once a day. A failing callback is logged sooner if it has succeeded in between. The times of
 * these log lines are only in memory, so after a restart a line may come again within the day. Runs in the dispatcher's loop, at
 * the end of each attempt (attempt_end.c). */
#include "collab_private.h"
#include "dispatch/dispatcher.h"
#include "dispatch/settle/settle.h"
#include "node/timer.h"

#include <http_log.h>

#define SAY_AGAIN apr_time_from_sec(86400)

/* One for each subscription with a failed attempt since the process began: about sixty bytes, kept until the process ends. */
typedef struct trouble_t {
  char subscription[24];
  apr_time_t since;      /* time of the first failure after the last success; 0: the last attempt succeeded */
  apr_time_t failing_at; /* when the failing callback was last logged; 0: never */
  apr_time_t dead_at;    /* when a dead letter was last logged; 0: never */
  unsigned dead;         /* dead letters since `dead_at`, which were not logged */
} trouble_t;

static trouble_t *trouble_of(collab_dispatcher_t *d, const char *subscription, bool make) {
  trouble_t *trouble = apr_hash_get(d->failures, subscription, APR_HASH_KEY_STRING);

  if (!trouble && make) {
    trouble = apr_pcalloc(apr_hash_pool_get(d->failures), sizeof *trouble);
    apr_cpystrn(trouble->subscription, subscription, sizeof trouble->subscription);
    apr_hash_set(d->failures, trouble->subscription, APR_HASH_KEY_STRING, trouble);
  }
  return trouble;
}

static void failed(collab_dispatcher_t *d, trouble_t *trouble, const char *error, apr_time_t now) {
  trouble->since = trouble->since ? trouble->since : now;
  if (now - trouble->since < collab_timer(COLLAB_TIMER_FAILING) ||
      (trouble->failing_at && now - trouble->failing_at < SAY_AGAIN)) {
    return;
  }
  ap_log_error(APLOG_MARK, APLOG_WARNING, 0, d->s,
               COLLABNO(0617) "subscription %s: its callback has failed for %" APR_TIME_T_FMT " s, the last time with: %s",
               trouble->subscription, apr_time_sec(now - trouble->since), error);
  trouble->failing_at = now;
}

static void buried(collab_dispatcher_t *d, trouble_t *trouble, const collab_slot_t *slot, const char *error, apr_time_t now) {
  if (trouble->dead_at && now - trouble->dead_at < SAY_AGAIN) {
    trouble->dead++;
    return;
  }
  ap_log_error(APLOG_MARK, APLOG_WARNING, 0, d->s, COLLABNO(0618) "subscription %s: delivery %s is a dead letter: %s%s",
               trouble->subscription, slot->id, error,
               trouble->dead ? apr_psprintf(slot->pool, " (and %u more since the last such line)", trouble->dead) : "");
  trouble->dead_at = now;
  trouble->dead = 0;
}

void collab_failure_log_ended(collab_dispatcher_t *d, const collab_slot_t *slot) {
  const collab_result_t *result = &slot->result;
  const char *error = result->error ? result->error : "no reason";
  trouble_t *trouble = trouble_of(d, slot->subscription, !result->success);

  if (!trouble) {
    return;
  }
  if (result->success) {
    trouble->since = trouble->failing_at = 0;
    return;
  }
  failed(d, trouble, error, result->ended);
  if (result->retry_in < 0) {
    buried(d, trouble, slot, error, result->ended);
  }
}

/* health.c: whether this node lives and whether it should get requests.
 *
 *   /health/live    this process answers
 *   /health/ready   … the database answers within a second, its schema is new enough, our keys open its secrets, and the
 *                   dispatcher is not stalled
 *
 * Both are public, so /health/ready must cost nothing however often it is called: each process queries the database once a second
 * at most, one thread at a time, and everybody else gets the last finding. Only requests that come before there is any finding
 * wait for it. The dispatcher's state is in shared memory and is looked at each time. Worker threads only. */
#include <apr_thread_mutex.h>
#include <stdatomic.h>
#include <string.h>

#include "api/api.h"
#include "collab_private.h"
#include "store/canary.h"

#define ANSWER_WITHIN apr_time_from_sec(1)
#define ASK_EVERY apr_time_from_sec(1)
#define UP "{\"status\":\"UP\"}"

enum { NOT_ASKED, FINE, OLD_SCHEMA, FOREIGN_SCHEMA, FOREIGN_KEYS, SILENT };

/* What this process knows of a server's database. */
typedef struct finding_t {
  const collab_config_t *config;
  apr_thread_mutex_t *asking; /* held while the database is queried */
  atomic_int found;
  _Atomic apr_time_t found_at;
} finding_t;

static bool (*dispatcher_moves)(void);
static apr_array_header_t *findings; /* finding_t, one a server; of this process */

void collab_api_health_setup(bool (*moves)(void)) {
  dispatcher_moves = moves;
}

void collab_api_health_child_init(apr_pool_t *pchild, server_rec *s) {
  findings = apr_array_make(pchild, 1, sizeof(finding_t));
  for (; s; s = s->next) {
    if (!collab_config_used(collab_config_of(s)))
      continue;
    finding_t *finding = apr_array_push(findings);
    finding->config = collab_config_of(s);
    apr_thread_mutex_create(&finding->asking, APR_THREAD_MUTEX_DEFAULT, pchild);
  }
}

static collab_outcome_t give(collab_exchange_t *x, const char *body) {
  x->answer.body = body;
  x->answer.body_len = strlen(body);
  return COLLAB_OK;
}

collab_outcome_t collab_api_health_live(collab_exchange_t *x) {
  return give(x, UP);
}

/* Do our keys open what is sealed in the database? Writes the canary when this node is the first that has keys. */
static int ask_canary(collab_exchange_t *x) {
  const char *const values[] = {collab_canary_make(x->pool, x->config->keyring)};
  collab_answer_t answer = collab_db_look(x->pool, x->r->server, STATEMENT(canary_look), NULL, ANSWER_WITHIN);
  collab_canary_t canary = COLLAB_CANARY_UNKNOWN;

  for (int tries = 0; answer.rows && tries < 2; tries++) {
    canary = collab_canary_verdict(x->pool, x->config->keyring, *(const collab_rows_t *)answer.rows);
    if (canary != COLLAB_CANARY_ABSENT)
      break;
    answer = collab_db_run(x->pool, x->r->server, STATEMENT(canary_keep), values, ANSWER_WITHIN);
  }
  return canary == COLLAB_CANARY_OPENS ? FINE : canary == COLLAB_CANARY_FOREIGN ? FOREIGN_KEYS : SILENT;
}

static int ask(collab_exchange_t *x) {
  const char *const values[] = {COLLAB_SCHEMA_VERSION};
  const collab_answer_t answer = collab_db_look(x->pool, x->r->server, x->operation->row->answers, values, ANSWER_WITHIN);

  if (answer.outcome == COLLAB_OK && answer.rows)
    return ask_canary(x);
  if (answer.rows == NULL)
    return SILENT;
  return collab_rows_text(*(const collab_rows_t *)answer.rows, 0, "foreign") ? FOREIGN_SCHEMA : OLD_SCHEMA;
}

static const char *fault(int found) {
  switch (found) {
  case OLD_SCHEMA:
    return "the database's schema is older than this version of the service";
  case FOREIGN_SCHEMA:
    return "the database was made by a version before 0.1.0, which cannot be migrated";
  case FOREIGN_KEYS:
    return "the secrets key of this node is not the one that sealed the secrets in the database";
  default:
    return "the database does not answer";
  }
}

/* What a node finds goes to its log when it changes. */
static void log_change(collab_exchange_t *x, int before, int now) {
  if (now == before || now == FINE)
    return;
  ap_log_error(APLOG_MARK, APLOG_ERR, 0, x->r->server, COLLABNO(0473) "this node is not ready: %s%s", fault(now),
               now == OLD_SCHEMA       ? ": collabctl migrate"
               : now == FOREIGN_SCHEMA ? ": give this version an empty database"
               : now == FOREIGN_KEYS   ? " (CollabSecretsKey): give every node the same file"
                                       : "");
}

static bool is_fresh(finding_t *finding) {
  apr_time_t age = apr_time_now() - atomic_load(&finding->found_at);

  return atomic_load(&finding->found) != NOT_ASKED && age >= 0 && age < ASK_EVERY;
}

/* The finding to answer with: a fresh one, or the last one while another thread asks. */
static int find(collab_exchange_t *x, finding_t *finding) {
  if (is_fresh(finding))
    return atomic_load(&finding->found);
  if (apr_thread_mutex_trylock(finding->asking) != APR_SUCCESS) {
    if (atomic_load(&finding->found) != NOT_ASKED)
      return atomic_load(&finding->found);
    apr_thread_mutex_lock(finding->asking);
  }
  if (!is_fresh(finding)) {
    int found = ask(x);
    log_change(x, atomic_load(&finding->found), found);
    atomic_store(&finding->found, found);
    atomic_store(&finding->found_at, apr_time_now());
  }
  apr_thread_mutex_unlock(finding->asking);
  return atomic_load(&finding->found);
}

collab_outcome_t collab_api_health_ready(collab_exchange_t *x) {
  finding_t *finding = (finding_t *)findings->elts;

  while (finding->config != x->config)
    finding++;
  int found = find(x, finding);
  if (found != FINE) {
    x->detail = fault(found);
    return COLLAB_UNAVAILABLE;
  }
  if (x->config->dispatcher && !dispatcher_moves()) {
    x->detail = "the dispatcher is stalled";
    return COLLAB_UNAVAILABLE;
  }
  return give(x, UP);
}

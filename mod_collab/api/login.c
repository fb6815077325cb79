/* login.c: POST /v1/login: a user name and a password become an access token.
 *
 *   find (hash and failures, one statement) → hash the password, no lease held → token, or count the failure (a second statement)
 *
 * An unknown name costs the same hash and the same second statement as a wrong password, so time tells nothing. Hashing is meant
 * to be slow: at most one per core runs at a time in a child, the others wait a moment and are then sent away. Worker threads
 * only. */
#include <apr_thread_cond.h>
#include <apr_thread_mutex.h>
#include <string.h>
#include <unistd.h>

#include "api/api.h"
#include "auth/password.h"
#include "auth/token.h"
#include "collab_private.h"

#define PATIENCE apr_time_from_sec(2)

static struct {
  apr_thread_mutex_t *lock;
  apr_thread_cond_t *freed;
  long free;
} gate;

void collab_api_login_child_init(apr_pool_t *pchild) {
  long cores = sysconf(_SC_NPROCESSORS_ONLN);

  apr_thread_mutex_create(&gate.lock, APR_THREAD_MUTEX_DEFAULT, pchild);
  apr_thread_cond_create(&gate.freed, pchild);
  gate.free = cores > 1 ? cores : 1;
}

static bool gate_enter(void) {
  apr_time_t until = apr_time_now() + PATIENCE;
  bool in = false;

  apr_thread_mutex_lock(gate.lock);
  while (gate.free == 0) {
    apr_interval_time_t left = until - apr_time_now();
    if (left <= 0)
      break;
    apr_thread_cond_timedwait(gate.freed, gate.lock, left);
  }
  if (gate.free > 0) {
    gate.free--;
    in = true;
  }
  apr_thread_mutex_unlock(gate.lock);
  return in;
}

static void gate_leave(void) {
  apr_thread_mutex_lock(gate.lock);
  gate.free++;
  apr_thread_cond_signal(gate.freed);
  apr_thread_mutex_unlock(gate.lock);
}

static collab_outcome_t give_token(collab_exchange_t *x) {
  const char *user = collab_exchange_column(x, "id");
  const char *epoch = collab_exchange_column(x, "epoch");
  const char *token = collab_token_issue(x->pool, x->config->token_key, x->config->base_url, user, epoch, apr_time_now(),
                                         x->config->token_lifetime);

  if (token == NULL)
    return COLLAB_UNAVAILABLE;
  x->r->user = apr_pstrdup(x->pool, user); /* for the access log */
  x->answer.body = apr_psprintf(x->pool, "{\"accessToken\":\"%s\",\"tokenType\":\"Bearer\",\"expiresIn\":%d}", token,
                                x->config->token_lifetime);
  x->answer.body_len = strlen(x->answer.body);
  return COLLAB_OK;
}

static collab_outcome_t count_failure(collab_exchange_t *x) {
  if (!strcmp(x->config->login_failures, "0"))
    return COLLAB_BAD_LOGIN;
  collab_outcome_t outcome = collab_exchange_run(x, x->operation->row->then);
  return outcome == COLLAB_OK ? COLLAB_BAD_LOGIN : outcome;
}

collab_outcome_t collab_api_login(collab_exchange_t *x) {
  collab_exchange_value(x, "username", collab_exchange_text(x, "username"));
  collab_exchange_value(x, "address", x->r->useragent_ip);
  collab_outcome_t outcome = collab_exchange_run(x, x->operation->row->answers);
  if (outcome == COLLAB_TOO_MANY)
    x->retry_after = (int)apr_atoi64(x->config->login_window);
  if (outcome != COLLAB_OK)
    return outcome;
  if (!gate_enter()) {
    x->retry_after = 1;
    return COLLAB_UNAVAILABLE;
  }
  bool right = collab_password_matches(x->pool, collab_exchange_text(x, "password"), collab_exchange_column(x, "password_hash"));
  gate_leave();
  return right ? give_token(x) : count_failure(x);
}

/* idempotency.c: claims the key, does the work and stores the response in one transaction. So the key of a request that died is
 * free again, and no client sees a response whose work was rolled back. An idempotency key costs its request three more round
 * trips; other requests pay nothing. Called by the pipeline (http/exchange.c). Holds a database connection from claim to finish.
 *
 * All stored responses are sealed, because some contain a secret. Each write with an idempotency key stores a response. With
 * random nonces, one key may seal only a limited number of texts, and these responses would exceed that number in time. So each
 * day's responses are sealed with a key derived for that day (collab_seal_daily in base/seal.h). Instead of the request's body,
 * the row stores its HMAC and the id of the HMAC's key. The body of a repeat is hashed with that key. */
#include "http/steps.h"

#include <apr_strings.h>
#include <string.h>

#include "base/digest.h"
#include "base/keyring.h"
#include "base/seal.h"
#include "base/text.h"
#include "domain/body_mac.h"
#include "domain/domain.h"
#include "node/health.h"

#define TRY_AGAIN 1 /* seconds; most requests take less */

/* A statement of the transaction. */
typedef struct step_t {
  const collab_statement_t *statement;
  const char *const *values;
  collab_outcome_t outcome;
} step_t;

void collab_idempotency_read(collab_exchange_t *x) {
  const char *key = apr_table_get(x->r->headers_in, "Idempotency-Key");
  apr_size_t len = 0;

  if (key == NULL || !collab_operation_knows_key(x->operation)) {
    return;
  }
  while (key[len] > 0x20 && key[len] < 0x7f) {
    len++;
  }
  if (len == 0 || len > IDEMPOTENCY_KEY_LENGTH || key[len]) {
    collab_faults_add(&x->faults, "Idempotency-Key", COLLAB_FAULT_NOT_ALLOWED,
                      "must be 1 to " APR_STRINGIFY(IDEMPOTENCY_KEY_LENGTH) " visible ASCII characters");
    return;
  }
  x->idempotency_key = key;
  x->body_digest =
      collab_body_digest(x->pool, x->body_text ? x->body_text : ""); /* now, because a handler may remove secrets from the text */
}

static const char *scope(collab_exchange_t *x) {
  const char *text = apr_pstrcat(x->pool, x->r->method, " ", x->r->parsed_uri.path, NULL);
  unsigned char bytes[COLLAB_SHA256_BYTES];
  char *hex = apr_palloc(x->pool, 2 * sizeof bytes + 1);

  if (!collab_digest_sha256(text, strlen(text), bytes)) {
    return NULL;
  }
  collab_text_hex(hex, bytes, sizeof bytes);
  return hex;
}

static const char *identity(collab_exchange_t *x) {
  return apr_pstrcat(x->pool, "idempotency/", x->account, "/", scope(x), "/", x->idempotency_key, NULL);
}

static collab_outcome_t give_up(collab_exchange_t *x, collab_outcome_t outcome) {
  collab_db_rollback(x->work);
  x->work = NULL;
  return outcome;
}

/* The hash of this request's body under the stored row's key. A row that an earlier version wrote names no key and stores the
 * body's digest instead. */
static const char *hash_as(collab_exchange_t *x, const char *key) {
  return key ? collab_body_mac(x->pool, x->config->keyring, (int)apr_atoi64(key), collab_exchange_column(x, "mac_key"),
                               x->body_digest)
             : x->body_digest;
}

/* Answers with the stored response, if the body is the same and the caller's role still suffices. A stored 404 needs no role,
 * because a statement checks existence before the role. This request's commit waits for the standby; the first request's commit
 * may not have waited (idempotency_claim.sql). */
static collab_outcome_t replay(collab_exchange_t *x) {
  collab_who_t who = x->operation->row->who;
  const char *word = collab_exchange_column(x, "word");
  bool absent = word && collab_outcome_status(collab_outcome_named(word)) == HTTP_NOT_FOUND;
  if (!absent && !collab_role_suffices(collab_exchange_column(x, "role"), who)) {
    return give_up(x, collab_role_refusal(who));
  }
  const char *stored = collab_exchange_column(x, "body_hash"), *mine = hash_as(x, collab_exchange_column(x, "body_key"));
  if (stored == NULL || mine == NULL) {
    return give_up(x, COLLAB_INTERNAL); /* the key of the hash is missing */
  }
  if (!collab_digest_equal(stored, strlen(stored), mine, strlen(mine))) {
    return give_up(x, COLLAB_KEY_REUSED);
  }

  const char *sealed = collab_exchange_column(x, "answer");
  const char *body = sealed ? collab_unseal(x->pool, x->config->keyring, identity(x), sealed) : NULL;

  if (word == NULL || (sealed && body == NULL)) {
    return give_up(x, COLLAB_INTERNAL); /* the key of the seal is missing */
  }
  x->replayed = collab_outcome_named(word);
  x->answer.body = body;
  x->answer.body_len = body ? strlen(body) : 0;
  bool committed = collab_db_commit(x->work);

  x->work = NULL;
  if (!committed) {
    return COLLAB_UNAVAILABLE;
  }
  apr_table_setn(x->r->err_headers_out, "Idempotent-Replayed", "true");
  return COLLAB_REPLAYED;
}

/* The values of the statement's binds, in their order. The piece `caller` adds binds, whose values are found by name. The
 * other binds take their values from `given`, in its order. */
static const char *const *claim_values(collab_exchange_t *x) {
  const collab_statement_t *claim = STATEMENT(idempotency_claim);
  int key = collab_keyring_sealing(x->config->keyring);
  const char *mac = collab_body_mac(x->pool, x->config->keyring, key, NULL, x->body_digest);
  const char *given[] = {scope(x), x->idempotency_key, mac, apr_itoa(x->pool, key)};
  const char **values = apr_pcalloc(x->pool, COLLAB_MAX_BINDS * sizeof *values);

  for (int i = 0, next = 0; i < claim->nbinds; i++) {
    values[i] =
        claim->binds[i].from == COLLAB_FROM_CALLER ? collab_caller_value(&x->caller, claim->binds[i].name) : given[next++];
  }
  return values;
}

/* Claims the key in x->work. */
static collab_outcome_t claim(collab_exchange_t *x) {
  x->answer = collab_db_step(x->work, x->pool, STATEMENT(idempotency_claim), claim_values(x));
  if (x->answer.outcome == COLLAB_UNAVAILABLE && collab_db_again(x->work)) {
    x->answer = collab_db_step(x->work, x->pool, STATEMENT(idempotency_claim), claim_values(x));
  }
  x->account = collab_exchange_column(x, "account");
  switch (x->answer.outcome) {
  case COLLAB_OK:
    return COLLAB_OK;
  case COLLAB_REPLAYED:
    return replay(x);
  case COLLAB_KEY_IN_PROGRESS:
    x->retry_after = TRY_AGAIN;
    return give_up(x, COLLAB_KEY_IN_PROGRESS);
  default:
    return give_up(x, x->answer.outcome);
  }
}

collab_outcome_t collab_idempotency_claim(collab_exchange_t *x) {
  if (collab_health_foreign_keys()) { /* no other node could decrypt the response or recognize the body */
    x->detail = COLLAB_FOREIGN_KEYS;
    return COLLAB_UNAVAILABLE;
  }
  x->work = collab_db_begin(x->pool, x->r->server, &x->asker);
  if (x->work == NULL) {
    return COLLAB_UNAVAILABLE;
  }
  x->steps = apr_array_make(x->pool, 2, sizeof(step_t));
  return claim(x);
}

/* Repeats the steps of the transaction so far. COLLAB_OK: all are done again, with the same outcomes. */
static collab_outcome_t repeat(collab_exchange_t *x) {
  for (int i = 0; i < x->steps->nelts; i++) {
    if (APR_ARRAY_IDX(x->steps, i, step_t).statement->writes) {
      return COLLAB_UNAVAILABLE;
    }
  }
  if (!collab_db_again(x->work)) {
    return COLLAB_UNAVAILABLE;
  }
  collab_outcome_t outcome = claim(x);
  for (int i = 0; i < x->steps->nelts && outcome == COLLAB_OK; i++) {
    const step_t *step = &APR_ARRAY_IDX(x->steps, i, step_t);
    collab_answer_t answer = collab_db_step(x->work, x->pool, step->statement, step->values);
    outcome = answer.outcome == step->outcome ? COLLAB_OK : COLLAB_UNAVAILABLE;
  }
  return outcome;
}

collab_outcome_t collab_idempotency_step(collab_exchange_t *x, const collab_statement_t *statement, const char *const *values) {
  x->answer = collab_db_step(x->work, x->pool, statement, values);
  if (x->answer.outcome == COLLAB_UNAVAILABLE) {
    collab_outcome_t outcome = repeat(x);
    if (outcome != COLLAB_OK) {
      return outcome;
    }
    x->answer = collab_db_step(x->work, x->pool, statement, values);
  }
  APR_ARRAY_PUSH(x->steps, step_t) = (step_t){statement, values, x->answer.outcome};
  return x->answer.outcome;
}

collab_outcome_t collab_idempotency_finish(collab_exchange_t *x, collab_outcome_t outcome) {
  if (outcome == COLLAB_REPLAYED) {
    return x->replayed;
  }
  if (x->work == NULL) {
    return outcome;
  }
  const char *body = x->answer.body;
  const char *sealed = body ? collab_seal_daily(x->pool, x->config->keyring, identity(x), body, x->r->request_time) : NULL;
  bool refused_caller = outcome == COLLAB_UNAUTHENTICATED || outcome == collab_role_refusal(x->operation->row->who);
  bool later = collab_outcome_status(outcome) >= 500 || outcome == COLLAB_DAILY_LIMIT ||
               outcome == COLLAB_PRECONDITION_FAILED; /* the key stays free */
  if (later || refused_caller || (body && sealed == NULL)) {
    return give_up(x, body && sealed == NULL ? COLLAB_UNAVAILABLE : outcome);
  }

  const char *values[COLLAB_MAX_BINDS] = {x->account,
                                          scope(x),
                                          x->idempotency_key,
                                          collab_outcome_row(outcome)->word,
                                          sealed,
                                          outcome == COLLAB_OK ? x->answer.etag : NULL};
  collab_answer_t kept = collab_db_step(x->work, x->pool, STATEMENT(idempotency_keep), values);
  if (kept.outcome != COLLAB_OK) {
    return give_up(x, COLLAB_UNAVAILABLE);
  }
  bool committed = collab_db_commit(x->work);
  x->work = NULL;
  return committed ? outcome : COLLAB_UNAVAILABLE;
}

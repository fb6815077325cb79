/* identity.c: authentication of the caller (http/steps.h).
 *
 * auth/bearer judges the token. This file gives it what only a worker has: the request's header, the log, and the database, in
 * which the dispatcher stores the keys of other issuers. One request in thousands reads those keys; no request contacts an
 * issuer. Must never log a token. */
#include "http/steps.h"

#include <apr_lib.h>
#include <string.h>

#include "auth/bearer.h"
#include "collab_private.h"

#define SHOWN 200 /* maximum bytes of a token's text, in the log and in a header */

typedef struct context_t {
  request_rec *r;
  const collab_asker_t *asker;
  void (*wake)(void);
  int trust; /* CollabIssuerTrust */
} context_t;

static const char *read_keys(void *context, apr_pool_t *pool, const collab_issuer_t *issuer, const char **version,
                             const char **error) {
  const context_t *c = context;
  const char *values[] = {issuer->keys, *version, apr_itoa(pool, collab_keyset_trusted(issuer, c->trust))};
  collab_answer_t answer = collab_db_run(pool, c->r->server, c->asker, STATEMENT(jwks_read), values);

  if (answer.outcome != COLLAB_OK) {
    *error = "the database does not answer";
    return NULL;
  }
  if (answer.rows == NULL) {
    return NULL;
  }
  *version = collab_rows_text(*(const collab_rows_t *)answer.rows, 0, "version");
  return answer.body ? answer.body : "";
}

static void want_keys(void *context, apr_pool_t *pool, const collab_issuer_t *issuer) {
  const context_t *c = context;
  const char *values[] = {issuer->keys};

  collab_db_run(pool, c->r->server, c->asker, STATEMENT(jwks_want), values);
  if (c->wake) {
    c->wake();
  }
}

static void warn(void *context, const collab_issuer_t *issuer, const char *text) {
  const context_t *c = context;

  ap_log_rerror(APLOG_MARK, APLOG_WARNING, 0, c->r, COLLABNO(0411) "keys of the issuer %s stay as they were: %s: %s",
                issuer->name, issuer->keys, text);
}

collab_outcome_t collab_identity_find(collab_exchange_t *x, void (*wake)(void)) {
  static const collab_keyset_source_t source = {read_keys, want_keys, warn};
  request_rec *r = x->r;
  context_t context = {r, &x->asker, wake, x->config->issuer_trust};
  const collab_bearer_t bearer = {x->config->token_key, x->config->base_url, x->config->trust, &source, &context,
                                  collab_time_clock()};
  collab_outcome_t outcome = collab_bearer_caller(x->pool, &bearer, apr_table_get(r->headers_in, "Authorization"),
                                                  r->request_time, &x->caller, &x->refusal);

  if (outcome == COLLAB_OK) {
    r->user = apr_pstrdup(r->pool, x->caller.user ? x->caller.user : x->caller.subject);
    r->ap_auth_type = (char *)"Bearer";
  }
  return outcome;
}

/* At most SHOWN bytes of a text, without characters that could end a quoted string or look like the log's own text. */
static const char *shown(apr_pool_t *pool, const char *text) {
  char *safe = apr_pstrndup(pool, text, SHOWN);

  for (char *at = safe; *at; at++) {
    if (!apr_isascii(*at) || !apr_isprint(*at) || *at == '"' || *at == '\\') {
      *at = '?';
    }
  }
  return safe;
}

const char *collab_identity_refusal(collab_exchange_t *x) {
  bool account = x->caller.user || x->caller.subject; /* the token is valid, but the statement refused its account */
  const char *issuer = !account ? x->refusal.issuer : x->caller.issuer ? x->caller.issuer : x->config->base_url;

  x->refusal.reason = account ? COLLAB_REFUSED_ACCOUNT : shown(x->pool, x->refusal.reason);
  if (apr_table_get(x->r->headers_in, "Authorization")) {
    ap_log_rerror(APLOG_MARK, APLOG_INFO, 0, x->r, COLLABNO(0412) "a token is refused (issuer %s%s%s): %s, X-Request-Id %s",
                  issuer ? "\"" : "", issuer ? shown(x->pool, issuer) : "not named", issuer ? "\"" : "",
                  account ? "Its account is unknown or disabled, or has ended the token" : x->refusal.reason, x->request_id);
  }
  return x->refusal.bearer ? x->refusal.reason : NULL;
}

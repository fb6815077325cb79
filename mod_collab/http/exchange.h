/* exchange.h: one request from route to reply, and what an operation's own handler sees of it. Worker threads only.
 *
 *   route → method → token → media type → size → JSON → validation → (statement: existence → role → state) → reply */
#ifndef COLLAB_HTTP_EXCHANGE_H
#define COLLAB_HTTP_EXCHANGE_H

#include "auth/refusal.h"
#include "config/config.h"
#include "http/route.h"
#include "store/db.h"
#include "store/pg.h"

#define COLLAB_MAX_VALUES 12

struct collab_exchange_t {
  request_rec *r;
  apr_pool_t *pool; /* r->pool */
  const collab_config_t *config;
  const collab_operation_t *operation; /* NULL until the route is known */
  collab_caller_t caller;
  collab_refusal_t refusal;                  /* why there is no caller */
  const char *captures[COLLAB_MAX_CAPTURES]; /* decoded */
  const char *query[COLLAB_MAX_QUERY];       /* checked; NULL: not given */
  const collab_json_t *body;                 /* checked; NULL when there is none */
  const char *body_text; /* as the client sent it; from validation on, what its fields know of it, if binds_body */
  const char *values[COLLAB_MAX_VALUES][2]; /* name, value: from collab_exchange_value */
  int nvalues;
  const char *request_id;
  const char *traceparent; /* NULL when none came, or a bad one */
  collab_faults_t faults;  /* validationErrors */
  const char *detail;      /* what exactly is wrong with a malformed body, or which limit was reached */
  collab_answer_t answer;
  const char *answer_type;     /* of a success, where it is no JSON; NULL: application/json */
  const char *idempotency_key; /* NULL: none was sent, or the operation does not know it */
  const char *body_digest;     /* SHA-256 of the body that came with it; stored nowhere */
  const char *account;         /* id of who asks, known once a key is claimed */
  collab_work_t *work;         /* the transaction of a request with such a key; NULL: every statement commits by itself */
  collab_outcome_t replayed;   /* the kept outcome, when the work's is COLLAB_REPLAYED */
  bool wrote;                  /* the operation's statement was one that writes */
  int parts;                   /* of a streamed list, written so far */
  int retry_after;             /* seconds, for 429 and 503; 0: the default */
};

/* The content handler: answers a request of a location with `SetHandler collab`. */
int collab_exchange_handle(request_rec *r);

/* Gives the operation's statements a bind value.<name>. `value` may be NULL. */
void collab_exchange_value(collab_exchange_t *x, const char *name, const char *value);

/* Runs one of the row's statements (row->answers, row->then, row->also) and returns its outcome; the rest is in x->answer. It has
 * given its database connection back when it returns. */
collab_outcome_t collab_exchange_run(collab_exchange_t *x, const collab_statement_t *statement);

/* A column of the answer's first row; NULL when it is NULL or not there. */
const char *collab_exchange_column(const collab_exchange_t *x, const char *name);

/* A string member of the body; NULL when it is absent, null or no string. */
const char *collab_exchange_text(const collab_exchange_t *x, const char *name);

/* The rows that requests are matched against, and what is called after a write has committed. Set in post_config. */
void collab_exchange_setup(const collab_router_t *router, void (*written)(void));

/* Seals a text for the database (base/crypt.h). NULL: it cannot be sealed, or the keys of this node are not the database's, which
 * x->detail says: the answer is COLLAB_UNAVAILABLE. */
const char *collab_exchange_seal(collab_exchange_t *x, const char *identity, const char *text);

#endif

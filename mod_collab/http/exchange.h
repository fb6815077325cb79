/* exchange.h: the state of one HTTP request on its way through http/exchange.c, and the functions for an operation's handler.
 * Worker threads only. */
#ifndef COLLAB_HTTP_EXCHANGE_H
#define COLLAB_HTTP_EXCHANGE_H

#include "auth/claims.h"
#include "config/config.h"
#include "http/client/wait.h"
#include "http/route.h"
#include "store/db.h"
#include "store/pg.h"

#define COLLAB_MAX_VALUES 12

struct collab_exchange_t {
  request_rec *r;
  apr_pool_t *pool; /* r->pool; in a stream, the pool of a run */
  const collab_config_t *config;
  const collab_operation_t *operation; /* NULL until the route is known */
  collab_caller_t caller;
  collab_wait_t wait;                        /* for the client */
  bool admitted;                             /* the limit of the company's day was asked, and let it begin */
  collab_asker_t asker;                      /* the caller's group and time limit at the database */
  collab_refusal_t refusal;                  /* why there is no caller */
  const char *captures[COLLAB_MAX_CAPTURES]; /* decoded */
  const char *query[COLLAB_MAX_QUERY];       /* checked; NULL: not given */
  const char *form[COLLAB_MAX_FORM];         /* the parameters of .oauth_form; NULL: not given, or empty */
  bool is_oauth;                             /* on a path of OAuth 2, whose errors have a form of their own */
  const char *oauth_error;                   /* the error code of RFC 6749, 5.2; NULL: the one that the status implies */
  const collab_json_t *body;                 /* checked; NULL when there is none, and once a statement has run */
  bool cut;                                  /* `body` lacks unknown members of a large body (domain/schema_read.c) */
  const char *body_text; /* as the client sent it; if binds_body, validation leaves only the fields of the field list */
  const char *values[COLLAB_MAX_VALUES][2]; /* name and value, set by collab_exchange_value */
  int nvalues;
  const char *request_id;
  const char *new_token;   /* the last random.token that a statement was given; NULL: none */
  const char *traceparent; /* NULL: none was sent, or an invalid one */
  collab_faults_t faults;  /* validationErrors */
  const char *detail;      /* text about this request, added to the error's message; NULL: nothing */
  collab_answer_t answer;
  const char *if_match;      /* the tags of If-Match that could be ours, separated by commas; NULL: no such condition (etag.c) */
  const char *if_none_match; /* likewise; of a read also "*" */
  bool inexact_match;        /* If-Match has a weak tag, or one that a proxy has marked */
  const char *etag;          /* entity tag of a success, set by a handler; NULL: the column `etag`, else a hash of the body */
  const char *answer_type;   /* the media type of a success that is not JSON; NULL: application/json */
  const char *idempotency_key; /* NULL: none was sent, or the operation does not support it */
  const char *body_digest;     /* SHA-256 of the body sent with the key; never stored */
  const char *account;         /* the caller's account id, known once a key has been claimed */
  collab_work_t *work;         /* the transaction of a request with an idempotency key; NULL: each statement commits by itself */
  apr_array_header_t *steps;   /* what that transaction has done since the claim (idempotency.c) */
  collab_outcome_t replayed;   /* the stored outcome, if the work's outcome is COLLAB_REPLAYED */
  bool wrote;                  /* row->change has run */
  bool expected;               /* the 5xx reports maintenance: neither logged nor counted as an error */
  bool broken;                 /* the response was broken off midway */
  int retry_after;             /* seconds, for 429 and 503; 0: the default */
};

/* The content handler: answers an HTTP request to a location with `SetHandler collab`. */
int collab_exchange_handle(request_rec *r);

/* To be called when a limit refuses the request before its operation has begun: the access log then does not name the
 * operation. */
void collab_exchange_not_begun(const collab_exchange_t *x);

/* Checks that the body has no Content-Encoding but identity. `read`: its first byte has been read, so that a filter that decodes
 * has done so. Returns COLLAB_OK, or COLLAB_MEDIA_TYPE with x->detail. For a handler that reads the body itself. */
collab_outcome_t collab_body_plain(collab_exchange_t *x, bool read);

/* Sets the bind value.<name> of the operation's statements. `value` may be NULL. */
void collab_exchange_value(collab_exchange_t *x, const char *name, const char *value);

/* Runs one of the row's statements (row->read, row->change …) and returns its outcome; the rest is in x->answer.
 * Frees the document x->body before: a handler reads it, and copies what it needs, before its first statement.
 * No database connection is borrowed when it returns, except that of a request with an idempotency key (`work`). */
collab_outcome_t collab_exchange_run(collab_exchange_t *x, const collab_statement_t *statement);

/* A column of the first row of the statement's result; NULL when it is SQL NULL or does not exist. */
const char *collab_exchange_column(const collab_exchange_t *x, const char *name);

/* The value of a parameter of the query, checked; NULL when it was not given and has no default, or does not exist. */
const char *collab_exchange_parameter(const collab_exchange_t *x, const char *name);

/* A parameter of the form (.oauth_form); NULL when it was not given, is empty, or does not exist. */
const char *collab_exchange_form(const collab_exchange_t *x, const char *name);

/* A copy of a string member of the body; NULL when it is absent, null or not a string. */
const char *collab_exchange_text(const collab_exchange_t *x, const char *name);

/* Sets the rows that requests are matched against, and the function that is called after a write has committed. Called in
 * post_config. */
void collab_exchange_setup(const collab_router_t *router, void (*written)(void));

/* Does the operation that the request names need a token? True, too, if it names none. */
bool collab_exchange_needs_token(const request_rec *r);

/* Is the request for a path of OAuth 2, whose errors have another form (http/response.h)? */
bool collab_exchange_is_oauth(const request_rec *r);

/* Seals a text for the database (base/seal.h). Returns NULL when sealing fails. Also returns NULL, and sets x->detail, when this
 * node's keys are not the database's. The handler then returns COLLAB_UNAVAILABLE. */
const char *collab_exchange_seal(collab_exchange_t *x, const char *identity, const char *text);

#endif

/* steps.h: the steps of an exchange, which http/exchange.c takes one after the other. Worker threads only. */
#ifndef COLLAB_HTTP_STEPS_H
#define COLLAB_HTTP_STEPS_H

#include "http/exchange.h"

/* framing.c: checks the request's version and Transfer-Encoding. Reads only headers. Returns COLLAB_OK, or
 * - COLLAB_HTTP_VERSION: version 2 or newer on a connection that is not HTTP/2;
 * - COLLAB_BAD_REQUEST: "chunked" twice, or a Transfer-Encoding in HTTP/1.0;
 * - COLLAB_NOT_IMPLEMENTED: a coding other than "chunked".
 * Every refusal because of the Transfer-Encoding ends the connection. */
collab_outcome_t collab_framing_check(const request_rec *r);

/* path.c: decodes each capture once and checks it. Adds faults to x->faults. */
void collab_path_read(collab_exchange_t *x, const collab_match_t *match);

/* query.c: reads the parameters that the row knows into x->query, and checks the encoding of all others. A parameter that is
 * missing or empty gets its field's .otherwise, or NULL. Adds faults to x->faults. */
void collab_query_read(collab_exchange_t *x);

/* The digest of the query's filters that the cursor of a list has, as a decimal number (bind request.filters). NULL while a node
 * of 0.1.0 may be there, which takes no such cursor (node/older_nodes.h). */
const char *collab_query_filters(const collab_exchange_t *x);

/* body.c: checks the media type and the size, reads the JSON, and sets x->body and x->body_text. Returns COLLAB_OK, or
 * COLLAB_MEDIA_TYPE, COLLAB_TOO_LARGE, COLLAB_TOO_MANY (slow bodies), COLLAB_TIMEOUT, COLLAB_GONE, COLLAB_MALFORMED (with
 * x->detail). Checks the headers before it reads the first byte: a client that waits for 100-continue is never asked for a body
 * that would be refused. */
collab_outcome_t collab_body_read(collab_exchange_t *x);

/* form.c: reads the body of a row with .oauth_form into x->form, by the rules of RFC 6749, 3.2 and Appendix B. Adds faults to
 * x->faults. */
void collab_form_read(collab_exchange_t *x, const char *bytes, apr_size_t len);

/* bind.c: returns the values of a statement's binds, in their order; a NULL element is SQL NULL. Returns NULL when there are no
 * random bytes for a new token. */
const char *const *collab_bind_values(collab_exchange_t *x, const collab_bound_t *bound);

/* caller_company.c: the caller's company. Companies take turns at the database. */

/* Allocates the memory of a child process. */
void collab_caller_company_child_init(apr_pool_t *pchild);

/* Sets x->asker.group to the company of x->caller. The group serves only to let companies take turns. Our tokens name the
 * company. For a token of another issuer, this process asks the database before the caller's first statement, and keeps the
 * answer for ten minutes. A caller whose company is not known is a group of its own, never 0. Returns COLLAB_OK, or
 * COLLAB_UNAVAILABLE when the database does not answer. */
collab_outcome_t collab_caller_company_find(collab_exchange_t *x);

/* The id of the caller's company, from the token or from an earlier answer of the database; 0: not known. */
int64_t collab_caller_company_known(const collab_exchange_t *x);

/* Sets the note "collab-company", for LogFormat; nothing if `company` is not above 0. */
void collab_caller_company_note(collab_exchange_t *x, int64_t company);

/* identity.c: authentication of the caller, before captures, query and body are read. */

/* Sets x->caller, and the user in the access log, from the request's token. Returns COLLAB_OK, COLLAB_UNAUTHENTICATED, or
 * COLLAB_UNAVAILABLE when no key of the token's issuer is known yet. Does not check whether the account is active: the
 * operation's own statement does. To read or request keys of another issuer, this function may run statements, before the
 * operation borrows a connection. `wake` (or NULL) is called when keys should be fetched. */
collab_outcome_t collab_identity_find(collab_exchange_t *x, void (*wake)(void));

/* Sets x->refusal.reason, in x->pool: why the caller is refused. The text is the same for an account that is unknown, one that is
 * disabled and one that has ended the token. Returns it for error_description (RFC 6750, 3); NULL: no bearer token was sent.
 * Writes one line to the log, which never contains the token: call it once, with the reply. */
const char *collab_identity_refusal(collab_exchange_t *x);

/* idempotency.c: Idempotency-Key (interface.md 2.13): a repeated request gets the first response. */

/* Reads the header; an invalid key is a fault (400). Called before the operation's work. */
void collab_idempotency_read(collab_exchange_t *x);

/* Called before the first statement of the work: begins its transaction and claims the key in it. COLLAB_OK: the work goes on, in
 * x->work. Anything else is the outcome of the request (COLLAB_REPLAYED: x->answer has the stored response). */
collab_outcome_t collab_idempotency_claim(collab_exchange_t *x);

/* Runs a statement in x->work, and sets x->answer and returns its outcome. After a conflict with another transaction, repeats the
 * whole transaction once: the claim, the reads before this statement, and the statement. Not after an earlier write, because its
 * result has been used. */
collab_outcome_t collab_idempotency_step(collab_exchange_t *x, const collab_statement_t *statement, const char *const *values);

/* Called after the work: stores the response and commits it with the work. Rolls the work back instead after a 5xx, or if the
 * statement refused the caller (401, or the role). Returns the outcome to answer with. */
collab_outcome_t collab_idempotency_finish(collab_exchange_t *x, collab_outcome_t outcome);

/* etag.c: entity tags, If-Match and If-None-Match (RFC 9110, 8.8.3 and 13.1). */

/* Reads the conditions into x->if_match and x->if_none_match. A malformed one is a fault (400), except If-None-Match of a read,
 * which then holds. Operations without entity tags ignore them. Called before the operation's work. */
void collab_etag_read(collab_exchange_t *x);

/* Sets the ETag of a successful response: x->etag if a handler set it, else the statement's column `etag`, else, for a read, a
 * hash of the body. Returns the outcome to answer a read with: COLLAB_PRECONDITION_FAILED if If-Match is false,
 * COLLAB_NOT_MODIFIED if If-None-Match is, else `outcome`. A statement that writes has compared the conditions itself. */
collab_outcome_t collab_etag_set(collab_exchange_t *x, collab_outcome_t outcome);

/* Why a condition is false: the detail of COLLAB_PRECONDITION_FAILED. */
const char *collab_etag_why(const collab_exchange_t *x);

/* reply.c: the only place that writes an operation's response. No database connection is borrowed here. */

/* Writes the response for an outcome: the body of x->answer for a success, an error otherwise. Returns what a content handler
 * returns. */
int collab_reply(collab_exchange_t *x, collab_outcome_t outcome);

/* Sets the detail and Retry-After of a response that may not make its thread wait for the client. Returns its outcome, 429. */
collab_outcome_t collab_reply_busy(collab_exchange_t *x);

/* These functions write a body in runs, without Content-Length: the opening; then runs, each after the text `before`; then the
 * last run, and the closing. collab_reply_begin and collab_reply_run return false when the client has disconnected. */
bool collab_reply_begin(collab_exchange_t *x, const char *opening);

/* Returns when the run has been written (httpd blocks until then), so its memory may be reused. */
bool collab_reply_run(collab_exchange_t *x, const char *before, const char *data, apr_size_t len);

/* Returns before httpd has written the run, so `data` must be memory of x->pool, and x->pool must live as long as r->pool. */
void collab_reply_last(collab_exchange_t *x, const char *before, const char *data, apr_size_t len, const char *closing);

/* Ends a body whose next run could not be read, so that no client takes it for complete. Omits the last chunk; on HTTP/1.0, which
 * has no chunks, resets the connection. Logs the break. */
void collab_reply_break(collab_exchange_t *x);

/* Sends a browser to a page of the service: 303 (interface.md 20.6). */
int collab_reply_see(collab_exchange_t *x, const char *path);

/* Writes 405 with the methods that the path supports. */
int collab_reply_method(collab_exchange_t *x, const char *allow);

/* The value of Accept-Patch: the media types of a body of PATCH (RFC 5789, 3.1; interface.md 2.6). */
#define COLLAB_PATCH_TYPES "application/merge-patch+json, application/json"

/* Writes the response to OPTIONS: the methods that the path supports, and, if PATCH is one of them, the types that it takes. */
int collab_reply_options(collab_exchange_t *x, const collab_match_t *match);

#endif

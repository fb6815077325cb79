/* api.h: the handlers of the operations that a statement alone cannot answer, grouped by file. */
#ifndef COLLAB_API_API_H
#define COLLAB_API_API_H

#include "http/exchange.h"

/* describe/pages.c: GET /openapi.json, /openapi-3.0.json, /openapi-2.0.json, /docs and /problems/{code}. collab_api_pages_setup
 * prints the pages of the serving servers, once for all that have the same settings. Call it in post_config. */
void collab_api_pages_setup(apr_pool_t *pconf, const collab_router_t *router);
collab_outcome_t collab_api_openapi(collab_exchange_t *x);
collab_outcome_t collab_api_openapi_3_0(collab_exchange_t *x);
collab_outcome_t collab_api_openapi_2_0(collab_exchange_t *x);
collab_outcome_t collab_api_docs(collab_exchange_t *x);
collab_outcome_t collab_api_postman(collab_exchange_t *x);
collab_outcome_t collab_api_problem(collab_exchange_t *x);

/* health.c */
collab_outcome_t collab_api_health_live(collab_exchange_t *x);
collab_outcome_t collab_api_health_ready(collab_exchange_t *x);

/* A user name and a password that a login may mean. Basic credentials may be form-encoded or not, so they may mean two. */
typedef struct collab_reading_t {
  const char *username, *password;
  const char *name_mac;     /* of the name (auth/login_name.h); NULL: the statement does not need it */
  collab_outcome_t outcome; /* what `find` found: COLLAB_OK, or COLLAB_TOO_MANY */
  collab_answer_t found;
} collab_reading_t;

/* login.c */
collab_outcome_t collab_api_login(collab_exchange_t *x);

/* login.c: logs in with the first of at most two readings whose password is right, and calls `give`, which makes the response of
 * the account in x->answer (columns id, company, epoch). The readings are one attempt: one place in line, and one failure. Runs
 * the row's statements login_find, login_failed and login_remember. Everything that answers with a login's token calls it.
 * Changes the readings. */
collab_outcome_t collab_api_log_in(collab_exchange_t *x, collab_reading_t *readings, int count, collab_handler_t give);

/* login.c: a new token for the account in x->answer (columns id, company, epoch). NULL: signing failed. */
const char *collab_api_new_token(collab_exchange_t *x);

/* login.c: makes the response body with a token for the account in x->answer (columns id, company, epoch). COLLAB_UNAVAILABLE:
 * signing failed. */
collab_outcome_t collab_api_give_token(collab_exchange_t *x);

/* token_endpoint.c: POST /oauth2/token */
collab_outcome_t collab_api_token(collab_exchange_t *x);

/* password.c */
void collab_api_password_change_check(collab_exchange_t *x);
collab_outcome_t collab_api_password_change(collab_exchange_t *x);

/* password_check.c: call this before the first request of a child. */
void collab_api_password_child_init(apr_pool_t *pchild);

/* password_check.c: sets the binds of the limits on failed logins, and runs `find` for each reading: a statement with the piece
 * login_refusal and the columns password_hash and line_of (the account in whose group the request waits; null: in its address's
 * group); with two readings also `known` ("yes": an account has the name). The reading that counts comes first afterwards.
 * COLLAB_TOO_MANY: a limit refuses the login. */
collab_outcome_t collab_api_password_find(collab_exchange_t *x, const collab_statement_t *find, collab_reading_t *readings,
                                          int count);

/* password_check.c: checks each reading's password against the hash that `find` returned. COLLAB_OK: x->answer is what was found
 * for the first reading whose password is right. COLLAB_BAD_LOGIN: all are wrong, and `failed` (login_failed) has counted a
 * failed login. COLLAB_TOO_MANY: too many passwords are being checked. Blocks one thread for 64 ms for each reading, after a wait
 * of at most 5 s. */
collab_outcome_t collab_api_password_check(collab_exchange_t *x, const collab_statement_t *failed,
                                           const collab_reading_t *readings, int count);

/* password_check.c: hashes a new password into *hash (x->pool). COLLAB_TOO_MANY: too many passwords are being checked or
 * hashed. */
collab_outcome_t collab_api_password_hash(collab_exchange_t *x, const char *password, const char **hash);

/* subscription.c: checks which credentials go with which callbackAuth.type. */
void collab_api_callback_auth_check(collab_exchange_t *x);

/* webhooks.c */
void collab_api_webhook_v1_check(collab_exchange_t *x);
collab_outcome_t collab_api_webhook_create_v1(collab_exchange_t *x);
collab_outcome_t collab_api_webhook_create_v2(collab_exchange_t *x);
void collab_api_webhook_patch_check(collab_exchange_t *x);
collab_outcome_t collab_api_webhook_change(collab_exchange_t *x);
void collab_api_webhook_rotation_check(collab_exchange_t *x);
collab_outcome_t collab_api_webhook_rotate(collab_exchange_t *x);

/* deliveries.c */
collab_outcome_t collab_api_webhook_deliveries(collab_exchange_t *x);

/* redelivery.c */
collab_outcome_t collab_api_delivery_redeliver(collab_exchange_t *x);
void collab_api_webhook_redeliver_check(collab_exchange_t *x);
collab_outcome_t collab_api_webhook_redeliver(collab_exchange_t *x);

/* notes.c */
collab_outcome_t collab_api_note_create(collab_exchange_t *x);

/* notes.c: how many bytes a note adds towards its request's limit (interface.md 18.5), as a decimal text for a bind. Memory from
 * x->pool. */
const char *collab_api_note_size(collab_exchange_t *x, const char *summary, const char *description);

/* attachments.c */
void collab_api_attachment_config_check(collab_exchange_t *x);
collab_outcome_t collab_api_attachment_config(collab_exchange_t *x);
collab_outcome_t collab_api_attachment_create(collab_exchange_t *x);

/* attachment_slots.c: call this before the first request of a child. */
void collab_api_attachment_child_init(apr_pool_t *pchild, server_rec *s);

/* subscription.c: shared by the operations on a webhook subscription. */

/* Checks whether the body's callback URL and token endpoint may be called. If not, adds faults to x->faults and returns false. */
bool collab_subscription_addresses(collab_exchange_t *x);

/* callbackAuth.type of the body; NONE when the body has none. */
const char *collab_subscription_auth_type(const collab_exchange_t *x);

/* The short names of the body's event types, without duplicates, as a JSON array; NULL: all. */
const char *collab_subscription_event_types(collab_exchange_t *x, collab_kind_t version);

/* The body without its credentials, for the statement. */
const char *collab_subscription_body(collab_exchange_t *x);

/* Seals `text` for the subscription's row; NULL on failure. `purpose` is "secret" for every signing secret, current or
 * replaced, and "auth" for credentials. */
const char *collab_subscription_seal(collab_exchange_t *x, const char *uid, const char *purpose, const char *text);

/* The JSON text of the body's callbackAuth; "" when the body has none. */
const char *collab_subscription_auth_text(const collab_exchange_t *x);

/* Binds value.auth_type and value.auth: the type and the sealed text of the body's callbackAuth, which the two functions above
 * return. False on failure. */
bool collab_subscription_auth(collab_exchange_t *x, const char *uid, const char *type, const char *text);

/* Appends the secret to the response body, as its last member. */
void collab_subscription_add_secret(collab_exchange_t *x, const char *secret);

#endif

/* api.h: the table of operations, and the handlers of those that no statement alone can answer, grouped by file. */
#ifndef COLLAB_API_API_H
#define COLLAB_API_API_H

#include "http/exchange.h"

/* routes.c: every operation of the interface, one row each. */
extern const collab_route_t collab_routes[];

/* login.c. Row: .answers = STATEMENT(login_find), .then = STATEMENT(login_failed), .outcomes = OUTCOMES(COLLAB_BAD_LOGIN) */
collab_outcome_t collab_api_login(collab_exchange_t *x);
void collab_api_login_child_init(apr_pool_t *pchild);

/* webhooks.c. Row: .check = collab_api_webhook_check, .answers = STATEMENT(webhook_create) */
void collab_api_webhook_check(collab_exchange_t *x);
collab_outcome_t collab_api_webhook_create_v2(collab_exchange_t *x);

/* attachments.c. Row: .answers = STATEMENT(attachment_config_set) */
collab_outcome_t collab_api_attachment_config(collab_exchange_t *x);

/* attachments.c. Row: .answers = STATEMENT(attachment_create), .then = STATEMENT(attachment_plan) */
collab_outcome_t collab_api_attachment_create(collab_exchange_t *x);
void collab_api_attachment_child_init(apr_pool_t *pchild, server_rec *s);

#endif

/* login.c: POST /v1/login exchanges a user name and a password for an access token (api/password_check.c has the limits).
 *
 * A login records its time at most once a minute, and its network at most once a day, by a separate statement. The token endpoint
 * (api/token_endpoint.c) logs in by the same function. Worker threads only. */
#include <string.h>

#include "api/api.h"
#include "auth/login_name.h"
#include "auth/token.h"
#include "base/text.h"
#include "node/meter.h"

const char *collab_api_new_token(collab_exchange_t *x) {
  const char *user = collab_exchange_column(x, "id"), *company = collab_exchange_column(x, "company");
  const char *token = collab_token_issue(x->pool, x->config->token_key, x->config->base_url, user, company,
                                         collab_exchange_column(x, "epoch"), apr_time_now(), x->config->token_lifetime);

  if (token) {
    x->r->user = apr_pstrdup(x->pool, user); /* for the access log, as is the note */
    apr_table_setn(x->r->notes, "collab-company", apr_pstrdup(x->pool, company));
  }
  return token;
}

collab_outcome_t collab_api_give_token(collab_exchange_t *x) {
  const char *token = collab_api_new_token(x);

  if (token == NULL) {
    return COLLAB_UNAVAILABLE;
  }
  collab_json_writer_t *w = collab_json_writer_make(x->pool, 500);
  collab_write_open(w, NULL, "{");
  collab_write_text(w, "accessToken", token);
  collab_write_text(w, "tokenType", "Bearer");
  collab_write_integer(w, "expiresIn", x->config->token_lifetime);
  collab_write_close(w, "}");
  x->answer.body = w->text;
  x->answer.body_len = w->len;
  return COLLAB_OK;
}

/* Makes the response, and runs `remember` (login_remember) if the time or the network of this login must be recorded. If
 * `remember` fails, the reason is logged, and the login succeeds. */
static collab_outcome_t let_in(collab_exchange_t *x, const collab_statement_t *remember, collab_handler_t give) {
  collab_outcome_t outcome = give(x);
  const char *remembered = collab_exchange_column(x, "remembered");

  if (outcome == COLLAB_OK && remembered && strcmp(remembered, "yes") != 0) {
    collab_answer_t token = x->answer;
    collab_exchange_value(x, "account", collab_exchange_column(x, "id"));
    collab_exchange_run(x, remember);
    x->answer = token;
  }
  return outcome;
}

collab_outcome_t collab_api_log_in(collab_exchange_t *x, collab_reading_t *readings, int count, collab_handler_t give) {
  const collab_route_t *row = x->operation->row;
  const collab_statement_t *find = row->read, *failed = row->failed, *remember = row->remember;

  for (int i = 0; i < count; i++) {
    readings[i].name_mac = collab_login_name_mac(x->pool, x->config->keyring, collab_text_lower(x->pool, readings[i].username));
    if (readings[i].name_mac == NULL) {
      return COLLAB_INTERNAL;
    }
  }
  collab_outcome_t outcome = collab_api_password_find(x, find, readings, count);
  if (outcome == COLLAB_OK) {
    outcome = collab_api_password_check(x, failed, readings, count);
  }
  if (outcome == COLLAB_BAD_LOGIN) {
    collab_meter_count(COLLAB_COUNT_LOGINS_REFUSED, 1);
  }
  return outcome == COLLAB_OK ? let_in(x, remember, give) : outcome;
}

collab_outcome_t collab_api_login(collab_exchange_t *x) {
  collab_reading_t reading = {.username = collab_exchange_text(x, "username"), .password = collab_exchange_text(x, "password")};

  return collab_api_log_in(x, &reading, 1, collab_api_give_token);
}

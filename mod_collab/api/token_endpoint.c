/* token_endpoint.c: POST /oauth2/token (RFC 6749, 4.4): the login of POST /v1/login in the form of OAuth 2, for ready-made tools.
 *
 * The client's id and secret are a user's name and password, so there is no password grant (RFC 9700, 2.4). The name and the
 * password come by Basic or in the form. RFC 6749, 2.3.1 wants both form-encoded inside of Basic, but common tools send them as
 * they are. Where form decoding changes them, both readings are tried, as one attempt (api/login.c). Their number depends on what
 * was sent alone.
 *
 * http/client/form.c reads the body, http/error.c writes the errors. Never logs or repeats what was sent. Worker threads only. */
#include <string.h>

#include <http_protocol.h>

#include "api/api.h"
#include "base/base64.h"
#include "base/text.h"
#include "domain/domain.h"

#define READINGS 2

/* The credentials of a request. */
typedef struct credentials_t {
  collab_reading_t readings[READINGS];
  int count; /* 0: none, or one of the two parts is missing */
} credentials_t;

static collab_outcome_t give(collab_exchange_t *x) {
  const char *token = collab_api_new_token(x);

  if (token == NULL) {
    return COLLAB_UNAVAILABLE;
  }
  collab_json_writer_t *w = collab_json_writer_make(x->pool, 500);
  collab_write_open(w, NULL, "{");
  collab_write_text(w, "access_token", token);
  collab_write_text(w, "token_type", "Bearer");
  collab_write_integer(w, "expires_in", x->config->token_lifetime);
  if (collab_exchange_form(x, "scope")) {
    collab_write_text(w, "scope", "api"); /* RFC 6749, 3.3: a scope that differs from the one that was asked for */
  }
  collab_write_close(w, "}");
  x->answer.body = w->text;
  x->answer.body_len = w->len;
  apr_table_setn(x->r->headers_out, "Pragma", "no-cache"); /* RFC 6749, 5.1 */
  return COLLAB_OK;
}

/* The credentials behind the scheme Basic; NULL: there is no such scheme. */
static const char *basic_of(const request_rec *r) {
  const char *header = apr_table_get(r->headers_in, "Authorization");

  if (header == NULL || ap_cstr_casecmpn(header, "Basic", 5) || (header[5] && header[5] != ' ')) {
    return NULL;
  }
  return header + 5 + strspn(header + 5, " ");
}

/* Decodes base64 with or without padding. NULL: it is malformed, or not the base64 of UTF-8 without NUL. */
static const char *unbase64(apr_pool_t *pool, const char *text) {
  apr_size_t len = strlen(text), end = len;
  char *url = apr_pstrdup(pool, text);

  while (end && end + 2 > len && url[end - 1] == '=') {
    end--;
  }
  for (char *at = url; at < url + end; at++) {
    if (*at == '-' || *at == '_') {
      return NULL;
    }
    *at = *at == '+' ? '-' : *at == '/' ? '_' : *at;
  }
  const unsigned char *bytes = collab_unbase64url(pool, url, end, &len);
  const char *decoded = bytes ? apr_pstrmemdup(pool, (const char *)bytes, len) : NULL;
  return decoded && collab_text_is_utf8(decoded, len) ? decoded : NULL;
}

/* Adds a reading, unless a part of it is longer than a name or a password can be. */
static void add_reading(credentials_t *credentials, const char *username, const char *password) {
  if (collab_text_length(username) <= NAME_LENGTH && collab_text_length(password) <= PASSWORD_LENGTH) {
    credentials->readings[credentials->count++] = (collab_reading_t){.username = username, .password = password};
  }
}

/* Reads the credentials of Basic. Adds a fault if they are malformed. */
static void read_basic(collab_exchange_t *x, const char *text, credentials_t *credentials) {
  const char *pair = unbase64(x->pool, text), *colon = pair ? strchr(pair, ':') : NULL;

  if (colon == NULL) {
    collab_faults_add(&x->faults, "Authorization", COLLAB_FAULT_BAD_ENCODING,
                      "must have the base64 of name:password in UTF-8 after Basic");
    return;
  }
  const char *username = apr_pstrmemdup(x->pool, pair, (apr_size_t)(colon - pair)), *password = colon + 1;
  if (!*username || !*password) {
    return;
  }
  const char *name = collab_text_decode(x->pool, username, strlen(username), true);
  const char *secret = collab_text_decode(x->pool, password, strlen(password), true);
  if (name && secret && (strcmp(name, username) != 0 || strcmp(secret, password) != 0)) {
    add_reading(credentials, name, secret);
  }
  add_reading(credentials, username, password);
  if (credentials->count == 0) {
    collab_faults_add(&x->faults, "Authorization", COLLAB_FAULT_TOO_LONG,
                      "must have at most " APR_STRINGIFY(NAME_LENGTH) " characters in each of name and password");
  }
}

/* Is the client's id in the body another one than that of Basic? */
static bool is_other_client(const credentials_t *credentials, const char *id) {
  for (int i = 0; i < credentials->count; i++) {
    if (!strcmp(credentials->readings[i].username, id)) {
      return false;
    }
  }
  return credentials->count > 0;
}

/* Finds the credentials. RFC 6749, 2.3: no more than one way to send them in one request. */
static void read_credentials(collab_exchange_t *x, credentials_t *credentials) {
  const char *basic = basic_of(x->r), *id = collab_exchange_form(x, "client_id"),
             *secret = collab_exchange_form(x, "client_secret");

  if (basic && secret) {
    collab_faults_add(&x->faults, "client_secret", COLLAB_FAULT_MISMATCH,
                      "must not be in the body when the header Authorization has Basic credentials");
  } else if (basic) {
    read_basic(x, basic, credentials);
    if (id && is_other_client(credentials, id)) {
      collab_faults_add(&x->faults, "client_id", COLLAB_FAULT_MISMATCH,
                        "must be the name of the Basic credentials, or be left out");
    }
  } else if (id && secret) {
    add_reading(credentials, id, secret);
  }
}

/* Is the secret in the URL, which logs record? */
static bool has_secret_in_query(const collab_exchange_t *x) {
  for (const char *at = x->r->args; at && *at;) {
    apr_size_t len = strcspn(at, "&");
    const char *name = collab_text_decode(x->pool, at, strcspn(at, "&="), true);
    if (name && !strcmp(name, "client_secret")) {
      return true;
    }
    at += len + (at[len] == '&');
  }
  return false;
}

collab_outcome_t collab_api_token(collab_exchange_t *x) {
  const char *grant = collab_exchange_form(x, "grant_type");
  credentials_t credentials = {.count = 0};

  if (has_secret_in_query(x)) {
    collab_faults_add(&x->faults, "client_secret", COLLAB_FAULT_NOT_ALLOWED,
                      "must not be in the URL, which logs record: replace it, and send it in the body");
    return COLLAB_INVALID;
  }
  if (grant && strcmp(grant, "client_credentials") != 0) {
    x->oauth_error = "unsupported_grant_type";
    collab_faults_add(&x->faults, "grant_type", COLLAB_FAULT_NOT_A_CHOICE, "must be client_credentials, the only grant here");
    return COLLAB_INVALID;
  }
  if (grant == NULL) {
    collab_faults_add(&x->faults, "grant_type", COLLAB_FAULT_REQUIRED, "is required");
  }
  read_credentials(x, &credentials);
  if (x->faults.list) {
    return COLLAB_INVALID;
  }
  if (credentials.count == 0) {
    x->detail = "send both, as client_id and client_secret or by Basic";
    return COLLAB_BAD_LOGIN;
  }
  return collab_api_log_in(x, credentials.readings, credentials.count, give);
}

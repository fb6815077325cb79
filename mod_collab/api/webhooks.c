/* webhooks.c: POST /v2/webhooks: a subscription with its secret.
 *
 * What no field list can say is checked here: which credentials go with which callbackAuth.type, and whether the callback's
 * address may be called at all. The secret and the credentials are sealed before they leave this process: the database never sees
 * them in the clear, and no worker can read them back. The secret is in this one answer and nowhere else. Worker threads only. */
#include <apr_lib.h>
#include <string.h>

#include "api/api.h"
#include "base/crypt.h"
#include "base/json.h"
#include "base/random.h"
#include "collab_private.h"
#include "outbound/guard.h"

#define DNS_PATIENCE apr_time_from_sec(3)

/* What a credential may look like: NULL, or what is wrong. */
typedef const char *(*form_t)(const char *value);

static bool is_visible(const char *text, const char *also) {
  for (; *text; text++) {
    if ((*text < 0x21 || *text > 0x7e) && !strchr(also, *text))
      return false;
  }
  return true;
}

static const char *user_form(const char *value) {
  for (const char *at = value; *at; at++) {
    if (apr_iscntrl(*at) || *at == ':')
      return "must have neither a colon nor a control character";
  }
  return NULL;
}

static const char *password_form(const char *value) {
  for (; *value; value++) {
    if (apr_iscntrl(*value))
      return "must have no control character";
  }
  return NULL;
}

static const char *token_form(const char *value) {
  return is_visible(value, "") ? NULL : "must be visible ASCII characters";
}

static const char *header_value_form(const char *value) {
  apr_size_t len = strlen(value);

  if (strchr(" \t", value[0]) || strchr(" \t", value[len - 1]))
    return "must not begin or end with a blank";
  return is_visible(value, " \t") ? NULL : "must be visible ASCII characters and blanks";
}

/* Headers that are the connection's, the message's or the signature's own. */
static const char *header_name_form(const char *value) {
  static const char *const reserved[] = {"Connection",        "Expect",  "Host", "Keep-Alive", "TE", "Trailer",
                                         "Transfer-Encoding", "Upgrade", NULL};
  static const char *const families[] = {"Content-", "Proxy-", "X-Hub-Signature", "X-Service-", NULL};

  for (const char *at = value; *at; at++) {
    if (!apr_isalnum(*at) && !strchr("!#$%&'*+-.^_`|~", *at))
      return "is no header name";
  }
  for (const char *const *name = reserved; *name; name++) {
    if (!ap_cstr_casecmp(value, *name))
      return "is a header that a delivery needs for itself";
  }
  for (const char *const *family = families; *family; family++) {
    if (!ap_cstr_casecmpn(value, *family, strlen(*family)))
      return "is a header that a delivery needs for itself";
  }
  return NULL;
}

/* The credentials of each type (contract.md 8). */
static const struct {
  const char *type;
  const char *name;
  form_t form;
} credentials[] = {
    {"BASIC", "username", user_form},           {"BASIC", "password", password_form},         {"BEARER", "token", token_form},
    {"HEADER", "headerName", header_name_form}, {"HEADER", "headerValue", header_value_form},
};

void collab_api_webhook_check(collab_exchange_t *x) {
  const collab_json_t *auth = collab_json_get(x->body, "callbackAuth");
  const char *type = collab_json_string(collab_json_get(auth, "type"));

  for (size_t i = 0; type && i < sizeof credentials / sizeof *credentials; i++) {
    if (strcmp(credentials[i].type, type) != 0)
      continue;
    const collab_json_t *member = collab_json_get(auth, credentials[i].name);
    const char *value = collab_json_string(member);
    const char *wrong = NULL;
    if (value && *value) {
      wrong = credentials[i].form(value);
    } else if (value || collab_json_kind(member) == COLLAB_JSON_NULL) { /* another type: the field list has said so */
      wrong = apr_psprintf(x->pool, "is required for %s", type);
    }
    if (wrong)
      collab_faults_add(&x->faults, apr_pstrcat(x->pool, "callbackAuth.", credentials[i].name, NULL), wrong);
  }
}

/* JSON array of the short names, each once; NULL for all. */
static const char *event_types(collab_exchange_t *x, collab_kind_t version) {
  const collab_json_t *given = collab_json_get(x->body, "eventTypes");
  const char *text = "[";

  if (given == NULL || collab_json_kind(given) == COLLAB_JSON_NULL)
    return NULL;
  for (apr_size_t i = 0; i < collab_json_count(given); i++) {
    const char *name = collab_json_string(collab_json_at(given, i));
    const char *quoted =
        apr_pstrcat(x->pool, "\"", collab_schema_event_type(x->config->event_type_prefix, version, name), "\"", NULL);
    if (!strstr(text, quoted))
      text = apr_pstrcat(x->pool, text, text[1] ? "," : "", quoted, NULL);
  }
  return apr_pstrcat(x->pool, text, "]", NULL);
}

/* The body without its credentials, for the statement. */
static const char *without_credentials(collab_exchange_t *x) {
  static const char *const members[] = {"callbackUrl", "caseDirections", "partnerCompanyIds", NULL};
  const char *text = "{";

  for (const char *const *member = members; *member; member++) {
    const collab_json_t *value = collab_json_get(x->body, *member);
    if (value)
      text = apr_pstrcat(x->pool, text, text[1] ? ",\"" : "\"", *member, "\":", collab_json_text(x->pool, value), NULL);
  }
  return apr_pstrcat(x->pool, text, "}", NULL);
}

static const char *seal(collab_exchange_t *x, const char *uid, const char *purpose, const char *text) {
  return collab_seal(x->pool, x->config->keyring, apr_pstrcat(x->pool, "subscription/", uid, "/", purpose, NULL), text);
}

/* The answer of the statement, with the secret as its last member. */
static void add_secret(collab_exchange_t *x, const char *secret) {
  apr_size_t len = x->answer.body_len;

  if (x->answer.body == NULL || len < 2)
    return;
  x->answer.body = apr_pstrcat(x->pool, apr_pstrmemdup(x->pool, x->answer.body, len - 1), ",\"secret\":\"", secret, "\"}", NULL);
  x->answer.body_len = strlen(x->answer.body);
}

static collab_outcome_t store(collab_exchange_t *x, const collab_json_t *auth, const char *type, const char *version,
                              collab_kind_t kind) {
  const char *uid = collab_random_uuid(x->pool);
  const char *secret = collab_random_secret(x->pool);
  const char *sealed = uid && secret ? seal(x, uid, "secret", secret) : NULL;
  const char *sealed_auth = sealed && strcmp(type, "NONE") ? seal(x, uid, "auth", collab_json_text(x->pool, auth)) : NULL;

  if (sealed == NULL || (sealed_auth == NULL && strcmp(type, "NONE")))
    return COLLAB_UNAVAILABLE;
  collab_exchange_value(x, "uid", uid);
  collab_exchange_value(x, "secret", sealed);
  collab_exchange_value(x, "auth", sealed_auth);
  collab_exchange_value(x, "auth_type", type);
  collab_exchange_value(x, "version", version);
  collab_exchange_value(x, "event_types", event_types(x, kind));
  x->body_text = without_credentials(x);
  collab_outcome_t outcome = collab_exchange_run(x, x->operation->row->answers);
  if (outcome == COLLAB_OK)
    add_secret(x, secret);
  return outcome;
}

static collab_outcome_t create(collab_exchange_t *x, const char *version, collab_kind_t kind) {
  const collab_json_t *auth = collab_json_get(x->body, "callbackAuth");
  const char *type = collab_json_string(collab_json_get(auth, "type"));
  const char *reason = NULL;

  if (!collab_guard_check_url(x->pool, &x->config->outbound, collab_exchange_text(x, "callbackUrl"), DNS_PATIENCE, &reason)) {
    collab_faults_add(&x->faults, "callbackUrl",
                      apr_psprintf(x->pool, "leads to an address that may not be called (%s)", reason));
    return COLLAB_INVALID;
  }
  return store(x, auth, type ? type : "NONE", version, kind);
}

collab_outcome_t collab_api_webhook_create_v2(collab_exchange_t *x) {
  return create(x, "V2", EVENT_TYPES_V2);
}

/* subscription.c: shared by creating and changing a webhook subscription.
 *
 * This file checks what a field list cannot express: which credentials go with which callbackAuth.type, and whether the URLs may
 * be called at all. Secrets and credentials are sealed before they leave this process: the database never holds them in plain
 * text, and no worker can read them back. Called by api/webhooks.c, and by the pipeline as a row's check. Worker threads only. */
#include "api/api.h"

#include <apr_lib.h>
#include <string.h>

#include "api/operations/operations.h"
#include "domain/domain.h"
#include "domain/event_name.h"
#include "outbound/guard.h"

#define DNS_PATIENCE apr_time_from_sec(3)

/* Checks the format of a credential. Returns the fault, or NULL. */
typedef const char *(*form_t)(const char *value);

static bool is_visible(const char *text, const char *also) {
  for (; *text; text++) {
    if ((*text < 0x21 || *text > 0x7e) && !strchr(also, *text)) {
      return false;
    }
  }
  return true;
}

static const char *user_form(const char *value) {
  for (const char *at = value; *at; at++) {
    if (apr_iscntrl(*at) || *at == ':') {
      return "must have neither a colon nor a control character";
    }
  }
  return NULL;
}

static const char *password_form(const char *value) {
  for (; *value; value++) {
    if (apr_iscntrl(*value)) {
      return "must have no control character";
    }
  }
  return NULL;
}

static const char *token_form(const char *value) {
  return is_visible(value, "") ? NULL : "must be visible ASCII characters";
}

static const char *header_value_form(const char *value) {
  apr_size_t len = strlen(value);

  if (value[0] == ' ' || value[len - 1] == ' ') {
    return "must not begin or end with a blank";
  }
  return is_visible(value, " ") ? NULL : "must be visible ASCII characters and blanks";
}

/* Rejects headers that belong to the connection, the message or the signature. */
static const char *header_name_form(const char *value) {
  static const char *const reserved[] = {"Connection",        "Expect",  "Host", "Keep-Alive", "TE", "Trailer",
                                         "Transfer-Encoding", "Upgrade", NULL};
  static const char *const families[] = {"Content-", "Proxy-", "X-Hub-Signature", "X-Service-", "Webhook-", NULL};

  for (const char *at = value; *at; at++) {
    if (!apr_isalnum(*at) && !strchr("!#$%&'*+-.^_`|~", *at)) {
      return "is no header name";
    }
  }
  for (const char *const *name = reserved; *name; name++) {
    if (!ap_cstr_casecmp(value, *name)) {
      return "is a header that a delivery needs for itself";
    }
  }
  for (const char *const *family = families; *family; family++) {
    if (!ap_cstr_casecmpn(value, *family, strlen(*family))) {
      return "is a header that a delivery needs for itself";
    }
  }
  return NULL;
}

/* RFC 6749, 3.3 */
static const char *scope_form(const char *value) {
  return is_visible(value, " ") && !strpbrk(value, "\"\\") ? NULL
                                                           : "must be scopes of visible ASCII characters, separated by blanks";
}

/* The formats of the credentials (interface.md 14.5). The field list says which credentials a callbackAuth.type has. */
static const struct {
  const char *name;
  form_t form;
} forms[] = {
    {"username", user_form},          {"password", password_form},           {"token", token_form},
    {"headerName", header_name_form}, {"headerValue", header_value_form},    {"oauth2ClientId", password_form},
    {"oauth2Scope", scope_form},      {"oauth2ClientSecret", password_form},
};

static form_t form_of(const char *name) {
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    if (!strcmp(forms[i].name, name)) {
      return forms[i].form;
    }
  }
  return NULL;
}

static void auth_fault(collab_exchange_t *x, const char *name, collab_fault_code_t code, const char *wrong) {
  collab_faults_add(&x->faults, apr_pstrcat(x->pool, "callbackAuth.", name, NULL), code, wrong);
}

void collab_api_callback_auth_check(collab_exchange_t *x) {
  const collab_json_t *auth = collab_json_get(x->body, "callbackAuth");
  const char *type = collab_json_string(collab_json_get(auth, "type"));

  for (const collab_field_t *field = callback_auth; type && field->name; field++) {
    if (field->with == NULL || strcmp(field->with, type) != 0) {
      continue;
    }
    const collab_json_t *member = collab_json_get(auth, field->name);
    const char *value = collab_json_string(member);
    form_t form = form_of(field->name);
    collab_fault_code_t code = COLLAB_FAULT_NOT_ALLOWED;
    const char *wrong = NULL;
    if (value && *value) {
      wrong = form ? form(value) : NULL;
    } else if (field->presence != DEPENDENT) {
      code = COLLAB_FAULT_EMPTY;
      wrong = value && form ? "must not be empty" : NULL;
    } else if ((value && !field->may_be_empty) || collab_json_kind(member) == COLLAB_JSON_NULL) {
      /* The member is empty or null. The field list has already reported an absent one. */
      code = COLLAB_FAULT_REQUIRED;
      wrong = apr_psprintf(x->pool, "is required for %s", type);
    }
    if (wrong) {
      auth_fault(x, field->name, code, wrong);
    }
  }
}

const char *collab_subscription_auth_type(const collab_exchange_t *x) {
  const char *type = collab_json_string(collab_json_get(collab_json_get(x->body, "callbackAuth"), "type"));
  return type ? apr_pstrdup(x->pool, type) : NO_AUTH;
}

static void check_address(collab_exchange_t *x, const char *field, const char *url) {
  const char *reason = NULL;

  if (url && !collab_guard_check_url(x->pool, &x->config->outbound, url, DNS_PATIENCE, &reason)) {
    collab_faults_add(&x->faults, field, COLLAB_FAULT_REFUSED_ADDRESS,
                      apr_psprintf(x->pool, "leads to an address that may not be called (%s)", reason));
  }
}

bool collab_subscription_addresses(collab_exchange_t *x) {
  check_address(x, "callbackUrl", collab_exchange_text(x, "callbackUrl"));
  if (!strcmp(collab_subscription_auth_type(x), OAUTH2)) {
    const collab_json_t *auth = collab_json_get(x->body, "callbackAuth");
    check_address(x, "callbackAuth.oauth2TokenUrl", collab_json_string(collab_json_get(auth, "oauth2TokenUrl")));
  }
  return x->faults.list == NULL;
}

const char *collab_subscription_event_types(collab_exchange_t *x, collab_kind_t version) {
  const collab_json_t *given = collab_json_get(x->body, "eventTypes");
  const char *text = "[";

  if (given == NULL || collab_json_kind(given) == COLLAB_JSON_NULL) {
    return NULL;
  }
  for (apr_size_t i = 0; i < collab_json_count(given); i++) {
    const char *name = collab_json_string(collab_json_at(given, i));
    const char *quoted = apr_pstrcat(
        x->pool, "\"", collab_event_type(version == EVENT_TYPES_V1 ? NULL : x->config->event_type_prefix, name), "\"", NULL);
    if (!strstr(text, quoted)) {
      text = apr_pstrcat(x->pool, text, text[1] ? "," : "", quoted, NULL);
    }
  }
  return apr_pstrcat(x->pool, text, "]", NULL);
}

const char *collab_subscription_body(collab_exchange_t *x) {
  static const char *const members[] = {"callbackUrl",       "active",      "eventTypes", "caseDirections",
                                        "partnerCompanyIds", "contentType", NULL};
  collab_json_writer_t *w = collab_json_writer_make(x->pool, 500);

  collab_write_open(w, NULL, "{");
  for (const char *const *member = members; *member; member++) {
    const collab_json_t *value = collab_json_get(x->body, *member);
    if (value) {
      collab_write_json(w, *member, collab_json_text(x->pool, value));
    }
  }
  collab_write_close(w, "}");
  return w->text;
}

const char *collab_subscription_seal(collab_exchange_t *x, const char *uid, const char *purpose, const char *text) {
  return collab_exchange_seal(x, apr_pstrcat(x->pool, "subscription/", uid, "/", purpose, NULL), text);
}

const char *collab_subscription_auth_text(const collab_exchange_t *x) {
  return collab_json_text(x->pool, collab_json_get(x->body, "callbackAuth"));
}

bool collab_subscription_auth(collab_exchange_t *x, const char *uid, const char *type, const char *text) {
  const char *sealed = NULL;

  if (strcmp(type, NO_AUTH) != 0) {
    sealed = collab_subscription_seal(x, uid, "auth", text);
    if (sealed == NULL) {
      return false;
    }
  }
  collab_exchange_value(x, "auth_type", type);
  collab_exchange_value(x, "auth", sealed);
  return true;
}

void collab_subscription_add_secret(collab_exchange_t *x, const char *secret) {
  apr_size_t len = x->answer.body_len;

  if (x->answer.body == NULL || len < 2) {
    return;
  }
  x->answer.body = apr_pstrcat(x->pool, apr_pstrmemdup(x->pool, x->answer.body, len - 1), ",\"secret\":\"", secret, "\"}", NULL);
  x->answer.body_len = strlen(x->answer.body);
}

/* webhooks.c: the operations that seal a secret or credentials of a webhook subscription: creating, changing, rotating.
 *
 * A secret appears only in the response to the request that created it. Credentials are replaced as a whole: this process cannot
 * read the stored ones, so it has nothing to merge into. Worker threads only. */
#include <string.h>

#include "api/api.h"
#include "base/random.h"
#include "domain/domain.h"
#include "node/health.h"

static collab_outcome_t create(collab_exchange_t *x, const char *version, collab_kind_t kind) {
  if (!collab_subscription_addresses(x)) {
    return COLLAB_INVALID;
  }
  const char *uid = collab_random_uuid(x->pool);
  const char *secret = collab_random_webhook_secret(x->pool);
  const char *sealed = uid && secret ? collab_subscription_seal(x, uid, "secret", secret) : NULL;
  if (sealed == NULL || !collab_subscription_auth(x, uid, collab_subscription_auth_type(x), collab_subscription_auth_text(x))) {
    return COLLAB_UNAVAILABLE;
  }
  collab_exchange_value(x, "uid", uid);
  collab_exchange_value(x, "secret", sealed);
  collab_exchange_value(x, "version", version);
  collab_exchange_value(x, "v1_ended",
                        collab_config_legacy_ended(x->config, collab_health_accepted(x->r->request_time)) ? "true" : "false");
  collab_exchange_value(x, "event_types", collab_subscription_event_types(x, kind));
  x->body_text = collab_subscription_body(x);
  collab_outcome_t outcome = collab_exchange_run(x, x->operation->row->change);
  if (outcome == COLLAB_OK) {
    collab_subscription_add_secret(x, secret);
  }
  return outcome;
}

/* Adds a fault for each filter and for contentType, because V1 is frozen and has neither. A client with an ignored filter would
 * get more events than it asked for. */
void collab_api_webhook_v1_check(collab_exchange_t *x) {
  static const char *const filters[] = {"caseDirections", "partnerCompanyIds", NULL};

  for (const char *const *name = filters; *name; name++) {
    const collab_json_t *value = collab_json_get(x->body, *name);
    bool empty = value == NULL || collab_json_kind(value) == COLLAB_JSON_NULL ||
                 (collab_json_kind(value) == COLLAB_JSON_ARRAY && collab_json_count(value) == 0);
    if (!empty) {
      collab_faults_add(&x->faults, *name, COLLAB_FAULT_UNKNOWN, "is no member of a V1 subscription; use POST /v2/webhooks");
    }
  }
  const collab_json_t *type = collab_json_get(x->body, "contentType");
  if (type && collab_json_kind(type) != COLLAB_JSON_NULL) {
    collab_faults_add(&x->faults, "contentType", COLLAB_FAULT_NOT_ALLOWED,
                      "is no member of a V1 subscription: V1 is always " PLAIN_JSON);
  }
  collab_api_callback_auth_check(x);
}

collab_outcome_t collab_api_webhook_create_v1(collab_exchange_t *x) {
  return create(x, "V1", EVENT_TYPES_V1);
}

collab_outcome_t collab_api_webhook_create_v2(collab_exchange_t *x) {
  return create(x, "V2", EVENT_TYPES_V2);
}

/* Reads the uid of the subscription {id}, under which its secrets are sealed. */
static collab_outcome_t find(collab_exchange_t *x, const char **uid) {
  collab_outcome_t outcome = collab_exchange_run(x, x->operation->row->read);

  *uid = outcome == COLLAB_OK ? collab_exchange_column(x, "uid") : NULL;
  return outcome == COLLAB_OK && *uid == NULL ? COLLAB_INTERNAL : outcome;
}

/* ---- changing ---- */

/* Is the member present and null? A merge patch removes such a member. */
static bool is_removed(const collab_exchange_t *x, const char *name) {
  const collab_json_t *value = collab_json_get(x->body, name);
  return value && collab_json_kind(value) == COLLAB_JSON_NULL;
}

void collab_api_webhook_patch_check(collab_exchange_t *x) {
  const collab_json_t *auth = collab_json_get(x->body, "callbackAuth");

  for (const collab_field_t *field = x->operation->row->body; field->name; field++) {
    if (field->never_null && is_removed(x, field->name)) {
      collab_faults_add(&x->faults, field->name, COLLAB_FAULT_REQUIRED, "must not be null");
    }
  }
  if (collab_json_kind(auth) == COLLAB_JSON_OBJECT &&
      collab_json_kind(collab_json_get(auth, "type")) == COLLAB_JSON_NULL) { /* the field list of a patch requires nothing */
    collab_faults_add(&x->faults, "callbackAuth.type", COLLAB_FAULT_REQUIRED, "is required");
  }
  collab_api_callback_auth_check(x);
}

collab_outcome_t collab_api_webhook_change(collab_exchange_t *x) {
  bool with_auth = collab_json_get(x->body, "callbackAuth") != NULL;
  const char *uid = "";

  if (!collab_subscription_addresses(x)) {
    return COLLAB_INVALID;
  }
  const char *type = collab_subscription_auth_type(x), *auth = collab_subscription_auth_text(x);
  collab_exchange_value(x, "event_types", collab_subscription_event_types(x, EVENT_TYPES_V2));
  x->body_text = collab_subscription_body(x);
  if (with_auth && strcmp(type, NO_AUTH) != 0) {
    collab_outcome_t outcome = find(x, &uid); /* frees the document */
    if (outcome != COLLAB_OK) {
      return outcome;
    }
  }
  if (with_auth && !collab_subscription_auth(x, uid, type, auth)) {
    return COLLAB_UNAVAILABLE;
  }
  return collab_exchange_run(x, x->operation->row->change);
}

/* ---- rotating the secret ---- */

void collab_api_webhook_rotation_check(collab_exchange_t *x) {
  if (collab_json_integer(collab_json_get(x->body, "overlapSeconds")) > x->config->secret_overlap_max) {
    collab_faults_add(&x->faults, "overlapSeconds", COLLAB_FAULT_OUT_OF_RANGE,
                      apr_psprintf(x->pool, "must be a whole number from 0 to %d", x->config->secret_overlap_max));
  }
}

collab_outcome_t collab_api_webhook_rotate(collab_exchange_t *x) {
  const collab_json_t *given = collab_json_get(x->body, "overlapSeconds");
  int64_t overlap =
      collab_json_kind(given) == COLLAB_JSON_INTEGER ? collab_json_integer(given) : (int64_t)x->config->secret_overlap;
  const char *uid;
  collab_outcome_t outcome = find(x, &uid);

  if (outcome != COLLAB_OK) {
    return outcome;
  }
  const char *secret = collab_random_webhook_secret(x->pool);
  const char *sealed = secret ? collab_subscription_seal(x, uid, "secret", secret) : NULL;
  if (sealed == NULL) {
    return COLLAB_UNAVAILABLE;
  }
  collab_exchange_value(x, "secret", sealed);
  collab_exchange_value(x, "overlap", apr_psprintf(x->pool, "%" APR_INT64_T_FMT, overlap));
  outcome = collab_exchange_run(x, x->operation->row->change);
  if (outcome == COLLAB_OK) {
    collab_subscription_add_secret(x, secret);
  }
  return outcome;
}

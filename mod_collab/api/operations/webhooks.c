/* webhooks.c: webhook subscriptions, and the attempts to deliver events to them. */
#include "api/operations/operations.h"

#include <stddef.h>

#include "api/api.h"
#include "config/config.h"

/* clang-format off */

/* Members that only a record has. A body may have them, because a client may send a record back. */
#define ONLY_IN_RECORDS "id", "callbackAuthType", "createdAt", "updatedAt", "secret", "previousSecretExpiresAt", "health"
#define SETTING(member) offsetof(collab_config_t, member) /* a limit from the configuration */

/* ---- parameters and bodies ---- */

static const collab_field_t id_path[] = {
  { "id", INTEGER, REQUIRED, .min = 1, .max = ID_MAX, .from = "webhook_create.id", .says = "Subscription id" },
  { NULL }
};

static const collab_field_t id_path_v1[] = {
  { "id", INTEGER, REQUIRED, .min = 1, .max = ID_MAX, .from = "webhook_create_v1.id", .says = "Subscription id" },
  { NULL }
};

static const collab_field_t delivery_path[] = {
  { "id", INTEGER, REQUIRED, .min = 1, .max = ID_MAX, .from = "webhook_create.id", .says = "Subscription id" },
  { "deliveryId", INTEGER, REQUIRED, .min = 1, .max = ID_MAX, .from = "webhook_deliveries_v2.content.id",
    .says = "`id` of an attempt in the deliveries" },
  { NULL }
};

const collab_field_t callback_auth[] = { /* api/subscription.c checks the formats */
  { "type",               ENUM,   REQUIRED, .values = WORDS(AUTH_TYPES), .says = "How the sender authenticates at the callback" },
  { "username",           STRING, DEPENDENT, .with = BASIC_AUTH, .max = NAME_LENGTH, .says = "User name, without a colon" },
  { "password",           STRING, DEPENDENT, .with = BASIC_AUTH, .max = CREDENTIAL_LENGTH, .may_be_empty = true,
    .says = "Password; empty where the user name is a key" },
  { "token",              STRING, DEPENDENT, .with = BEARER_AUTH, .max = HEADER_VALUE_LENGTH, .example = "a token",
    .says = "Bearer token" },
  { "headerName",         STRING, DEPENDENT, .with = HEADER_AUTH, .max = NAME_LENGTH, .example = "X-Api-Key",
    .says = "Name of the header that holds the credential" },
  { "headerValue",        STRING, DEPENDENT, .with = HEADER_AUTH, .max = HEADER_VALUE_LENGTH, .example = "a key",
    .says = "Value of that header" },
  { "oauth2TokenUrl",     URI,    DEPENDENT, .with = OAUTH2, .example = "https://id.acme.example/token",
    .says = "Token endpoint of the authorization server" },
  { "oauth2ClientId",     STRING, DEPENDENT, .with = OAUTH2, .max = CREDENTIAL_LENGTH, .example = "exchange",
    .says = "Client id" },
  { "oauth2ClientSecret", STRING, DEPENDENT, .with = OAUTH2, .max = CREDENTIAL_LENGTH, .example = "a secret",
    .says = "Client secret" },
  { "oauth2ClientAuthenticationMethod", ENUM, OPTIONAL, .with = OAUTH2, .values = WORDS("CLIENT_SECRET_BASIC"),
    .otherwise = "CLIENT_SECRET_BASIC", .says = "How the client authenticates at the token endpoint" },
  { "oauth2Scope",        STRING, OPTIONAL, .with = OAUTH2, .min = 1, .max = CREDENTIAL_LENGTH, .example = "hooks",
    .says = "Scopes to ask for, separated by spaces" },
  { NULL }
};

static const collab_field_t one_direction = { NULL, ENUM, REQUIRED, .values = WORDS(DIRECTIONS) };

static const collab_field_t one_company = { NULL, INTEGER, REQUIRED, .min = 1, .max = ID_MAX, .example = "2" };

static const collab_field_t webhook_body[] = { /* interface.md 14.3 */
  { "callbackUrl",       URI,            REQUIRED, .says = "URL that receives the events" },
  { "eventTypes",        EVENT_TYPES_V2, OPTIONAL, .says = "Event types to send; all of this version when left out" },
  { "callbackAuth",      OBJECT,         OPTIONAL, .fields = callback_auth,
    .says = "How the sender authenticates at the callback; no authentication when left out" },
  { "caseDirections",    ARRAY,          OPTIONAL, .min = 1, .max = 2,    .of = &one_direction,
    .says = "Send only events of requests in these directions; all when left out" },
  { "partnerCompanyIds", ARRAY,          OPTIONAL, .min = 1, .max = 1000, .of = &one_company,
    .says = "Send only events of requests with these partners; all when left out" },
  { "contentType",       ENUM,           OPTIONAL, .values = WORDS(CLOUDEVENTS_JSON, PLAIN_JSON), .otherwise = CLOUDEVENTS_JSON,
    .says = "`Content-Type` of the deliveries, whose bytes are the same" },
  { "payloadVersion",    ENUM,           OPTIONAL, .values = WORDS("V2"),
    .says = "Payload version; must be the version of this path" },
  { "active",            BOOLEAN,        OPTIONAL, .example = "true", .says = "Whether events are sent; `true` when left out" },
  { NULL }
};

static const collab_field_t webhook_patch[] = {
  { "active",            BOOLEAN,        OPTIONAL, .never_null = true,
    .says = "`false` stops deliveries and drops those that are pending; `true` resumes deliveries" },
  { "callbackUrl",       URI,            OPTIONAL, .never_null = true, .example = "https://hooks.acme.example/exchange",
    .says = "URL that receives the events; another scheme, host or port needs a new `callbackAuth`" },
  { "eventTypes",        EVENT_TYPES_V2, OPTIONAL, .says = "Event types to send; `null` for all" },
  { "callbackAuth",      OBJECT,         OPTIONAL, .fields = callback_auth,
    .says = "How the sender authenticates at the callback; replaces the stored credentials" },
  { "caseDirections",    ARRAY,          OPTIONAL, .min = 1, .max = 2,    .of = &one_direction,
    .says = "Send only events of requests in these directions; `null` for all" },
  { "partnerCompanyIds", ARRAY,          OPTIONAL, .min = 1, .max = 1000, .of = &one_company,
    .says = "Send only events of requests with these partners; `null` for all" },
  { "contentType",       ENUM,           OPTIONAL, .values = WORDS(CLOUDEVENTS_JSON, PLAIN_JSON),
    .says = "`Content-Type` of the deliveries from the next attempt on; `null` for the default" },
  { "payloadVersion",    ENUM,           OPTIONAL, .values = WORDS("V2"),
    .says = "Payload version; must be the version of this path" },
  { NULL }
};

static const collab_field_t webhook_v1_body[] = { /* frozen */
  { "callbackUrl",    URI,            REQUIRED, .says = "URL that receives the events" },
  { "eventTypes",     EVENT_TYPES_V1, OPTIONAL, .says = "Event types to send; all of this version when left out" },
  { "callbackAuth",   OBJECT,         OPTIONAL, .fields = callback_auth,
    .says = "How the sender authenticates at the callback; no authentication when left out" },
  { "payloadVersion", ENUM,           OPTIONAL, .values = WORDS("V1"),
    .says = "Payload version; must be the version of this path" },
  { "active",         BOOLEAN,        OPTIONAL, .example = "true", .says = "Whether events are sent; `true` when left out" },
  { NULL }
};

static const char *const echoed[] = { ONLY_IN_RECORDS, NULL };

static const char *const no_members[] = { NULL };

static const char *const echoed_v1[] = { /* api/webhooks.c checks what V1 lacks */
  ONLY_IN_RECORDS, "caseDirections", "partnerCompanyIds", "contentType", NULL
};

static const collab_field_t rotation_body[] = { /* api/webhooks.c checks the limit */
  { "overlapSeconds", INTEGER, OPTIONAL, .otherwise_at = SETTING(secret_overlap),
    .max_at = SETTING(secret_overlap_max),
    .says = "Seconds for which the replaced secret also signs; 0 ends all replaced secrets at once" },
  { NULL }
};

static const collab_field_t redelivery_body[] = { /* api/redelivery.c checks the order of the times */
  { "since", DATETIME, REQUIRED, .says = "Send events that happened at or after this time" },
  { "until", DATETIME, OPTIONAL, .example = "2099-01-01T00:00:00Z",
    .says = "Send events that happened before this time; now when left out" },
  { NULL }
};

static const collab_field_t deliveries_query[] = {
  { "page", INTEGER, OPTIONAL, .max = INT32_MAX, .otherwise = "0", .says = "Page number, from 0" },
  { "size", INTEGER, OPTIONAL, .min = 1, .max = 200, .otherwise = "20", .says = "Elements per page" },
  { "success",      BOOLEAN,  OPTIONAL, .says = "Only attempts that succeeded, or that failed" },
  { "deadLetter",   BOOLEAN,  OPTIONAL, .says = "Only attempts whose delivery is a dead letter, or is none" },
  { "eventId",      STRING,   OPTIONAL, .format = "uuid", .says = "Only attempts to deliver this event (`cloudEventId`)" },
  { "eventType",    STRING,   OPTIONAL, .max = NAME_LENGTH, .event_type = true,
    .says = "Only attempts to deliver events of this type, of the newest 10,000 that the other filters select" },
  { "createdAfter", DATETIME, OPTIONAL, .says = "Only attempts made after this time" },
  { NULL }
};

/* ---- records ---- */

static const collab_field_t one_text = { NULL, STRING, REQUIRED };

static const collab_field_t one_id = { NULL, INTEGER, REQUIRED, .min = 1 };

#define SUBSCRIPTION \
  { "id",                INTEGER,  REQUIRED, .min = 1, .says = "Subscription id" }, \
  { "callbackUrl",       URI,      REQUIRED, .says = "URL that receives the events" }, \
  { "eventTypes",        ARRAY,    REQUIRED, .of = &one_text, .says = "Event types that are sent" }, \
  { "payloadVersion",    ENUM,     OPTIONAL, .values = WORDS("V1"), .says = "`V1`; absent for V2" }, \
  { "active",            BOOLEAN,  REQUIRED, .says = "Whether events are sent" }, \
  { "callbackAuthType",  ENUM,     REQUIRED, .values = WORDS(AUTH_TYPES), \
    .says = "How the sender authenticates at the callback" }, \
  { "caseDirections",    ARRAY,    OPTIONAL, .of = &one_direction, \
    .says = "Only events of requests in these directions are sent" }, \
  { "partnerCompanyIds", ARRAY,    OPTIONAL, .of = &one_id, .says = "Only events of requests with these partners are sent" }, \
  { "contentType",       ENUM,     OPTIONAL, .values = WORDS(PLAIN_JSON), \
    .says = "`Content-Type` of the deliveries; absent for that of the version" }, \
  { "createdAt",         DATETIME, REQUIRED, .says = "When the subscription was created" }

static const collab_field_t webhook_record[] = {
  SUBSCRIPTION,
  { "updatedAt", DATETIME, REQUIRED, .says = "When the subscription last changed" },
  { NULL }
};

static const collab_field_t health_record[] = {
  { "lastSuccessAt", DATETIME, OPTIONAL, .says = "When a delivery last succeeded, of the newest 1,000 attempts" },
  { "failingSince",  DATETIME, OPTIONAL, .says = "Time of the first failure since then; absent when there is none" },
  { "lastError",     STRING,   OPTIONAL, .says = "Error of the newest failed attempt" },
  { "pending",       INTEGER,  REQUIRED, .max = 1000, .says = "Pending deliveries; 1000 means 1,000 or more" },
  { "deadLetters",   INTEGER,  REQUIRED, .max = 1000, .says = "Dead letters; 1000 means 1,000 or more" },
  { NULL }
};

static const collab_field_t watched_webhook_record[] = {
  SUBSCRIPTION,
  { "updatedAt", DATETIME, REQUIRED, .says = "When the subscription last changed" },
  { "health",    OBJECT,   REQUIRED, .fields = health_record, .says = "State of the latest deliveries" },
  { NULL }
};

static const collab_field_t new_webhook_record[] = {
  SUBSCRIPTION,
  { "secret", STRING, REQUIRED, .says = "Key of the signatures; shown only in this response" },
  { NULL }
};

static const collab_field_t rotated_webhook_record[] = {
  SUBSCRIPTION,
  { "updatedAt",               DATETIME, REQUIRED, .says = "When the subscription last changed" },
  { "secret",                  STRING,   REQUIRED, .says = "New key of the signatures; shown only in this response" },
  { "previousSecretExpiresAt", DATETIME, REQUIRED, .says = "When the replaced secret stops signing" },
  { NULL }
};

static const collab_field_t test_event_record[] = {
  { "eventId", STRING, REQUIRED, .format = "uuid", .says = "Id of the test event; `cloudEventId` in the deliveries" },
  { NULL }
};

static const collab_field_t redelivered_event_record[] = {
  { "eventId", STRING, REQUIRED, .format = "uuid",
    .says = "Id of the event, the same as before; `cloudEventId` in the deliveries" },
  { NULL }
};

static const collab_field_t redelivery_record[] = {
  { "count",  INTEGER,  REQUIRED, .max = 10000, .says = "Number of events to send again" },
  { "oldest", DATETIME, OPTIONAL, .says = "When the oldest of them happened; null when there is none" },
  { "until",  DATETIME, REQUIRED,
    .says = "End of the time that the plan covers; if earlier than asked for, begin the next request there" },
  { NULL }
};

static const collab_field_t redelivery_progress_record[] = { /* the states are those of the domain replay_state (sql/schema) */
  { "state",     ENUM,     REQUIRED, .values = WORDS("RUNNING", "PAUSED", "DONE", "CANCELLED"),
    .says = "`RUNNING` while events are left to send; `PAUSED` by the operator; `DONE` when all have been sent or left out; "
            "`CANCELLED` when it ended early" },
  { "planned",   INTEGER,  REQUIRED, .max = 10000, .says = "Number of events in the plan" },
  { "done",      INTEGER,  REQUIRED, .max = 10000, .says = "Those that the callback has accepted since" },
  { "failed",    INTEGER,  REQUIRED, .max = 10000, .says = "Those that are dead letters again" },
  { "pending",   INTEGER,  REQUIRED, .max = 10000, .says = "Those that are still to be sent, or wait for a retry" },
  { "reason",    STRING,   OPTIONAL, .says = "Why it ended early, has paused, or left events out; else null" },
  { "startedAt", DATETIME, REQUIRED, .says = "When it began" },
  { "endedAt",   DATETIME, OPTIONAL, .says = "When it ended; null before" },
  { NULL }
};

static const collab_field_t delivery_record[] = { /* one attempt */
  { "id",            INTEGER,  REQUIRED, .min = 1, .says = "Attempt id" },
  { "cloudEventId",  STRING,   OPTIONAL, .format = "uuid",
    .says = "Id of the event, the same in every attempt; null once the event has been deleted" },
  { "eventType",     STRING,   OPTIONAL, .says = "Event type; null once the event has been deleted" },
  { "httpStatus",    INTEGER,  REQUIRED, .max = 999, .says = "Status of the callback's response; 0 when none came" },
  { "attemptNumber", INTEGER,  REQUIRED, .min = 1, .max = INT32_MAX,
    .says = "Number of the attempt, from 1; of a try that is not counted, the number of the attempt to come" },
  { "success",       BOOLEAN,  REQUIRED, .says = "Whether the callback accepted the event" },
  { "requestBody",   STRING,   OPTIONAL, .says = "Body that was sent; null once the event has been deleted" },
  { "responseBody",  STRING,   OPTIONAL, .says = "First 1 KiB of the response to a failed attempt; null after a success" },
  { "createdAt",     DATETIME, REQUIRED, .says = "When the attempt was made" },
  { "durationMs",    INTEGER,  OPTIONAL, .says = "Duration of the attempt in milliseconds" },
  { "error",         STRING,   OPTIONAL,
    .says = "Why the attempt failed; `not counted: ` begins it if a fault of the service spared the attempt" },
  { "nextAttemptAt", DATETIME, OPTIONAL, .says = "When the next attempt is due; null when there is none" },
  { "deadLetter",    BOOLEAN,  REQUIRED, .says = "Whether this was the last attempt, and the event was not sent again" },
  { NULL }
};

static const collab_field_t deliveries_record[] = {
  { "content",       ARRAY,   REQUIRED, .fields = delivery_record, .says = "Attempts of this page, newest first" },
  { "totalElements", INTEGER, OPTIONAL, .says = "Total number of attempts; absent with a filter" },
  { "totalPages",    INTEGER, OPTIONAL, .says = "Total number of pages; absent with a filter" },
  { "size",          INTEGER, REQUIRED, .min = 1, .max = 200, .says = "Elements per page" },
  { "number",        INTEGER, REQUIRED, .says = "Page number, from 0" },
  { NULL }
};

/* ---- operations ---- */

static const collab_route_t operations[] = {
  { "POST", "/v2/webhooks",
    .summary = "Subscribe to events",
    .says    = "Subscribes a callback URL to the events of the company's requests. The service signs each event with the "
               "`secret`, which only this response shows.",
    .who     = INTEGRATOR,
    .act     = "webhook.created",
    .body    = webhook_body,
    .echoed  = echoed,
    .check   = collab_api_callback_auth_check,
    .handler = collab_api_webhook_create_v2,
    .change  = STATEMENT(webhook_create),
    .secret  = true,
    .gives   = ONE(new_webhook_record),
    .example = EXAMPLE({"callbackUrl": "https://hooks.acme.example/exchange", "callbackAuth": {"type": "BASIC",
                        "username": "exchange", "password": "a password"}}) },

  { "GET", "/v2/webhooks",
    .summary = "List the webhook subscriptions",
    .says    = "Returns the subscriptions to V2 events, without their secrets.",
    .who     = READER,
    .read    = STATEMENT(webhook_list),
    .gives   = LIST(webhook_record) },

  { "GET", "/v2/webhooks/{id}",
    .summary = "Get a subscription",
    .says    = "Returns one subscription, without its secret, and whether its deliveries succeed.",
    .who     = READER,
    .path    = id_path,
    .read    = STATEMENT(webhook_get),
    .gives   = ONE(watched_webhook_record) },

  { "POST", "/v2/webhooks/{id}/test",
    .summary = "Send a test event",
    .says    = "Sends a test event to this subscription. `GET /v2/webhooks/{id}/deliveries` shows the outcome.",
    .who     = INTEGRATOR,
    .act     = "webhook.tested",
    .path    = id_path,
    .body    = NO_BODY,
    .change  = STATEMENT(webhook_test),
    .gives   = ONE(test_event_record) },

  { "GET", "/v2/webhooks/{id}/deliveries",
    .name    = "webhook_deliveries_v2",
    .summary = "List the deliveries of a subscription, newest first",
    .says    = "Returns the attempts to deliver events to this subscription.",
    .who     = READER,
    .path    = id_path,
    .query   = deliveries_query,
    .handler = collab_api_webhook_deliveries,
    .read    = STATEMENT(webhook_deliveries),
    .instead = STATEMENT(webhook_deliveries_filtered),
    .costly  = true,
    .gives   = ONE(deliveries_record) },

  { "POST", "/v2/webhooks/{id}/deliveries/{deliveryId}/redeliver",
    .summary = "Send an event again",
    .says    = "Sends the event of this attempt again to the subscription, of either version, with the same event id. "
               "`GET /v2/webhooks/{id}/deliveries` shows the outcome.",
    .who     = INTEGRATOR,
    .act     = "webhook.redelivered",
    .path    = delivery_path,
    .body    = NO_BODY,
    .handler = collab_api_delivery_redeliver,
    .change  = STATEMENT(delivery_redeliver),
    .gives   = ONE(redelivered_event_record) },

  { "POST", "/v2/webhooks/{id}/redeliver",
    .summary = "Send failed and missed events again",
    .says    = "Sends the dead letters of the given time again, and the events that the subscription missed while inactive: at "
               "most 10,000, oldest first, ten a second. The subscription can be of either version.",
    .who     = INTEGRATOR,
    .act     = "webhook.redelivered",
    .path    = id_path,
    .body    = redelivery_body,
    .echoed  = no_members,
    .check   = collab_api_webhook_redeliver_check,
    .handler = collab_api_webhook_redeliver,
    .change  = STATEMENT(webhook_redeliver),
    .gives   = ONE(redelivery_record),
    .after   = "webhook_deliveries_v2",
    .example = EXAMPLE({"since": "2026-01-01T00:00:00Z"}) },

  { "GET", "/v2/webhooks/{id}/redeliver",
    .summary = "Show the redelivery of failed and missed events",
    .says    = "Returns the state of the newest redelivery that `POST /v2/webhooks/{id}/redeliver` has begun, and what became of "
               "its events.",
    .who     = READER,
    .path    = id_path,
    .read    = STATEMENT(webhook_redelivery),
    .costly  = true,
    .gives   = ONE(redelivery_progress_record),
    .after   = "webhook_redeliver" },

  { "POST", "/v2/webhooks/{id}/secret",
    .name          = "webhook_rotate_v2",
    .summary       = "Rotate a subscription's secret",
    .says          = "The new secret signs at once. Until the overlap ends, the replaced secret signs as well.",
    .who           = INTEGRATOR,
    .act           = "webhook.rotated",
    .path          = id_path,
    .body          = rotation_body,
    .body_optional = true,
    .check         = collab_api_webhook_rotation_check,
    .handler       = collab_api_webhook_rotate,
    .change        = STATEMENT(webhook_rotate),
    .read          = STATEMENT(webhook_find),
    .secret        = true,
    .gives         = ONE(rotated_webhook_record),
    .example       = EXAMPLE({"overlapSeconds": 3600}) },

  { "PATCH", "/v2/webhooks/{id}",
    .summary     = "Change, stop or resume a subscription",
    .says        = "Changes only the fields in the body; `null` removes a filter. `active: true` for an active subscription "
                   "says that the callback works again: the service retries what waits.",
    .who         = INTEGRATOR,
    .act         = "webhook.switched_off",
    .path        = id_path,
    .body        = webhook_patch,
    .merge_patch = true,
    .echoed      = echoed,
    .check       = collab_api_webhook_patch_check,
    .handler     = collab_api_webhook_change,
    .change      = STATEMENT(webhook_change),
    .read        = STATEMENT(webhook_find),
    .gives       = ONE(webhook_record),
    .example     = EXAMPLE({"active": false}) },

  { "DELETE", "/v2/webhooks/{id}",
    .summary = "Delete a subscription",
    .says    = "Deletes the subscription and drops its pending deliveries.",
    .who     = INTEGRATOR,
    .act     = "webhook.deleted",
    .path    = id_path,
    .change  = STATEMENT(webhook_delete) },

  { "POST", "/v1/webhooks",
    .name      = "webhook_create_v1",
    .summary   = "Subscribe to V1 payloads (deprecated)",
    .says      = "Subscribes a callback URL to V1 payloads. V1 has two event types and no filters.",
    .who       = INTEGRATOR,
    .act       = "webhook.created",
    .successor = "/v2/webhooks",
    .body      = webhook_v1_body,
    .echoed    = echoed_v1,
    .check     = collab_api_webhook_v1_check,
    .handler   = collab_api_webhook_create_v1,
    .change    = STATEMENT(webhook_create),
    .secret    = true,
    .gives     = ONE(new_webhook_record),
    .example   = EXAMPLE({"callbackUrl": "https://hooks.acme.example/exchange", "eventTypes": ["note.created"]}) },

  { "GET", "/v1/webhooks",
    .summary   = "List the V1 subscriptions (deprecated)",
    .says      = "Returns the subscriptions to V1 payloads, without their secrets.",
    .who       = READER,
    .successor = "/v2/webhooks",
    .read      = STATEMENT(webhook_list_v1),
    .gives     = LIST(webhook_record) },

  { "GET", "/v1/webhooks/{id}/deliveries",
    .summary = "List the deliveries of a subscription of either version, newest first",
    .says    = "The same as `GET /v2/webhooks/{id}/deliveries`.",
    .who     = READER,
    .path    = id_path_v1,
    .query   = deliveries_query,
    .handler = collab_api_webhook_deliveries,
    .read    = STATEMENT(webhook_deliveries),
    .instead = STATEMENT(webhook_deliveries_filtered),
    .costly  = true,
    .gives   = ONE(deliveries_record) },

  { "POST", "/v1/webhooks/{id}/secret",
    .summary       = "Rotate the secret of a subscription of either version",
    .says          = "The same as `POST /v2/webhooks/{id}/secret`.",
    .who           = INTEGRATOR,
    .act           = "webhook.rotated",
    .path          = id_path_v1,
    .body          = rotation_body,
    .body_optional = true,
    .check         = collab_api_webhook_rotation_check,
    .handler       = collab_api_webhook_rotate,
    .change        = STATEMENT(webhook_rotate),
    .read          = STATEMENT(webhook_find),
    .secret        = true,
    .gives         = ONE(rotated_webhook_record),
    .example       = EXAMPLE({"overlapSeconds": 3600}) },

  { "DELETE", "/v1/webhooks/{id}",
    .name    = "webhook_delete_v1",
    .summary = "Delete a subscription of either version",
    .says    = "Deletes a subscription of either version and drops its pending deliveries.",
    .who     = INTEGRATOR,
    .act     = "webhook.deleted",
    .path    = id_path_v1,
    .change  = STATEMENT(webhook_delete) },

  { NULL }
};

const collab_noun_t collab_webhooks = {
  .name       = "Webhook subscriptions",
  .says       = "Subscriptions to events, and the log of their deliveries.",
  .operations = operations,
};

const collab_record_t collab_webhooks_records[] = {
  { "CallbackAuth",        callback_auth },
  { "Subscription",        webhook_record },
  { "SubscriptionHealth",  health_record },
  { "WatchedSubscription", watched_webhook_record },
  { "NewSubscription",     new_webhook_record },
  { "RotatedSubscription", rotated_webhook_record },
  { "TestEvent",           test_event_record },
  { "RedeliveredEvent",    redelivered_event_record },
  { "Redelivery",          redelivery_record },
  { "RedeliveryProgress",  redelivery_progress_record },
  { "Delivery",            delivery_record },
  { "Deliveries",          deliveries_record },
  { NULL }
};

/* events.c: the events that are delivered to subscriptions. */
#include "api/operations/operations.h"

/* clang-format off */

/* ---- records ---- */

static const collab_field_t event_data_record[] = {
  { "requestToken", STRING,  REQUIRED, .max = TOKEN_LENGTH, .says = "Token of the collaboration request" },
  { "noteToken",    STRING,  OPTIONAL, .max = TOKEN_LENGTH, .says = "Token of the note; only in note events" },
  { "responseId",   INTEGER, OPTIONAL, .min = 1, .says = "Id of the response; only in response events" },
  { NULL }
};

#define ENVELOPE /* CloudEvents 1.0, structured */ \
  { "specversion",     ENUM,     REQUIRED, .values = WORDS("1.0"), .says = "CloudEvents version" }, \
  { "id",              STRING,   REQUIRED, .format = "uuid", \
    .says = "Event id, the same for all subscriptions and attempts" }, \
  { "source",          URI,      REQUIRED, .says = "The service that sends the event" }, \
  { "type",            STRING,   REQUIRED, .says = "Event type" }, \
  { "time",            DATETIME, REQUIRED, .says = "When the event happened" }, \
  { "datacontenttype", ENUM,     REQUIRED, .values = WORDS("application/json"), .says = "Media type of `data`" }, \
  { "subscriptionid",  STRING,   REQUIRED, .says = "Subscription id, as a string" }, \
  { "requestid",       STRING,   OPTIONAL, .says = "`X-Request-Id` of the HTTP request that caused the event" }, \
  { "traceparent",     STRING,   OPTIONAL, .says = "W3C trace context of the HTTP request that caused the event" }

static const collab_field_t event_record[] = {
  ENVELOPE,
  { "subject", STRING, REQUIRED, .max = TOKEN_LENGTH, .says = "Token of the collaboration request" },
  { "data",    OBJECT, REQUIRED, .fields = event_data_record, .says = "What the event is about" },
  { NULL }
};

static const collab_field_t test_data_record[] = {
  { "subscriptionId", INTEGER, REQUIRED, .min = 1, .says = "Subscription id" },
  { NULL }
};

static const collab_field_t subscription_test_record[] = {
  ENVELOPE,
  { "data", OBJECT, REQUIRED, .fields = test_data_record, .says = "What the event is about" },
  { NULL }
};

static const collab_field_t event_v1_record[] = { /* frozen */
  { "eventType",    ENUM,     REQUIRED, .values = WORDS("collaboration-request.created", "note.created"), .says = "Event type" },
  { "requestToken", STRING,   REQUIRED, .max = TOKEN_LENGTH, .says = "Token of the collaboration request" },
  { "noteToken",    STRING,   OPTIONAL, .max = TOKEN_LENGTH, .says = "Token of the note; only in note events" },
  { "timestamp",    DATETIME, REQUIRED, .says = "When the event happened" },
  { NULL }
};

const collab_record_t collab_events_records[] = {
  { "Event",            event_record },
  { "SubscriptionTest", subscription_test_record },
  { "EventV1",          event_v1_record },
  { "EventData",        event_data_record },
  { NULL }
};

const collab_described_event_t collab_described_events[] = {
  { "created",          "A collaboration request was submitted",                 "Event",            false, true },
  { "closed",           "A collaboration request was closed",                    "Event",            false, true },
  { "note.created",     "A note was added",                                      "Event",            false, true },
  { "response.created", "An approval, rejection, information request or information response was created", "Event", false, true },
  { "response.updated", "A response was revised",                                "Event",            false, true },
  { "webhook.test",     "The subscription was tested",                           "SubscriptionTest", false, false },
  { "created",          "A collaboration request was submitted (V1 subscriptions)", "EventV1",       true,  true },
  { "note.created",     "A note was added (V1 subscriptions)",                   "EventV1",          true,  true },
  { NULL }
};

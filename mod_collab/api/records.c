/* records.c: the records of the interface (service-api.md, "Resources and their fields"; contract.md 4 to 8) as field lists, for
 * /openapi.json. Nothing is checked by them at run time; t/api/openapi.t checks what the server really answers. */
#include "api/records.h"

#include <string.h>

/* clang-format off */

#define NAME_LENGTH 191
#define ONE(list)  { NULL, OBJECT, REQUIRED, .fields = list }
#define LIST(list) { NULL, ARRAY,  REQUIRED, .fields = list }

static const char *const priorities[] = {"LOW", "MEDIUM", "HIGH", NULL};
static const char *const directions[] = {"INBOUND", "OUTBOUND", NULL};
static const char *const request_statuses[] = {"OPEN", "INFORMATION", "ACCEPTED", "REJECTED", "CLOSED", NULL};
static const char *const note_statuses[] = {"ENTERED", "READ", "RESPONDED", "REMOVED", NULL};
static const char *const response_types[] = {"APPROVAL", "REJECTION", "INFORMATION_REQUEST", "INFORMATION_RESPONSE", NULL};
static const char *const sections[] = {"CONTACT_SECTION", "COMMON_CUSTOMER_SECTION", "PROBLEM_SECTION", NULL};
static const char *const field_types[] = {"STRING", "SELECT", "TIERSELECT", "INTEGER", "EMAIL", "PHONE", "HIDDEN", NULL};
static const char *const auth_types[] = {"NONE", "BASIC", "BEARER", "HEADER", "OAUTH2_CLIENT_CREDENTIALS", NULL};
static const char *const forward_statuses[] = {"SUCCESS", "FAILED", "NOT_CONFIGURED", NULL};
static const char *const payload_versions[] = {"V1", NULL};
static const char *const token_types[] = {"Bearer", NULL};
static const char *const health_statuses[] = {"UP", NULL};
static const char *const event_versions[] = {"1.0", NULL};
static const char *const v1_types[] = {"collaboration-request.created", "note.created", NULL};
static const char *const event_data_types[] = {"application/json", NULL};

static const collab_field_t one_text      = { NULL, STRING,  REQUIRED };
static const collab_field_t one_direction = { NULL, ENUM,    REQUIRED, .values = directions };
static const collab_field_t one_id        = { NULL, INTEGER, REQUIRED };
static const collab_field_t one_file      = { NULL, CONTENT, REQUIRED };

/* ---- identity ---- */

static const collab_field_t login[] = {
  { "accessToken", STRING,  REQUIRED },
  { "tokenType",   ENUM,    REQUIRED, .values = token_types },
  { "expiresIn",   INTEGER, REQUIRED, .min = 1, .max = INT32_MAX },
  { NULL }
};

static const collab_field_t company[] = {
  { "id",          INTEGER, REQUIRED },
  { "name",        STRING,  REQUIRED, .max = NAME_LENGTH },
  { "description", STRING,  OPTIONAL },
  { "domain",      STRING,  OPTIONAL },
  { NULL }
};

static const collab_field_t user[] = {
  { "id",                 INTEGER, REQUIRED },
  { "username",           STRING,  REQUIRED, .max = NAME_LENGTH },
  { "firstName",          STRING,  OPTIONAL, .max = NAME_LENGTH },
  { "lastName",           STRING,  OPTIONAL, .max = NAME_LENGTH },
  { "email",              STRING,  REQUIRED, .max = NAME_LENGTH },
  { "phone",              STRING,  OPTIONAL, .max = 50 },
  { "phoneCountryCode",   STRING,  OPTIONAL, .max = 10 },
  { "city",               STRING,  OPTIONAL, .max = NAME_LENGTH },
  { "emailCheckFailData", STRING,  OPTIONAL, .max = NAME_LENGTH },
  { NULL }
};

static const collab_field_t me[] = {
  { "company", OBJECT, REQUIRED, .fields = company },
  { "user",    OBJECT, REQUIRED, .fields = user },
  { NULL }
};

/* ---- partners and their forms ---- */

static const collab_field_t tag[] = { { "tag", STRING, REQUIRED }, { NULL } };

static const collab_field_t partner[] = {
  { "label",          STRING,  REQUIRED },
  { "companyName",    STRING,  REQUIRED, .max = NAME_LENGTH },
  { "departmentName", STRING,  OPTIONAL, .max = NAME_LENGTH },
  { "companyId",      INTEGER, REQUIRED },
  { "departmentId",   INTEGER, OPTIONAL },
  { "documentId",     INTEGER, REQUIRED },
  { "tags",           ARRAY,   REQUIRED, .fields = tag },
  { NULL }
};

static const collab_field_t contact_details[] = {
  { "name",  STRING, OPTIONAL },
  { "email", STRING, OPTIONAL },
  { "phone", STRING, OPTIONAL },
  { NULL }
};

static const collab_field_t selection[] = {
  { "value",    STRING, REQUIRED },
  { "children", ARRAY,  REQUIRED, .fields = selection },
  { NULL }
};

static const collab_field_t form_field[] = {
  { "fieldId",            INTEGER, REQUIRED },
  { "section",            ENUM,    REQUIRED, .values = sections },
  { "label",              STRING,  REQUIRED },
  { "options",            STRING,  OPTIONAL },
  { "additionalSettings", STRING,  OPTIONAL },
  { "type",               ENUM,    REQUIRED, .values = field_types },
  { "displayOrder",       INTEGER, REQUIRED },
  { "validationRules",    STRING,  OPTIONAL },
  { "value",              STRING,  OPTIONAL },
  { "selections",         ARRAY,   REQUIRED, .fields = selection },
  { "required",           BOOLEAN, REQUIRED },
  { NULL }
};

static const collab_field_t internal_note[] = { { "note", STRING, REQUIRED }, { NULL } };

static const collab_field_t form[] = {
  { "documentId",                 INTEGER, REQUIRED },
  { "internalCaseNumber",         STRING,  REQUIRED },
  { "receiverInternalCaseNumber", STRING,  REQUIRED },
  { "problemSummary",             STRING,  REQUIRED },
  { "problemDescription",         STRING,  REQUIRED },
  { "priority",                   ENUM,    REQUIRED, .values = priorities },
  { "adminNote",                  STRING,  OPTIONAL },
  { "escalationInstructions",     STRING,  OPTIONAL },
  { "submitterContactDetails",    OBJECT,  REQUIRED, .fields = contact_details },
  { "customFields",               ARRAY,   REQUIRED, .fields = form_field },
  { "internalNotes",              ARRAY,   REQUIRED, .fields = internal_note },
  { "testSubmission",             BOOLEAN, REQUIRED },
  { NULL }
};

/* ---- collaboration requests ---- */

static const collab_field_t custom_field[] = {
  { "id",           INTEGER, REQUIRED },
  { "section",      ENUM,    REQUIRED, .values = sections },
  { "fieldName",    STRING,  REQUIRED },
  { "value",        STRING,  OPTIONAL },
  { "displayOrder", INTEGER, REQUIRED },
  { "type",         ENUM,    REQUIRED, .values = field_types },
  { NULL }
};

static const collab_field_t note[] = {
  { "id",              INTEGER,  REQUIRED },
  { "caseId",          INTEGER,  REQUIRED },
  { "companyName",     STRING,   OPTIONAL, .max = NAME_LENGTH },
  { "creatorUsername", STRING,   OPTIONAL, .max = NAME_LENGTH },
  { "creatorEmail",    STRING,   OPTIONAL, .max = NAME_LENGTH },
  { "creatorName",     STRING,   REQUIRED },
  { "summary",         STRING,   REQUIRED, .max = 500 },
  { "description",     STRING,   REQUIRED, .max = 5000 },
  { "priority",        ENUM,     REQUIRED, .values = priorities },
  { "status",          ENUM,     REQUIRED, .values = note_statuses },
  { "token",           STRING,   REQUIRED, .max = 20 },
  { "createdAt",       DATETIME, REQUIRED },
  { "updatedAt",       DATETIME, REQUIRED },
  { NULL }
};

static const collab_field_t response[] = {
  { "id",            INTEGER,  REQUIRED },
  { "type",          ENUM,     REQUIRED, .values = response_types },
  { "caseNumber",    STRING,   OPTIONAL, .max = NAME_LENGTH },
  { "engineerName",  STRING,   OPTIONAL, .max = NAME_LENGTH },
  { "engineerPhone", STRING,   OPTIONAL, .max = 50 },
  { "engineerEmail", STRING,   OPTIONAL, .max = NAME_LENGTH },
  { "nextSteps",     STRING,   OPTIONAL, .max = 5000 },
  { "createdAt",     DATETIME, REQUIRED },
  { NULL }
};

static const collab_field_t request[] = {
  { "id",                      INTEGER,  REQUIRED },
  { "submitCompanyName",       STRING,   REQUIRED, .max = NAME_LENGTH },
  { "submitCompanyId",         INTEGER,  REQUIRED },
  { "submitterCaseNumber",     STRING,   OPTIONAL, .max = NAME_LENGTH },
  { "receiveCompanyName",      STRING,   REQUIRED, .max = NAME_LENGTH },
  { "receiveCompanyId",        INTEGER,  REQUIRED },
  { "receiverCaseNumber",      STRING,   OPTIONAL, .max = NAME_LENGTH },
  { "summary",                 STRING,   REQUIRED, .max = 500 },
  { "description",             STRING,   REQUIRED, .max = 10000 },
  { "direction",               ENUM,     REQUIRED, .values = directions },
  { "priority",                ENUM,     REQUIRED, .values = priorities },
  { "status",                  ENUM,     REQUIRED, .values = request_statuses },
  { "token",                   STRING,   REQUIRED, .max = 20 },
  { "createdAt",               DATETIME, REQUIRED },
  { "updatedAt",               DATETIME, REQUIRED },
  { "deletedAt",               DATETIME, OPTIONAL },
  { "responded",               BOOLEAN,  REQUIRED },
  { "respondBy",               DATETIME, REQUIRED },
  { "feedbackRequested",       BOOLEAN,  REQUIRED },
  { "reminderSent",            BOOLEAN,  REQUIRED },
  { "priorityNote",            STRING,   OPTIONAL, .max = 2000 },
  { "escalationInstructions",  STRING,   OPTIONAL, .max = 2000 },
  { "contactDocumentId",       INTEGER,  REQUIRED },
  { "contactDocumentName",     STRING,   OPTIONAL, .max = NAME_LENGTH },
  { "testCase",                BOOLEAN,  REQUIRED },
  { "customFields",            ARRAY,    REQUIRED, .fields = custom_field },
  { "submittedBy",             OBJECT,   REQUIRED, .fields = user },
  { "submitterContactDetails", OBJECT,   REQUIRED, .fields = contact_details },
  { "receiverContactDetails",  OBJECT,   REQUIRED, .fields = contact_details },
  { "caseNotes",               ARRAY,    REQUIRED, .fields = note },
  { "caseResponses",           ARRAY,    REQUIRED, .fields = response },
  { "internalNotes",           ARRAY,    OPTIONAL, .fields = internal_note }, /* to the submitter's company alone */
  { NULL }
};

static const collab_field_t page[] = {
  { "content",       ARRAY,   REQUIRED, .fields = request },
  { "totalElements", INTEGER, OPTIONAL }, /* not by cursor */
  { "totalPages",    INTEGER, OPTIONAL },
  { "size",          INTEGER, REQUIRED, .min = 1, .max = 200 },
  { "number",        INTEGER, OPTIONAL },
  { "nextCursor",    STRING,  OPTIONAL },
  { NULL }
};

/* ---- attachments ---- */

static const collab_field_t storage[] = { /* empty: not configured */
  { "domain",     STRING,   OPTIONAL },
  { "password",   STRING,   OPTIONAL },
  { "expiration", DATETIME, OPTIONAL },
  { "httpsPath",  STRING,   OPTIONAL },
  { "httpsPort",  INTEGER,  OPTIONAL, .min = 1, .max = 65535 },
  { NULL }
};

static const collab_field_t side[] = {
  { "companyId",  INTEGER, REQUIRED },
  { "parameters", OBJECT,  REQUIRED, .fields = storage },
  { NULL }
};

static const collab_field_t attachment_config[] = {
  { "submitter", OBJECT, REQUIRED, .fields = side },
  { "receiver",  OBJECT, REQUIRED, .fields = side },
  { NULL }
};

static const collab_field_t forwarded[] = {
  { "fileName",         STRING,  REQUIRED },
  { "receiverStatus",   ENUM,    REQUIRED, .values = forward_statuses },
  { "submitterStatus",  ENUM,    REQUIRED, .values = forward_statuses },
  { "receiverMessage",  STRING,  OPTIONAL },
  { "submitterMessage", STRING,  OPTIONAL },
  { "completeSuccess",  BOOLEAN, REQUIRED },
  { "partialSuccess",   BOOLEAN, REQUIRED },
  { NULL }
};

const collab_field_t form_attachment[] = {
  { "files",       ARRAY,  REQUIRED, .min = 1, .of = &one_file },
  { "description", STRING, OPTIONAL, .max = 500 },
  { NULL }
};

/* ---- webhooks ---- */

#define SUBSCRIPTION \
  { "id",                INTEGER,  REQUIRED }, \
  { "callbackUrl",       URI,      REQUIRED }, \
  { "eventTypes",        ARRAY,    REQUIRED, .of = &one_text }, \
  { "payloadVersion",    ENUM,     OPTIONAL, .values = payload_versions }, \
  { "active",            BOOLEAN,  REQUIRED }, \
  { "callbackAuthType",  ENUM,     REQUIRED, .values = auth_types }, \
  { "caseDirections",    ARRAY,    OPTIONAL, .of = &one_direction }, \
  { "partnerCompanyIds", ARRAY,    OPTIONAL, .of = &one_id }, \
  { "createdAt",         DATETIME, REQUIRED }

static const collab_field_t webhook[] = {
  SUBSCRIPTION,
  { "updatedAt", DATETIME, REQUIRED },
  { NULL }
};

static const collab_field_t new_webhook[] = { /* the secret is shown this once */
  SUBSCRIPTION,
  { "secret", STRING, REQUIRED },
  { NULL }
};

static const collab_field_t rotated_webhook[] = {
  SUBSCRIPTION,
  { "updatedAt",               DATETIME, REQUIRED },
  { "secret",                  STRING,   REQUIRED },
  { "previousSecretExpiresAt", DATETIME, REQUIRED },
  { NULL }
};

static const collab_field_t test_event[] = {
  { "eventId", STRING, REQUIRED },
  { NULL }
};

static const collab_field_t delivery[] = { /* an attempt */
  { "id",            INTEGER,  REQUIRED },
  { "cloudEventId",  STRING,   OPTIONAL }, /* null, as the next and the body: its event has been cleared away */
  { "eventType",     STRING,   OPTIONAL },
  { "httpStatus",    INTEGER,  REQUIRED, .max = 999 }, /* 0: no answer came */
  { "attemptNumber", INTEGER,  REQUIRED, .min = 1, .max = INT32_MAX },
  { "success",       BOOLEAN,  REQUIRED },
  { "requestBody",   STRING,   OPTIONAL },
  { "responseBody",  STRING,   OPTIONAL },
  { "createdAt",     DATETIME, REQUIRED },
  { "durationMs",    INTEGER,  OPTIONAL },
  { "error",         STRING,   OPTIONAL },
  { "nextAttemptAt", DATETIME, OPTIONAL },
  { "deadLetter",    BOOLEAN,  REQUIRED },
  { NULL }
};

static const collab_field_t deliveries[] = {
  { "content",       ARRAY,   REQUIRED, .fields = delivery },
  { "totalElements", INTEGER, REQUIRED },
  { "totalPages",    INTEGER, REQUIRED },
  { "size",          INTEGER, REQUIRED, .min = 1, .max = 200 },
  { "number",        INTEGER, REQUIRED },
  { NULL }
};

static const collab_field_t event_data[] = {
  { "requestToken", STRING,  REQUIRED, .max = 20 },
  { "noteToken",    STRING,  OPTIONAL, .max = 20 },
  { "responseId",   INTEGER, OPTIONAL },
  { NULL }
};

#define ENVELOPE /* CloudEvents 1.0, structured */ \
  { "specversion",     ENUM,     REQUIRED, .values = event_versions }, \
  { "id",              STRING,   REQUIRED }, \
  { "source",          URI,      REQUIRED }, \
  { "type",            STRING,   REQUIRED }, \
  { "time",            DATETIME, REQUIRED }, \
  { "datacontenttype", ENUM,     REQUIRED, .values = event_data_types }, \
  { "subscriptionid",  STRING,   REQUIRED }, \
  { "requestid",       STRING,   OPTIONAL }, \
  { "traceparent",     STRING,   OPTIONAL }

static const collab_field_t event[] = {
  ENVELOPE,
  { "subject", STRING, REQUIRED, .max = 20 },
  { "data",    OBJECT, REQUIRED, .fields = event_data },
  { NULL }
};

static const collab_field_t test_data[] = { { "subscriptionId", INTEGER, REQUIRED }, { NULL } };

static const collab_field_t subscription_test[] = {
  ENVELOPE,
  { "data", OBJECT, REQUIRED, .fields = test_data },
  { NULL }
};

static const collab_field_t event_v1[] = { /* frozen */
  { "eventType",    ENUM,     REQUIRED, .values = v1_types },
  { "requestToken", STRING,   REQUIRED, .max = 20 },
  { "noteToken",    STRING,   OPTIONAL, .max = 20 },
  { "timestamp",    DATETIME, REQUIRED },
  { NULL }
};

/* ---- errors, and the service itself ---- */

static const collab_field_t fault[] = {
  { "field",   STRING, REQUIRED },
  { "message", STRING, REQUIRED },
  { NULL }
};

static const collab_field_t error[] = {
  { "message",          STRING, REQUIRED },
  { "validationErrors", ARRAY,  OPTIONAL, .min = 1, .fields = fault },
  { NULL }
};

static const collab_field_t problem[] = {
  { "type",             URI,     REQUIRED },
  { "title",            STRING,  REQUIRED },
  { "status",           INTEGER, REQUIRED, .min = 400, .max = 599 },
  { "detail",           STRING,  REQUIRED },
  { "instance",         STRING,  OPTIONAL },
  { "validationErrors", ARRAY,   OPTIONAL, .min = 1, .fields = fault },
  { NULL }
};

static const collab_field_t problem_page[] = {
  { "code",    STRING,  REQUIRED },
  { "status",  INTEGER, REQUIRED, .min = 200, .max = 599 },
  { "title",   STRING,  REQUIRED },
  { "message", STRING,  REQUIRED },
  { "cause",   STRING,  REQUIRED },
  { "remedy",  STRING,  REQUIRED },
  { NULL }
};

static const collab_field_t health[] = {
  { "status", ENUM, REQUIRED, .values = health_statuses },
  { NULL }
};

/* ---- names ---- */

const collab_record_t collab_records[] = {
  { "Login",                login },
  { "Company",              company },
  { "User",                 user },
  { "CurrentUser",          me },
  { "Partner",              partner },
  { "ContactDetails",       contact_details },
  { "Selection",            selection },
  { "FormField",            form_field },
  { "InternalNote",         internal_note },
  { "Form",                 form },
  { "CustomField",          custom_field },
  { "CaseNote",             note },
  { "CaseResponse",         response },
  { "CollaborationRequest", request },
  { "Page",                 page },
  { "Storage",              storage },
  { "AttachmentSide",       side },
  { "AttachmentConfig",     attachment_config },
  { "ForwardedFile",        forwarded },
  { "Subscription",         webhook },
  { "NewSubscription",      new_webhook },
  { "RotatedSubscription",  rotated_webhook },
  { "TestEvent",            test_event },
  { "Delivery",             delivery },
  { "Deliveries",           deliveries },
  { "Event",                event },
  { "SubscriptionTest",     subscription_test },
  { "EventV1",              event_v1 },
  { "EventData",            event_data },
  { "ValidationError",      fault },
  { "ErrorResponse",        error },
  { "ProblemDetail",        problem },
  { "Problem",              problem_page },
  { "Health",               health },
  { NULL }
};

const collab_field_t gives_login             = ONE(login);
const collab_field_t gives_me                = ONE(me);
const collab_field_t gives_partners          = LIST(partner);
const collab_field_t gives_form              = ONE(form);
const collab_field_t gives_request           = ONE(request);
const collab_field_t gives_requests          = LIST(request);
const collab_field_t gives_page              = ONE(page);
const collab_field_t gives_note              = ONE(note);
const collab_field_t gives_notes             = LIST(note);
const collab_field_t gives_attachment_config = ONE(attachment_config);
const collab_field_t gives_forwarded         = LIST(forwarded);
const collab_field_t gives_webhook           = ONE(webhook);
const collab_field_t gives_webhooks          = LIST(webhook);
const collab_field_t gives_new_webhook       = ONE(new_webhook);
const collab_field_t gives_rotated_webhook   = ONE(rotated_webhook);
const collab_field_t gives_test_event        = ONE(test_event);
const collab_field_t gives_deliveries        = ONE(deliveries);
const collab_field_t gives_health            = ONE(health);
const collab_field_t gives_problem_page      = ONE(problem_page);
const collab_field_t gives_any               = { NULL, OBJECT, REQUIRED };
const collab_field_t gives_text              = { NULL, STRING, REQUIRED };

/* ---- events ---- */

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

/* clang-format on */

/* ---- what things are called ---- */

const char *collab_record_name(const collab_field_t *fields) {
  for (const collab_record_t *record = collab_records; record->name; record++) {
    if (record->fields == fields)
      return record->name;
  }
  return NULL;
}

const char *const collab_groups[] = {"Identity",    "Partners and forms", "Collaboration requests", "Responses", "Case notes",
                                     "Attachments", "Webhooks",           "The service itself",     NULL};

/* The first whose part is in a path names its group. */
static const struct {
  const char *part;
  const char *group;
} parts[] = {
    {"/attachments", "Attachments"},     {"/notes", "Case notes"},
    {"{token}/", "Responses"},           {"/collaboration-requests", "Collaboration requests"},
    {"/partners", "Partners and forms"}, {"/forms", "Partners and forms"},
    {"/webhooks", "Webhooks"},           {"/v1", "Identity"},
    {"/", "The service itself"},
};

const char *collab_group_of(const char *path) {
  size_t i = 0;

  while (!strstr(path, parts[i].part))
    i++;
  return parts[i].group;
}

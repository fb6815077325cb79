/* records.c: the records of the interface (service-api.md, "Resources and their fields"; contract.md 4 to 8) as field lists, for
 * /openapi.json. Nothing is checked by them at run time; t/api/openapi.t checks what the server really answers. */
#include "api/records.h"

#include <string.h>

#include "api/schemas.h"

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

/* ---- identity ---- */

static const collab_field_t login[] = {
  { "accessToken", STRING,  REQUIRED, .says = "Token for the `Authorization` header" },
  { "tokenType",   ENUM,    REQUIRED, .values = token_types, .says = "How to send the token" },
  { "expiresIn",   INTEGER, REQUIRED, .min = 1, .max = INT32_MAX, .says = "Seconds until the token expires" },
  { NULL }
};

static const collab_field_t company[] = {
  { "id",          INTEGER, REQUIRED, .says = "Company id" },
  { "name",        STRING,  REQUIRED, .max = NAME_LENGTH, .says = "Company name" },
  { "description", STRING,  OPTIONAL, .says = "What the company does" },
  { "domain",      STRING,  OPTIONAL, .says = "Internet domain of the company" },
  { NULL }
};

static const collab_field_t user[] = {
  { "id",                 INTEGER, REQUIRED, .says = "User id" },
  { "username",           STRING,  REQUIRED, .max = NAME_LENGTH, .says = "User name" },
  { "firstName",          STRING,  OPTIONAL, .max = NAME_LENGTH, .says = "First name" },
  { "lastName",           STRING,  OPTIONAL, .max = NAME_LENGTH, .says = "Last name" },
  { "email",              STRING,  REQUIRED, .max = NAME_LENGTH, .says = "E-mail address" },
  { "phone",              STRING,  OPTIONAL, .max = 50, .says = "Phone number" },
  { "phoneCountryCode",   STRING,  OPTIONAL, .max = 10, .says = "Country code of the phone number" },
  { "city",               STRING,  OPTIONAL, .max = NAME_LENGTH, .says = "City" },
  { "emailCheckFailData", STRING,  OPTIONAL, .max = NAME_LENGTH, .says = "Why the e-mail address failed a check" },
  { NULL }
};

static const collab_field_t me[] = {
  { "company", OBJECT, REQUIRED, .fields = company, .says = "The caller's company" },
  { "user",    OBJECT, REQUIRED, .fields = user, .says = "The caller" },
  { NULL }
};

/* ---- partners and their forms ---- */

static const collab_field_t tag[] = { { "tag", STRING, REQUIRED, .says = "A word for what the partner does" }, { NULL } };

static const collab_field_t partner[] = {
  { "label",          STRING,  REQUIRED, .says = "Name to show" },
  { "companyName",    STRING,  REQUIRED, .max = NAME_LENGTH, .says = "Company name" },
  { "departmentName", STRING,  OPTIONAL, .max = NAME_LENGTH, .says = "Department name; null for the company itself" },
  { "companyId",      INTEGER, REQUIRED, .says = "Company id" },
  { "departmentId",   INTEGER, OPTIONAL, .says = "Department id; null for the company itself" },
  { "documentId",     INTEGER, REQUIRED, .says = "Form to fill in for this partner" },
  { "tags",           ARRAY,   REQUIRED, .fields = tag, .says = "Words for what the partner does" },
  { NULL }
};

static const collab_field_t contact_details[] = {
  { "name",  STRING, OPTIONAL, .says = "Name of the person to ask" },
  { "email", STRING, OPTIONAL, .says = "E-mail address of that person" },
  { "phone", STRING, OPTIONAL, .says = "Phone number of that person" },
  { NULL }
};

static const collab_field_t selection[] = {
  { "value",    STRING, REQUIRED, .says = "One choice of this level" },
  { "children", ARRAY,  REQUIRED, .fields = selection, .says = "The choices of the next level" },
  { NULL }
};

static const collab_field_t form_field[] = {
  { "fieldId",            INTEGER, REQUIRED, .says = "Field id, for `customFields` of the request" },
  { "section",            ENUM,    REQUIRED, .values = sections, .says = "Where the field belongs in the form" },
  { "label",              STRING,  REQUIRED, .says = "Name to show" },
  { "options",            STRING,  OPTIONAL, .says = "Choices of a `SELECT`, separated by CRLF" },
  { "additionalSettings", STRING,  OPTIONAL, .says = "Further settings" },
  { "type",               ENUM,    REQUIRED, .values = field_types, .says = "Kind of value" },
  { "displayOrder",       INTEGER, REQUIRED, .says = "Position in the form" },
  { "validationRules",    STRING,  OPTIONAL, .says = "Further rules for the value, such as `not_numeric`" },
  { "value",              STRING,  OPTIONAL, .says = "Value to begin with" },
  { "selections",         ARRAY,   REQUIRED, .fields = selection, .says = "Choices of a `TIERSELECT`, level by level" },
  { "required",           BOOLEAN, REQUIRED, .says = "Whether the field needs a value" },
  { NULL }
};

static const collab_field_t internal_note[] = { { "note", STRING, REQUIRED,
    .says = "Text that only the submitter's company sees" }, { NULL } };

static const collab_field_t form[] = {
  { "documentId",                 INTEGER, REQUIRED, .says = "Form id" },
  { "internalCaseNumber",         STRING,  REQUIRED, .says = "To fill in: ticket number in the submitter's own system" },
  { "receiverInternalCaseNumber", STRING,  REQUIRED, .says = "Ticket number in the receiver's system; empty" },
  { "problemSummary",             STRING,  REQUIRED, .says = "To fill in: the problem in one line" },
  { "problemDescription",         STRING,  REQUIRED, .says = "To fill in: the whole problem" },
  { "priority",                   ENUM,    REQUIRED, .values = priorities, .says = "Priority to begin with" },
  { "adminNote",                  STRING,  OPTIONAL, .says = "What the receiver tells everybody who fills in the form" },
  { "escalationInstructions",     STRING,  OPTIONAL, .says = "How to escalate" },
  { "submitterContactDetails",    OBJECT,  REQUIRED, .fields = contact_details, .says = "The caller, as the person to ask" },
  { "customFields",               ARRAY,   REQUIRED, .fields = form_field, .says = "Fields that the receiver wants filled in" },
  { "internalNotes",              ARRAY,   REQUIRED, .fields = internal_note,
    .says = "To fill in: notes that only the submitter's company sees" },
  { "testSubmission",             BOOLEAN, REQUIRED, .says = "Whether the request is a test" },
  { NULL }
};

/* ---- collaboration requests ---- */

static const collab_field_t custom_field[] = {
  { "id",           INTEGER, REQUIRED, .says = "Field id" },
  { "section",      ENUM,    REQUIRED, .values = sections, .says = "Where the field belongs in the form" },
  { "fieldName",    STRING,  REQUIRED, .says = "Name to show" },
  { "value",        STRING,  OPTIONAL, .says = "Value" },
  { "displayOrder", INTEGER, REQUIRED, .says = "Position in the form" },
  { "type",         ENUM,    REQUIRED, .values = field_types, .says = "Kind of value" },
  { NULL }
};

static const collab_field_t note[] = {
  { "id",              INTEGER,  REQUIRED, .says = "Note id" },
  { "caseId",          INTEGER,  REQUIRED, .says = "Id of the request" },
  { "companyName",     STRING,   OPTIONAL, .max = NAME_LENGTH, .says = "Company of the author; null for a note of the service" },
  { "creatorUsername", STRING,   OPTIONAL, .max = NAME_LENGTH, .says = "User name of the author" },
  { "creatorEmail",    STRING,   OPTIONAL, .max = NAME_LENGTH,
    .says = "E-mail address of the author; null for a note of the service" },
  { "creatorName",     STRING,   REQUIRED, .says = "Name of the author; `SYSTEM` for a note of the service" },
  { "summary",         STRING,   REQUIRED, .max = 500, .says = "The note in one line" },
  { "description",     STRING,   REQUIRED, .max = 5000, .says = "The whole text" },
  { "priority",        ENUM,     REQUIRED, .values = priorities, .says = "How urgent the note is" },
  { "status",          ENUM,     REQUIRED, .values = note_statuses,
    .says = "`REMOVED` once the operator has removed it; else `ENTERED`" },
  { "token",           STRING,   REQUIRED, .max = 20, .says = "Identifier of the note" },
  { "createdAt",       DATETIME, REQUIRED, .says = "When the note was created" },
  { "updatedAt",       DATETIME, REQUIRED, .says = "When the note last changed" },
  { NULL }
};

static const collab_field_t response[] = {
  { "id",            INTEGER,  REQUIRED, .says = "Response id" },
  { "type",          ENUM,     REQUIRED, .values = response_types, .says = "Kind of response" },
  { "caseNumber",    STRING,   OPTIONAL, .max = NAME_LENGTH, .says = "Ticket number in the receiver's own system" },
  { "engineerName",  STRING,   OPTIONAL, .max = NAME_LENGTH, .says = "Engineer who works on the request" },
  { "engineerPhone", STRING,   OPTIONAL, .max = 50, .says = "Phone number of the engineer" },
  { "engineerEmail", STRING,   OPTIONAL, .max = NAME_LENGTH, .says = "E-mail address of the engineer" },
  { "nextSteps",     STRING,   OPTIONAL, .max = 5000,
    .says = "Next steps of an approval; question, answer or reason of the other types" },
  { "createdAt",     DATETIME, REQUIRED, .says = "When the response was created" },
  { NULL }
};

static const collab_field_t request[] = {
  { "id",                      INTEGER,  REQUIRED, .says = "Request id" },
  { "submitCompanyName",       STRING,   REQUIRED, .max = NAME_LENGTH, .says = "Name of the submitter's company" },
  { "submitCompanyId",         INTEGER,  REQUIRED, .says = "Id of the submitter's company" },
  { "submitterCaseNumber",     STRING,   OPTIONAL, .max = NAME_LENGTH, .says = "Ticket number in the submitter's system" },
  { "receiveCompanyName",      STRING,   REQUIRED, .max = NAME_LENGTH, .says = "Name of the receiver's company" },
  { "receiveCompanyId",        INTEGER,  REQUIRED, .says = "Id of the receiver's company" },
  { "receiverCaseNumber",      STRING,   OPTIONAL, .max = NAME_LENGTH, .says = "Ticket number in the receiver's system" },
  { "summary",                 STRING,   REQUIRED, .max = 500, .says = "The problem in one line" },
  { "description",             STRING,   REQUIRED, .max = 10000, .says = "The whole problem" },
  { "direction",               ENUM,     REQUIRED, .values = directions,
    .says = "`OUTBOUND` for the submitter, `INBOUND` for the receiver" },
  { "priority",                ENUM,     REQUIRED, .values = priorities, .says = "How urgent it is" },
  { "status",                  ENUM,     REQUIRED, .values = request_statuses, .says = "Where the request stands" },
  { "token",                   STRING,   REQUIRED, .max = 20, .says = "Identifier of the request, used in paths" },
  { "createdAt",               DATETIME, REQUIRED, .says = "When the request was created" },
  { "updatedAt",               DATETIME, REQUIRED, .says = "When the request, a note or a response last changed" },
  { "deletedAt",               DATETIME, OPTIONAL, .says = "When the request was deleted" },
  { "responded",               BOOLEAN,  REQUIRED, .says = "Whether the receiver has responded" },
  { "respondBy",               DATETIME, REQUIRED, .says = "By when the receiver should respond" },
  { "feedbackRequested",       BOOLEAN,  REQUIRED, .says = "Whether the request was closed and feedback is welcome" },
  { "reminderSent",            BOOLEAN,  REQUIRED, .says = "Whether `respondBy` passed without a response" },
  { "priorityNote",            STRING,   OPTIONAL, .max = 2000, .says = "What the priority means for `respondBy`, in words" },
  { "escalationInstructions",  STRING,   OPTIONAL, .max = 2000, .says = "How to escalate" },
  { "contactDocumentId",       INTEGER,  REQUIRED, .says = "Form that the request fills in" },
  { "contactDocumentName",     STRING,   OPTIONAL, .max = NAME_LENGTH, .says = "Name of that form" },
  { "testCase",                BOOLEAN,  REQUIRED, .says = "Whether the request is a test" },
  { "customFields",            ARRAY,    REQUIRED, .fields = custom_field, .says = "Values of the form's custom fields" },
  { "submittedBy",             OBJECT,   REQUIRED, .fields = user, .says = "Who created the request" },
  { "submitterContactDetails", OBJECT,   REQUIRED, .fields = contact_details, .says = "Whom the receiver asks" },
  { "receiverContactDetails",  OBJECT,   REQUIRED, .fields = contact_details,
    .says = "Whom the submitter asks; the engineer after an approval" },
  { "caseNotes",               ARRAY,    REQUIRED, .fields = note, .says = "Notes, oldest first" },
  { "caseResponses",           ARRAY,    REQUIRED, .fields = response, .says = "Responses, oldest first" },
  { "internalNotes",           ARRAY,    OPTIONAL, .fields = internal_note, .says = "Only shown to the submitter's company" },
  { NULL }
};

static const collab_field_t page[] = {
  { "content",       ARRAY,   REQUIRED, .fields = request, .says = "Requests of this page, newest first" },
  { "totalElements", INTEGER, OPTIONAL, .says = "How many there are in all; page mode only" },
  { "totalPages",    INTEGER, OPTIONAL, .says = "How many pages there are; page mode only" },
  { "size",          INTEGER, REQUIRED, .min = 1, .max = 200, .says = "Elements per page" },
  { "number",        INTEGER, OPTIONAL, .says = "Page number, from 0; page mode only" },
  { "nextCursor",    STRING,  OPTIONAL, .says = "Cursor of the next page; null at the end" },
  { NULL }
};

/* ---- attachments ---- */

static const collab_field_t storage[] = { /* empty: not configured */
  { "domain",     STRING,   OPTIONAL, .says = "Host name of the storage" },
  { "password",   STRING,   OPTIONAL, .says = "Always `********`" },
  { "expiration", DATETIME, OPTIONAL, .says = "When the configuration expires" },
  { "httpsPath",  STRING,   OPTIONAL, .says = "Folder of the storage" },
  { "httpsPort",  INTEGER,  OPTIONAL, .min = 1, .max = 65535, .says = "HTTPS port of the storage" },
  { NULL }
};

static const collab_field_t side[] = {
  { "companyId",  INTEGER, REQUIRED, .says = "Company id" },
  { "parameters", OBJECT,  REQUIRED, .fields = storage, .says = "Where the company wants its files; empty when not configured" },
  { NULL }
};

static const collab_field_t attachment_config[] = {
  { "submitter", OBJECT, REQUIRED, .fields = side, .says = "The submitter's side" },
  { "receiver",  OBJECT, REQUIRED, .fields = side, .says = "The receiver's side" },
  { NULL }
};

static const collab_field_t forwarded[] = {
  { "fileName",         STRING,  REQUIRED, .says = "Name of the file, as sent" },
  { "receiverStatus",   ENUM,    REQUIRED, .values = forward_statuses, .says = "Whether the receiver's storage has the file" },
  { "submitterStatus",  ENUM,    REQUIRED, .values = forward_statuses, .says = "Whether the submitter's storage has the file" },
  { "receiverMessage",  STRING,  OPTIONAL, .says = "What happened at the receiver's storage" },
  { "submitterMessage", STRING,  OPTIONAL, .says = "What happened at the submitter's storage" },
  { "completeSuccess",  BOOLEAN, REQUIRED, .says = "Whether both storages have the file" },
  { "partialSuccess",   BOOLEAN, REQUIRED, .says = "Whether only one storage has the file" },
  { NULL }
};

/* ---- webhooks ---- */

#define SUBSCRIPTION \
  { "id",                INTEGER,  REQUIRED, .says = "Subscription id" }, \
  { "callbackUrl",       URI,      REQUIRED, .says = "URL that receives the events" }, \
  { "eventTypes",        ARRAY,    REQUIRED, .of = &one_text, .says = "Event types that are sent" }, \
  { "payloadVersion",    ENUM,     OPTIONAL, .values = payload_versions, .says = "`V1`; absent for V2" }, \
  { "active",            BOOLEAN,  REQUIRED, .says = "Whether events are sent" }, \
  { "callbackAuthType",  ENUM,     REQUIRED, .values = auth_types, .says = "How the sender authenticates at the callback" }, \
  { "caseDirections",    ARRAY,    OPTIONAL, .of = &one_direction, \
    .says = "Only events of requests in these directions are sent" }, \
  { "partnerCompanyIds", ARRAY,    OPTIONAL, .of = &one_id, .says = "Only events of requests with these partners are sent" }, \
  { "createdAt",         DATETIME, REQUIRED, .says = "When the subscription was created" }

static const collab_field_t webhook[] = {
  SUBSCRIPTION,
  { "updatedAt", DATETIME, REQUIRED, .says = "When the subscription last changed" },
  { NULL }
};

static const collab_field_t new_webhook[] = { /* the secret is shown this once */
  SUBSCRIPTION,
  { "secret", STRING, REQUIRED, .says = "Key of the signatures; shown only in this response" },
  { NULL }
};

static const collab_field_t rotated_webhook[] = {
  SUBSCRIPTION,
  { "updatedAt",               DATETIME, REQUIRED, .says = "When the subscription last changed" },
  { "secret",                  STRING,   REQUIRED, .says = "New key of the signatures; shown only in this response" },
  { "previousSecretExpiresAt", DATETIME, REQUIRED, .says = "Until when the replaced secret signs as well" },
  { NULL }
};

static const collab_field_t test_event[] = {
  { "eventId", STRING, REQUIRED, .says = "Id of the test event; `cloudEventId` in the deliveries" },
  { NULL }
};

static const collab_field_t delivery[] = { /* an attempt */
  { "id",            INTEGER,  REQUIRED, .says = "Attempt id" },
  { "cloudEventId",  STRING,   OPTIONAL,
    .says = "Id of the event, the same in every attempt; null once the event has been deleted" },
  { "eventType",     STRING,   OPTIONAL, .says = "Event type; null once the event has been deleted" },
  { "httpStatus",    INTEGER,  REQUIRED, .max = 999, .says = "Status of the callback's response; 0 when none came" },
  { "attemptNumber", INTEGER,  REQUIRED, .min = 1, .max = INT32_MAX, .says = "Number of the attempt, from 1" },
  { "success",       BOOLEAN,  REQUIRED, .says = "Whether the callback accepted the event" },
  { "requestBody",   STRING,   OPTIONAL, .says = "Body that was sent; null once the event has been deleted" },
  { "responseBody",  STRING,   OPTIONAL, .says = "First 4 KiB of the callback's response" },
  { "createdAt",     DATETIME, REQUIRED, .says = "When the attempt was made" },
  { "durationMs",    INTEGER,  OPTIONAL, .says = "Duration of the attempt in milliseconds" },
  { "error",         STRING,   OPTIONAL, .says = "Why the attempt failed" },
  { "nextAttemptAt", DATETIME, OPTIONAL, .says = "When the next attempt is due; null when there is none" },
  { "deadLetter",    BOOLEAN,  REQUIRED, .says = "Whether this was the last attempt and the event was not delivered" },
  { NULL }
};

static const collab_field_t deliveries[] = {
  { "content",       ARRAY,   REQUIRED, .fields = delivery, .says = "Attempts of this page, newest first" },
  { "totalElements", INTEGER, REQUIRED, .says = "How many there are in all" },
  { "totalPages",    INTEGER, REQUIRED, .says = "How many pages there are" },
  { "size",          INTEGER, REQUIRED, .min = 1, .max = 200, .says = "Elements per page" },
  { "number",        INTEGER, REQUIRED, .says = "Page number, from 0" },
  { NULL }
};

static const collab_field_t event_data[] = {
  { "requestToken", STRING,  REQUIRED, .max = 20, .says = "Token of the collaboration request" },
  { "noteToken",    STRING,  OPTIONAL, .max = 20, .says = "Token of the note; only in note events" },
  { "responseId",   INTEGER, OPTIONAL, .says = "Id of the response; only in response events" },
  { NULL }
};

#define ENVELOPE /* CloudEvents 1.0, structured */ \
  { "specversion",     ENUM,     REQUIRED, .values = event_versions, .says = "CloudEvents version" }, \
  { "id",              STRING,   REQUIRED, .says = "Event id (UUID), the same for all subscriptions and attempts" }, \
  { "source",          URI,      REQUIRED, .says = "The service that sends the event" }, \
  { "type",            STRING,   REQUIRED, .says = "Event type" }, \
  { "time",            DATETIME, REQUIRED, .says = "When the event happened" }, \
  { "datacontenttype", ENUM,     REQUIRED, .values = event_data_types, .says = "Media type of `data`" }, \
  { "subscriptionid",  STRING,   REQUIRED, .says = "Subscription id, as a string" }, \
  { "requestid",       STRING,   OPTIONAL, .says = "`X-Request-Id` of the HTTP request that caused the event" }, \
  { "traceparent",     STRING,   OPTIONAL, .says = "W3C trace context of the HTTP request that caused the event" }

static const collab_field_t event[] = {
  ENVELOPE,
  { "subject", STRING, REQUIRED, .max = 20, .says = "Token of the collaboration request" },
  { "data",    OBJECT, REQUIRED, .fields = event_data, .says = "What the event is about" },
  { NULL }
};

static const collab_field_t test_data[] = { { "subscriptionId", INTEGER, REQUIRED, .says = "Subscription id" }, { NULL } };

static const collab_field_t subscription_test[] = {
  ENVELOPE,
  { "data", OBJECT, REQUIRED, .fields = test_data, .says = "What the event is about" },
  { NULL }
};

static const collab_field_t event_v1[] = { /* frozen */
  { "eventType",    ENUM,     REQUIRED, .values = v1_types, .says = "Event type" },
  { "requestToken", STRING,   REQUIRED, .max = 20, .says = "Token of the collaboration request" },
  { "noteToken",    STRING,   OPTIONAL, .max = 20, .says = "Token of the note; only in note events" },
  { "timestamp",    DATETIME, REQUIRED, .says = "When the event happened" },
  { NULL }
};

/* ---- errors, and the service itself ---- */

static const collab_field_t fault[] = {
  { "field",   STRING, REQUIRED, .says = "Name or path of the bad field or parameter, such as `customFields[2].value`" },
  { "message", STRING, REQUIRED, .says = "What is wrong with it" },
  { NULL }
};

static const collab_field_t error[] = {
  { "message",          STRING, REQUIRED, .says = "What went wrong" },
  { "validationErrors", ARRAY,  OPTIONAL, .min = 1, .fields = fault,
    .says = "Every bad field and parameter; absent when there is none" },
  { NULL }
};

static const collab_field_t problem[] = {
  { "type",             URI,     REQUIRED, .says = "URL of a page that explains the problem" },
  { "title",            STRING,  REQUIRED, .says = "Short name of the problem" },
  { "status",           INTEGER, REQUIRED, .min = 400, .max = 599, .says = "HTTP status" },
  { "detail",           STRING,  REQUIRED, .says = "What went wrong" },
  { "instance",         STRING,  OPTIONAL, .says = "Path of the HTTP request" },
  { "validationErrors", ARRAY,   OPTIONAL, .min = 1, .fields = fault,
    .says = "Every bad field and parameter; absent when there is none" },
  { NULL }
};

static const collab_field_t problem_page[] = {
  { "code",    STRING,  REQUIRED, .says = "Last part of the problem type's URL" },
  { "status",  INTEGER, REQUIRED, .min = 200, .max = 599, .says = "HTTP status" },
  { "title",   STRING,  REQUIRED, .says = "Short name of the problem" },
  { "message", STRING,  REQUIRED, .says = "What it means" },
  { "cause",   STRING,  REQUIRED, .says = "Why it happens" },
  { "remedy",  STRING,  REQUIRED, .says = "What to do" },
  { NULL }
};

static const collab_field_t health[] = {
  { "status", ENUM, REQUIRED, .values = health_statuses, .says = "`UP`" },
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
  { "CallbackAuth",         callback_auth },
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

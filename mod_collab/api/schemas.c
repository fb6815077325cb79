/* schemas.c: THE field lists: what the bodies, queries and paths of the interface may contain (service-api.md, contract.md 3 to 8).
 * Lengths are code points. Used by routes.c alone. */
#include "api/schemas.h"

/* clang-format off */

#define NAME_LENGTH 191 /* service-api.md, Limits: name-like strings */
#define PHONE_LENGTH 50
#define ID_MAX INT64_MAX

static const char *const priorities[] = {"LOW", "MEDIUM", "HIGH", NULL};
static const char *const directions[] = {"INBOUND", "OUTBOUND", NULL};
static const char *const list_types[] = {"INBOUND", "OUTBOUND", "ALL", NULL};
static const char *const list_statuses[] = {"OPEN", "INFORMATION", "ACCEPTED", "REJECTED", "CLOSED", "ALL", NULL};
static const char *const paged_statuses[] = {"OPEN", "INFORMATION", "ACCEPTED", "REJECTED", "CLOSED", "PENDINGACTION", "ALL", NULL};
static const char *const auth_types[] = {"NONE", "BASIC", "BEARER", "HEADER", "OAUTH2_CLIENT_CREDENTIALS", NULL};
static const char *const client_auth_methods[] = {"CLIENT_SECRET_BASIC", NULL};
static const char *const payload_v1[] = {"V1", NULL};
static const char *const payload_v2[] = {"V2", NULL};

/* ---- parts ---- */

static const collab_field_t user[] = { /* checked and otherwise not used: the creator is the caller */
  { "id",                 INTEGER, OPTIONAL, .max = ID_MAX },
  { "username",           STRING,  OPTIONAL, .max = NAME_LENGTH },
  { "firstName",          STRING,  OPTIONAL, .max = NAME_LENGTH },
  { "lastName",           STRING,  OPTIONAL, .max = NAME_LENGTH },
  { "email",              STRING,  OPTIONAL, .max = NAME_LENGTH },
  { "phone",              STRING,  OPTIONAL, .max = PHONE_LENGTH },
  { "phoneCountryCode",   STRING,  OPTIONAL, .max = 10 },
  { "city",               STRING,  OPTIONAL, .max = NAME_LENGTH },
  { "emailCheckFailData", STRING,  OPTIONAL, .max = NAME_LENGTH },
  { NULL }
};

static const collab_field_t contact_details[] = {
  { "name",  STRING, OPTIONAL, .max = NAME_LENGTH },
  { "email", EMAIL,  OPTIONAL },
  { "phone", STRING, OPTIONAL, .max = PHONE_LENGTH },
  { NULL }
};

static const collab_field_t custom_field[] = { /* what its document asks for, the statement checks */
  { "fieldId", NUMBER_OR_DIGITS, REQUIRED, .min = 1, .max = ID_MAX },
  { "value",   STRING,           OPTIONAL, .max = 5000 },
  { NULL }
};

static const collab_field_t internal_note[] = {
  { "note", STRING, REQUIRED, .max = 5000 },
  { NULL }
};

static const collab_field_t callback_auth[] = { /* which apply to which type, api/subscription.c knows */
  { "type",               ENUM,   REQUIRED, .values = auth_types },
  { "username",           STRING, OPTIONAL, .max = NAME_LENGTH },
  { "password",           STRING, OPTIONAL, .max = 1000 },
  { "token",              STRING, OPTIONAL, .max = 8000 },
  { "headerName",         STRING, OPTIONAL, .max = NAME_LENGTH },
  { "headerValue",        STRING, OPTIONAL, .max = 8000 },
  { "oauth2TokenUrl",     URI,    OPTIONAL },
  { "oauth2ClientId",     STRING, OPTIONAL, .max = 1000 },
  { "oauth2ClientSecret", STRING, OPTIONAL, .max = 1000 },
  { "oauth2ClientAuthenticationMethod", ENUM, OPTIONAL, .values = client_auth_methods },
  { "oauth2Scope",        STRING, OPTIONAL, .max = 1000 },
  { NULL }
};

static const collab_field_t one_direction = { NULL, ENUM,    REQUIRED, .values = directions };
static const collab_field_t one_company   = { NULL, INTEGER, REQUIRED, .min = 1, .max = ID_MAX };

/* ---- bodies ---- */

const collab_field_t body_login[] = {
  { "username", STRING, REQUIRED, .max = NAME_LENGTH, .filled = true },
  { "password", STRING, REQUIRED, .max = NAME_LENGTH, .filled = true },
  { NULL }
};

const collab_field_t body_request[] = { /* contract.md 6: the form, filled in */
  { "documentId",              INTEGER, REQUIRED, .min = 1, .max = ID_MAX },
  { "internalCaseNumber",      STRING,  REQUIRED, .max = NAME_LENGTH },
  { "problemSummary",          STRING,  REQUIRED, .max = 500 },
  { "problemDescription",      STRING,  REQUIRED, .max = 10000 },
  { "priority",                ENUM,    REQUIRED, .values = priorities },
  { "testSubmission",          BOOLEAN, OPTIONAL },
  { "customFields",            ARRAY,   OPTIONAL, .max = 500, .fields = custom_field },
  { "internalNotes",           ARRAY,   OPTIONAL, .max = 100, .fields = internal_note },
  { "submitterContactDetails", OBJECT,  OPTIONAL, .fields = contact_details },
  { "receiverCompanyId",       INTEGER, OPTIONAL, .min = 1, .max = ID_MAX },
  { "receiverDepartmentId",    INTEGER, OPTIONAL, .min = 1, .max = ID_MAX },
  { NULL }
};

const collab_field_t body_approval[] = {
  { "caseNumber",    STRING, REQUIRED, .max = NAME_LENGTH },
  { "engineerName",  STRING, EXPECTED, .max = NAME_LENGTH },
  { "engineerPhone", STRING, OPTIONAL, .max = PHONE_LENGTH },
  { "engineerEmail", EMAIL,  EXPECTED },
  { "nextSteps",     STRING, REQUIRED, .max = 5000 },
  { NULL }
};

const collab_field_t body_information_request[] = {
  { "engineerName",         STRING, EXPECTED, .max = NAME_LENGTH },
  { "engineerPhone",        STRING, OPTIONAL, .max = PHONE_LENGTH },
  { "engineerEmail",        EMAIL,  EXPECTED },
  { "requestedInformation", STRING, REQUIRED, .max = 5000 },
  { NULL }
};

const collab_field_t body_information_response[] = {
  { "requestedInformation", STRING, REQUIRED, .max = 5000 },
  { NULL }
};

const collab_field_t body_rejection[] = {
  { "engineerName",  STRING, EXPECTED, .max = NAME_LENGTH },
  { "engineerPhone", STRING, OPTIONAL, .max = PHONE_LENGTH },
  { "engineerEmail", EMAIL,  EXPECTED },
  { "reason",        STRING, REQUIRED, .max = 2000 },
  { NULL }
};

const collab_field_t body_note[] = {
  { "summary",     STRING, REQUIRED, .max = 500 },
  { "description", STRING, EXPECTED, .max = 5000 },
  { "priority",    ENUM,   EXPECTED, .values = priorities },
  { "submittedBy", OBJECT, OPTIONAL, .fields = user },
  { NULL }
};

const collab_field_t body_webhook_v2[] = { /* contract.md 8 */
  { "callbackUrl",       URI,            REQUIRED },
  { "eventTypes",        EVENT_TYPES_V2, OPTIONAL },
  { "callbackAuth",      OBJECT,         OPTIONAL, .fields = callback_auth },
  { "caseDirections",    ARRAY,          OPTIONAL, .min = 1, .max = 2,    .of = &one_direction },
  { "partnerCompanyIds", ARRAY,          OPTIONAL, .min = 1, .max = 1000, .of = &one_company },
  { "payloadVersion",    ENUM,           OPTIONAL, .values = payload_v2 },
  { NULL }
};

const collab_field_t body_attachment_https[] = { /* contract.md 7; what else must be true of them, api/attachments.c knows */
  { "domain",     STRING,              REQUIRED, .max = 253,  .filled = true },
  { "password",   STRING,              REQUIRED, .max = 1000, .filled = true },
  { "expiration", DATETIME_OR_SECONDS, REQUIRED },
  { "httpsPath",  STRING,              REQUIRED, .max = 1000, .filled = true },
  { "httpsPort",  INTEGER,             REQUIRED, .min = 1, .max = 65535 },
  { NULL }
};

const collab_field_t body_webhook_v1[] = { /* frozen */
  { "callbackUrl",    URI,            REQUIRED },
  { "eventTypes",     EVENT_TYPES_V1, OPTIONAL },
  { "callbackAuth",   OBJECT,         OPTIONAL, .fields = callback_auth },
  { "payloadVersion", ENUM,           OPTIONAL, .values = payload_v1 },
  { NULL }
};

const collab_field_t body_rotation[] = { /* at most what CollabSecretOverlap says */
  { "overlapSeconds", INTEGER, OPTIONAL },
  { NULL }
};

/* ---- merge patches: every field optional and nullable ---- */

const collab_field_t patch_approval[] = {
  { "caseNumber",    STRING, OPTIONAL, .max = NAME_LENGTH },
  { "engineerName",  STRING, OPTIONAL, .max = NAME_LENGTH },
  { "engineerPhone", STRING, OPTIONAL, .max = PHONE_LENGTH },
  { "engineerEmail", EMAIL,  OPTIONAL },
  { "nextSteps",     STRING, OPTIONAL, .max = 5000 },
  { NULL }
};

const collab_field_t patch_request[] = {
  { "internalCaseNumber",      STRING, OPTIONAL, .max = NAME_LENGTH },
  { "submitterContactDetails", OBJECT, OPTIONAL, .fields = contact_details },
  { NULL }
};

const collab_field_t patch_webhook[] = { /* neither active nor callbackUrl can be taken away: api/webhooks.c */
  { "active",            BOOLEAN,        OPTIONAL },
  { "callbackUrl",       URI,            OPTIONAL },
  { "eventTypes",        EVENT_TYPES_V2, OPTIONAL },
  { "callbackAuth",      OBJECT,         OPTIONAL, .fields = callback_auth },
  { "caseDirections",    ARRAY,          OPTIONAL, .min = 1, .max = 2,    .of = &one_direction },
  { "partnerCompanyIds", ARRAY,          OPTIONAL, .min = 1, .max = 1000, .of = &one_company },
  { "payloadVersion",    ENUM,           OPTIONAL, .values = payload_v2 },
  { NULL }
};

/* ---- queries ---- */

const collab_field_t query_request[] = {
  { "includeRemovedNotes", BOOLEAN, OPTIONAL },
  { NULL }
};

#define LIST_FILTERS(statuses) \
  { "type",               ENUM,     OPTIONAL, .values = list_types }, \
  { "status",             ENUM,     OPTIONAL, .values = statuses }, \
  { "internalCaseNumber", STRING,   OPTIONAL, .max = NAME_LENGTH }

#define LIST_PAGES \
  { "page",               INTEGER,  OPTIONAL, .max = INT32_MAX }, \
  { "size",               INTEGER,  OPTIONAL, .min = 1, .max = 200 }

#define LIST_DATES \
  { "updatedAfter",       DATETIME, OPTIONAL }, \
  { "createdAfter",       DATETIME, OPTIONAL }, \
  { "includeRemovedNotes", BOOLEAN, OPTIONAL }

const collab_field_t query_requests[] = { /* this list alone knows PENDINGACTION */
  LIST_FILTERS(paged_statuses),
  LIST_PAGES,
  { "includeRemovedNotes", BOOLEAN, OPTIONAL },
  { "cursor",             CURSOR,   OPTIONAL },
  { NULL }
};

const collab_field_t query_request_stream[] = {
  LIST_FILTERS(list_statuses),
  LIST_DATES,
  { NULL }
};

const collab_field_t query_requests_v1[] = {
  LIST_FILTERS(list_statuses),
  LIST_DATES,
  LIST_PAGES,
  { "paginated",          BOOLEAN,  OPTIONAL },
  { NULL }
};

const collab_field_t query_notes[] = {
  { "updatedAfter",   DATETIME, OPTIONAL },
  { "createdAfter",   DATETIME, OPTIONAL },
  { "includeRemoved", BOOLEAN,  OPTIONAL },
  { NULL }
};

const collab_field_t query_search[] = {
  { "query", STRING,  REQUIRED, .max = 500, .filled = true },
  { "limit", INTEGER, OPTIONAL, .min = 1, .max = 50 },
  { NULL }
};

const collab_field_t query_attachment[] = {
  { "description", STRING, OPTIONAL, .max = 500 },
  { NULL }
};

const collab_field_t query_deliveries[] = {
  { "page", INTEGER, OPTIONAL, .max = INT32_MAX },
  { "size", INTEGER, OPTIONAL, .min = 1, .max = 200 },
  { NULL }
};

/* ---- paths ---- */

const collab_field_t path_search_term[]   = { { "searchTerm",   STRING,  REQUIRED, .max = 100 },              { NULL } };
const collab_field_t path_company_id[]    = { { "companyId",    INTEGER, REQUIRED, .max = ID_MAX }, { NULL } };
const collab_field_t path_department_id[] = { { "departmentId", INTEGER, REQUIRED, .max = ID_MAX }, { NULL } };
const collab_field_t path_document_id[]   = { { "documentId",   INTEGER, REQUIRED, .max = ID_MAX }, { NULL } };
const collab_field_t path_id[]            = { { "id",           INTEGER, REQUIRED, .max = ID_MAX }, { NULL } };

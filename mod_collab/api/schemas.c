/* schemas.c: THE field lists: what the bodies, queries and paths of the interface may contain (service-api.md, contract.md 3 to
 * 8). Lengths are code points. */
#include "api/schemas.h"

#include <stddef.h>

#include "config/config.h"

/* clang-format off */

#define SETTING(member) offsetof(collab_config_t, member)
#define NAME_LENGTH 191 /* service-api.md, Limits: name-like strings */
#define PHONE_LENGTH 50
#define ID_MAX INT64_MAX
#define OAUTH2 "OAUTH2_CLIENT_CREDENTIALS"

static const char *const priorities[] = {"LOW", "MEDIUM", "HIGH", NULL};
static const char *const directions[] = {"INBOUND", "OUTBOUND", NULL};
static const char *const list_types[] = {"INBOUND", "OUTBOUND", "ALL", NULL};
static const char *const list_statuses[] = {"OPEN", "INFORMATION", "ACCEPTED", "REJECTED", "CLOSED", "ALL", NULL};
static const char *const paged_statuses[] = {"OPEN", "INFORMATION", "ACCEPTED", "REJECTED", "CLOSED", "PENDINGACTION", "ALL", NULL};
static const char *const auth_types[] = {"NONE", "BASIC", "BEARER", "HEADER", OAUTH2, NULL};
static const char *const client_auth_methods[] = {"CLIENT_SECRET_BASIC", NULL};
static const char *const payload_v1[] = {"V1", NULL};
static const char *const payload_v2[] = {"V2", NULL};

/* ---- parts ---- */

static const collab_field_t user[] = { /* checked and otherwise not used: the creator is the caller */
  { "id",                 INTEGER, OPTIONAL, .max = ID_MAX, .says = "Not used" },
  { "username",           STRING,  OPTIONAL, .max = NAME_LENGTH, .says = "Not used" },
  { "firstName",          STRING,  OPTIONAL, .max = NAME_LENGTH, .says = "Not used" },
  { "lastName",           STRING,  OPTIONAL, .max = NAME_LENGTH, .says = "Not used" },
  { "email",              STRING,  OPTIONAL, .max = NAME_LENGTH, .says = "Not used" },
  { "phone",              STRING,  OPTIONAL, .max = PHONE_LENGTH, .says = "Not used" },
  { "phoneCountryCode",   STRING,  OPTIONAL, .max = 10, .says = "Not used" },
  { "city",               STRING,  OPTIONAL, .max = NAME_LENGTH, .says = "Not used" },
  { "emailCheckFailData", STRING,  OPTIONAL, .max = NAME_LENGTH, .says = "Not used" },
  { NULL }
};

static const collab_field_t contact_details[] = {
  { "name",  STRING, OPTIONAL, .max = NAME_LENGTH, .says = "Name of the person to ask" },
  { "email", EMAIL,  OPTIONAL, .says = "E-mail address of that person" },
  { "phone", STRING, OPTIONAL, .max = PHONE_LENGTH, .says = "Phone number of that person" },
  { NULL }
};

static const collab_field_t custom_field[] = { /* what its document asks for, the statement checks */
  { "fieldId", NUMBER_OR_DIGITS, REQUIRED, .min = 1, .max = ID_MAX, .says = "The field's `fieldId` in the form" },
  { "value",   STRING,           OPTIONAL, .max = 5000,
    .says = "The value; one of the choices for `SELECT` and `TIERSELECT` (levels joined by ` : `)" },
  { NULL }
};

static const collab_field_t internal_note[] = {
  { "note", STRING, REQUIRED, .max = 5000, .says = "Text that only the submitter's company sees" },
  { NULL }
};

const collab_field_t callback_auth[] = { /* what they may look like, api/subscription.c knows */
  { "type",               ENUM,   REQUIRED, .values = auth_types, .says = "How the sender authenticates at the callback" },
  { "username",           STRING, DEPENDENT, .with = "BASIC", .max = NAME_LENGTH, .says = "User name, without a colon" },
  { "password",           STRING, DEPENDENT, .with = "BASIC", .max = 1000, .says = "Password" },
  { "token",              STRING, DEPENDENT, .with = "BEARER", .max = 8000, .says = "Bearer token" },
  { "headerName",         STRING, DEPENDENT, .with = "HEADER", .max = NAME_LENGTH,
    .says = "Name of the header that holds the credential" },
  { "headerValue",        STRING, DEPENDENT, .with = "HEADER", .max = 8000, .says = "Value of that header" },
  { "oauth2TokenUrl",     URI,    DEPENDENT, .with = OAUTH2, .says = "Token endpoint of the authorization server" },
  { "oauth2ClientId",     STRING, DEPENDENT, .with = OAUTH2, .max = 1000, .says = "Client id" },
  { "oauth2ClientSecret", STRING, DEPENDENT, .with = OAUTH2, .max = 1000, .says = "Client secret" },
  { "oauth2ClientAuthenticationMethod", ENUM, OPTIONAL, .with = OAUTH2, .values = client_auth_methods,
    .otherwise = "CLIENT_SECRET_BASIC", .says = "How the client authenticates at the token endpoint" },
  { "oauth2Scope",        STRING, OPTIONAL, .with = OAUTH2, .min = 1, .max = 1000, .says = "Scopes to ask for, separated by spaces" },
  { NULL }
};

static const collab_field_t one_direction = { NULL, ENUM,    REQUIRED, .values = directions };
static const collab_field_t one_company   = { NULL, INTEGER, REQUIRED, .min = 1, .max = ID_MAX };

/* ---- bodies ---- */

const collab_field_t body_login[] = {
  { "username", STRING, REQUIRED, .max = NAME_LENGTH, .filled = true, .says = "User name" },
  { "password", STRING, REQUIRED, .max = NAME_LENGTH, .filled = true, .says = "Password" },
  { NULL }
};

const collab_field_t body_request[] = { /* contract.md 6: the form, filled in */
  { "documentId",              INTEGER, REQUIRED, .min = 1, .max = ID_MAX,
    .says = "Form that this request fills in; it decides who receives the request" },
  { "internalCaseNumber",      STRING,  REQUIRED, .max = NAME_LENGTH, .says = "Ticket number in the submitter's own system" },
  { "problemSummary",          STRING,  REQUIRED, .max = 500, .says = "The problem in one line" },
  { "problemDescription",      STRING,  REQUIRED, .max = 10000, .says = "The whole problem" },
  { "priority",                ENUM,    REQUIRED, .values = priorities, .says = "How urgent it is; decides `respondBy`" },
  { "testSubmission",          BOOLEAN, OPTIONAL, .otherwise = "false", .says = "Whether this is a test and not a real case" },
  { "customFields",            ARRAY,   OPTIONAL, .max = 500, .fields = custom_field,
    .says = "Values of the form's custom fields" },
  { "internalNotes",           ARRAY,   OPTIONAL, .max = 100, .fields = internal_note,
    .says = "Notes that only the submitter's company sees" },
  { "submitterContactDetails", OBJECT,  OPTIONAL, .fields = contact_details,
    .says = "Whom the receiver asks; the caller when left out" },
  { "receiverCompanyId",       INTEGER, OPTIONAL, .min = 1, .max = ID_MAX,
    .says = "Company that receives the request; must agree with the form" },
  { "receiverDepartmentId",    INTEGER, OPTIONAL, .min = 1, .max = ID_MAX,
    .says = "Department that receives the request; must agree with the form" },
  { NULL }
};

const collab_field_t body_approval[] = {
  { "caseNumber",    STRING, REQUIRED, .max = NAME_LENGTH, .says = "Ticket number in the receiver's own system" },
  { "engineerName",  STRING, EXPECTED, .max = NAME_LENGTH, .says = "Engineer who works on the request" },
  { "engineerPhone", STRING, OPTIONAL, .max = PHONE_LENGTH, .says = "Phone number of the engineer" },
  { "engineerEmail", EMAIL,  EXPECTED, .says = "E-mail address of the engineer" },
  { "nextSteps",     STRING, REQUIRED, .max = 5000, .says = "What happens next, or what the submitter should do" },
  { NULL }
};

const collab_field_t body_information_request[] = {
  { "engineerName",         STRING, EXPECTED, .max = NAME_LENGTH, .says = "Engineer who works on the request" },
  { "engineerPhone",        STRING, OPTIONAL, .max = PHONE_LENGTH, .says = "Phone number of the engineer" },
  { "engineerEmail",        EMAIL,  EXPECTED, .says = "E-mail address of the engineer" },
  { "requestedInformation", STRING, REQUIRED, .max = 5000, .says = "What the receiver needs to know" },
  { NULL }
};

const collab_field_t body_information_response[] = {
  { "requestedInformation", STRING, REQUIRED, .max = 5000, .says = "The answer to what the receiver asked" },
  { NULL }
};

const collab_field_t body_rejection[] = {
  { "engineerName",  STRING, EXPECTED, .max = NAME_LENGTH, .says = "Engineer who works on the request" },
  { "engineerPhone", STRING, OPTIONAL, .max = PHONE_LENGTH, .says = "Phone number of the engineer" },
  { "engineerEmail", EMAIL,  EXPECTED, .says = "E-mail address of the engineer" },
  { "reason",        STRING, REQUIRED, .max = 2000, .says = "Why the receiver does not take the request" },
  { NULL }
};

const collab_field_t body_note[] = {
  { "summary",     STRING, REQUIRED, .max = 500, .says = "The note in one line" },
  { "description", STRING, EXPECTED, .max = 5000, .says = "The whole text" },
  { "priority",    ENUM,   EXPECTED, .values = priorities, .says = "How urgent the note is" },
  { "submittedBy", OBJECT, OPTIONAL, .fields = user, .says = "Checked but not used: the author is the caller" },
  { NULL }
};

const collab_field_t body_webhook_v2[] = { /* contract.md 8 */
  { "callbackUrl",       URI,            REQUIRED, .says = "URL that receives the events" },
  { "eventTypes",        EVENT_TYPES_V2, OPTIONAL, .says = "Event types to send; all of this version when left out" },
  { "callbackAuth",      OBJECT,         OPTIONAL, .fields = callback_auth,
    .says = "How the sender authenticates at the callback; not at all when left out" },
  { "caseDirections",    ARRAY,          OPTIONAL, .min = 1, .max = 2,    .of = &one_direction,
    .says = "Send only events of requests in these directions; all when left out" },
  { "partnerCompanyIds", ARRAY,          OPTIONAL, .min = 1, .max = 1000, .of = &one_company,
    .says = "Send only events of requests with these partners; all when left out" },
  { "payloadVersion",    ENUM,           OPTIONAL, .values = payload_v2,
    .says = "Payload version; must be the version of this path" },
  { NULL }
};

const collab_field_t body_attachment_https[] = { /* contract.md 7; what else must be true of them, api/attachments.c knows */
  { "domain",     STRING,              REQUIRED, .max = 253,  .filled = true, .says = "Host name of the storage" },
  { "password",   STRING,              REQUIRED, .max = 1000, .filled = true, .says = "Password of the storage" },
  { "expiration", DATETIME_OR_SECONDS, REQUIRED,
    .says = "When the configuration expires; must be in the future. A number is in seconds since 1970, fractions allowed" },
  { "httpsPath",  STRING,              REQUIRED, .max = 1000, .filled = true,
    .says = "Folder of the storage; starts with `/` and has no spaces" },
  { "httpsPort",  INTEGER,             REQUIRED, .min = 1, .max = 65535, .says = "HTTPS port of the storage" },
  { NULL }
};

const collab_field_t body_webhook_v1[] = { /* frozen */
  { "callbackUrl",    URI,            REQUIRED, .says = "URL that receives the events" },
  { "eventTypes",     EVENT_TYPES_V1, OPTIONAL, .says = "Event types to send; all of this version when left out" },
  { "callbackAuth",   OBJECT,         OPTIONAL, .fields = callback_auth,
    .says = "How the sender authenticates at the callback; not at all when left out" },
  { "payloadVersion", ENUM,           OPTIONAL, .values = payload_v1,
    .says = "Payload version; must be the version of this path" },
  { NULL }
};

const collab_field_t body_rotation[] = { /* the check is in api/webhooks.c */
  { "overlapSeconds", INTEGER, OPTIONAL, .otherwise_at = SETTING(secret_overlap),
    .max_at = SETTING(secret_overlap_max),
    .says = "For how many seconds the replaced secret keeps signing as well; 0 ends all replaced secrets at once" },
  { NULL }
};

/* ---- merge patches: every field optional and nullable ---- */

const collab_field_t patch_approval[] = {
  { "caseNumber",    STRING, OPTIONAL, .max = NAME_LENGTH, .says = "Ticket number in the receiver's own system" },
  { "engineerName",  STRING, OPTIONAL, .max = NAME_LENGTH, .says = "Engineer who works on the request" },
  { "engineerPhone", STRING, OPTIONAL, .max = PHONE_LENGTH, .says = "Phone number of the engineer" },
  { "engineerEmail", EMAIL,  OPTIONAL, .says = "E-mail address of the engineer" },
  { "nextSteps",     STRING, OPTIONAL, .max = 5000, .says = "What happens next, or what the submitter should do" },
  { NULL }
};

const collab_field_t patch_request[] = {
  { "internalCaseNumber",      STRING, OPTIONAL, .max = NAME_LENGTH, .says = "Ticket number in the submitter's own system" },
  { "submitterContactDetails", OBJECT, OPTIONAL, .fields = contact_details, .says = "Whom the receiver asks" },
  { NULL }
};

const collab_field_t patch_webhook[] = { /* neither active nor callbackUrl can be taken away: api/webhooks.c */
  { "active",            BOOLEAN,        OPTIONAL,
    .says = "`false` stops deliveries and drops those that are pending; `true` resumes deliveries" },
  { "callbackUrl",       URI,            OPTIONAL,
    .says = "URL that receives the events; another scheme, host or port needs a new `callbackAuth`" },
  { "eventTypes",        EVENT_TYPES_V2, OPTIONAL, .says = "Event types to send; `null` for all" },
  { "callbackAuth",      OBJECT,         OPTIONAL, .fields = callback_auth,
    .says = "How the sender authenticates at the callback; replaces the stored credentials" },
  { "caseDirections",    ARRAY,          OPTIONAL, .min = 1, .max = 2,    .of = &one_direction,
    .says = "Send only events of requests in these directions; `null` for all" },
  { "partnerCompanyIds", ARRAY,          OPTIONAL, .min = 1, .max = 1000, .of = &one_company,
    .says = "Send only events of requests with these partners; `null` for all" },
  { "payloadVersion",    ENUM,           OPTIONAL, .values = payload_v2,
    .says = "Payload version; must be the version of this path" },
  { NULL }
};

/* ---- queries ---- */

const collab_field_t query_request[] = {
  { "includeRemovedNotes", BOOLEAN, OPTIONAL, .otherwise = "false", .says = "Whether removed notes are included" },
  { NULL }
};

#define LIST_FILTERS(statuses, meaning) \
  { "type",               ENUM,     OPTIONAL, .values = list_types, .otherwise = "ALL", \
    .says = "Only requests that the caller's company received (`INBOUND`) or submitted (`OUTBOUND`)" }, \
  { "status",             ENUM,     OPTIONAL, .values = statuses, .otherwise = "ALL", \
    .says = "Only requests in this status" meaning }, \
  { "internalCaseNumber", STRING,   OPTIONAL, .max = NAME_LENGTH, \
    .says = "Only requests with this ticket number of the caller's own system" }

#define LIST_PAGES \
  { "page",               INTEGER,  OPTIONAL, .max = INT32_MAX, .otherwise = "0", .says = "Page number, from 0" }, \
  { "size",               INTEGER,  OPTIONAL, .min = 1, .max = 200, .otherwise = "50", .says = "Elements per page" }

#define LIST_DATES \
  { "updatedAfter",       DATETIME, OPTIONAL, .says = "Only what changed after this time" }, \
  { "createdAfter",       DATETIME, OPTIONAL, .says = "Only what was created after this time" }, \
  { "includeRemovedNotes", BOOLEAN, OPTIONAL, .otherwise = "false", .says = "Whether removed notes are included" }

const collab_field_t query_requests[] = { /* this list alone knows PENDINGACTION */
  LIST_FILTERS(paged_statuses, "; `PENDINGACTION`: those that wait for the caller's company"),
  LIST_PAGES,
  { "includeRemovedNotes", BOOLEAN, OPTIONAL, .otherwise = "false", .says = "Whether removed notes are included" },
  { "cursor",             CURSOR,   OPTIONAL, .says = "Cursor mode: empty to begin, then `nextCursor` of the page before" },
  { NULL }
};

const collab_field_t query_request_stream[] = {
  LIST_FILTERS(list_statuses, ""),
  LIST_DATES,
  { NULL }
};

const collab_field_t query_requests_v1[] = {
  LIST_FILTERS(list_statuses, ""),
  LIST_DATES,
  LIST_PAGES,
  { "paginated",          BOOLEAN,  OPTIONAL, .otherwise = "false",
    .says = "Whether to return pages with totals instead of one array" },
  { NULL }
};

const collab_field_t query_notes[] = {
  { "updatedAfter",   DATETIME, OPTIONAL, .says = "Only what changed after this time" },
  { "createdAfter",   DATETIME, OPTIONAL, .says = "Only what was created after this time" },
  { "includeRemoved", BOOLEAN,  OPTIONAL, .otherwise = "false", .says = "Whether removed notes are included" },
  { NULL }
};

const collab_field_t query_search[] = {
  { "query", STRING,  REQUIRED, .max = 500, .filled = true, .example = "flash arrays",
    .says = "What help is needed, in the caller's own words" },
  { "limit", INTEGER, OPTIONAL, .min = 1, .max = 50, .otherwise = "10", .says = "How many partners to return at most" },
  { NULL }
};

#define UPLOAD_DESCRIPTION \
  { "description", STRING, OPTIONAL, .max = 500, \
    .says = "Text for the note about the files: a part of the form, or a parameter when there is no such part" }

const collab_field_t query_attachment[] = { UPLOAD_DESCRIPTION, { NULL } };

static const collab_field_t one_file = { NULL, CONTENT, REQUIRED };

const collab_field_t form_attachment[] = { /* api/attachment_form.c reads it */
  { "files", ARRAY, REQUIRED, .min = 1, .of = &one_file, .says = "Files to forward; the part may be repeated" },
  UPLOAD_DESCRIPTION,
  { NULL }
};

const collab_field_t query_deliveries[] = {
  { "page", INTEGER, OPTIONAL, .max = INT32_MAX, .otherwise = "0", .says = "Page number, from 0" },
  { "size", INTEGER, OPTIONAL, .min = 1, .max = 200, .otherwise = "20", .says = "Elements per page" },
  { NULL }
};

/* ---- paths ---- */

const collab_field_t path_search_term[]   = { { "searchTerm",   STRING,  REQUIRED, .max = 100, .example = "beta",
    .says = "A company's or department's name, or part of it" }, { NULL } };
const collab_field_t path_company_id[]    = { { "companyId",    INTEGER, REQUIRED, .max = ID_MAX, .example = "2",
    .says = "Company id, as the partner search returns it" }, { NULL } };
const collab_field_t path_department_id[] = { { "departmentId", INTEGER, REQUIRED, .max = ID_MAX, .example = "2",
    .says = "Department id, as the partner search returns it" }, { NULL } };
const collab_field_t path_document_id[]   = { { "documentId",   INTEGER, REQUIRED, .max = ID_MAX, .example = "2",
    .says = "Form id, as the partner search returns it" }, { NULL } };
const collab_field_t path_token[]         = { { "token",        STRING,  REQUIRED,
    .says = "Identifier of the collaboration request" }, { NULL } };
const collab_field_t path_code[]          = { { "code",         STRING,  REQUIRED, .example = "closed",
    .says = "Last part of the problem type's URL" }, { NULL } };
const collab_field_t path_id[]            = { { "id",           INTEGER, REQUIRED, .max = ID_MAX,
    .says = "Subscription id" }, { NULL } };

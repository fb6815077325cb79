/* requests.c: collaboration requests, in which one company asks another for help. */
#include "api/operations/operations.h"

/* clang-format off */

/* ---- parameters and bodies ---- */

const collab_field_t token_path[] = {
  REQUEST_TOKEN,
  { NULL }
};

static const collab_field_t contact_details[] = {
  { "name",  STRING, OPTIONAL, .max = NAME_LENGTH, .example = "Ada Archer", .says = "Name of the person to ask" },
  { "email", EMAIL,  OPTIONAL, .example = "ada@acme.example", .says = "E-mail address of that person" },
  { "phone", STRING, OPTIONAL, .max = PHONE_LENGTH, .example = "+1 555 0101", .says = "Phone number of that person" },
  { NULL }
};

static const collab_field_t custom_field[] = { /* request_create also checks the custom fields against the form */
  { "fieldId", NUMBER_OR_DIGITS, REQUIRED, .min = 1, .max = ID_MAX, .is_field_id = true, .example = "5",
    .says = "The field's `fieldId` in the form" },
  { "value",   STRING,           OPTIONAL, .max = TEXT_LENGTH + 1, /* an INTEGER may have a sign before its digits */
    .example = "SN-20417", .says = "The value; one of the choices for `SELECT` and `TIERSELECT` (levels joined by ` : `)" },
  { NULL }
};

static const collab_field_t internal_note[] = {
  { "note", STRING, REQUIRED, .max = TEXT_LENGTH, .example = "Called the site",
    .says = "Text that only the submitter's company sees" },
  { NULL }
};

static const collab_field_t request_body[] = { /* interface.md 9.2: the form, filled in */
  { "documentId",              INTEGER, REQUIRED, .min = 1, .max = ID_MAX,
    .says = "Form that this request fills in; it decides who receives the request" },
  { "internalCaseNumber",      STRING,  REQUIRED, .max = NAME_LENGTH, .says = "Ticket number in the submitter's own system" },
  { "problemSummary",          STRING,  REQUIRED, .max = SUMMARY_LENGTH, .says = "The problem in one line" },
  { "problemDescription",      STRING,  REQUIRED, .max = DESCRIPTION_LENGTH, .says = "The whole problem" },
  { "priority",                ENUM,    REQUIRED, .values = WORDS(PRIORITIES), .says = "How urgent it is; decides `respondBy`" },
  { "testSubmission",          BOOLEAN, OPTIONAL, .otherwise = "false", .says = "Whether this is a test and not a real case" },
  { "customFields",            ARRAY,   OPTIONAL, .max = 500, .fields = custom_field,
    .says = "Values of the form's custom fields" },
  { "internalNotes",           ARRAY,   OPTIONAL, .max = 100, .fields = internal_note,
    .says = "Notes that only the submitter's company sees" },
  { "submitterContactDetails", OBJECT,  OPTIONAL, .fields = contact_details,
    .says = "Contact for the receiver's questions; the caller when left out" },
  { "receiverCompanyId",       INTEGER, OPTIONAL, .min = 1, .max = ID_MAX, .example = "2",
    .says = "Company that receives the request; must agree with the form" },
  { "receiverDepartmentId",    INTEGER, OPTIONAL, .min = 1, .max = ID_MAX, .example = "null", /* the form is the company's */
    .says = "Department that receives the request; must agree with the form" },
  { NULL }
};

static const collab_field_t request_patch[] = {
  { "internalCaseNumber",      STRING, OPTIONAL, .max = NAME_LENGTH, .says = "Ticket number in the submitter's own system" },
  { "submitterContactDetails", OBJECT, OPTIONAL, .fields = contact_details, .says = "Contact for the receiver's questions" },
  { NULL }
};

static const collab_field_t request_query[] = {
  { "includeRemovedNotes", BOOLEAN, OPTIONAL, .otherwise = "false", .says = "Whether removed notes are included" },
  { NULL }
};

#define LIST_FILTERS(statuses, meaning) \
  { "type",               ENUM,     OPTIONAL, .filters = true, .values = WORDS(DIRECTIONS, "ALL"), .otherwise = "ALL", \
    .says = "Only requests that the caller's company received (`INBOUND`) or submitted (`OUTBOUND`)" }, \
  { "status",             ENUM,     OPTIONAL, .filters = true, .values = statuses, .otherwise = "ALL", \
    .says = "Only requests in this status" meaning }, \
  { "internalCaseNumber", STRING,   OPTIONAL, .filters = true, .max = NAME_LENGTH, \
    .says = "Only requests with this ticket number of the caller's own system" }

#define LIST_PAGES \
  { "page",               INTEGER,  OPTIONAL, .max = INT32_MAX, .otherwise = "0", .says = "Page number, from 0" }, \
  { "size",               INTEGER,  OPTIONAL, .min = 1, .max = 200, .otherwise = "50", .says = "Elements per page" }

#define LIST_DATES \
  { "updatedAfter",       DATETIME, OPTIONAL, .filters = true, .says = "Only what changed after this time" }, \
  { "createdAfter",       DATETIME, OPTIONAL, .filters = true, .says = "Only what was created after this time" }, \
  { "includeRemovedNotes", BOOLEAN, OPTIONAL, .otherwise = "false", .says = "Whether removed notes are included" }

#define LIST_FILTERS_V2 \
  { "priority",           ENUM,     OPTIONAL, .filters = true, .values = WORDS(PRIORITIES), \
    .says = "Only requests of this priority" }, \
  { "partnerCompanyId",   INTEGER,  OPTIONAL, .filters = true, .min = 1, .max = ID_MAX, \
    .says = "Only requests to or from this company" }, \
  { "query",              STRING,   OPTIONAL, .filters = true, .max = NAME_LENGTH, \
    .says = "Only requests with each of these words, or words that begin with them, in the summary or a case number; " \
            "looks through the newest 5,000 that the other filters select" }, \
  { "fields",             ENUM,     OPTIONAL, .values = WORDS("summary"), \
    .says = "`summary`: leave out description, notes, responses, custom fields and internal notes" }

static const collab_field_t page_query[] = { /* only this list knows PENDINGACTION */
  LIST_FILTERS(WORDS(REQUEST_STATUSES, "PENDINGACTION", "ALL"), "; `PENDINGACTION`: those that wait for the caller's company"),
  LIST_FILTERS_V2,
  LIST_DATES,
  LIST_PAGES,
  { "cursor",             CURSOR,   OPTIONAL, .example = "",
    .says = "Cursor mode: empty to begin, then `nextCursor` of the page before" },
  { NULL }
};

static const collab_field_t stream_query[] = {
  LIST_FILTERS(WORDS(REQUEST_STATUSES, "ALL"), ""),
  LIST_FILTERS_V2,
  LIST_DATES,
  { NULL }
};

static const collab_field_t list_v1_query[] = {
  LIST_FILTERS(WORDS(REQUEST_STATUSES, "ALL"), ""),
  LIST_DATES,
  LIST_PAGES,
  { "paginated",          BOOLEAN,  OPTIONAL, .otherwise = "false",
    .says = "Whether to return pages with totals instead of one array" },
  { NULL }
};

/* ---- records ---- */

/* The record. With `fields=summary`, an item lacks internalNotes and the members whose row below has the word `presence`. */
#define REQUEST_RECORD(presence) \
  { "id",                      INTEGER,  REQUIRED, .min = 1, .says = "Request id" }, \
  { "submitCompanyName",       STRING,   REQUIRED, .max = NAME_LENGTH, .says = "Name of the submitter's company" }, \
  { "submitCompanyId",         INTEGER,  REQUIRED, .min = 1, .says = "Id of the submitter's company" }, \
  { "submitterCaseNumber",     STRING,   OPTIONAL, .max = NAME_LENGTH, .says = "Ticket number in the submitter's system" }, \
  { "receiveCompanyName",      STRING,   REQUIRED, .max = NAME_LENGTH, .says = "Name of the receiver's company" }, \
  { "receiveCompanyId",        INTEGER,  REQUIRED, .min = 1, .says = "Id of the receiver's company" }, \
  { "receiveDepartmentId",     INTEGER,  OPTIONAL, .min = 1, .says = "Id of the department that receives it, if one does" }, \
  { "receiveDepartmentName",   STRING,   OPTIONAL, .max = NAME_LENGTH, .says = "Name of that department at creation" }, \
  { "receiverCaseNumber",      STRING,   OPTIONAL, .max = NAME_LENGTH, .says = "Ticket number in the receiver's system" }, \
  { "summary",                 STRING,   REQUIRED, .max = SUMMARY_LENGTH, .says = "The problem in one line" }, \
  { "description",             STRING,   presence, .max = DESCRIPTION_LENGTH, .says = "The whole problem" }, \
  { "direction",               ENUM,     REQUIRED, .values = WORDS(DIRECTIONS), \
    .says = "`OUTBOUND` for the submitter, `INBOUND` for the receiver" }, \
  { "priority",                ENUM,     REQUIRED, .values = WORDS(PRIORITIES), .says = "How urgent it is" }, \
  { "status",                  ENUM,     REQUIRED, .values = WORDS(REQUEST_STATUSES), .says = "State of the request" }, \
  { "token",                   STRING,   REQUIRED, .max = TOKEN_LENGTH, .says = "Identifier of the request, used in paths" }, \
  { "createdAt",               DATETIME, REQUIRED, .says = "When the request was created" }, \
  { "updatedAt",               DATETIME, REQUIRED, .says = "When the request, a note or a response last changed" }, \
  { "deletedAt",               DATETIME, OPTIONAL, .says = "When the request was deleted" }, \
  { "responded",               BOOLEAN,  REQUIRED, .says = "Whether the receiver has responded" }, \
  { "respondBy",               DATETIME, REQUIRED, .says = "Deadline for the receiver's response" }, \
  { "feedbackRequested",       BOOLEAN,  REQUIRED, .says = "Whether the request was closed and feedback is welcome" }, \
  { "reminderSent",            BOOLEAN,  REQUIRED, .says = "Whether `respondBy` passed without a response" }, \
  { "priorityNote",            STRING,   OPTIONAL, .max = SHORT_TEXT_LENGTH, \
    .says = "What the priority means for `respondBy`, in words" }, \
  { "escalationInstructions",  STRING,   OPTIONAL, .max = SHORT_TEXT_LENGTH, .says = "How to escalate" }, \
  { "contactDocumentId",       INTEGER,  REQUIRED, .min = 1, .says = "Form that the request fills in" }, \
  { "contactDocumentName",     STRING,   OPTIONAL, .max = NAME_LENGTH, .says = "Name of that form" }, \
  { "testCase",                BOOLEAN,  REQUIRED, .says = "Whether the request is a test" }, \
  { "customFields",            ARRAY,    presence, .fields = custom_field_record, .says = "Values of the custom fields" }, \
  { "submittedBy",             OBJECT,   REQUIRED, .fields = user_record, .says = "Who created the request" }, \
  { "submitterContactDetails", OBJECT,   REQUIRED, .fields = contact_details_record, \
    .says = "Contact for the receiver's questions" }, \
  { "receiverContactDetails",  OBJECT,   REQUIRED, .fields = contact_details_record, \
    .says = "Contact for the submitter's questions; the engineer after an approval" }, \
  { "caseNotes",               ARRAY,    presence, .fields = note_record, .says = "Notes, oldest first" }, \
  { "caseResponses",           ARRAY,    presence, .fields = response_record, .says = "Responses, oldest first" }, \
  { "internalNotes",           ARRAY,    OPTIONAL, .fields = internal_note_record, \
    .says = "Only shown to the submitter's company" }

const collab_field_t request_record[] = { REQUEST_RECORD(REQUIRED), { NULL } };

static const collab_field_t request_item[] = { REQUEST_RECORD(OPTIONAL), { NULL } };

static const collab_field_t page_record[] = {
  { "content",       ARRAY,   REQUIRED, .fields = request_item, .says = "Requests of this page, newest first" },
  { "totalElements", INTEGER, OPTIONAL, .says = "Total number of requests; page mode only" },
  { "totalPages",    INTEGER, OPTIONAL, .says = "Total number of pages; page mode only" },
  { "size",          INTEGER, REQUIRED, .min = 1, .max = 200, .says = "Elements per page" },
  { "number",        INTEGER, OPTIONAL, .says = "Page number, from 0; page mode only" },
  { "nextCursor",    STRING,  OPTIONAL, .says = "Cursor of the next page; null at the end" },
  { NULL }
};

/* ---- operations ---- */

static const collab_route_t operations[] = {
  { "POST", "/v1/collaboration-requests",
    .summary = "Create a collaboration request",
    .says    = "The body is the form, filled in. The form decides which partner receives the request. Use the `token` of the "
               "response in the paths of all later calls.",
    .who     = MEMBER,
    .act     = NO_ACT,
    .body    = request_body,
    .change  = STATEMENT(request_create),
    .stores  = true,
    .gives   = ONE(request_record),
    .example = EXAMPLE({"documentId": 2, "internalCaseNumber": "ACME-1042",
                        "problemSummary": "Array offline after a firmware update",
                        "problemDescription": "Both controllers reboot every ten minutes.", "priority": "HIGH"}) },

  { "GET", "/v2/collaboration-requests",
    .summary    = "List the caller's requests, by page or by cursor",
    .says       = "Returns the requests that the caller's company submitted or received. Page mode (`page`, `size`) has totals "
                  "and is streamed. Cursor mode (`cursor`) has no totals, and is as fast at the end of a long list as at its "
                  "start. In cursor mode a page also ends with the record that reaches about 1 MiB.",
    .who        = READER,
    .query      = page_query,
    .read       = STATEMENT(request_page),
    .instead_if = "cursor",
    .instead    = STATEMENT(request_list),
    .next_run   = STATEMENT(request_rest),
    .stream     = true,
    .costly     = true,
    .gives      = ONE(page_record) },

  { "GET", "/v2/collaboration-requests/list",
    .summary = "List all of the caller's requests",
    .says    = "Streams one array of any length, newest first. If the server fails midway, it breaks off the connection. To "
               "poll for changes, send `updatedAfter`.",
    .who     = READER,
    .query   = stream_query,
    .read    = STATEMENT(request_batch),
    .costly  = true,
    .stream  = true,
    .gives   = LIST(request_item) },

  { "GET", "/v1/collaboration-requests",
    .name           = "request_list_v1",
    .summary        = "List all of the caller's requests (deprecated)",
    .says           = "Returns one array, or a page object with `paginated=true`.",
    .who            = READER,
    .successor      = "/v2/collaboration-requests",
    .query          = list_v1_query,
    .read           = STATEMENT(request_batch),
    .costly         = true,
    .instead_if     = "paginated",
    .instead        = STATEMENT(request_page),
    .next_run       = STATEMENT(request_rest),
    .stream         = true,
    .instead_stream = true,
    .gives          = LIST(request_record),
    .instead_gives  = ONE(page_record) },

  { "GET", REQUEST,
    .summary = "Get a request",
    .says    = "Returns the whole record. `direction` is relative to the caller, and only the submitter's company sees "
               "`internalNotes`.",
    .who     = READER,
    .path    = token_path,
    .query   = request_query,
    .read    = STATEMENT(request_get),
    .gives   = ONE(request_record) },

  { "PATCH", REQUEST,
    .summary     = "Change the submitter's case number and contact",
    .says        = "Changes only the fields in the body.",
    .who         = MEMBER,
    .act         = NO_ACT,
    .only_in     = NOT_CLOSED,
    .by          = SUBMITTER,
    .path        = token_path,
    .body        = request_patch,
    .merge_patch = true,
    .change      = STATEMENT(request_change),
    .gives       = ONE(request_record),
    .example     = EXAMPLE({"internalCaseNumber": "ACME-1043"}) },

  { NULL }
};

const collab_noun_t collab_requests = {
  .name       = "Collaboration requests",
  .says       = "Create, list, read, change and close requests.",
  .operations = operations,
};

const collab_record_t collab_requests_records[] = {
  { "CollaborationRequest",     request_record },
  { "CollaborationRequestItem", request_item },
  { "Page",                     page_record },
  { NULL }
};

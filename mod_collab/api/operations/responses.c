/* responses.c: the parties' responses to a request: approval, rejection, information request and information response. */
#include "api/operations/operations.h"

/* clang-format off */

/* ---- parameters and bodies ---- */

static const collab_field_t approval_body[] = {
  { "caseNumber",    STRING, REQUIRED, .max = NAME_LENGTH, .says = "Ticket number in the receiver's own system" },
  { "engineerName",  STRING, EXPECTED, .max = NAME_LENGTH, .says = "Engineer who works on the request" },
  { "engineerPhone", STRING, OPTIONAL, .max = PHONE_LENGTH, .example = "+49 30 5550102", .says = "Phone number of the engineer" },
  { "engineerEmail", EMAIL,  EXPECTED, .says = "E-mail address of the engineer" },
  { "nextSteps",     STRING, EXPECTED, .max = TEXT_LENGTH, .says = "What happens next, or what the submitter should do" },
  { NULL }
};

static const collab_field_t approval_patch[] = {
  { "caseNumber",    STRING, OPTIONAL, .max = NAME_LENGTH, .example = "BETA-77",
    .says = "Ticket number in the receiver's own system" },
  { "engineerName",  STRING, OPTIONAL, .max = NAME_LENGTH, .says = "Engineer who works on the request" },
  { "engineerPhone", STRING, OPTIONAL, .max = PHONE_LENGTH, .example = "+49 30 5550102", .says = "Phone number of the engineer" },
  { "engineerEmail", EMAIL,  OPTIONAL, .says = "E-mail address of the engineer" },
  { "nextSteps",     STRING, OPTIONAL, .max = TEXT_LENGTH, .example = "Please send the controller logs.",
    .says = "What happens next, or what the submitter should do" },
  { NULL }
};

static const collab_field_t information_request_body[] = {
  { "engineerName",         STRING, EXPECTED, .max = NAME_LENGTH, .says = "Engineer who works on the request" },
  { "engineerPhone",        STRING, OPTIONAL, .max = PHONE_LENGTH, .example = "+49 30 5550102",
    .says = "Phone number of the engineer" },
  { "engineerEmail",        EMAIL,  EXPECTED, .says = "E-mail address of the engineer" },
  { "requestedInformation", STRING, REQUIRED, .max = TEXT_LENGTH, .says = "What the receiver needs to know" },
  { NULL }
};

static const collab_field_t information_response_body[] = {
  { "requestedInformation", STRING, REQUIRED, .max = TEXT_LENGTH, .says = "Answer to the information request" },
  { NULL }
};

static const collab_field_t rejection_body[] = {
  { "engineerName",  STRING, EXPECTED, .max = NAME_LENGTH, .says = "Engineer who works on the request" },
  { "engineerPhone", STRING, OPTIONAL, .max = PHONE_LENGTH, .example = "+49 30 5550102", .says = "Phone number of the engineer" },
  { "engineerEmail", EMAIL,  EXPECTED, .says = "E-mail address of the engineer" },
  { "reason",        STRING, REQUIRED, .max = SHORT_TEXT_LENGTH, .says = "Why the receiver rejects the request" },
  { NULL }
};

static const collab_field_t response_path[] = {
  REQUEST_TOKEN,
  { "responseId", INTEGER, REQUIRED, .min = 1, .max = ID_MAX, .from = "approval_create.caseResponses.id",
    .says = "Id of the response" },
  { NULL }
};

/* ---- records ---- */

const collab_field_t response_record[] = {
  { "id",            INTEGER,  REQUIRED, .min = 1, .says = "Response id" },
  { "type",          ENUM,     REQUIRED, .values = WORDS(RESPONSE_TYPES), .says = "Kind of response" },
  { "caseNumber",    STRING,   OPTIONAL, .max = NAME_LENGTH, .says = "Ticket number in the receiver's own system" },
  { "engineerName",  STRING,   OPTIONAL, .max = NAME_LENGTH, .says = "Engineer who works on the request" },
  { "engineerPhone", STRING,   OPTIONAL, .max = PHONE_LENGTH, .says = "Phone number of the engineer" },
  { "engineerEmail", STRING,   OPTIONAL, .max = NAME_LENGTH, .says = "E-mail address of the engineer" },
  { "nextSteps",     STRING,   OPTIONAL, .max = TEXT_LENGTH,
    .says = "Next steps of an approval; question, answer or reason of the other types" },
  { "createdAt",     DATETIME, REQUIRED, .says = "When the response was created" },
  { NULL }
};

/* ---- operations ---- */

static const collab_route_t operations[] = {
  { "POST", REQUEST "/information-request",
    .summary = "Ask the submitter for information (receiver)",
    .says    = "The status becomes `INFORMATION`. The submitter answers with an information response.",
    .who     = MEMBER,
    .act     = NO_ACT,
    .only_in = WORDS("OPEN", "INFORMATION"),
    .then_is = "INFORMATION",
    .by      = RECEIVER,
    .path    = token_path,
    .body    = information_request_body,
    .change  = STATEMENT(information_request_create),
    .gives   = ONE(request_record),
    .example = EXAMPLE({"engineerName": "Ben Bauer", "engineerEmail": "ben@beta.example",
                        "requestedInformation": "Which firmware is it?"}) },

  { "POST", REQUEST "/information-response",
    .summary = "Answer an information request (submitter)",
    .says    = "The status stays `INFORMATION`: the receiver must still approve or reject the request.",
    .who     = MEMBER,
    .act     = NO_ACT,
    .only_in = WORDS("INFORMATION"),
    .then_is = "INFORMATION",
    .by      = SUBMITTER,
    .path    = token_path,
    .body    = information_response_body,
    .change  = STATEMENT(information_response_create),
    .gives   = ONE(request_record),
    .after   = "information_request_create",
    .example = EXAMPLE({"requestedInformation": "Version 7.4.2, since last night."}) },

  { "POST", REQUEST "/approval",
    .summary = "Approve a request (receiver)",
    .says    = "The status becomes `ACCEPTED`.",
    .who     = MEMBER,
    .act     = NO_ACT,
    .only_in = WORDS("OPEN", "INFORMATION"),
    .then_is = "ACCEPTED",
    .by      = RECEIVER,
    .path    = token_path,
    .body    = approval_body,
    .change  = STATEMENT(approval_create),
    .gives   = ONE(request_record),
    .example = EXAMPLE({"caseNumber": "BETA-77", "engineerName": "Ben Bauer", "engineerEmail": "ben@beta.example",
                        "nextSteps": "Please send the controller logs."}) },

  { "PATCH", REQUEST "/approval",
    .summary     = "Change an approval (receiver)",
    .says        = "Changes only the fields in the body; `null` clears a field. Use it to assign another engineer, for example.",
    .who         = MEMBER,
    .act         = NO_ACT,
    .only_in     = WORDS("ACCEPTED"),
    .then_is     = "ACCEPTED",
    .by          = RECEIVER,
    .path        = token_path,
    .body        = approval_patch,
    .merge_patch = true,
    .change      = STATEMENT(approval_change),
    .gives       = ONE(request_record),
    .after       = "approval_create",
    .example     = EXAMPLE({"engineerName": "Bea Brandt", "engineerEmail": "bea@beta.example"}) },

  { "GET", REQUEST "/responses/{responseId}",
    .summary = "Get a response",
    .says    = "Both parties may read it. Events name a response by its id.",
    .who     = READER,
    .path    = response_path,
    .read    = STATEMENT(response_get),
    .gives   = ONE(response_record) },

  { "POST", REQUEST "/rejection",
    .summary = "Reject a request (receiver)",
    .says    = "The status becomes `REJECTED`.",
    .who     = MEMBER,
    .act     = NO_ACT,
    .only_in = WORDS("OPEN", "INFORMATION"),
    .then_is = "REJECTED",
    .by      = RECEIVER,
    .path    = token_path,
    .body    = rejection_body,
    .change  = STATEMENT(rejection_create),
    .gives   = ONE(request_record),
    .anew    = "request_create",
    .example = EXAMPLE({"engineerName": "Ben Bauer", "engineerEmail": "ben@beta.example",
                        "reason": "This array is not under our care."}) },

  { "POST", REQUEST "/closure",
    .summary = "Close a request (submitter)",
    .says    = "Afterwards the request can only be read.",
    .who     = MEMBER,
    .act     = NO_ACT,
    .only_in = NOT_CLOSED,
    .then_is = "CLOSED",
    .by      = SUBMITTER,
    .path    = token_path,
    .body    = NO_BODY,
    .change  = STATEMENT(closure_create),
    .gives   = ONE(request_record) },

  { NULL }
};

const collab_noun_t collab_responses = {
  .name       = "Responses",
  .says       = "Decide on a request as its receiver, and answer questions as its submitter.",
  .operations = operations,
};

const collab_record_t collab_responses_records[] = {
  { "CaseResponse", response_record },
  { NULL }
};

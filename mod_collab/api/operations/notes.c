/* notes.c: the notes of a request. */
#include "api/operations/operations.h"

#include "api/api.h"

/* clang-format off */

/* ---- parameters and bodies ---- */

static const collab_field_t submitted_by[] = { /* validated but not used: the author is the caller */
  { "id",                 INTEGER, OPTIONAL, .max = ID_MAX, .example = "1", .says = "Not used" },
  { "username",           STRING,  OPTIONAL, .max = NAME_LENGTH, .example = "ada@acme.example", .says = "Not used" },
  { "firstName",          STRING,  OPTIONAL, .max = NAME_LENGTH, .example = "Ada", .says = "Not used" },
  { "lastName",           STRING,  OPTIONAL, .max = NAME_LENGTH, .example = "Archer", .says = "Not used" },
  { "email",              STRING,  OPTIONAL, .max = NAME_LENGTH, .example = "ada@acme.example", .says = "Not used" },
  { "phone",              STRING,  OPTIONAL, .max = PHONE_LENGTH, .example = "555 0101", .says = "Not used" },
  { "phoneCountryCode",   STRING,  OPTIONAL, .max = COUNTRY_CODE_LENGTH, .example = "+1", .says = "Not used" },
  { "city",               STRING,  OPTIONAL, .max = NAME_LENGTH, .example = "Boston", .says = "Not used" },
  { "emailCheckFailData", STRING,  OPTIONAL, .max = NAME_LENGTH, .example = "", .says = "Not used" },
  { NULL }
};

static const collab_field_t note_body[] = {
  { "summary",     STRING, REQUIRED, .max = SUMMARY_LENGTH, .says = "The note in one line" },
  { "description", STRING, EXPECTED, .max = TEXT_LENGTH, .says = "The whole text" },
  { "priority",    ENUM,   EXPECTED, .values = WORDS(PRIORITIES), .says = "How urgent the note is" },
  { "submittedBy", OBJECT, OPTIONAL, .fields = submitted_by, .says = "Checked but not used: the author is the caller" },
  { NULL }
};

static const collab_field_t notes_query[] = {
  { "updatedAfter",   DATETIME, OPTIONAL, .says = "Only what changed after this time" },
  { "createdAfter",   DATETIME, OPTIONAL, .says = "Only what was created after this time" },
  { "includeRemoved", BOOLEAN,  OPTIONAL, .otherwise = "false", .says = "Whether removed notes are included" },
  { NULL }
};

static const collab_field_t note_path[] = {
  REQUEST_TOKEN,
  { "noteToken", STRING, REQUIRED, .from = "note_create.token", .says = "Identifier of the note" },
  { NULL }
};

static const collab_field_t note_query[] = {
  { "includeRemoved", BOOLEAN, OPTIONAL, .otherwise = "false", .says = "Whether the note is returned even if it was removed" },
  { NULL }
};

/* ---- records ---- */

const collab_field_t note_record[] = {
  { "id",              INTEGER,  REQUIRED, .min = 1, .says = "Note id" },
  { "caseId",          INTEGER,  REQUIRED, .min = 1, .says = "Id of the request" },
  { "companyName",     STRING,   OPTIONAL, .max = NAME_LENGTH, .says = "Company of the author; null for a note of the service" },
  { "creatorUsername", STRING,   OPTIONAL, .max = NAME_LENGTH, .says = "User name of the author" },
  { "creatorEmail",    STRING,   OPTIONAL, .max = NAME_LENGTH,
    .says = "E-mail address of the author; null for a note of the service" },
  { "creatorName",     STRING,   REQUIRED, .max = NAME_LENGTH, .says = "Name of the author; `SYSTEM` for a note of the service" },
  { "summary",         STRING,   REQUIRED, .max = SUMMARY_LENGTH, .says = "The note in one line" },
  { "description",     STRING,   REQUIRED, .max = TEXT_LENGTH, .says = "The whole text" },
  { "priority",        ENUM,     REQUIRED, .values = WORDS(PRIORITIES), .says = "How urgent the note is" },
  { "status",          ENUM,     REQUIRED, .values = WORDS(NOTE_STATUSES),
    .says = "`REMOVED` once the operator has removed it; else `ENTERED`" },
  { "token",           STRING,   REQUIRED, .max = TOKEN_LENGTH, .says = "Identifier of the note" },
  { "createdAt",       DATETIME, REQUIRED, .says = "When the note was created" },
  { "updatedAt",       DATETIME, REQUIRED, .says = "When the note last changed" },
  { NULL }
};

/* ---- operations ---- */

static const collab_route_t operations[] = {
  { "POST", REQUEST "/notes",
    .summary     = "Add a note to a request",
    .says        = "Both parties may add notes until the request is closed.",
    .who         = MEMBER,
    .act         = NO_ACT,
    .only_in     = NOT_CLOSED,
    .path        = token_path,
    .body        = note_body,
    .change      = STATEMENT(note_create),
    .why_refused = STATEMENT(note_refused),
    .stores      = true,
    .handler     = collab_api_note_create,
    .gives       = ONE(note_record),
    .example     = EXAMPLE({"summary": "Logs", "description": "They are in the usual place.", "priority": "MEDIUM"}) },

  { "GET", REQUEST "/notes",
    .summary = "List the notes of a request, oldest first",
    .says    = "Both parties may read the notes.",
    .who     = READER,
    .path    = token_path,
    .query   = notes_query,
    .read    = STATEMENT(note_list),
    .gives   = LIST(note_record) },

  { "GET", REQUEST "/notes/{noteToken}",
    .summary = "Get a note",
    .says    = "Both parties may read it. Events name a note by its token.",
    .who     = READER,
    .path    = note_path,
    .query   = note_query,
    .read    = STATEMENT(note_get),
    .gives   = ONE(note_record) },

  { NULL }
};

const collab_noun_t collab_notes = {
  .name       = "Case notes",
  .says       = "Notes of both parties on a request.",
  .operations = operations,
};

const collab_record_t collab_notes_records[] = {
  { "CaseNote", note_record },
  { NULL }
};

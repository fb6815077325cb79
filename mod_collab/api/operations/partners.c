/* partners.c: the companies and departments that can be asked for help, and the forms to fill in. */
#include "api/operations/operations.h"

/* clang-format off */

/* ---- parameters and bodies ---- */

static const collab_field_t search_term_path[] = {
  { "searchTerm", STRING, REQUIRED, .max = 100, .example = "beta", .says = "A company's or department's name, or part of it" },
  { NULL }
};

static const collab_field_t search_query[] = {
  { "query", STRING,  REQUIRED, .max = 500, .filled = true, .example = "flash arrays",
    .says = "What help is needed, in the caller's own words" },
  { "limit", INTEGER, OPTIONAL, .min = 1, .max = 50, .otherwise = "10", .says = "Maximum number of partners to return" },
  { NULL }
};

static const collab_field_t company_id_path[] = {
  { "companyId", INTEGER, REQUIRED, .min = 1, .max = ID_MAX, .example = "2",
    .says = "Company id, as the partner search returns it" },
  { NULL }
};

static const collab_field_t department_id_path[] = {
  { "departmentId", INTEGER, REQUIRED, .min = 1, .max = ID_MAX, .example = "2",
    .says = "Department id, as the partner search returns it" },
  { NULL }
};

static const collab_field_t document_id_path[] = {
  { "documentId", INTEGER, REQUIRED, .min = 1, .max = ID_MAX, .example = "2",
    .says = "Form id, as the partner search returns it" },
  { NULL }
};

/* ---- records ---- */

static const collab_field_t tag_record[] = {
  { "tag", STRING, REQUIRED, .says = "A word for what the partner does" },
  { NULL }
};

static const collab_field_t partner_record[] = {
  { "label",          STRING,  REQUIRED, .max = NAME_LENGTH, .says = "Display name" },
  { "companyName",    STRING,  REQUIRED, .max = NAME_LENGTH, .says = "Company name" },
  { "departmentName", STRING,  OPTIONAL, .max = NAME_LENGTH, .says = "Department name; null for the company itself" },
  { "companyId",      INTEGER, REQUIRED, .min = 1, .says = "Company id" },
  { "departmentId",   INTEGER, OPTIONAL, .min = 1, .says = "Department id; null for the company itself" },
  { "documentId",     INTEGER, REQUIRED, .min = 1, .says = "Form to fill in for this partner" },
  { "tags",           ARRAY,   REQUIRED, .fields = tag_record, .says = "Words for what the partner does" },
  { NULL }
};

const collab_field_t contact_details_record[] = {
  { "name",  STRING, OPTIONAL, .says = "Name of the person to ask" },
  { "email", STRING, OPTIONAL, .says = "E-mail address of that person" },
  { "phone", STRING, OPTIONAL, .says = "Phone number of that person" },
  { NULL }
};

static const collab_field_t selection_record[] = {
  { "value",    STRING, REQUIRED, .says = "One choice of this level" },
  { "children", ARRAY,  REQUIRED, .fields = selection_record, .says = "The choices of the next level" },
  { NULL }
};

static const collab_field_t form_field_record[] = {
  { "fieldId",            INTEGER, REQUIRED, .min = 1, .says = "Field id, for `customFields` of the request" },
  { "section",            ENUM,    REQUIRED, .values = WORDS(FORM_SECTIONS), .says = "Where the field belongs in the form" },
  { "label",              STRING,  REQUIRED, .says = "Display name" },
  { "options",            STRING,  OPTIONAL, .says = "Choices of a `SELECT`, separated by CRLF" },
  { "additionalSettings", STRING,  OPTIONAL, .says = "Further settings" },
  { "type",               ENUM,    REQUIRED, .values = WORDS(FORM_FIELD_TYPES), .says = "Kind of value" },
  { "displayOrder",       INTEGER, REQUIRED, .says = "Position in the form" },
  { "validationRules",    STRING,  OPTIONAL, .says = "Further rules for the value, such as `not_numeric`" },
  { "value",              STRING,  OPTIONAL, .says = "Initial value" },
  { "selections",         ARRAY,   REQUIRED, .fields = selection_record, .says = "Choices of a `TIERSELECT`, level by level" },
  { "required",           BOOLEAN, REQUIRED, .says = "Whether the field needs a value" },
  { NULL }
};

const collab_field_t internal_note_record[] = {
  { "note", STRING, REQUIRED, .says = "Text that only the submitter's company sees" },
  { NULL }
};

static const collab_field_t form_record[] = {
  { "documentId",                 INTEGER, REQUIRED, .min = 1, .says = "Form id" },
  { "internalCaseNumber",         STRING,  REQUIRED, .says = "To fill in: ticket number in the submitter's own system" },
  { "receiverInternalCaseNumber", STRING,  REQUIRED, .says = "Ticket number in the receiver's system; empty" },
  { "problemSummary",             STRING,  REQUIRED, .says = "To fill in: the problem in one line" },
  { "problemDescription",         STRING,  REQUIRED, .says = "To fill in: the whole problem" },
  { "priority",                   ENUM,    REQUIRED, .values = WORDS(PRIORITIES), .says = "Initial priority" },
  { "adminNote",                  STRING,  OPTIONAL, .says = "Note of the receiver to everybody who fills in the form" },
  { "escalationInstructions",     STRING,  OPTIONAL, .says = "How to escalate" },
  { "submitterContactDetails",    OBJECT,  REQUIRED, .fields = contact_details_record,
    .says = "The caller, as the person to ask" },
  { "customFields",               ARRAY,   REQUIRED, .fields = form_field_record,
    .says = "Fields that the receiver wants filled in" },
  { "internalNotes",              ARRAY,   REQUIRED, .fields = internal_note_record,
    .says = "To fill in: notes that only the submitter's company sees" },
  { "testSubmission",             BOOLEAN, REQUIRED, .says = "Whether the request is a test" },
  { NULL }
};

const collab_field_t custom_field_record[] = {
  { "id",           INTEGER, REQUIRED, .min = 1, .says = "Field id" },
  { "section",      ENUM,    REQUIRED, .values = WORDS(FORM_SECTIONS), .says = "Where the field belongs in the form" },
  { "fieldName",    STRING,  REQUIRED, .says = "Display name" },
  { "value",        STRING,  OPTIONAL, .says = "Value" },
  { "displayOrder", INTEGER, REQUIRED, .says = "Position in the form" },
  { "type",         ENUM,    REQUIRED, .values = WORDS(FORM_FIELD_TYPES), .says = "Kind of value" },
  { NULL }
};

/* ---- operations ---- */

static const collab_route_t operations[] = {
  { "GET", "/v1/partners/{searchTerm}",
    .summary = "Find partners by name",
    .says    = "Returns the companies and departments that share a community with the caller. Exact names come first, then "
               "prefixes, whole words, substrings and similar spellings.",
    .who     = READER,
    .path    = search_term_path,
    .read    = STATEMENT(partner_find),
    .costly  = true,
    .gives   = LIST(partner_record) },

  { "GET", "/v1/partners/search",
    .summary = "Find partners by what they do",
    .says    = "Returns partners whose description fits the text, best first.",
    .who     = READER,
    .query   = search_query,
    .read    = STATEMENT(partner_search),
    .costly  = true,
    .gives   = LIST(partner_record) },

  { "GET", "/v1/forms/company/{companyId}",
    .summary = "Get a company's form",
    .says    = "Returns the body of a new collaboration request, with blanks to fill in.",
    .who     = READER,
    .path    = company_id_path,
    .read    = STATEMENT(form_company),
    .gives   = ONE(form_record) },

  { "GET", "/v1/forms/department/{departmentId}",
    .summary = "Get a department's form",
    .says    = "Returns the body of a new collaboration request, with blanks to fill in.",
    .who     = READER,
    .path    = department_id_path,
    .read    = STATEMENT(form_department),
    .gives   = ONE(form_record) },

  { "GET", "/v1/forms/document/{documentId}",
    .summary = "Get a form by its document id",
    .says    = "Returns the body of a new collaboration request, with blanks to fill in.",
    .who     = READER,
    .path    = document_id_path,
    .read    = STATEMENT(form_document),
    .gives   = ONE(form_record) },

  { NULL }
};

const collab_noun_t collab_partners = {
  .name       = "Partners and forms",
  .says       = "Find a partner, and get its form.",
  .operations = operations,
};

const collab_record_t collab_partners_records[] = {
  { "Partner",        partner_record },
  { "ContactDetails", contact_details_record },
  { "Selection",      selection_record },
  { "FormField",      form_field_record },
  { "InternalNote",   internal_note_record },
  { "Form",           form_record },
  { "CustomField",    custom_field_record },
  { NULL }
};

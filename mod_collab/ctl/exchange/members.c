/* members.c: the members of the document of collabctl exchange (docs/collabctl.8, EXCHANGE FILES), as tables for the validation
 * engine (domain/schema.h). They are the columns that the single commands set, with the same limits. An export writes them in
 * this order. */
#include "ctl/exchange/exchange.h"

#define MANY 100000 /* elements of an array; the size of the file limits them further */

// clang-format off
static const collab_field_t text_element = { .kind = STRING, .max = NAME_LENGTH }, email_element = { .kind = EMAIL, .max = EMAIL_LENGTH };

const collab_field_t collab_exchange_community[] = {
  { "name", STRING, REQUIRED, .max = NAME_LENGTH },
  { "was",  STRING, .max = NAME_LENGTH },
  { NULL }
};

/* Of what can be changed, .never_null marks a member that cannot be cleared: null is as good as absent. */
const collab_field_t collab_exchange_department[] = {
  { "name",        STRING,  REQUIRED, .max = NAME_LENGTH },
  { "was",         STRING,  .max = NAME_LENGTH },
  { "active",      BOOLEAN, .never_null = true },
  { "description", STRING,  .max = TEXT_LENGTH },
  { "tags",        ARRAY,   .of = &text_element, .max = MANY },
  { NULL }
};

const collab_field_t collab_exchange_user[] = {
  { "username",           STRING,  REQUIRED, .max = NAME_LENGTH },
  { "was",                STRING,  .max = NAME_LENGTH },
  { "active",             BOOLEAN, .never_null = true },
  { "email",              EMAIL,   .max = EMAIL_LENGTH, .never_null = true },
  { "firstName",          STRING,  .max = NAME_LENGTH },
  { "lastName",           STRING,  .max = NAME_LENGTH },
  { "phone",              STRING,  .max = PHONE_LENGTH },
  { "phoneCountryCode",   STRING,  .max = COUNTRY_CODE_LENGTH },
  { "city",               STRING,  .max = NAME_LENGTH },
  { "emailCheckFailData", STRING,  .max = NAME_LENGTH },
  { "role",               ENUM,    .values = WORDS("reader", "member", "integrator"), .never_null = true },
  { "issuer",             STRING,  .max = URI_LENGTH },
  { "subject",            STRING,  .max = SUBJECT_LENGTH },
  { "passwordHash",       STRING },
  { "password",           STRING,  .max = PASSWORD_LENGTH },
  { NULL }
};

const collab_field_t collab_exchange_principal[] = {
  { "email",  EMAIL,   REQUIRED, .max = EMAIL_LENGTH },
  { "was",    EMAIL,   .max = EMAIL_LENGTH },
  { "active", BOOLEAN, .never_null = true },
  { "name",   STRING,  REQUIRED, .max = NAME_LENGTH },
  { "role",   ENUM,    .values = WORDS("reader", "member", "integrator"), .never_null = true },
  { "issuer", STRING,  REQUIRED, .max = URI_LENGTH },
  { "oid",    STRING,  REQUIRED, .max = SUBJECT_LENGTH },
  { NULL }
};

/* ANY, because collab_ctl_form_fields checks each field. */
static const collab_field_t any_field = { .kind = ANY };

const collab_field_t collab_exchange_form[] = {
  { "name",                   STRING,  REQUIRED, .max = NAME_LENGTH },
  { "was",                    STRING,  .max = NAME_LENGTH },
  { "department",             STRING,  .max = NAME_LENGTH },
  { "active",                 BOOLEAN, .never_null = true },
  { "contact",                OBJECT,  .fields = collab_ctl_form_contact },
  { "adminNote",              STRING,  .max = TEXT_LENGTH },
  { "escalationInstructions", STRING,  .max = SHORT_TEXT_LENGTH },
  { "fields",                 ARRAY,   .max = FORM_FIELDS_MAX, .of = &any_field, .fields = collab_ctl_form_field },
  { NULL }
};

const collab_field_t collab_exchange_storage[] = {
  { "domain",     STRING,   REQUIRED, .max = DOMAIN_LENGTH },
  { "port",       INTEGER,  .min = 1, .max = 65535, .never_null = true },
  { "path",       STRING,   .max = STORAGE_PATH_LENGTH, .never_null = true },
  { "expiration", DATETIME },
  { "sameName",   ENUM,     .values = WORDS("overwrite", "number") },
  { NULL }
};

const collab_field_t collab_exchange_company[] = {
  { "domain",            STRING,  REQUIRED, .max = EMAIL_LENGTH },
  { "was",               STRING,  .max = EMAIL_LENGTH },
  { "name",              STRING,  .max = NAME_LENGTH, .never_null = true },
  { "active",            BOOLEAN, .never_null = true },
  { "description",       STRING,  .max = TEXT_LENGTH },
  { "tags",              ARRAY,   .of = &text_element, .max = MANY },
  { "hoursHigh",         INTEGER, .min = 1, .max = 8784 },
  { "hoursMedium",       INTEGER, .min = 1, .max = 8784 },
  { "hoursLow",          INTEGER, .min = 1, .max = 8784 },
  { "rateLimit",         INTEGER, .min = 1, .max = 1000000 },
  { "subscriptionLimit", INTEGER, .min = 1, .max = 100000 },
  { "dailyRequests",     INTEGER, .min = 1, .max = 1000000000 },
  { "dailyBytes",        INTEGER, .min = 1, .max = 1125899906842624 },
  { "contacts",          ARRAY,   .of = &email_element, .max = MANY },
  { "communities",       ARRAY,   .of = &text_element, .max = MANY },
  { "departments",       ARRAY,   .fields = collab_exchange_department, .max = MANY },
  { "users",             ARRAY,   .fields = collab_exchange_user, .max = MANY },
  { "principals",        ARRAY,   .fields = collab_exchange_principal, .max = MANY },
  { "forms",             ARRAY,   .fields = collab_exchange_form, .max = MANY },
  { "attachments",       OBJECT,  .fields = collab_exchange_storage },
  { NULL }
};

const collab_field_t collab_exchange_members[] = {
  { "format",      INTEGER, REQUIRED, .min = 1, .max = 1 },
  { "communities", ARRAY,   .fields = collab_exchange_community, .max = MANY },
  { "companies",   ARRAY,   .fields = collab_exchange_company, .max = MANY },
  { NULL }
};
// clang-format on

bool collab_exchange_lists(const collab_field_t *member) {
  return member->kind == ARRAY && member->fields;
}

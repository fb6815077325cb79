/* attachments.c: forwarding files to the storages of both parties. */
#include "api/operations/operations.h"

#include "api/api.h"

#define UPLOAD_DESCRIPTION "Text for the note about the files: a part of the form, or a parameter when there is no such part"

/* clang-format off */

/* ---- parameters and bodies ---- */

static const collab_field_t storage_body[] = { /* interface.md 13.3; api/attachments.c checks the formats */
  { "domain",     STRING,              REQUIRED, .max = DOMAIN_LENGTH, .filled = true, .says = "Host name of the storage" },
  { "password",   STRING,              REQUIRED, .max = CREDENTIAL_LENGTH, .filled = true, .says = "Password of the storage" },
  { "expiration", DATETIME_OR_SECONDS, REQUIRED,
    .says = "When the configuration expires; must be in the future. A number is in seconds since 1970, fractions allowed" },
  { "httpsPath",  STRING,              REQUIRED, .max = STORAGE_PATH_LENGTH, .filled = true,
    .says = "Folder of the storage; starts with `/` and has no spaces; `{token}` stands for the request's token" },
  { "httpsPort",  INTEGER,             REQUIRED, .min = 1, .max = 65535, .says = "HTTPS port of the storage" },
  { NULL }
};

static const collab_field_t upload_query[] = {
  { "description", STRING, OPTIONAL, .max = SUMMARY_LENGTH, .says = UPLOAD_DESCRIPTION },
  { NULL }
};

static const collab_field_t one_file = { NULL, CONTENT, REQUIRED };

static const collab_field_t upload_form[] = { /* api/attachment_form.c reads it */
  { "files", ARRAY, REQUIRED, .min = 1, .of = &one_file, .says = "Files to forward; the part may be repeated" },
  { "description", STRING, OPTIONAL, .max = SUMMARY_LENGTH, .never_null = true, .example = "The first hour",
    .says = UPLOAD_DESCRIPTION },
  { NULL }
};

/* ---- records ---- */

static const collab_field_t storage_record[] = { /* empty when not configured */
  { "domain",     STRING,   OPTIONAL, .says = "Host name of the storage" },
  { "password",   STRING,   OPTIONAL, .says = "Always `********`" },
  { "expiration", DATETIME, OPTIONAL, .says = "When the configuration expires" },
  { "httpsPath",  STRING,   OPTIONAL, .says = "Folder of the storage" },
  { "httpsPort",  INTEGER,  OPTIONAL, .min = 1, .max = 65535, .says = "HTTPS port of the storage" },
  { NULL }
};

static const collab_field_t side_record[] = {
  { "companyId",  INTEGER, REQUIRED, .min = 1, .says = "Company id" },
  { "parameters", OBJECT,  REQUIRED, .fields = storage_record,
    .says = "Storage of the company; empty when not configured" },
  { NULL }
};

static const collab_field_t attachment_config_record[] = {
  { "submitter", OBJECT, REQUIRED, .fields = side_record, .says = "The submitter's side" },
  { "receiver",  OBJECT, REQUIRED, .fields = side_record, .says = "The receiver's side" },
  { NULL }
};

static const collab_field_t forwarded_record[] = {
  { "fileName",         STRING,  REQUIRED, .says = "Name of the file, as sent, decoded" },
  { "receiverStatus",   ENUM,    REQUIRED, .values = WORDS("SUCCESS", "FAILED", "NOT_CONFIGURED"),
    .says = "Whether the receiver's storage has the file" },
  { "submitterStatus",  ENUM,    REQUIRED, .values = WORDS("SUCCESS", "FAILED", "NOT_CONFIGURED"),
    .says = "Whether the submitter's storage has the file" },
  { "receiverMessage",  STRING,  OPTIONAL, .says = "What happened at the receiver's storage" },
  { "submitterMessage", STRING,  OPTIONAL, .says = "What happened at the submitter's storage" },
  { "completeSuccess",  BOOLEAN, REQUIRED, .says = "Whether both storages have the file" },
  { "partialSuccess",   BOOLEAN, REQUIRED, .says = "Whether only one storage has the file" },
  { NULL }
};

/* ---- operations ---- */

static const collab_route_t operations[] = {
  { "GET", REQUEST "/attachments/config",
    .summary = "Get the attachment configuration",
    .says    = "Returns the storages of both sides. A side with empty `parameters` receives none. Passwords are not shown.",
    .who     = READER,
    .path    = token_path,
    .read    = STATEMENT(attachment_config_get),
    .gives   = ONE(attachment_config_record) },

  { "PUT", REQUEST "/attachments/config/https",
    .summary = "Set the caller's attachment configuration",
    .says    = "Sets the caller's own side. The service sends each file there as a `PUT` with Basic authentication and "
               "`If-None-Match: *`.",
    .who     = INTEGRATOR,
    .act     = "attachments.configured",
    .only_in = NOT_CLOSED,
    .path    = token_path,
    .body    = storage_body,
    .check   = collab_api_attachment_config_check,
    .handler = collab_api_attachment_config,
    .change  = STATEMENT(attachment_config_set),
    .gives   = ONE(attachment_config_record),
    .example = EXAMPLE({"domain": "files.acme.example", "password": "a password of the storage",
                        "expiration": "2099-01-01T00:00:00Z", "httpsPath": "/in", "httpsPort": 443}) },

  { "POST", REQUEST "/attachments",
    .summary  = "Forward files to the storages of both sides",
    .says     = "The service forwards the files to the storages of both sides and keeps none itself. The response says for each "
                "file whether each side has it. A note records the upload.",
    .who      = MEMBER,
    .act      = NO_ACT,
    .only_in  = NOT_CLOSED,
    .path     = token_path,
    .query    = upload_query,
    .form     = upload_form,
    .handler  = collab_api_attachment_create,
    .change   = STATEMENT(attachment_create),
    .read     = STATEMENT(attachment_plan),
    .reserve  = STATEMENT(attachment_name),
    .stores   = true,
    .outcomes = OUTCOMES(COLLAB_MEDIA_TYPE, COLLAB_TOO_LARGE, COLLAB_INVALID, COLLAB_BAD_REQUEST, COLLAB_TIMEOUT, COLLAB_GONE,
                         COLLAB_UNAVAILABLE),
    .gives    = LIST(forwarded_record) },

  { NULL }
};

const collab_noun_t collab_attachments = {
  .name       = "Attachments",
  .says       = "Forward files to the storages of both parties.",
  .operations = operations,
};

const collab_record_t collab_attachments_records[] = {
  { "Storage",          storage_record },
  { "AttachmentSide",   side_record },
  { "AttachmentConfig", attachment_config_record },
  { "ForwardedFile",    forwarded_record },
  { NULL }
};

/* service.c: the operations of the service itself, which need no token, and the records of errors. */
#include "api/operations/operations.h"

#include "api/api.h"

/* clang-format off */

/* ---- parameters and bodies ---- */

static const collab_field_t code_path[] = {
  { "code", STRING, REQUIRED, .example = "closed", .says = "Last part of the problem type's URL" },
  { NULL }
};

/* ---- records ---- */

#define FAULT_RECORD \
  { "field",   STRING, REQUIRED, .says = "Name or path of the bad field or parameter, such as `customFields[2].value`" }, \
  { "message", STRING, REQUIRED, .says = "What is wrong with it" }

static const collab_field_t fault_record[] = {
  FAULT_RECORD,
  { NULL }
};

static const collab_field_t coded_fault_record[] = {
  FAULT_RECORD,
  { "code",    ENUM,    REQUIRED, .values = collab_fault_words,
    .says = "What is wrong with it, for programs; `/problems/invalid` explains the codes" },
  { "fieldId", INTEGER, OPTIONAL, .min = 1, .max = ID_MAX, .says = "Custom field of the form that the error is about" },
  { NULL }
};

static const collab_field_t error_record[] = {
  { "message",          STRING, REQUIRED, .says = "What went wrong" },
  { "validationErrors", ARRAY,  OPTIONAL, .min = 1, .fields = fault_record,
    .says = "Every bad field and parameter; absent when there is none" },
  { NULL }
};

static const collab_field_t problem_record[] = {
  { "type",             URI,     REQUIRED, .says = "URL of a page that explains the problem" },
  { "title",            STRING,  REQUIRED, .says = "Short name of the problem" },
  { "status",           INTEGER, REQUIRED, .min = 400, .max = 599, .says = "HTTP status" },
  { "detail",           STRING,  REQUIRED, .says = "What went wrong" },
  { "instance",         STRING,  OPTIONAL, .says = "Path of the HTTP request" },
  { "validationErrors", ARRAY,   OPTIONAL, .min = 1, .fields = coded_fault_record,
    .says = "Every bad field and parameter; absent when there is none" },
  { NULL }
};

static const collab_field_t fault_code_record[] = {
  { "code",    STRING, REQUIRED, .says = "`code` of a validation error" },
  { "meaning", STRING, REQUIRED, .says = "What is wrong" },
  { NULL }
};

static const collab_field_t problem_page_record[] = {
  { "code",    STRING,  REQUIRED, .says = "Last part of the problem type's URL" },
  { "status",  INTEGER, REQUIRED, .min = 200, .max = 599, .says = "HTTP status" },
  { "title",   STRING,  REQUIRED, .says = "Short name of the problem" },
  { "message", STRING,  REQUIRED, .says = "What it means" },
  { "cause",   STRING,  REQUIRED, .says = "Why it happens" },
  { "remedy",  STRING,  REQUIRED, .says = "What to do" },
  { "codes",   ARRAY,   OPTIONAL, .fields = fault_code_record, .says = "The codes of validation errors; only of `invalid`" },
  { NULL }
};

static const collab_field_t health_record[] = {
  { "status", ENUM, REQUIRED, .values = WORDS("UP"), .says = "`UP`" },
  { NULL }
};

/* ---- operations ---- */

static const collab_route_t operations[] = {
  { "GET", "/openapi.json",
    .name     = "openapi",
    .summary  = "Get the OpenAPI 3.1 description",
    .says     = "Returns the OpenAPI 3.1 description.",
    .who      = PUBLIC,
    .page     = true,
    .handler  = collab_api_openapi,
    .outcomes = OUTCOMES(COLLAB_OK),
    .gives    = ANY_OBJECT },

  { "GET", "/openapi-3.0.json",
    .name     = "openapi_3_0",
    .summary  = "Get the OpenAPI 3.0 description",
    .says     = "Returns the same description as OpenAPI 3.0.3, for generators and gateways that do not support 3.1.",
    .who      = PUBLIC,
    .page     = true,
    .handler  = collab_api_openapi_3_0,
    .outcomes = OUTCOMES(COLLAB_OK),
    .gives    = ANY_OBJECT },

  { "GET", "/openapi-2.0.json",
    .name     = "openapi_2_0",
    .summary  = "Get the OpenAPI 2.0 description",
    .says     = "Returns the same description as OpenAPI 2.0, as far as 2.0 can express it, for tools that need 2.0.",
    .who      = PUBLIC,
    .page     = true,
    .handler  = collab_api_openapi_2_0,
    .outcomes = OUTCOMES(COLLAB_OK),
    .gives    = ANY_OBJECT },

  { "GET", "/docs",
    .name       = "docs",
    .summary    = "Read the documentation",
    .says       = "Returns the description as a page for browsers.",
    .who        = PUBLIC,
    .page       = true,
    .handler    = collab_api_docs,
    .outcomes   = OUTCOMES(COLLAB_OK),
    .gives      = ANY_TEXT,
    .gives_type = "text/html" },

  { "GET", "/docs/postman.json",
    .name     = "postman",
    .summary  = "Get a Postman collection",
    .says     = "Returns the examples of the documentation as a Postman collection. It logs both parties in by itself.",
    .who      = PUBLIC,
    .page     = true,
    .handler  = collab_api_postman,
    .outcomes = OUTCOMES(COLLAB_OK),
    .gives    = ANY_OBJECT },

  { "GET", "/problems/{code}",
    .name     = "problem",
    .summary  = "Explain a problem type",
    .says     = "Returns JSON, or a page when `Accept` names `text/html`.",
    .who      = PUBLIC,
    .path     = code_path,
    .page     = true,
    .handler  = collab_api_problem,
    .outcomes = OUTCOMES(COLLAB_OK, COLLAB_UNKNOWN),
    .gives    = ONE(problem_page_record),
    .page_type = "text/html" },

  { "GET", "/health/live",
    .name     = "health_live",
    .summary  = "Check whether the node answers",
    .says     = "Returns 200 as long as the node answers.",
    .who      = PUBLIC,
    .handler  = collab_api_health_live,
    .outcomes = OUTCOMES(COLLAB_OK),
    .plain    = true,
    .gives    = ONE(health_record) },

  { "GET", "/health/ready",
    .name     = "health_ready",
    .summary  = "Check whether the node should get requests",
    .says     = "Returns 503 while another node might do better: this node cannot reach the database, finds another schema than "
                "its own, has no key for the secrets, has a wrong clock, is drained, or is about to stop.",
    .who      = PUBLIC,
    .handler  = collab_api_health_ready,
    .outcomes = OUTCOMES(COLLAB_OK, COLLAB_UNAVAILABLE),
    .plain    = true,
    .gives    = ONE(health_record) },

  { NULL }
};

const collab_noun_t collab_service = {
  .name       = "The service itself",
  .says       = "Description, problem types and health. Not part of the interface.",
  .operations = operations,
};

const collab_record_t collab_service_records[] = {
  { "ValidationError",   fault_record },
  { "ErrorResponse",     error_record },
  { "ValidationProblem", coded_fault_record },
  { "ProblemDetail",     problem_record },
  { "Problem",           problem_page_record },
  { "Health",            health_record },
  { NULL }
};

/* schema.h: what a body, a query or a path may contain, as a table, and the engine that checks a value against it.
 *
 * A field list is an array that ends with {0}. The bare words below are for these tables alone. */
#ifndef COLLAB_BASE_SCHEMA_H
#define COLLAB_BASE_SCHEMA_H

#include "base/json.h"

typedef enum collab_kind_t {
  STRING,              /* any text; .max code points */
  ENUM,                /* one of .values */
  EMAIL,               /* contract.md 3; .max code points, 191 when not given */
  URI,                 /* absolute, https (http too where the directive allows it) */
  BOOLEAN,             /* true or false */
  INTEGER,             /* .min to .max; in a query or path decimal digits */
  NUMBER_OR_DIGITS,    /* the same, or a string of digits */
  DATETIME,            /* RFC 3339 */
  DATETIME_OR_SECONDS, /* the same, or a number: seconds since 1970, with or without a fraction; in bodies alone */
  OBJECT,              /* .fields */
  ARRAY,               /* of objects with .fields, or of what .of describes; .max elements */
  CURSOR,              /* query: "" or <digits>-<digits> */
  EVENT_TYPES_V1,      /* array of event type names of that version, not empty */
  EVENT_TYPES_V2,
  CONTENT,    /* the bytes of a file; in forms alone, which nothing here checks */
  ID_OR_NAME, /* a whole number, or any text; in collabctl's files alone */
  ANY         /* what the caller checks by itself; in collabctl's files alone */
} collab_kind_t;

typedef enum collab_presence_t {
  OPTIONAL, /* absent and null are the same (merge patch excepted) */
  REQUIRED, /* present and not null */
  EXPECTED, /* required, unless CollabLenientInput is on: then its statement fills in what is missing or blank */
  DEPENDENT /* required when the list's first field has the value .with: the row's check says so, not this engine */
} collab_presence_t;

/* An empty string counts as given, except for EMAIL, ENUM, date-times, URI and where .filled is set: there it is as good as
 * absent.
 */
typedef struct collab_field_t {
  const char *name;
  collab_kind_t kind;
  collab_presence_t presence;
  int64_t min;
  int64_t max;                         /* 0: no limit */
  const char *const *values;           /* ends with NULL */
  const struct collab_field_t *fields; /* a list */
  const struct collab_field_t *of;     /* a single field, its name not used */
  bool filled;
  const char *otherwise; /* the value when it is not given; a parameter of the query gets it (http/query.c) */
  const char *with;      /* the field is for this value of the list's first field; another value ignores it */
  /* what only the description tells (api/describe/describe.c, api/describe/docs.c) */
  const char *says;    /* a sentence, without its full stop */
  const char *example; /* a good value on the demo's data */
  size_t otherwise_at; /* offset of an int in collab_config_t: the operator sets the default; 0: does not */
  size_t max_at;       /* the same of the maximum */
} collab_field_t;

/* The body of an operation that takes none: nothing and {} are both fine. */
extern const collab_field_t collab_no_body[];
#define NO_BODY collab_no_body

/* A bad field, as validationErrors lists it. */
typedef struct collab_fault_t {
  const char *field;
  const char *message;
} collab_fault_t;

/* The messages that callers word differently. */
typedef struct collab_wording_t {
  const char *body;         /* the body is no object */
  const char *required;     /* a member is not given */
  const char *too_long;     /* a text; with %d for its maximum of characters */
  const char *too_many;     /* elements; with %d for their maximum */
  const char *local_part;   /* of an e-mail address that is too long before the @; with %d; NULL: as any other that is none */
  const char *whole_number; /* a number that is none or out of its range; NULL: a message that tells the range */
} collab_wording_t;

typedef struct collab_faults_t {
  apr_pool_t *pool;
  apr_array_header_t *list;        /* collab_fault_t; NULL while there is none */
  bool http_allowed;               /* plain http URIs are fine (CollabOutboundHTTP) */
  bool lenient;                    /* CollabLenientInput */
  bool strict;                     /* see collab_schema_check */
  const char *event_prefix;        /* of V2 event type names */
  const collab_wording_t *wording; /* NULL: the interface's */
  const char *at;                  /* the path of the body, which begins every other path; NULL: none */
} collab_faults_t;

#define COLLAB_MAX_FAULTS 100 /* listed at most, unless strict */

void collab_faults_add(collab_faults_t *faults, const char *field, const char *message);

/* Checks a body against its fields and adds every fault, named by its path (`customFields[2].value`). `merge_patch`: every field
 * is optional and nullable. A body that is no object is one fault with the field "". True when nothing was added.
 *
 * Where faults->strict is set, the body is a file that a person writes: a member that no row names is a fault, an empty string
 * counts as given, a required text must not be blank, and all faults are listed: those of an object's own members before those of
 * what is nested in it. */
bool collab_schema_check(collab_faults_t *faults, const collab_field_t *fields, const collab_json_t *body, bool merge_patch);

/* The text of a body that has been checked, with nothing in it but what the fields name: what is ignored costs a statement
 * nothing, however long it is. */
const char *collab_schema_known(apr_pool_t *pool, const collab_field_t *fields, const collab_json_t *body);

/* The short name ("note.created") of an event type as clients of a version (EVENT_TYPES_V1, EVENT_TYPES_V2) spell it; NULL when
 * it is none of theirs. */
const char *collab_schema_event_type(const char *prefix, collab_kind_t version, const char *name);

/* Checks one parameter of a query or path, `value` decoded; returns the value to use (a date-time in UTC; NULL when it
 * counts as not given), and adds a fault when it is bad. */
const char *collab_schema_parameter(collab_faults_t *faults, const collab_field_t *field, const char *value);

#endif

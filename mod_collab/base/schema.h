/* schema.h: tables of what a body, a query, a path or a form file may contain, and the engine that checks values against them.
 *
 * A field list is an array that ends with {0}. Only these tables use the bare words below. */
#ifndef COLLAB_BASE_SCHEMA_H
#define COLLAB_BASE_SCHEMA_H

#include "base/json.h"

typedef enum collab_kind_t {
  STRING,              /* any text of at most .max code points */
  ENUM,                /* one of .values */
  EMAIL,               /* interface.md 3.9; at most .max code points, 191 when .max is 0 */
  URI,                 /* absolute, https; http as well where CollabOutboundHTTP allows it */
  BOOLEAN,             /* true or false */
  INTEGER,             /* from .min to .max; in a query or path decimal digits */
  NUMBER_OR_DIGITS,    /* the same, or a string of digits */
  DATETIME,            /* RFC 3339 */
  DATETIME_OR_SECONDS, /* the same, or seconds since 1970 as a number, with or without a fraction; only in bodies */
  OBJECT,              /* .fields */
  ARRAY,               /* of objects with .fields, or of values that .of describes; at most .max elements */
  CURSOR,              /* "" or <digits>-<digits>; only in queries */
  EVENT_TYPES_V1,      /* an array of event type names of that version, not empty */
  EVENT_TYPES_V2,
  CONTENT,    /* the bytes of a file; only in multipart forms, and not checked here */
  ID_OR_NAME, /* a whole number or any text; only in collabctl's form files */
  ANY         /* any value, which the caller checks; only in collabctl's form files */
} collab_kind_t;

typedef enum collab_presence_t {
  OPTIONAL, /* absent and null are the same (merge patch excepted) */
  REQUIRED, /* present and not null */
  EXPECTED, /* required, unless CollabLenientInput is on: then the statement fills in what is missing or blank */
  DEPENDENT /* required when the first field of the list has the value .with; the check of the operation's row enforces that */
} collab_presence_t;

/* An empty string counts as given. Exceptions are EMAIL, ENUM, URI, date-times and fields with .filled: there it counts as absent
 * (unless the check is strict). */
typedef struct collab_field_t {
  const char *name;
  collab_kind_t kind;
  collab_presence_t presence;
  int64_t min;
  int64_t max;                         /* 0: no limit */
  const char *const *values;           /* ends with NULL */
  const struct collab_field_t *fields; /* of an OBJECT or an ARRAY: a field list */
  const struct collab_field_t *of;     /* of an ARRAY: a single field, whose name is not used */
  bool filled;
  bool may_be_empty;     /* of a text that must be given: "" is given */
  const char *otherwise; /* the default, which http/query.c gives to a parameter of the query */
  const char *with;      /* the field counts only when the first field of the list has this value */
  /* only for the description (api/describe/describe.c, api/describe/docs.c) */
  const char *says;    /* a sentence, without its full stop */
  const char *example; /* a valid value in the data of the demo */
  const char *from;    /* of a capture, instead: the operation and the member of its response that has the value,
                          "note_create.token"; a dot after that leads into an object, or into the last element of an array */
  size_t otherwise_at; /* offset of an int in collab_config_t where the operator sets the default; 0: the operator cannot */
  size_t max_at;       /* the same for the maximum */
} collab_field_t;

/* The body of an operation that takes none: no body and {} are both fine. */
extern const collab_field_t collab_no_body[];
#define NO_BODY collab_no_body

/* A faulty field, as validationErrors lists it. */
typedef struct collab_fault_t {
  const char *field;
  const char *message;
} collab_fault_t;

/* The messages that callers word differently. */
typedef struct collab_wording_t {
  const char *body;       /* of a body that is no object */
  const char *required;   /* of a missing member */
  const char *too_long;   /* of a text; #: the maximum of characters */
  const char *too_many;   /* of an array; #: the maximum of elements */
  const char *local_part; /* of an e-mail address that is too long before the @; #: the maximum there; NULL: the message of other
                             faulty addresses */
  const char *whole_number; /* of what is no whole number or out of range; NULL: a message with the range */
} collab_wording_t;

typedef struct collab_faults_t {
  apr_pool_t *pool;
  apr_array_header_t *list;        /* collab_fault_t; NULL: no fault so far */
  bool http_allowed;               /* http URIs are fine (CollabOutboundHTTP) */
  bool lenient;                    /* CollabLenientInput */
  bool strict;                     /* see collab_schema_check */
  const char *event_prefix;        /* of V2 event type names */
  const collab_wording_t *wording; /* NULL: the interface's */
  const char *at;                  /* the path of the body, with which all paths begin; NULL: none */
} collab_faults_t;

#define COLLAB_MAX_FAULTS 100 /* listed at most, unless strict */

void collab_faults_add(collab_faults_t *faults, const char *field, const char *message);

/* Checks a body against its fields and adds every fault with its path (`customFields[2].value`). With `merge_patch` every field
 * is optional and nullable. A body that is no object is one fault with the path "". Returns true when it adds no fault.
 *
 * faults->strict is for files that a person writes: a member that no row names is a fault, an empty string counts as given, a
 * required text must not be blank, and every fault is listed, those of an object's own members before those of nested ones. */
bool collab_schema_check(collab_faults_t *faults, const collab_field_t *fields, const collab_json_t *body, bool merge_patch);

/* Adds a fault for each member that no field names, in nested objects too, with the nearest known name. For bodies in which an
 * ignored member would do harm: a mistyped filter widens a subscription (interface.md 14.3). `also`: further names that are
 * accepted outermost, ended by NULL. */
void collab_schema_refuse_unknown(collab_faults_t *faults, const collab_field_t *fields, const char *const *also,
                                  const collab_json_t *body);

/* Adds a fault for each member of a merge patch when it has members of which no field names any (interface.md 2.9). */
void collab_schema_refuse_vain_patch(collab_faults_t *faults, const collab_field_t *fields, const collab_json_t *body);

/* The text of a checked body with only those members that the fields name. Members that are ignored then cost a statement
 * nothing, however long they are. */
const char *collab_schema_known(apr_pool_t *pool, const collab_field_t *fields, const collab_json_t *body);

/* The short name ("note.created") of an event type that clients of a version (EVENT_TYPES_V1, EVENT_TYPES_V2) call `name`; NULL
 * when that version has no such name. */
const char *collab_schema_event_type(const char *prefix, collab_kind_t version, const char *name);

/* Checks one parameter of a query or path; `value` is decoded. Returns the value to use: a date-time in UTC; NULL when the
 * parameter counts as absent, or when it is faulty and a fault was added. */
const char *collab_schema_parameter(collab_faults_t *faults, const collab_field_t *field, const char *value);

#endif

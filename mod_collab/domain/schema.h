/* schema.h: tables of the fields that a body, a query, a path or a form file may contain, and the engine that checks values.
 *
 * A field list is an array that ends with {0}. Only field lists use the unprefixed names below. */
#ifndef COLLAB_DOMAIN_SCHEMA_H
#define COLLAB_DOMAIN_SCHEMA_H

#include "base/json.h"
#include "domain/fault.h"

typedef enum collab_kind_t {
  STRING,              /* any text of at most .max code points */
  ENUM,                /* one of .values */
  EMAIL,               /* interface.md 3.9; at most .max code points, 191 when .max is 0 */
  URI,                 /* absolute, https; http as well where CollabOutboundHTTP allows it */
  BOOLEAN,             /* true or false */
  INTEGER,             /* from .min to .max; in a query or path decimal digits */
  NUMBER_OR_DIGITS,    /* INTEGER, or a string of digits */
  DATETIME,            /* RFC 3339 */
  DATETIME_OR_SECONDS, /* RFC 3339, or seconds since 1970 as a number, with or without a fraction; only in bodies */
  OBJECT,              /* .fields */
  ARRAY,               /* of objects with .fields, or of values that .of describes; at most .max elements */
  CURSOR,              /* "" or a cursor (domain/cursor.h); only in queries */
  EVENT_TYPES_V1,      /* a non-empty array of event type names of that version */
  EVENT_TYPES_V2,
  CONTENT,    /* the bytes of a file; only in multipart forms, and not checked here */
  ID_OR_NAME, /* a whole number or any text; only in collabctl's form files */
  ANY         /* any value, which the caller checks; only in collabctl's form files */
} collab_kind_t;

typedef enum collab_presence_t {
  OPTIONAL, /* absent and null are the same, except in a merge patch */
  REQUIRED, /* present and not null */
  EXPECTED, /* required, unless CollabLenientInput is on: then the statement fills in a missing or blank value */
  DEPENDENT /* required when the first field of the list has the value .with; the operation's .check enforces that */
} collab_presence_t;

/* In EMAIL, ENUM, URI, date-times and fields with .filled, an empty string counts as absent, unless the check is strict. In all
 * other fields it counts as given. */
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
  bool filters;          /* of a query: selects the records of a list, so a cursor is valid for its value alone */
  bool may_be_empty;     /* of a required text: "" counts as given */
  bool is_field_id;      /* of a number in the objects of an ARRAY: the custom field that the faults of the object are about */
  const char *otherwise; /* the default; http/query.c sets a query parameter to it, a body field's statement must apply it */
  bool never_null;       /* of a merge patch: the operation's .check refuses null; of a form, which knows no null */
  const char *with;      /* the field counts only when the first field of the list has this value */
  /* only for the description (api/describe/describe.c, api/describe/docs.c) */
  const char *says;    /* a sentence, without its full stop */
  const char *format;  /* of a STRING, in JSON Schema's words, which the operation checks or the database ensures; NULL: none */
  bool event_type;     /* of a STRING: the operation takes the name of an event type only */
  const char *example; /* a valid value in the demo's data; of a body's member: where the example of the row lacks it */
  const char *from;    /* of a capture, instead of an example: the operation whose response has the value, and the member there:
                          "note_create.token"; each further dot enters an object, or the last element of an array */
  size_t otherwise_at; /* offset of the int in collab_config_t with which the operator sets the default; 0: none */
  size_t max_at;       /* offset of the int in collab_config_t with which the operator sets the maximum; 0: none */
} collab_field_t;

/* The body of an operation that takes none: both no body and {} are accepted. */
extern const collab_field_t collab_no_body[];
#define NO_BODY collab_no_body

/* The messages that a caller can reword. The maximum replaces a # in the message. */
typedef struct collab_wording_t {
  const char *body;         /* the body is not an object */
  const char *required;     /* a member is missing */
  const char *too_long;     /* a text has more characters than # */
  const char *too_many;     /* an array has more elements than # */
  const char *local_part;   /* an e-mail address has more characters than # before the @; NULL: the message for any bad address */
  const char *whole_number; /* a number is not whole, or out of range; NULL: a message that names the range */
} collab_wording_t;

typedef struct collab_faults_t {
  apr_pool_t *pool;
  apr_array_header_t *list;        /* collab_fault_t; NULL: no fault so far */
  int unlisted;                    /* faults beyond those of the list */
  bool http_allowed;               /* http URIs are accepted (CollabOutboundHTTP) */
  bool lenient;                    /* CollabLenientInput */
  bool strict;                     /* see collab_schema_check */
  const char *event_prefix;        /* of V2 event type names */
  const collab_wording_t *wording; /* NULL: the interface's */
  const char *at;                  /* prefix of all paths; NULL: none */
} collab_faults_t;

#define COLLAB_MAX_FAULTS 100     /* maximum of listed faults, unless strict */
#define COLLAB_MAX_EVENT_TYPES 20 /* maximum of elements where event types are listed */

/* Adds a fault to the list, or counts it. Keeps the texts. */
void collab_faults_add(collab_faults_t *faults, const char *field, collab_fault_code_t code, const char *message);

/* What collab_schema_read has left out. */
typedef struct collab_cut_t {
  bool too_many; /* the known members have more values than the fields allow */
  bool unknown;  /* unknown members of the body, or of an object in it: a check that refuses such members finds fewer */
} collab_cut_t;

/* Parses the body of a request, as collab_json_parse does and with the same errors, but checks and skips what no field names. The
 * number of skipped values has no limit. The document may have some unknown members; [0] or {} stands for their arrays and
 * objects, and for those that a field does not want. The functions below find the same faults in it as in the whole body. If the
 * known members have more values than `fields` allows, returns NULL and sets cut->too_many; *error then names that maximum.
 * `fields` must not have the kind ANY. The document lives in `pool`; collab_json_free frees it earlier. */
const collab_json_t *collab_schema_read(apr_pool_t *pool, const collab_field_t *fields, const char *text, apr_size_t len,
                                        const char **error, collab_cut_t *cut);

/* Checks a body against its fields and adds every fault with its path (`customFields[2].value`). With `merge_patch` every field
 * is optional and nullable. A body that is not an object is one fault with the path "". Returns true when it adds no fault.
 *
 * faults->strict is for files that a person writes: an unknown member is a fault, an empty string counts as given, a required
 * text must not be blank, and all faults are listed, those of an object's own members before those of nested objects. */
bool collab_schema_check(collab_faults_t *faults, const collab_field_t *fields, const collab_json_t *body, bool merge_patch);

/* Adds a fault for each unknown member, in nested objects too, with the nearest known name. For bodies in which ignoring a member
 * would do harm: a mistyped filter widens a subscription (interface.md 14.3). `also`: further names that the outermost object
 * accepts, ended by NULL. */
void collab_schema_refuse_unknown(collab_faults_t *faults, const collab_field_t *fields, const char *const *also,
                                  const collab_json_t *body);

/* If a merge patch has no known member, adds a fault for each of its members (interface.md 3.11). */
void collab_schema_refuse_vain_patch(collab_faults_t *faults, const collab_field_t *fields, const collab_json_t *body);

/* The text of a checked body, with the known members only. So ignored members cost a statement nothing, however long they are. */
const char *collab_schema_known(apr_pool_t *pool, const collab_field_t *fields, const collab_json_t *body);

/* Checks one parameter of a query or path; `value` is decoded. Returns the value to use, in which a date-time is converted to
 * UTC. NULL when the parameter counts as absent, or when a fault was added. */
const char *collab_schema_parameter(collab_faults_t *faults, const collab_field_t *field, const char *value);

#endif

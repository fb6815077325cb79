/* route.h: an operation as a row, and the search for the row of a path.
 *
 * Rows are compiled once, in post_config, into a tree of path segments, together with the source of each value that their
 * statements bind. A request walks the tree and copies pointers. */
#ifndef COLLAB_HTTP_ROUTE_H
#define COLLAB_HTTP_ROUTE_H

#include <httpd.h>

#include "auth/role.h"
#include "config/config.h"
#include "domain/schema.h"
#include "store/statement.h"

typedef struct collab_exchange_t collab_exchange_t;

/* The part of an operation that a statement alone cannot do (api/). Returns the outcome and fills x->answer; never writes
 * output. */
typedef collab_outcome_t (*collab_handler_t)(collab_exchange_t *x);

/* Checks a body for what a field list cannot express. Adds its faults to those of the field list, in x->faults, so that the
 * client gets all at once. Runs even if the body violates the field list, so a member may be absent or of any type. */
typedef void (*collab_check_t)(collab_exchange_t *x);

/* Which party of a request may call an operation. */
typedef enum collab_party_t { EITHER_PARTY, SUBMITTER, RECEIVER } collab_party_t;

typedef struct collab_route_t {
  const char *method;          /* GET (also serves HEAD), POST, PUT, PATCH, DELETE; "*" takes every method */
  const char *template;        /* /v1/notes/{token}; literal segments take precedence over captures */
  collab_who_t who;            /* the role that a caller needs; SQL checks the role, and that the account is active */
  const collab_field_t *body;  /* the body's members; NO_BODY: none; NULL: the body is ignored */
  const collab_field_t *query; /* the parameters; others are ignored */
  const collab_field_t *path;  /* the captures */
  bool merge_patch;            /* body is a merge patch */
  const char *const *echoed;   /* members accepted besides those of `body`; others are refused. NULL: others are ignored */
  bool body_optional;          /* an absent body counts as {}; NO_BODY implies this */
  collab_check_t check;        /* further checks of the body */
  bool costly;                 /* a read that may take long: never on the last database connection for reads (store/db.h) */
  bool stores;                 /* refused when the company has used up its day (CollabDailyLimit) */
  /* The statements, STATEMENT(x). The outcome and body of `change`, or else of `read`, are the response. */
  const collab_statement_t *read; /* of a handler that changes something: what it must know before */
  const collab_statement_t *change;
  const collab_statement_t *instead;     /* a read in place of `read`: when `instead_if` says so, or the handler */
  const char *instead_if;                /* when this query parameter is given and not "false" */
  const collab_statement_t *next_run;    /* reads a stream's runs after the first */
  const collab_statement_t *why_refused; /* the other statements are for handlers. Finds out why `change` did nothing */
  const collab_statement_t *failed;      /* counts a failed login */
  const collab_statement_t *remember;    /* records the time of a login */
  const collab_statement_t *reserve;     /* reserves a file's name */
  bool stream;                           /* `read` returns a list in runs (http/exchange.c); memory holds one run at a time */
  bool instead_stream;                   /* `instead` returns a list in runs, too */
  const char *act;                  /* what the audit calls what the row's example does, or NO_ACT; NULL in a row that reads */
  collab_handler_t handler;         /* answers in place of the statements, which it runs with collab_exchange_run */
  const char *name;                 /* default: the name of the statement that answers */
  const char *successor;            /* the path that replaces a deprecated operation (COLLAB_SUNSET after CollabLegacySunset) */
  const collab_outcome_t *outcomes; /* OUTCOMES(...) of the handler; without handler and statement, the row's only outcome */
  bool plain;                       /* also answered over plain http when CollabRequireTLS is on */
  bool page;                        /* a public page that stays the same until httpd restarts (api/describe/pages.h) */
  bool keyless;                     /* ignores Idempotency-Key, because the key's transaction would span slow work */
  bool secret;                      /* a success holds a token or a secret: no cache may store it */
  /* the parameters of a form (application/x-www-form-urlencoded), which is the body, in x->form. Such a row is one of OAuth 2:
   * its errors, and those of its path, are those of RFC 6749, 5.2 */
  const collab_field_t *oauth_form;
  size_t when_at; /* the offset in collab_config_t of a bool that switches the row's path on; 0: always on */
  /* only for the description (api/describe/openapi.c) */
  const char *summary;         /* in one line */
  const char *says;            /* in a few sentences */
  collab_party_t by;           /* the party that may call it; SQL enforces it */
  const char *const *only_in;  /* of a write below a request: the statuses of the request in which it works; SQL enforces them */
  const char *then_is;         /* the status that it gives the request; NULL: the request keeps its own */
  const char *after;           /* an operation whose example runs before this one, besides those that give the captures values */
  const char *anew;            /* an operation whose result this example uses up; /docs runs that operation again first */
  const collab_field_t *gives; /* what a 200 contains; NULL: there is no 200 with a body */
  const char *gives_type;      /* the media type of a 200; NULL: application/json */
  const char *page_type;       /* the media type of a page that the operation gives instead when Accept names it; NULL: none */
  const collab_field_t *instead_gives; /* what a 200 of `instead` contains, if it differs */
  const collab_field_t *form;          /* the parts of a multipart body that the handler reads itself */
  const char *example;                 /* a JSON body that is valid with the demo's data; of a form: its parameters */
} collab_route_t;

/* The operations of a noun, which are a section of the description. */
typedef struct collab_noun_t {
  const char *name; /* heading */
  const char *says;
  const collab_route_t *operations; /* ends with {0} */
} collab_noun_t;

/* The audit has no row: the history of a request shows the change. (A login is an act in some cases only.) */
#define NO_ACT "none"

#define OUTCOMES(...) ((const collab_outcome_t[]){__VA_ARGS__, COLLAB_OUTCOME_COUNT})

#define COLLAB_MAX_CAPTURES 4
#define COLLAB_MAX_QUERY 16
#define COLLAB_MAX_FORM 4       /* parameters of .oauth_form */
#define COLLAB_ROW_STATEMENTS 8 /* that a row may have */

/* The source of a bind's value at request time. */
typedef enum collab_source_t {
  COLLAB_SOURCE_CALLER,  /* offset of a const char * in collab_caller_t */
  COLLAB_SOURCE_CAPTURE, /* x->captures[index] */
  COLLAB_SOURCE_QUERY,   /* x->query[index] */
  COLLAB_SOURCE_BODY,
  COLLAB_SOURCE_MEMBER, /* the body's string of this name; NULL when it is absent or null */
  COLLAB_SOURCE_TOKEN,  /* a new token */
  COLLAB_SOURCE_CONFIG, /* offset of a const char * in collab_config_t */
  COLLAB_SOURCE_REQUEST_ID,
  COLLAB_SOURCE_TRACEPARENT,
  COLLAB_SOURCE_IF_MATCH,
  COLLAB_SOURCE_IF_NONE_MATCH,
  COLLAB_SOURCE_ADDRESS, /* of the client */
  COLLAB_SOURCE_FILTERS, /* a digest of the query's filters */
  COLLAB_SOURCE_VALUE,   /* set by the handler under this name */
  COLLAB_SOURCE_NULL     /* an optional parameter that the operation does not have */
} collab_source_t;

typedef struct collab_place_t {
  collab_source_t source;
  int index;
  const char *name;
} collab_place_t;

/* A statement with the source of each of its binds, for one row. */
typedef struct collab_bound_t {
  const collab_statement_t *statement;
  collab_place_t *places; /* one for each of statement->nbinds binds */
} collab_bound_t;

/* A compiled row. */
typedef struct collab_operation_t {
  const collab_route_t *row;
  const collab_noun_t *noun;
  const char *name;
  int index;  /* of the row, from 1: metrics use it */
  int method; /* M_GET …; -1: all */
  const char *captures[COLLAB_MAX_CAPTURES];
  const collab_field_t *capture_fields[COLLAB_MAX_CAPTURES]; /* never NULL */
  int ncaptures;
  int nquery;
  int instead_if;                    /* index into query, or -1 */
  int token;                         /* the capture that messages show as {token}, or -1 */
  const apr_array_header_t *before;  /* collab_operation_t *; their examples run before this one's (api/describe/example.h) */
  bool binds_body;                   /* a statement binds the whole body, not only some of its members */
  const collab_statement_t *answers; /* row->change, or else row->read; NULL: no statement */
  collab_bound_t bound[COLLAB_ROW_STATEMENTS]; /* the statements of the row */
  int nbound;
} collab_operation_t;

typedef struct collab_router_t collab_router_t;

/* Compiles the rows of `nouns`, which ends with NULL. Checks each row against its statements and its template: every bind has a
 * source, every capture is used, every statement outcome is known, no row is a duplicate. Adds a line to *errors (NULL: none so
 * far) for each mistake; the router is then of no use. */
const collab_router_t *collab_router_make(apr_pool_t *pool, const collab_noun_t *const *nouns, const char **errors);

/* A path of the interface, and the places of its captures in the raw path. */
typedef struct collab_match_t {
  const struct collab_node_t *node;
  const char *start[COLLAB_MAX_CAPTURES];
  apr_size_t len[COLLAB_MAX_CAPTURES];
} collab_match_t;

/* Finds a path (raw, without the base path). Compares bytes, allocates nothing. False: there is no such path. */
bool collab_router_find(const collab_router_t *router, const char *path, collab_match_t *match);

/* The operation of a path for a method; NULL when the path does not support the method. httpd uses M_GET for HEAD, too. */
const collab_operation_t *collab_match_operation(const collab_match_t *match, int method);

/* An operation of a path, whatever its method. All operations of a path have the same .when_at, and all or none .oauth_form. */
const collab_operation_t *collab_match_any(const collab_match_t *match);

/* Has the server switched the operation on (.when_at)? */
bool collab_operation_is_on(const collab_operation_t *operation, const collab_config_t *config);

/* The value of caller.<name>, from the token; NULL: none. */
const char *collab_caller_value(const collab_caller_t *caller, const char *name);

/* The value of the Allow header for this path. */
const char *collab_match_allow(const collab_match_t *match);

/* All compiled rows, in the order of the table. */
const apr_array_header_t *collab_router_operations(const collab_router_t *router); /* collab_operation_t * */

/* The compiled rows that the server has switched on, in the order of the table. The array is in `pool`. */
const apr_array_header_t *collab_router_served(apr_pool_t *pool, const collab_router_t *router, const collab_config_t *config);

/* The row's statement with its binds; NULL: the row does not have it. */
const collab_bound_t *collab_operation_bound(const collab_operation_t *operation, const collab_statement_t *statement);

/* Does every success of the operation carry an ETag (http/etag.c)? Those of GET do, except for streams and health. */
bool collab_operation_has_etag(const collab_operation_t *operation);

/* Does the path name a record, which conditions can name the version of? That of an operation that creates one does not. */
bool collab_operation_has_record(const collab_operation_t *operation);

/* Does a success of the operation hold a record that has an entity tag? */
bool collab_operation_gives_etag(const collab_operation_t *operation);

/* Does the operation change a member's data? Maintenance refuses such operations. A login does not count as a change. */
bool collab_operation_changes(const collab_operation_t *operation);

/* Does the operation support Idempotency-Key (http/idempotency.c)? Authenticated POSTs with a JSON or empty body
 * do, except those with .keyless. */
bool collab_operation_knows_key(const collab_operation_t *operation);

/* What the party that may call the operation gets while the request has this status (interface.md 10.2): COLLAB_OK, or the
 * refusal that the operation's statements have for it; COLLAB_OUTCOME_COUNT: they have none. Only for a row with .only_in. */
collab_outcome_t collab_operation_in_status(const collab_operation_t *operation, const char *status);

/* What the other party gets, in every status; COLLAB_OK: both parties may call the operation. */
collab_outcome_t collab_operation_other_party(const collab_operation_t *operation);

/* The statuses that a row may answer with, ascending; ends with 0. */
const int *collab_operation_statuses(apr_pool_t *pool, const collab_operation_t *operation);

/* Adds a line about a mistake in a row to *errors (NULL: there is none so far). Memory is from the pool. Runs in post_config. */
void collab_row_fault(apr_pool_t *pool, const char **errors, const collab_route_t *row, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif

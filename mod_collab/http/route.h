/* route.h: an operation as a row, and how a path finds its row.
 *
 * Rows are compiled once, in post_config, into a tree of path segments, together with the place of every value that their
 * statements bind; a request walks the tree and copies pointers. */
#ifndef COLLAB_HTTP_ROUTE_H
#define COLLAB_HTTP_ROUTE_H

#include <httpd.h>

#include "base/schema.h"
#include "store/statement.h"

typedef struct collab_exchange_t collab_exchange_t;

/* What an operation does that no statement alone can do (api/). Returns the outcome and fills x->answer; never writes output. */
typedef collab_outcome_t (*collab_handler_t)(collab_exchange_t *x);

/* What no field list can say about a body: adds its faults to x->faults, beside those of the list, so that all are told at once.
 * Sees x->body before the list has been found satisfied: a member may be absent or of any type. */
typedef void (*collab_check_t)(collab_exchange_t *x);

typedef enum collab_who_t {
  PUBLIC, /* no token */
  MEMBER  /* a valid token; whether the account is active, the statement says */
} collab_who_t;

/* Which party of a request may call an operation. */
typedef enum collab_party_t { EITHER_PARTY, SUBMITTER, RECEIVER } collab_party_t;

typedef struct collab_route_t {
  const char *method;   /* GET (HEAD with it), POST, PUT, PATCH, DELETE; "*" takes every method */
  const char *template; /* /v1/notes/{token}; literal segments win over captures */
  collab_who_t who;
  const collab_field_t *body;        /* NO_BODY, or NULL: a body is not looked at */
  const collab_field_t *query;       /* parameters that are known; others are ignored */
  const collab_field_t *path;        /* captures with a kind; others are any text */
  bool merge_patch;                  /* body is a merge patch */
  bool body_optional;                /* no body is {}; with NO_BODY always */
  collab_check_t check;              /* more about the body than its fields say */
  const collab_statement_t *answers; /* STATEMENT(x): its outcome and body are the answer */
  bool stream;       /* `answers` gives a list in runs (binds value.after, value.count): written one by one, never held whole */
  const char *given; /* when this query parameter is given (and not "false"), */
  const collab_statement_t *then; /*   this one answers instead; with a handler: a second statement it runs */
  const collab_statement_t *also; /* a third that a handler runs */
  collab_handler_t handler;       /* answers instead of the statement; runs answers, then and also by collab_exchange_run */
  const char *name;               /* default: the name of the statement `answers` */
  const char *successor;          /* deprecated: the path that replaces it; COLLAB_SUNSET after CollabLegacySunset */
  const collab_outcome_t
      *outcomes; /* OUTCOMES(...): what the handler adds, or the row without statement and handler answers (the first) */
  bool plain;    /* answered over plain http as well, where CollabRequireTLS is on */
  /* what only the description tells (api/describe/openapi.c) */
  const char *summary;              /* in a line */
  const char *says;                 /* in some sentences */
  collab_party_t by;                /* who may call it; SQL decides */
  const char *after;                /* the operation whose example must run before this one's; NULL: none */
  const char *keeps;                /* a member of the answer that later examples need */
  const collab_field_t *gives;      /* what a 200 holds; NULL: there is none */
  const char *gives_type;           /* its media type; NULL: application/json */
  const collab_field_t *then_gives; /* … when `then` answers, where that differs */
  const collab_field_t *form;       /* parts of a multipart body that the handler reads itself */
  const char *example;              /* a body as JSON, good on the demo's data */
} collab_route_t;

/* The operations of a noun: a section of the description. */
typedef struct collab_noun_t {
  const char *name; /* heading */
  const char *says;
  const collab_route_t *operations; /* ends with {0} */
} collab_noun_t;

#define OUTCOMES(...) ((const collab_outcome_t[]){__VA_ARGS__, COLLAB_OUTCOME_COUNT})

#define COLLAB_MAX_CAPTURES 4
#define COLLAB_MAX_QUERY 12

/* Where a bind's value stands at request time. */
typedef enum collab_source_t {
  COLLAB_SOURCE_CALLER,  /* offset of a const char * in collab_caller_t */
  COLLAB_SOURCE_CAPTURE, /* [index] */
  COLLAB_SOURCE_QUERY,   /* [index] */
  COLLAB_SOURCE_BODY,
  COLLAB_SOURCE_MEMBER, /* the string of this name in the body; NULL when it is not there, or null */
  COLLAB_SOURCE_TOKEN,  /* a fresh one */
  COLLAB_SOURCE_CONFIG, /* offset of a const char * in collab_config_t */
  COLLAB_SOURCE_REQUEST_ID,
  COLLAB_SOURCE_TRACEPARENT,
  COLLAB_SOURCE_ETAGS,
  COLLAB_SOURCE_VALUE /* given by the handler under this name */
} collab_source_t;

typedef struct collab_place_t {
  collab_source_t source;
  int index;
  const char *name;
} collab_place_t;

/* A statement with the place of each of its binds, for one row. */
typedef struct collab_bound_t {
  const collab_statement_t *statement; /* NULL: none */
  collab_place_t *places;              /* statement->nbinds */
} collab_bound_t;

/* A row, compiled. */
typedef struct collab_operation_t {
  const collab_route_t *row;
  const collab_noun_t *noun;
  const char *name;
  int index;  /* of the row, from 1: what it is metered under */
  int method; /* M_GET …; -1: every one */
  const char *captures[COLLAB_MAX_CAPTURES];
  const collab_field_t *capture_fields[COLLAB_MAX_CAPTURES]; /* never NULL */
  int ncaptures;
  int nquery;
  int given;       /* index into query, or -1 */
  int token;       /* capture that messages name as {token}, or -1 */
  bool binds_body; /* a statement binds the whole body, not only some of its members */
  collab_bound_t answers;
  collab_bound_t then;
  collab_bound_t also;
} collab_operation_t;

typedef struct collab_router_t collab_router_t;

/* Compiles the rows of all nouns (ends with NULL) and checks each against its statements and its template: every bind can be
 * resolved, every capture has a use, every statement outcome is known, no row stands twice. NULL and *error, one line a mistake,
 * when something does not fit. */
const collab_router_t *collab_router_make(apr_pool_t *pool, const collab_noun_t *const *nouns, const char **error);

/* A path of the interface, and where its captures stand in the raw path. */
typedef struct collab_match_t {
  const struct collab_node_t *node;
  const char *start[COLLAB_MAX_CAPTURES];
  apr_size_t len[COLLAB_MAX_CAPTURES];
} collab_match_t;

/* Finds the path (raw, base path already taken off). Compares bytes, allocates nothing. False: there is nothing at this path. */
bool collab_router_find(const collab_router_t *router, const char *path, collab_match_t *match);

/* The operation of a path that was found: NULL when it does not know the method. HEAD is GET (httpd says M_GET). */
const collab_operation_t *collab_match_operation(const collab_match_t *match, int method);

/* What a token says under a name of caller.<name>; NULL: nothing. */
const char *collab_caller_value(const collab_caller_t *caller, const char *name);

/* The value of its Allow header. */
const char *collab_match_allow(const collab_match_t *match);

/* Every compiled row, in the order of the table: for DUMP_COLLAB_ROUTES. */
const apr_array_header_t *collab_router_operations(const collab_router_t *router); /* collab_operation_t * */

/* Do the operation's answers carry an ETag (http/etag.c)? Those to a GET do, but for lists that are streamed. */
bool collab_operation_has_etag(const collab_operation_t *operation);

/* Does it know Idempotency-Key (http/idempotency.c)? Authenticated POSTs with a JSON or empty body do. */
bool collab_operation_knows_key(const collab_operation_t *operation);

/* The statuses that a row can answer, ascending, ends with 0. */
const int *collab_operation_statuses(apr_pool_t *pool, const collab_operation_t *operation);

#endif

/* statement.h: C's view of a statement file of sql/queries. The table is generated (build/statements.pl); nothing here accesses
 * the database. */
#ifndef COLLAB_STORE_STATEMENT_H
#define COLLAB_STORE_STATEMENT_H

#include "collab.h"

/* The source of a bind's value. */
typedef enum collab_bind_from_t {
  COLLAB_FROM_CALLER,         /* caller.user, .epoch, .issuer, .kind, .subject: the caller (piece caller) */
  COLLAB_FROM_PATH,           /* path.<parameter>, decoded */
  COLLAB_FROM_QUERY,          /* query.<parameter>, checked; NULL when not given */
  COLLAB_FROM_QUERY_OPTIONAL, /* query.<parameter>?: as query.<parameter>, but an operation may lack the parameter */
  COLLAB_FROM_BODY,           /* body: the body's members that the operation's field list has; body.<member>: one member's text */
  COLLAB_FROM_RANDOM,         /* random.token: a new token */
  COLLAB_FROM_CONFIG,         /* config.<name>: a setting */
  COLLAB_FROM_REQUEST,        /* request.id, .traceparent, .address, .filters, .if_match, .if_none_match */
  COLLAB_FROM_VALUE,          /* value.<name>: set by the operation's own handler */
  COLLAB_FROM_ARG             /* arg.<name>: given by the dispatcher or collabctl, in the order of the line `binds` */
} collab_bind_from_t;

typedef struct collab_bind_t {
  collab_bind_from_t from;
  const char *name;
} collab_bind_t;

/* One part of a statement file. Its parameters $n have no gaps; binds[n - 1] is the index of $n in the statement's binds. */
typedef struct collab_part_t {
  const char *text;
  int nbinds;
  const unsigned char *binds;
} collab_part_t;

typedef struct collab_statement_t {
  const char *name;
  int index;   /* its own, from 0 */
  bool writes; /* changes data: never sent twice */
  int nbinds;
  const collab_bind_t *binds;
  int nparts; /* more than one: a pipeline in one transaction */
  const collab_part_t *parts;
  int noutcomes;
  const collab_outcome_t *outcomes;               /* the words that its column `outcome` may have */
  bool tags;                                      /* its column `etag` is the entity tag of the record that it returns */
  bool refuses;                                   /* its column `refusal` is the reason why collabctl refuses, or null */
  const struct collab_statement_t *unconditional; /* its form for a request without If-Match and If-None-Match, with the same
                                                     binds: it does not compare. NULL: it has one form */
} collab_statement_t;

#define COLLAB_MAX_BINDS 32
#define COLLAB_MAX_PARTS 4

/* Generated: declares each statement as collab_sql_<name>, and nothing else. So a new statement recompiles only the files that
 * begin to use it (Makefile.in, `declared`). */
#include <collab_statements.h>

extern const int collab_statement_count;   /* all forms count */
extern const char collab_schema_version[]; /* of the newest migration: the lowest that /health/ready accepts */

/* STATEMENT(note_create): the statement of sql/queries/api/note_create.sql. The name of a statement of sql/queries/ctl is ctl_
 * and the file's name. A name without a file does not compile; one whose file was removed does not link. */
#define STATEMENT(name) (&collab_sql_##name)

/* BINDS(lease_renew, .claims = text, .seconds = number): the values of a statement of sql/queries/dispatch, by the names in its
 * line `binds`. A name that is left out is SQL NULL. The values live as long as the block around them; BINDS_IN makes a copy in a
 * memory pool. A name that the statement does not bind does not compile. Needs store/binds.h, which dispatch/link.h includes. */
#define BINDS(statement, ...) ((const char *const *)&(const collab_binds_##statement##_t){__VA_ARGS__})
#define BINDS_IN(pool, statement, ...)                                                                                           \
  ((const char *const *)apr_pmemdup(pool, BINDS(statement, __VA_ARGS__), sizeof(collab_binds_##statement##_t)))

/* True if the statement binds value.after, so that it returns later runs of a list as well as the first. */
bool collab_statement_continues(const collab_statement_t *statement);

#endif

/* question.h: asks a server questions as any HTTP client would, over one kept connection, for collabctl doctor. Checks no
 * certificate and no address, so send nothing secret. For one thread; not for a worker or the dispatcher. */
#ifndef COLLAB_OUTBOUND_QUESTION_H
#define COLLAB_OUTBOUND_QUESTION_H

#include <apr_tables.h>

#include "collab.h"

typedef struct collab_questions_t collab_questions_t;

typedef struct collab_question_t {
  const char *method, *url;
  const char *const *headers; /* "Name: value", NULL at the end; NULL: none */
  const char *body;           /* NULL: none */
} collab_question_t;

/* Pool memory. */
typedef struct collab_question_answer_t {
  const char *error; /* NULL: the server answered */
  int status;
  apr_table_t *headers; /* of the final response */
  const char *body;     /* its beginning; "": none */
  const char *address;  /* of the server; "": none */
  int port;
  const char *own; /* this machine's address of the connection; "": none */
} collab_question_answer_t;

/* `connect_to`: "ADDRESS:PORT" to connect to instead of the URL's host; NULL: the URL's host. NULL: libcurl cannot be set up. */
collab_questions_t *collab_questions_open(apr_pool_t *pool, const char *connect_to);

/* Waits at most five seconds. */
void collab_questions_ask(collab_questions_t *questions, const collab_question_t *question, collab_question_answer_t *answer);

void collab_questions_close(collab_questions_t *questions);

#endif

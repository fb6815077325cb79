/* answers.h: the statuses and outcomes that an operation may answer with, for the description (api/describe/openapi.c) and the
 * page (api/describe/docs.c). Used while httpd starts. */
#ifndef COLLAB_API_DESCRIBE_ANSWERS_H
#define COLLAB_API_DESCRIBE_ANSWERS_H

#include "http/exchange.h"

/* The statuses of the operation, and 403 where the server refuses plain http. In ascending order; ends with 0. */
const int *collab_answer_statuses(apr_pool_t *pool, const collab_config_t *config, const collab_operation_t *operation);

/* May the operation answer with this outcome? `outcome` must have a status that the operation has. */
bool collab_answer_may_be(const collab_config_t *config, const collab_operation_t *operation, collab_outcome_t outcome);

/* The meaning of an outcome: its message, with the texts of directives that it names. */
const char *collab_answer_meaning(apr_pool_t *pool, const collab_config_t *config, collab_outcome_t outcome);

/* The outcomes that any request may get besides those of its operation: from httpd itself, or from the checks before every
 * operation. Ends with COLLAB_OUTCOME_COUNT. */
extern const collab_outcome_t collab_answers_anywhere[];

/* The headers of a response, besides X-Request-Id. */
typedef struct collab_answer_headers_t {
  bool etag;
  bool deprecation;
  bool sunset;
  bool authenticate;
  bool retry_after;
} collab_answer_headers_t;

collab_answer_headers_t collab_answer_headers(const collab_config_t *config, const collab_operation_t *operation, int status);

#endif

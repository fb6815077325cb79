/* answers.h: which statuses and outcomes an operation may answer, as the description (api/describe/openapi.c) and the page
 * (api/describe/docs.c) tell them. While httpd starts. */
#ifndef COLLAB_API_DESCRIBE_ANSWERS_H
#define COLLAB_API_DESCRIBE_ANSWERS_H

#include "http/exchange.h"

/* The statuses, ascending, ends with 0: those of the operation, and 403 where the server refuses plain http. */
const int *collab_answer_statuses(apr_pool_t *pool, const collab_config_t *config, const collab_operation_t *operation);

/* Does the operation answer its status with this outcome? `outcome` must be of a status that the operation has. */
bool collab_answer_may_be(const collab_config_t *config, const collab_operation_t *operation, collab_outcome_t outcome);

/* What an outcome means, with the service's name where its message leaves a place for it. */
const char *collab_answer_meaning(apr_pool_t *pool, const collab_config_t *config, collab_outcome_t outcome);

/* What any request may be answered beside that, by httpd itself or by what stands in front of every operation; ends with
 * COLLAB_OUTCOME_COUNT. */
extern const collab_outcome_t collab_answers_anywhere[];

/* The headers of an answer beside X-Request-Id. */
typedef struct collab_answer_headers_t {
  bool etag;
  bool deprecation;
  bool sunset;
  bool authenticate;
  bool retry_after;
} collab_answer_headers_t;

collab_answer_headers_t collab_answer_headers(const collab_config_t *config, const collab_operation_t *operation, int status);

#endif

/* answers.c: computes the statuses and outcomes that an operation may answer with. They come from the pipeline (http/exchange.c),
 * from the statements of the operation's compiled row, and from the row's own list of outcomes. */
#include "api/describe/pages.h"

#include <apr_strings.h>

const collab_outcome_t collab_answers_anywhere[] = {
    COLLAB_BAD_REQUEST, COLLAB_FORBIDDEN,   COLLAB_TIMEOUT,           COLLAB_TOO_LARGE,    COLLAB_URI_TOO_LONG,
    COLLAB_EXPECTATION, COLLAB_TOO_MANY,    COLLAB_HEADERS_TOO_LARGE, COLLAB_INTERNAL,     COLLAB_NOT_IMPLEMENTED,
    COLLAB_BAD_GATEWAY, COLLAB_UNAVAILABLE, COLLAB_GATEWAY_TIMEOUT,   COLLAB_HTTP_VERSION, COLLAB_OUTCOME_COUNT};

static int ascending(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

const int *collab_answer_statuses(apr_pool_t *pool, const collab_config_t *config, const collab_operation_t *operation) {
  static const collab_outcome_t configured[] = {COLLAB_TLS_REQUIRED, COLLAB_DAILY_LIMIT}; /* the operator's choice */
  apr_array_header_t *statuses = apr_array_make(pool, 16, sizeof(int));

  for (const int *own = collab_operation_statuses(pool, operation); *own; own++) {
    APR_ARRAY_PUSH(statuses, int) = *own;
  }
  for (size_t i = 0; i < sizeof configured / sizeof *configured; i++) {
    int status = collab_outcome_status(configured[i]);
    if (collab_answer_may_be(config, operation, configured[i]) &&
        !bsearch(&status, statuses->elts, (size_t)statuses->nelts, sizeof(int), ascending)) {
      APR_ARRAY_PUSH(statuses, int) = status;
      qsort(statuses->elts, (size_t)statuses->nelts, sizeof(int), ascending);
    }
  }
  APR_ARRAY_PUSH(statuses, int) = 0;
  return (const int *)statuses->elts;
}

static bool is_among(const collab_outcome_t *outcomes, int count, collab_outcome_t outcome) {
  for (int i = 0; i < count && outcomes[i] != COLLAB_OUTCOME_COUNT; i++) {
    if (outcomes[i] == outcome) {
      return true;
    }
  }
  return false;
}

bool collab_answer_may_be(const collab_config_t *config, const collab_operation_t *operation, collab_outcome_t outcome) {
  static const collab_outcome_t common[] = {COLLAB_INVALID,    COLLAB_TIMEOUT,     COLLAB_TOO_LARGE, COLLAB_MEDIA_TYPE,
                                            COLLAB_KEY_REUSED, COLLAB_UNAVAILABLE, COLLAB_SUNSET};
  const collab_route_t *row = operation->row;

  if (outcome == COLLAB_UNAUTHENTICATED) {
    return row->who != PUBLIC;
  }
  if ((outcome == COLLAB_MALFORMED || outcome == COLLAB_GONE) && row->body) {
    return true;
  }
  if (outcome == COLLAB_TLS_REQUIRED) {
    return config->require_tls && !row->plain;
  }
  if (outcome == COLLAB_MAINTENANCE) {
    return collab_operation_changes(operation);
  }
  if (outcome == COLLAB_PRECONDITION_FAILED && collab_operation_has_etag(operation)) {
    return true;
  }
  if (outcome == COLLAB_DAILY_LIMIT && row->stores) {
    return true;
  }
  if (outcome == COLLAB_KEY_IN_PROGRESS || outcome == COLLAB_ERASED) {
    return collab_operation_knows_key(operation);
  }
  for (int i = 0; i < operation->nbound; i++) {
    if (is_among(operation->bound[i].statement->outcomes, operation->bound[i].statement->noutcomes, outcome)) {
      return true;
    }
  }
  return is_among(collab_answers_anywhere, COLLAB_OUTCOME_COUNT, outcome) ||
         is_among(common, sizeof common / sizeof *common, outcome) ||
         (row->outcomes && is_among(row->outcomes, COLLAB_OUTCOME_COUNT, outcome));
}

const char *collab_answer_meaning(apr_pool_t *pool, const collab_config_t *config, collab_outcome_t outcome) {
  return collab_config_fill(pool, config, collab_outcome_row(outcome)->message);
}

collab_answer_headers_t collab_answer_headers(const collab_config_t *config, const collab_operation_t *operation, int status) {
  bool deprecated = operation->row->successor != NULL;
  bool success = status < HTTP_MULTIPLE_CHOICES;
  bool in_progress = status == collab_outcome_status(COLLAB_KEY_IN_PROGRESS) && collab_operation_knows_key(operation);

  return (collab_answer_headers_t){
      .etag = (status == HTTP_OK || status == HTTP_NOT_MODIFIED) && collab_operation_gives_etag(operation),
      .deprecation = deprecated,
      .sunset = deprecated && config->legacy_sunset,
      .authenticate = status == HTTP_UNAUTHORIZED,
      .rate = operation->row->who != PUBLIC && (success || status == HTTP_TOO_MANY_REQUESTS),
      .replayed = collab_operation_knows_key(operation) && success,
      .accept_patch = status == HTTP_UNSUPPORTED_MEDIA_TYPE && operation->method == M_PATCH,
      .retry_after = status == HTTP_TOO_MANY_REQUESTS || status == HTTP_SERVICE_UNAVAILABLE || in_progress,
  };
}

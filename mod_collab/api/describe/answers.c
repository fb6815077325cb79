/* answers.c: computes the statuses and outcomes that an operation may answer with. They come from the pipeline (http/exchange.c),
 * from the statements of the operation's compiled row, and from the row's own list of outcomes. */
#include "api/describe/pages.h"

#include <apr_strings.h>

const collab_outcome_t collab_answers_anywhere[] = {
    COLLAB_BAD_REQUEST, COLLAB_TIMEOUT,           COLLAB_TOO_LARGE,       COLLAB_URI_TOO_LONG, COLLAB_EXPECTATION,
    COLLAB_TOO_MANY,    COLLAB_HEADERS_TOO_LARGE, COLLAB_INTERNAL,        COLLAB_BAD_GATEWAY,  COLLAB_NOT_IMPLEMENTED,
    COLLAB_UNAVAILABLE, COLLAB_HTTP_VERSION,      COLLAB_GATEWAY_TIMEOUT, COLLAB_OUTCOME_COUNT};

const int *collab_answer_statuses(apr_pool_t *pool, const collab_config_t *config, const collab_operation_t *operation) {
  const int *own = collab_operation_statuses(pool, operation);
  int forbidden = collab_outcome_status(COLLAB_TLS_REQUIRED);
  bool adds = config->require_tls && !operation->row->plain;
  apr_array_header_t *statuses = apr_array_make(pool, 16, sizeof(int));

  for (; *own; own++) {
    if (adds && *own > forbidden) {
      APR_ARRAY_PUSH(statuses, int) = forbidden;
    }
    adds = adds && *own < forbidden;
    APR_ARRAY_PUSH(statuses, int) = *own;
  }
  if (adds) {
    APR_ARRAY_PUSH(statuses, int) = forbidden;
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
  if (outcome == COLLAB_MALFORMED) {
    return row->body != NULL;
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
  if (outcome == COLLAB_DAILY_LIMIT) {
    return row->stores;
  }
  if (outcome == COLLAB_KEY_IN_PROGRESS || outcome == COLLAB_ERASED) {
    return collab_operation_knows_key(operation);
  }
  for (int i = 0; i < operation->nbound; i++) {
    if (is_among(operation->bound[i].statement->outcomes, operation->bound[i].statement->noutcomes, outcome)) {
      return true;
    }
  }
  return is_among(common, sizeof common / sizeof *common, outcome) ||
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
      .retry_after = status == HTTP_TOO_MANY_REQUESTS || status == HTTP_SERVICE_UNAVAILABLE || in_progress,
  };
}

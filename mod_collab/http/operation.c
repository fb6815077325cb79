/* operation.c: what follows from a compiled row (http/route.h): its statuses, in which states of a request it works, whether it
 * has an entity tag, changes anything, or takes an Idempotency-Key. */
#include "http/route.h"

#include <stdlib.h>
#include <string.h>

bool collab_operation_has_etag(const collab_operation_t *operation) {
  const collab_route_t *row = operation->row;
  return operation->method == M_GET && (row->who != PUBLIC || row->page) &&
         (!row->stream || (row->instead && !row->instead_stream)) && (operation->answers || row->handler);
}

bool collab_operation_gives_etag(const collab_operation_t *operation) {
  return collab_operation_has_etag(operation) || (operation->row->change && operation->row->change->tags);
}

bool collab_operation_has_record(const collab_operation_t *operation) {
  return operation->method == M_GET || operation->ncaptures > 0;
}

bool collab_operation_changes(const collab_operation_t *operation) {
  return operation->row->who != PUBLIC && strcmp(operation->row->method, "GET") != 0;
}

bool collab_operation_knows_key(const collab_operation_t *operation) {
  const collab_route_t *row = operation->row;
  return row->who != PUBLIC && operation->method == M_POST && row->body != NULL && !row->keyless;
}

static bool may_be(const collab_operation_t *operation, collab_outcome_t outcome) {
  for (const collab_bound_t *bound = operation->bound; bound < operation->bound + operation->nbound; bound++) {
    for (int i = 0; i < bound->statement->noutcomes; i++) {
      if (bound->statement->outcomes[i] == outcome) {
        return true;
      }
    }
  }
  return false;
}

collab_outcome_t collab_operation_in_status(const collab_operation_t *operation, const char *status) {
  static const struct {
    const char *status;
    collab_outcome_t refusals[2]; /* an operation has one of them */
  } refused[] = {{"OPEN", {COLLAB_NOT_ACCEPTED, COLLAB_NOT_ASKED}},
                 {"INFORMATION", {COLLAB_NOT_ACCEPTED, COLLAB_NOT_ASKED}},
                 {"ACCEPTED", {COLLAB_ACCEPTED}},
                 {"REJECTED", {COLLAB_REJECTED}},
                 {"CLOSED", {COLLAB_CLOSED, COLLAB_NOTE_CLOSED}}};

  for (const char *const *works = operation->row->only_in; *works; works++) {
    if (!strcmp(*works, status)) {
      return COLLAB_OK;
    }
  }
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    for (int j = 0; j < 2 && !strcmp(refused[i].status, status); j++) {
      if (refused[i].refusals[j] != COLLAB_OK && may_be(operation, refused[i].refusals[j])) {
        return refused[i].refusals[j];
      }
    }
  }
  return COLLAB_OUTCOME_COUNT;
}

collab_outcome_t collab_operation_other_party(const collab_operation_t *operation) {
  static const collab_outcome_t refusals[] = {
      [EITHER_PARTY] = COLLAB_OK, [SUBMITTER] = COLLAB_SUBMITTER_ONLY, [RECEIVER] = COLLAB_RECEIVER_ONLY};
  return refusals[operation->row->by];
}

bool collab_operation_is_on(const collab_operation_t *operation, const collab_config_t *config) {
  size_t at = operation->row->when_at;
  return at == 0 || *(const bool *)((const char *)config + at);
}

static void add_status(apr_array_header_t *statuses, int status) {
  for (int i = 0; i < statuses->nelts; i++) {
    if (APR_ARRAY_IDX(statuses, i, int) == status) {
      return;
    }
  }
  APR_ARRAY_PUSH(statuses, int) = status;
}

const collab_bound_t *collab_operation_bound(const collab_operation_t *operation, const collab_statement_t *statement) {
  for (const collab_bound_t *bound = operation->bound; bound < operation->bound + operation->nbound; bound++) {
    if (bound->statement == statement) {
      return bound;
    }
  }
  return NULL;
}

static int ascending(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

const int *collab_operation_statuses(apr_pool_t *pool, const collab_operation_t *operation) {
  const collab_route_t *row = operation->row;
  apr_array_header_t *statuses = apr_array_make(pool, 16, sizeof(int));

  for (const collab_bound_t *bound = operation->bound; bound < operation->bound + operation->nbound; bound++) {
    for (int i = 0; i < bound->statement->noutcomes; i++) {
      add_status(statuses, collab_outcome_status(bound->statement->outcomes[i]));
    }
    add_status(statuses, collab_outcome_status(COLLAB_UNAVAILABLE));
  }
  for (const collab_outcome_t *outcome = row->outcomes; outcome && *outcome != COLLAB_OUTCOME_COUNT; outcome++) {
    add_status(statuses, collab_outcome_status(*outcome));
  }
  if (row->who != PUBLIC) {
    add_status(statuses, collab_outcome_status(COLLAB_UNAUTHENTICATED));
  }
  if (collab_operation_knows_key(operation)) {
    add_status(statuses, collab_outcome_status(COLLAB_KEY_IN_PROGRESS));
    add_status(statuses, collab_outcome_status(COLLAB_KEY_REUSED));
  }
  if (collab_operation_has_etag(operation)) {
    add_status(statuses, collab_outcome_status(COLLAB_NOT_MODIFIED));
    add_status(statuses, collab_outcome_status(COLLAB_PRECONDITION_FAILED));
  }
  if (row->successor) {
    add_status(statuses, collab_outcome_status(COLLAB_SUNSET));
  }
  add_status(statuses, collab_outcome_status(COLLAB_INVALID)); /* a badly encoded parameter, known or unknown */
  if (row->body || row->oauth_form) {
    add_status(statuses, collab_outcome_status(COLLAB_TIMEOUT));
    add_status(statuses, collab_outcome_status(COLLAB_TOO_LARGE));
    add_status(statuses, collab_outcome_status(COLLAB_MEDIA_TYPE));
  }
  qsort(statuses->elts, (size_t)statuses->nelts, sizeof(int), ascending);
  APR_ARRAY_PUSH(statuses, int) = 0;
  return (const int *)statuses->elts;
}

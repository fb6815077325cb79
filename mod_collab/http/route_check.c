/* route_check.c: checks each compiled row against itself and its statements, before the server starts. configtest and the start
 * of httpd show all mistakes at once. */
#include "http/route_maker.h"

#include <apr_strings.h>
#include <string.h>

#include "domain/domain.h"

void collab_row_fault(apr_pool_t *pool, const char **errors, const collab_route_t *row, const char *format, ...) {
  va_list args;

  va_start(args, format);
  const char *text = apr_pvsprintf(pool, format, args);
  va_end(args);
  *errors =
      apr_psprintf(pool, "%s%sroute %s %s: %s", *errors ? *errors : "", *errors ? "\n" : "", row->method, row->template, text);
}

static bool uses_capture(const collab_operation_t *operation, int index) {
  for (const collab_bound_t *bound = operation->bound; bound < operation->bound + operation->nbound; bound++) {
    for (int i = 0; i < bound->statement->nbinds; i++) {
      if (bound->places[i].source == COLLAB_SOURCE_CAPTURE && bound->places[i].index == index) {
        return true;
      }
    }
  }
  return false;
}

static bool may_succeed_with_a_body(apr_pool_t *pool, const collab_operation_t *operation) {
  const int *status = collab_operation_statuses(pool, operation);

  while (*status && *status != HTTP_OK) {
    status++;
  }
  return *status != 0;
}

/* Checks that .who is the role that the row's statements enforce. A statement that requires MEMBER or INTEGRATOR has the outcome
 * that refuses other callers; without such an outcome, READER suffices. */
static void check_role(collab_route_maker_t *maker, const collab_operation_t *operation) {
  collab_who_t refused = READER;

  for (const collab_bound_t *bound = operation->bound; bound < operation->bound + operation->nbound; bound++) {
    for (int k = 0; k < bound->statement->noutcomes; k++) {
      for (collab_who_t who = MEMBER; who <= INTEGRATOR; who++) {
        refused = bound->statement->outcomes[k] == collab_role_refusal(who) ? who : refused;
      }
    }
  }
  if (operation->row->who != PUBLIC && operation->row->who != refused) {
    collab_route_report(maker, operation->row, ".who is the role %s, but its statements require %s",
                        collab_role_word(operation->row->who), collab_role_word(refused));
  }
}

static bool binds(const collab_operation_t *operation, collab_source_t source) {
  for (const collab_bound_t *bound = operation->bound; bound < operation->bound + operation->nbound; bound++) {
    for (int i = 0; i < bound->statement->nbinds; i++) {
      if (bound->places[i].source == source) {
        return true;
      }
    }
  }
  return false;
}

/* Checks that the statements of a row that changes something compare If-Match and If-None-Match (http/etag.c). */
static void check_conditions(collab_route_maker_t *maker, const collab_operation_t *operation) {
  bool outcome = false;

  if (!collab_operation_changes(operation)) {
    return;
  }
  for (const collab_bound_t *bound = operation->bound; bound < operation->bound + operation->nbound; bound++) {
    for (int i = 0; i < bound->statement->noutcomes; i++) {
      outcome = outcome || bound->statement->outcomes[i] == COLLAB_PRECONDITION_FAILED;
    }
  }
  if (!outcome || !binds(operation, COLLAB_SOURCE_IF_MATCH) ||
      (collab_operation_has_record(operation) && !binds(operation, COLLAB_SOURCE_IF_NONE_MATCH))) {
    collab_route_report(maker, operation->row, "its statements ignore If-Match or If-None-Match, or have no outcome %s",
                        collab_outcome_row(COLLAB_PRECONDITION_FAILED)->word);
  }
}

/* What only a row that changes something has. */
static void check_change(collab_route_maker_t *maker, const collab_operation_t *operation) {
  const collab_route_t *row = operation->row;
  bool changes = operation->method != M_GET && operation->method != COLLAB_ANY_METHOD;

  if (changes != (row->act != NULL)) {
    collab_route_report(maker, row, changes ? ".act does not say what the audit calls it" : ".act of a row that changes nothing");
  }
  if (changes && operation->token >= 0 && !row->only_in) {
    collab_route_report(maker, row, ".only_in does not say in which statuses of the request it works");
  }
  for (const char *const *status = WORDS(REQUEST_STATUSES); row->only_in && *status; status++) {
    if (collab_operation_in_status(operation, *status) == COLLAB_OUTCOME_COUNT) {
      collab_route_report(maker, row, "no statement says why it is refused in %s", *status);
    }
  }
}

void collab_route_check(collab_route_maker_t *maker, const collab_operation_t *operation) {
  const collab_route_t *row = operation->row;
  int index;

  check_role(maker, operation);
  check_change(maker, operation);
  check_conditions(maker, operation);
  if (operation->nquery > COLLAB_MAX_QUERY) {
    collab_route_report(maker, row, "more than %d query parameters", COLLAB_MAX_QUERY);
  }
  for (int i = 0; row->oauth_form && row->oauth_form[i].name; i++) {
    if (i == COLLAB_MAX_FORM) {
      collab_route_report(maker, row, "more than %d parameters of the form", COLLAB_MAX_FORM);
    }
  }
  if (row->instead_if && operation->instead_if < 0) {
    collab_route_report(maker, row, ".instead_if names no query parameter");
  }
  if (row->instead_if && (!row->instead || !row->read)) {
    collab_route_report(maker, row, ".instead_if without a choice of two statements");
  }
  if (!row->instead_if && row->instead && !row->handler) {
    collab_route_report(maker, row, ".instead without .instead_if or a handler");
  }
  if ((row->read && row->read->writes) || (row->instead && row->instead->writes)) {
    collab_route_report(maker, row, "a read changes data");
  }
  if (!row->handler && ((row->read && row->change) || row->why_refused || row->failed || row->remember || row->reserve)) {
    collab_route_report(maker, row, "a statement that only a handler runs, without a handler");
  }
  if (row->next_run && !row->stream) {
    collab_route_report(maker, row, ".next_run without a stream");
  }
  if ((row->stream && !row->next_run && !collab_statement_continues(row->read)) ||
      (row->instead_stream && !row->next_run && !collab_statement_continues(row->instead))) {
    collab_route_report(maker, row, "a stream without a statement that binds value.after");
  }
  if (!operation->answers && !row->handler && !row->outcomes) {
    collab_route_report(maker, row, "nothing answers");
  }
  if (operation->name == NULL) {
    collab_route_report(maker, row, "has no name");
  }
  if (!row->gives && may_succeed_with_a_body(maker->pool, operation)) {
    collab_route_report(maker, row, ".gives does not say what a success holds");
  }
  if (row->merge_patch && (!row->body || row->body == NO_BODY)) {
    collab_route_report(maker, row, ".merge_patch without fields");
  }
  for (const collab_field_t *field = row->path; field && field->name; field++) {
    for (index = 0; index < operation->ncaptures && strcmp(operation->captures[index], field->name) != 0;) {
      index++;
    }
    if (index == operation->ncaptures) {
      collab_route_report(maker, row, ".path describes %s, which is no capture", field->name);
    }
  }
  for (index = 0; index < operation->ncaptures && operation->answers && !row->handler; index++) {
    if (!uses_capture(operation, index)) {
      collab_route_report(maker, row, "{%s} is not used", operation->captures[index]);
    }
  }
}

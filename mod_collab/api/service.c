/* service.c: what the service says of itself, to anybody: its description, what each problem type means.
 *
 *   /openapi.json      printed at start (api/openapi.c), and /docs (api/docs.c)
 *   /problems/{code}   where the `type` of a ProblemDetail points: a page for people, or JSON
 *   /health/…          api/health.c
 *
 * None of this needs a token, and none of it shows anything that is not public. Worker threads only. */
#include <apr_strings.h>
#include <string.h>

#include "api/api.h"
#include "base/json.h"

static collab_outcome_t give(collab_exchange_t *x, const char *body) {
  x->answer.body = body;
  x->answer.body_len = strlen(body);
  return COLLAB_OK;
}

/* ---- problem types ---- */

/* Text for a page: what the outcomes say, with the service's name where they leave a place for it. */
static const char *explain(collab_exchange_t *x, const char *message) {
  const char *place = strstr(message, "{service}");

  if (place == NULL)
    return message;
  return apr_pstrcat(x->pool, apr_pstrmemdup(x->pool, message, (apr_size_t)(place - message)), x->config->service_name,
                     place + strlen("{service}"), NULL);
}

static const char *problem_page(collab_exchange_t *x, const collab_outcome_row_t *row, const char *message) {
  const char *status = apr_itoa(x->pool, row->status);
  const char *title = ap_escape_html(x->pool, row->title);

  return apr_pstrcat(x->pool, "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>", row->word, ": ",
                     title, "</title></head>\n<body>\n<h1>", title, "</h1>\n<p>", ap_escape_html(x->pool, message),
                     "</p>\n<dl>\n<dt>Problem type</dt><dd><code>", row->word, "</code></dd>\n<dt>HTTP status</dt><dd>", status,
                     "</dd>\n</dl>\n</body>\n</html>\n", NULL);
}

static const char *problem_json(collab_exchange_t *x, const collab_outcome_row_t *row, const char *message) {
  return apr_pstrcat(x->pool, "{\"code\":", collab_json_quote(x->pool, row->word), ",\"status\":", apr_itoa(x->pool, row->status),
                     ",\"title\":", collab_json_quote(x->pool, row->title), ",\"message\":", collab_json_quote(x->pool, message),
                     "}", NULL);
}

collab_outcome_t collab_api_problem(collab_exchange_t *x) {
  const char *accept = apr_table_get(x->r->headers_in, "Accept");
  collab_outcome_t outcome = collab_outcome_named(x->captures[0]);

  if (outcome == COLLAB_OUTCOME_COUNT || collab_outcome_status(outcome) < 400)
    return COLLAB_UNKNOWN;
  const collab_outcome_row_t *row = collab_outcome_row(outcome);
  const char *message = explain(x, row->message);
  apr_table_mergen(x->r->headers_out, "Vary", "Accept");
  if (accept == NULL || !ap_strcasestr(accept, "text/html"))
    return give(x, problem_json(x, row, message));
  x->answer_type = "text/html; charset=utf-8";
  return give(x, problem_page(x, row, message));
}

/* problems.c: GET /problems/{code}, the meaning, cause and remedy of a problem type, as a page or as JSON.
 *
 * The `type` of a ProblemDetail is the URL of this operation. Code, status, title and message come from the table of outcomes
 * (domain/outcome.h); problems.txt has the cause and the remedy. The operation needs no token and shows only public facts. Worker
 * threads only. */
#include <apr_strings.h>
#include <string.h>

#include "api/describe/pages.h"
#include "base/embedded.h"
#include "base/json.h"

static const collab_embedded_t explanations[] = {
#include "api/describe/problems.inc"
    {NULL, NULL},
};

/* The cause of an outcome; NULL: the outcome is not a problem. The remedy is the rest of the text. */
static const char *cause_of(apr_pool_t *pool, collab_outcome_t outcome, const char **remedy) {
  const char *text = collab_embedded(explanations, collab_outcome_row(outcome)->word);

  if (text == NULL) {
    return NULL;
  }
  *remedy = strchr(text, '\n') + 1;
  return apr_pstrmemdup(pool, text, (apr_size_t)(*remedy - 1 - text));
}

const char *collab_page_problem_html(apr_pool_t *pool, const collab_config_t *config, collab_outcome_t outcome) {
  const collab_outcome_row_t *row = collab_outcome_row(outcome);
  const char *remedy, *cause = cause_of(pool, outcome, &remedy);

  return cause ? collab_template(pool, explanations, "problem.page", "code", row->word, "status", apr_itoa(pool, row->status),
                                 "title", ap_escape_html(pool, row->title), "cause", ap_escape_html(pool, cause), "remedy",
                                 ap_escape_html(pool, remedy), "meaning",
                                 ap_escape_html(pool, collab_answer_meaning(pool, config, outcome)), NULL)
               : NULL;
}

const char *collab_page_problem_json(apr_pool_t *pool, const collab_config_t *config, collab_outcome_t outcome) {
  const collab_outcome_row_t *row = collab_outcome_row(outcome);
  const char *remedy, *cause = cause_of(pool, outcome, &remedy);

  if (cause == NULL) {
    return NULL;
  }
  return apr_pstrcat(pool, "{\"code\":", collab_json_quote(pool, row->word), ",\"status\":", apr_itoa(pool, row->status),
                     ",\"title\":", collab_json_quote(pool, row->title),
                     ",\"message\":", collab_json_quote(pool, collab_answer_meaning(pool, config, outcome)),
                     ",\"cause\":", collab_json_quote(pool, cause), ",\"remedy\":", collab_json_quote(pool, remedy), "}", NULL);
}

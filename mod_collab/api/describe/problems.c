/* problems.c: GET /problems/{code}, the meaning, cause and remedy of a problem type, as a page or as JSON.
 *
 * The `type` of a ProblemDetail is the URL of this operation. Code, status, title and message come from the table of outcomes
 * (domain/outcome.h); problems.txt has the cause and the remedy. The problem `invalid` also has the codes of validation errors
 * (domain/faults.def). The operation needs no token and shows only public facts. Printed while httpd starts. */
#include <apr_strings.h>
#include <string.h>

#include "api/describe/pages.h"
#include "base/embedded.h"
#include "base/json.h"
#include "domain/fault.h"

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

/* The codes of validation errors; "" for another problem. */
static const char *codes_html(apr_pool_t *pool, collab_outcome_t outcome) {
  const char *text = "";

  for (int i = 0; outcome == COLLAB_INVALID && i < COLLAB_FAULT_COUNT; i++) {
    const char *word = collab_fault_words[i];
    text = apr_pstrcat(pool, text, "<dt id=\"", word, "\"><code>", word, "</code></dt><dd>",
                       ap_escape_html(pool, collab_fault_meaning((collab_fault_code_t)i)), "</dd>\n", NULL);
  }
  return *text ? apr_pstrcat(pool, "<h2>Codes of validation errors</h2>\n<dl>\n", text, "</dl>\n", NULL) : text;
}

static void write_codes(collab_json_writer_t *w) {
  collab_write_open(w, "codes", "[");
  for (int i = 0; i < COLLAB_FAULT_COUNT; i++) {
    collab_write_strings(w, NULL, "code", collab_fault_words[i], "meaning", collab_fault_meaning((collab_fault_code_t)i), NULL);
  }
  collab_write_close(w, "]");
}

const char *collab_page_problem_html(apr_pool_t *pool, const collab_config_t *config, collab_outcome_t outcome) {
  const collab_outcome_row_t *row = collab_outcome_row(outcome);
  const char *remedy, *cause = cause_of(pool, outcome, &remedy);

  return cause ? collab_template(pool, explanations, "problem.page", "code", row->word, "status", apr_itoa(pool, row->status),
                                 "title", ap_escape_html(pool, row->title), "cause", ap_escape_html(pool, cause), "remedy",
                                 ap_escape_html(pool, remedy), "codes", codes_html(pool, outcome), "meaning",
                                 ap_escape_html(pool, collab_answer_meaning(pool, config, outcome)), NULL)
               : NULL;
}

const char *collab_page_problem_json(apr_pool_t *pool, const collab_config_t *config, collab_outcome_t outcome) {
  const collab_outcome_row_t *row = collab_outcome_row(outcome);
  const char *remedy, *cause = cause_of(pool, outcome, &remedy);

  if (cause == NULL) {
    return NULL;
  }
  collab_json_writer_t *w = collab_json_writer_make(pool, 1000);
  collab_write_open(w, NULL, "{");
  collab_write_text(w, "code", row->word);
  collab_write_integer(w, "status", row->status);
  collab_write_text(w, "title", row->title);
  collab_write_text(w, "message", collab_answer_meaning(pool, config, outcome));
  collab_write_text(w, "cause", cause);
  collab_write_text(w, "remedy", remedy);
  if (outcome == COLLAB_INVALID) {
    write_codes(w);
  }
  collab_write_close(w, "}");
  return w->text;
}

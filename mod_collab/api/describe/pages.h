/* pages.h: the public pages and the functions that write their texts. Only for api/describe/, and for mod_collab.c, which dumps
 * the description. All run while httpd starts, except collab_static_page_give. */
#ifndef COLLAB_API_DESCRIBE_PAGES_H
#define COLLAB_API_DESCRIBE_PAGES_H

#include <httpd.h>

#include <http_config.h>
#include <util_varbuf.h>

#include "api/describe/describe.h"
#include "api/operations/operations.h"
#include "base/embedded.h"
#include "http/exchange.h"
#include "http/route.h"

/* openapi.c: the description of the interface, as JSON. */
const char *collab_page_openapi(apr_pool_t *pool, const collab_config_t *config, const collab_router_t *router,
                                collab_openapi_t version);

/* docs.c: the interface as a page for people, and the Content-Security-Policy of that page. */
const char *collab_page_docs(apr_pool_t *pool, const collab_config_t *config, const collab_router_t *router);
const char *collab_page_docs_policy(apr_pool_t *pool);

/* postman.c: the examples of that page as a Postman collection, as JSON. */
const char *collab_page_postman(apr_pool_t *pool, const collab_config_t *config, const collab_router_t *router);

/* problems.c: the meaning of a problem type, as JSON and as a page; NULL: the outcome is not a problem. */
const char *collab_page_problem_json(apr_pool_t *pool, const collab_config_t *config, collab_outcome_t outcome);
const char *collab_page_problem_html(apr_pool_t *pool, const collab_config_t *config, collab_outcome_t outcome);

/* answers.c: the statuses and outcomes that an operation may answer with, for the description (api/describe/openapi.c) and the
 * page (api/describe/docs.c). */

/* The statuses of the operation, with 403 where the server refuses plain http, and 429 where a company may have a limit of the
 * day. In ascending order; ends with 0. */
const int *collab_answer_statuses(apr_pool_t *pool, const collab_config_t *config, const collab_operation_t *operation);

/* May the operation answer with this outcome, of its own or of any request? `outcome` must have one of the operation's
 * statuses. */
bool collab_answer_may_be(const collab_config_t *config, const collab_operation_t *operation, collab_outcome_t outcome);

/* The meaning of an outcome: its message, with the texts of directives that it names. */
const char *collab_answer_meaning(apr_pool_t *pool, const collab_config_t *config, collab_outcome_t outcome);

/* The outcomes of any request besides those of its operation: from httpd itself, or from the checks before every operation. Each
 * has a status of its own. Ends with COLLAB_OUTCOME_COUNT. */
extern const collab_outcome_t collab_answers_anywhere[];

/* The headers of a response, besides X-Request-Id. Nearly every response may have `rate` and `replayed`; the description lists
 * these two only where clients look for them. */
typedef struct collab_answer_headers_t {
  bool etag;
  bool accept_patch;
  bool deprecation;
  bool sunset;
  bool authenticate;
  bool retry_after;
  bool rate;
  bool replayed;
} collab_answer_headers_t;

collab_answer_headers_t collab_answer_headers(const collab_config_t *config, const collab_operation_t *operation, int status);

/* recorded.c: the responses and deliveries that t/ops/docs/docs-page.t has recorded, and example code for receivers. The
 * texts have this server's event source and event types. */

/* Returns the recorded response of an operation ("note_create") as indented JSON, or the example code of a file. NULL: nothing
 * has this name. */
const char *collab_recorded(apr_pool_t *pool, const collab_config_t *config, const char *name);

/* The body of a delivery of this event, as it is on the wire. */
const char *collab_recorded_event(apr_pool_t *pool, const collab_config_t *config, const collab_described_event_t *event);

/* docs_text.c: the page being printed, shared by the files of the page. */

typedef struct collab_page_t {
  apr_pool_t *pool;
  const collab_config_t *config;
  const apr_array_header_t *operations; /* const collab_operation_t * */
  struct ap_varbuf text;
} collab_page_t;

/* Appends markup unchanged. */
void collab_page_raw(collab_page_t *page, const char *html);

/* docs.html and docs.css. */
extern const collab_embedded_t collab_page_texts[];

/* Appends a part of docs.html, with its places filled in (base/embedded.h). */
void collab_page_part(collab_page_t *page, const char *name, ...) __attribute__((sentinel));

/* Appends plain text, escaped. Text between backticks becomes code. */
void collab_page_text(collab_page_t *page, const char *text);

/* Appends markup in which each %s, the only conversion, is replaced by an escaped text. */
void collab_page_put(collab_page_t *page, const char *format, ...);

/* Appends text for a <pre>. */
void collab_page_pre(collab_page_t *page, const char *text);

const char *collab_page_number(collab_page_t *page, int64_t value);

/* docs_fields.c: the use of a field list. In a merge patch no field is required; a record states which members may be missing. */
typedef enum collab_use_t { PARAMETERS, BODY, PATCH, RECORD } collab_use_t;

/* Appends the type of a field in words. */
void collab_page_type(collab_page_t *page, const collab_field_t *field);

/* Append a table of fields. If an object's field list has no name, rows with the object's members follow, each with its full
 * path. */
void collab_page_fields_begin(collab_page_t *page, const char *title);
void collab_page_fields(collab_page_t *page, const collab_field_t *fields, collab_use_t use);
void collab_page_fields_end(collab_page_t *page);

/* docs_examples.c: appends an operation's commands and its response. The commands work only after all commands above them on the
 * page. */
void collab_page_example(collab_page_t *page, const collab_operation_t *operation);

/* docs_guide.c */
void collab_page_introduction(collab_page_t *page);
void collab_page_states(collab_page_t *page);

/* docs_events.c: events, deliveries, retries, signatures. */
void collab_page_events(collab_page_t *page);

/* static_page.c: a public page that stays the same until httpd restarts: the documentation, the descriptions, the problem types.
 *
 * It is compressed once, while httpd starts. Never make such a page of members' data or secrets: the length of a compressed
 * response reveals its content (the BREACH attack). */

typedef struct collab_static_page_t collab_static_page_t;

/* Makes a page of a copy of `body`; `type` is its Content-Type, `policy` its Content-Security-Policy (NULL: the usual one). Both
 * must live as long as `pool`, where the page is. Takes about 10 ms for 250 KB. Call it in post_config. */
const collab_static_page_t *collab_static_page_make(apr_pool_t *pool, const char *type, const char *policy, const char *body);

/* Makes the page the response: its gzip form if the client accepts gzip and does not prefer an uncompressed response. For
 * operations whose row has .page. Worker threads. */
collab_outcome_t collab_static_page_give(collab_exchange_t *x, const collab_static_page_t *page);

#endif

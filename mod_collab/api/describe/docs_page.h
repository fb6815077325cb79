/* docs_page.h: what api/describe/docs.c and api/describe/docs_fields.c share: a page that is being printed. For api/ alone, while
 * httpd starts. */
#ifndef COLLAB_API_DESCRIBE_DOCS_PAGE_H
#define COLLAB_API_DESCRIBE_DOCS_PAGE_H

#include <util_varbuf.h>

#include "http/exchange.h"

typedef struct collab_page_t {
  apr_pool_t *pool;
  const collab_config_t *config;
  const apr_array_header_t *operations; /* const collab_operation_t * */
  struct ap_varbuf text;
} collab_page_t;

/* Markup as it is. */
void collab_page_raw(collab_page_t *page, const char *html);

/* Plain text, escaped; between backticks it is code. */
void collab_page_text(collab_page_t *page, const char *text);

/* Markup with %s alone, each of which is escaped. */
void collab_page_put(collab_page_t *page, const char *format, ...);

const char *collab_page_number(collab_page_t *page, int64_t value);

/* What a list is for: in a merge patch nothing is required; a record says what may be missing. */
typedef enum collab_use_t { PARAMETERS, BODY, PATCH, RECORD } collab_use_t;

/* The type of a field, in words. */
void collab_page_type(collab_page_t *page, const collab_field_t *field);

/* A table of fields. The members of an object that has no name of its own follow it with their path. */
void collab_page_fields_begin(collab_page_t *page, const char *title);
void collab_page_fields(collab_page_t *page, const collab_field_t *fields, collab_use_t use);
void collab_page_fields_end(collab_page_t *page);

#endif

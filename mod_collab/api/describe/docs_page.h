/* docs_page.h: the page being printed, shared by api/describe/docs.c and api/describe/docs_fields.c. For api/ only; used while
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

/* Appends markup unchanged. */
void collab_page_raw(collab_page_t *page, const char *html);

/* Appends plain text, escaped. Text between backticks becomes code. */
void collab_page_text(collab_page_t *page, const char *text);

/* Appends markup in which each %s, the only conversion, is replaced by an escaped text. */
void collab_page_put(collab_page_t *page, const char *format, ...);

const char *collab_page_number(collab_page_t *page, int64_t value);

/* What a field list is for. In a merge patch no field is required; a record says which members may be missing. */
typedef enum collab_use_t { PARAMETERS, BODY, PATCH, RECORD } collab_use_t;

/* Appends the type of a field in words. */
void collab_page_type(collab_page_t *page, const collab_field_t *field);

/* Append a table of fields. The members of an object without a name of its own follow it, with their full path. */
void collab_page_fields_begin(collab_page_t *page, const char *title);
void collab_page_fields(collab_page_t *page, const collab_field_t *fields, collab_use_t use);
void collab_page_fields_end(collab_page_t *page);

#endif

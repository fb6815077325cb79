/* docs_text.c: writes the text of the page /docs: markup, escaped text, and the parts of docs.html. */
#include <apr_strings.h>
#include <string.h>

#include "api/describe/pages.h"

const collab_embedded_t collab_page_texts[] = {
#include "api/describe/docs.inc"
    {NULL, NULL},
};

void collab_page_raw(collab_page_t *page, const char *html) {
  ap_varbuf_strcat(&page->text, html);
}

void collab_page_part(collab_page_t *page, const char *name, ...) {
  va_list places;

  va_start(places, name);
  collab_page_raw(page, collab_template_of(page->pool, collab_page_texts, name, places));
  va_end(places);
}

void collab_page_text(collab_page_t *page, const char *text) {
  bool code = false;

  for (const char *at = ap_escape_html(page->pool, text); *at; code = !code) {
    apr_size_t len = strcspn(at, "`");
    collab_page_raw(page, apr_pstrmemdup(page->pool, at, len));
    at += len;
    if (*at == '`') {
      collab_page_raw(page, code ? "</code>" : "<code>");
      at++;
    }
  }
}

void collab_page_put(collab_page_t *page, const char *format, ...) {
  va_list args;

  va_start(args, format);
  for (const char *at = format, *place; *at; at = place + 2) {
    place = strstr(at, "%s");
    if (place == NULL) {
      collab_page_raw(page, at);
      break;
    }
    collab_page_raw(page, apr_pstrmemdup(page->pool, at, (apr_size_t)(place - at)));
    collab_page_raw(page, ap_escape_html(page->pool, va_arg(args, const char *)));
  }
  va_end(args);
}

/* Does not escape quotes, because every sixth character of JSON is a quote. */
void collab_page_pre(collab_page_t *page, const char *text) {
  while (*text) {
    apr_size_t len = strcspn(text, "<>&");
    collab_page_raw(page, apr_pstrmemdup(page->pool, text, len));
    text += len;
    if (*text) {
      collab_page_raw(page, *text == '<' ? "&lt;" : *text == '>' ? "&gt;" : "&amp;");
      text++;
    }
  }
}

const char *collab_page_number(collab_page_t *page, int64_t value) {
  return apr_psprintf(page->pool, "%" APR_INT64_T_FMT, value);
}

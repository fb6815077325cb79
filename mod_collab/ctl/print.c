/* print.c: all output of collabctl: messages to standard error; tables for people and JSON for programs to standard output.
 *
 * Names come from outside. Their control characters could drive a terminal, so messages and tables replace them. */
#include "ctl/ctl.h"

#include "base/text.h"
#include "node/instance.h"

#include <apr_lib.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define WIDEST 60 /* characters of the widest column; a longer cell shifts the rest of its own row only */

void collab_ctl_say(const collab_ctl_t *ctl, const char *format, ...) {
  va_list values;
  va_start(values, format);
  char *text = apr_pvsprintf(ctl->pool, collab_instance_text(ctl->pool, format), values);
  va_end(values);
  for (char *c = text; *c; c++) {
    *c = apr_iscntrl(*c) ? '?' : *c;
  }
  fprintf(stderr, "collabctl: %s: %s\n", ctl->name, text);
}

static void print_json(collab_rows_t rows) {
  printf("[");
  for (int row = 0; row < rows.count; row++) {
    printf("%s\n  %s", row ? "," : "", collab_rows_text(rows, row, "json"));
  }
  printf("%s]\n", rows.count ? "\n" : "");
}

/* Returns a cell without control characters; "-" for null or an empty text. */
static const char *cell(apr_pool_t *pool, collab_rows_t rows, int row, const char *column) {
  const char *value = collab_rows_text(rows, row, column);
  char *safe = apr_pstrdup(pool, value && *value ? value : "-");
  for (char *c = safe; *c; c++) {
    *c = apr_iscntrl(*c) ? ' ' : *c;
  }
  return safe;
}

static void print_cell(const char *text, apr_size_t width, bool last) {
  apr_size_t length = collab_text_length(text);
  printf("%s%*s", text, last || length >= width ? 0 : (int)(width - length), "");
  printf(last ? "\n" : "  ");
}

static void print_table(apr_pool_t *pool, collab_rows_t rows, const char *const *columns) {
  apr_size_t width[16] = {0};
  int count = 0;
  for (; count < 16 && columns[count]; count++) {
    width[count] = strlen(columns[count]);
    for (int row = 0; row < rows.count; row++) {
      apr_size_t length = collab_text_length(cell(pool, rows, row, columns[count]));
      width[count] = length > width[count] && length <= WIDEST ? length : width[count];
    }
  }
  for (int i = 0; i < count; i++) {
    char *heading = apr_pstrdup(pool, columns[i]);
    for (char *c = heading; *c; c++) {
      *c = *c == '_' ? ' ' : (char)apr_toupper(*c);
    }
    print_cell(heading, width[i], i + 1 == count);
  }
  for (int row = 0; row < rows.count; row++) {
    for (int i = 0; i < count; i++) {
      print_cell(cell(pool, rows, row, columns[i]), width[i], i + 1 == count);
    }
  }
}

void collab_ctl_print_record(const collab_ctl_t *ctl, collab_rows_t rows, const char *const *columns) {
  if (collab_ctl_value(ctl, "json")) {
    printf("%s\n", collab_rows_text(rows, 0, "json"));
    return;
  }
  for (; *columns; columns++) {
    if (collab_rows_text(rows, 0, *columns)) {
      char *heading = apr_pstrdup(ctl->pool, *columns);
      for (char *c = heading; *c; c++) {
        *c = *c == '_' ? ' ' : *c;
      }
      printf("%s: %s\n", heading, cell(ctl->pool, rows, 0, *columns));
    }
  }
}

void collab_ctl_tell(const collab_ctl_t *ctl, const char *format, ...) {
  int64_t number;
  va_list values;

  va_start(values, format);
  char *text = apr_pvsprintf(ctl->pool, format, values);
  va_end(values);
  if (ctl->told) {
    APR_ARRAY_PUSH(ctl->told, const char *) = text;
    return;
  }
  if (collab_ctl_value(ctl, "json") && !collab_text_integer(text, &number)) {
    collab_json_writer_t *w = collab_json_writer_make(ctl->pool, 200);
    collab_write_strings(w, NULL, "message", text, NULL);
    printf("%s\n", w->text);
    return;
  }
  for (char *c = text; *c; c++) {
    *c = apr_iscntrl(*c) ? ' ' : *c;
  }
  printf("%s\n", text);
}

void collab_ctl_print(const collab_ctl_t *ctl, collab_rows_t rows, const char *const *columns) {
  if (collab_ctl_value(ctl, "json")) {
    print_json(rows);
  } else if (rows.count) {
    print_table(ctl->pool, rows, columns);
  } else {
    printf("none\n");
  }
}

bool collab_ctl_print_page(const collab_ctl_t *ctl, collab_rows_t rows, const char *const *columns) {
  bool full = rows.count == apr_atoi64(collab_ctl_value(ctl, "limit"));

  collab_ctl_print(ctl, rows, columns);
  if (full && !collab_ctl_value(ctl, "json")) {
    printf("\nThere may be more: --before %s\n", collab_rows_text(rows, rows.count - 1, "cursor"));
  }
  return full;
}

void collab_ctl_print_below(const collab_ctl_t *ctl, collab_rows_t rows, const char *const *columns) {
  if (!collab_ctl_value(ctl, "json")) {
    printf("\n");
    collab_ctl_print(ctl, rows, columns);
  }
}

/* export.c: collabctl exchange export: writes the members of the exchange as one document, without secrets and without requests
 * (exchange.h). One statement reads them all, so the document shows one moment.
 *
 * The document is written beside FILE and renamed, so FILE is never half of one. It has names and addresses of persons: only its
 * owner may read it. */
#include "ctl/exchange/exchange.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define WAIT 600

/* Is this row of that list? */
static bool is_of(collab_rows_t rows, int row, const char *list) {
  return row < rows.count && !strcmp(collab_rows_text(rows, row, "list"), list);
}

/* Writes the rows of a list, and returns the row behind them. */
static int write_rows(collab_json_writer_t *w, collab_rows_t rows, int row, const char *list) {
  collab_write_open(w, list, "[");
  for (; is_of(rows, row, list); row++) {
    collab_write_json(w, NULL, collab_rows_text(rows, row, "json"));
  }
  collab_write_close(w, "]");
  return row;
}

/* Writes a company with what belongs to it, and returns the row behind it. */
static int write_company(collab_json_writer_t *w, collab_rows_t rows, int row) {
  const char *text = collab_rows_text(rows, row++, "json"), *error;
  const collab_json_t *company = collab_json_parse_within(w->pool, text, strlen(text), APR_SIZE_MAX, &error);

  collab_write_open(w, NULL, "{");
  for (const char *const *name = collab_json_names(w->pool, company); *name; name++) {
    collab_write_json(w, *name, collab_json_text(w->pool, collab_json_get(company, *name)));
  }
  for (const collab_field_t *member = collab_exchange_company; member->name; member++) {
    if (collab_exchange_lists(member)) {
      row = write_rows(w, rows, row, member->name);
    }
  }
  if (is_of(rows, row, "attachments")) {
    collab_write_json(w, "attachments", collab_rows_text(rows, row++, "json"));
  }
  collab_write_close(w, "}");
  return row;
}

static const char *document_of(apr_pool_t *pool, collab_rows_t rows) {
  collab_json_writer_t *w = collab_json_writer_make(pool, 1 << 20);

  collab_write_open(w, NULL, "{");
  collab_write_integer(w, "format", 1);
  int row = write_rows(w, rows, 0, "communities");
  collab_write_open(w, "companies", "[");
  while (row < rows.count) {
    row = write_company(w, rows, row);
  }
  collab_write_close(w, "]}");
  return w->text;
}

static collab_ctl_exit_t failed(const collab_ctl_t *ctl, const char *path) {
  collab_ctl_say(ctl, "%s: %s", path, strerror(errno));
  return CTL_REFUSED;
}

/* Writes the document to a file, and reports a failure. */
static collab_ctl_exit_t write_file(const collab_ctl_t *ctl, const char *path, const collab_json_t *document) {
  const char *beside = apr_psprintf(ctl->pool, "%s.%ld", path, (long)getpid());
  int fd = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  FILE *out = fd < 0 ? NULL : fdopen(fd, "w");

  if (!out) {
    return failed(ctl, path);
  }
  collab_exchange_write(out, ctl->pool, document);
  bool written = !fflush(out) && !ferror(out) && !fsync(fd);
  if (fclose(out) || !written || rename(beside, path)) {
    collab_ctl_exit_t outcome = failed(ctl, path);
    (void)unlink(beside); /* the failure above is the one to tell */
    return outcome;
  }
  return CTL_DONE;
}

/* Reports what 0.1.0 allowed twice. */
static collab_ctl_exit_t check_names(collab_ctl_t *ctl) {
  collab_rows_t rows;
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, STATEMENT(ctl_exchange_twice), WAIT, &rows);

  for (int row = 0; outcome == CTL_DONE && row < rows.count; row++) {
    collab_ctl_say(ctl, "%s", collab_rows_text(rows, row, "said"));
  }
  return outcome == CTL_DONE && rows.count ? CTL_REFUSED : outcome;
}

/* Warns of values from before today's rules, with which the file could not be applied to another exchange. */
static void warn(const collab_ctl_t *ctl, const char *path, const collab_json_t *document) {
  collab_faults_t faults = {.pool = ctl->pool};
  const char *error = "";
  char *text = NULL;
  size_t size = 0;
  FILE *copy = open_memstream(&text, &size);

  if (!copy) {
    return; /* no memory: the document is written, and only the warning is missing */
  }
  collab_exchange_write(copy, ctl->pool, document);
  fclose(copy);
  document = collab_json_parse_within(ctl->pool, text, size, COLLAB_EXCHANGE_VALUES, &error);
  if (!document || size > COLLAB_EXCHANGE_BYTES) {
    collab_ctl_say(ctl, "warning: exchange apply would refuse %s: %s", path, document ? "it is too large" : error);
  } else {
    (void)collab_exchange_wanted(&faults, document, apr_array_make(ctl->pool, 1, sizeof(collab_exchange_password_t)));
    collab_exchange_report(ctl, "warning: exchange apply would refuse ", path, text, &faults);
  }
  free(text);
}

collab_ctl_exit_t collab_ctl_exchange_export(collab_ctl_t *ctl) {
  const char *path = collab_ctl_value(ctl, "file"), *error;
  collab_rows_t rows;
  collab_ctl_exit_t outcome = check_names(ctl);

  if (outcome != CTL_DONE || (outcome = collab_ctl_ask(ctl, STATEMENT(ctl_exchange_export), WAIT, &rows)) != CTL_DONE) {
    return outcome;
  }
  const char *text = document_of(ctl->pool, rows);
  const collab_json_t *document = collab_json_parse_within(ctl->pool, text, strlen(text), APR_SIZE_MAX, &error);
  if (!document) {
    collab_ctl_say(ctl, "the document cannot be read back: %s", error);
    return CTL_REFUSED;
  }
  if ((outcome = collab_ctl_audit(ctl)) != CTL_DONE) {
    return outcome;
  }
  bool printed = !strcmp(path, "-");
  if (printed) {
    collab_exchange_write(stdout, ctl->pool, document);
  } else if ((outcome = write_file(ctl, path, document)) != CTL_DONE) {
    return outcome;
  }
  warn(ctl, printed ? "standard output" : path, document);
  if (!printed) {
    collab_ctl_tell(ctl, "wrote %d communities and %d companies to %s",
                    (int)collab_json_count(collab_json_get(document, "communities")),
                    (int)collab_json_count(collab_json_get(document, "companies")), path);
  }
  return CTL_DONE;
}

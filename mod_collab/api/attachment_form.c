/* attachment_form.c: reads the form of POST …/attachments and forwards its files while it arrives.
 *
 *   client ──incoming──> multipart ──one file at a time──> upload ──> both storages
 *
 * One worker thread does all of it. While no data arrives from the client, the thread serves the transfers to the storages; while
 * a storage's buffer is full, the thread reads nothing from the client. No file is kept. An unusable name, too many bytes or a
 * malformed form ends the upload at once; an incomplete file is aborted at both storages. When a storage says that a name is
 * taken, the file gets its next number there. Called by attachments.c, which has taken a slot. The slot is freed early when no
 * storage is left. */
#include <string.h>

#include "api/attachments.h"
#include "api/multipart.h"
#include "base/text.h"
#include "base/time.h"
#include "collab_private.h"
#include "domain/domain.h"
#include "http/client/incoming.h"
#include "outbound/storage.h"

#define POLL_INTERVAL apr_time_from_msec(10)    /* without a socket to wait on: poll interval */
#define NAME_TRIES 100                          /* other uploads may take the name that was free */
#define SHOWN_MAX 40                            /* bytes of a part's name that an error shows */
#define LIMIT_INTERVAL apr_time_from_msec(1000) /* with a socket: interval between checks of the time limits */

typedef enum part_t { OTHER, DESCRIPTION, FILE_PART, EMPTY_INPUT } part_t;

typedef struct reader_t {
  collab_exchange_t *x;
  collab_forward_t *forward;
  collab_upload_t *upload;
  collab_incoming_t *in;
  part_t part;
  collab_forwarded_t file;                      /* the file being forwarded */
  const char *names[COLLAB_UPLOAD_NUMBERS + 1]; /* its names at the storages, by number from 1; NULL: not chosen yet */
  const char *from;                             /* the number with which the search for its next name begins */
  apr_off_t bytes;
  const char *misnamed; /* the name of the first file part that is not called files; NULL: there is none */
  bool described;
  char description[4 * SUMMARY_LENGTH + 1]; /* a code point has at most four bytes */
  apr_size_t description_len;
  collab_outcome_t outcome; /* the reason for stopping the parser */
} reader_t;

static bool stop(reader_t *reader, collab_outcome_t outcome) {
  reader->outcome = outcome;
  return false;
}

static bool fault(reader_t *reader, const char *field, collab_fault_code_t code, const char *message) {
  collab_faults_add(&reader->x->faults, field, code, message);
  return stop(reader, COLLAB_INVALID);
}

collab_outcome_t collab_api_attachment_too_large(collab_exchange_t *x) {
  x->detail = apr_psprintf(x->pool, "at most %" APR_INT64_T_FMT " bytes", x->config->max_attachment);
  return COLLAB_TOO_LARGE;
}

/* Chooses the file's next name at the storages: its own, or that name with a number. Reserves it in the database, where an upload
 * on any node finds it. The name of a stored file stays reserved after the upload. Leaves *stored unchanged on failure. */
static collab_outcome_t choose_name(reader_t *reader, const char **stored) {
  collab_exchange_t *x = reader->x;
  const char *name = reader->file.name;
  const collab_forward_t *forward = reader->forward;
  const char *head, *tail, *added = NULL;

  if (!forward->storages[COLLAB_SIDE_SUBMITTER].url && !forward->storages[COLLAB_SIDE_RECEIVER].url) {
    *stored = name;
    return COLLAB_OK;
  }
  collab_storage_split(x->pool, name, &head, &tail);
  collab_exchange_value(x, "name", name);
  collab_exchange_value(x, "head", head);
  collab_exchange_value(x, "tail", tail);
  collab_exchange_value(x, "unused", NULL);
  collab_exchange_value(x, "from", reader->from);
  for (int tries = 0; !added && tries < NAME_TRIES; tries++) {
    collab_outcome_t outcome = collab_exchange_run(x, x->operation->row->reserve);
    if (outcome != COLLAB_OK) {
      return outcome;
    }
    added = collab_exchange_column(x, "added");
  }
  if (added == NULL) {
    return COLLAB_UNAVAILABLE;
  }
  *stored = apr_pstrdup(x->pool, added);
  reader->from = apr_pstrdup(x->pool, collab_exchange_column(x, "next"));
  APR_ARRAY_PUSH(forward->reserved, const char *) = *stored;
  return COLLAB_OK;
}

static const char *url_of(const reader_t *reader, int side, const char *name) {
  apr_pool_t *pool = reader->x->pool;

  return apr_pstrcat(pool, reader->forward->storages[side].url, "/", collab_text_encode(pool, name), NULL);
}

/* Called by the upload when a storage says that a name is taken: returns the URL with the next one. Both sides get the same
 * names. NULL: the database has no further name. */
static const char *next_url(void *baton, int side, int number) {
  reader_t *reader = baton;

  if (reader->names[number] == NULL && choose_name(reader, &reader->names[number]) != COLLAB_OK) {
    return NULL;
  }
  return url_of(reader, side, reader->names[number]);
}

/* ---- callbacks of the parser ---- */

static bool begin_file(reader_t *reader, const char *name, const char *type) {
  collab_upload_target_t targets[COLLAB_UPLOAD_SIDES];
  const collab_upload_target_t *wanted[COLLAB_UPLOAD_SIDES] = {NULL};
  const char *wrong = name ? collab_storage_name_fault(name) : "needs a filename";

  if (wrong) {
    return fault(reader, "files", name ? COLLAB_FAULT_NOT_ALLOWED : COLLAB_FAULT_REQUIRED, wrong);
  }
  reader->file = (collab_forwarded_t){.name = apr_pstrdup(reader->x->pool, name)};
  memset(reader->names, 0, sizeof reader->names);
  reader->from = "1";
  collab_outcome_t outcome = choose_name(reader, &reader->names[1]);
  if (outcome != COLLAB_OK) {
    return stop(reader, outcome);
  }
  reader->part = FILE_PART;
  type = type ? apr_pstrdup(reader->x->pool, type) : "application/octet-stream";
  for (int i = 0; i < COLLAB_UPLOAD_SIDES; i++) {
    const collab_storage_t *storage = &reader->forward->storages[i];
    if (storage->url == NULL || storage->password == NULL) {
      continue;
    }
    targets[i] = (collab_upload_target_t){
        .url = url_of(reader, i, reader->names[1]),
        .user = storage->user,
        .password = storage->password,
        .type = type,
        .only_new = !storage->overwrites,
        .renamed = next_url,
        .baton = reader,
    };
    wanted[i] = &targets[i];
  }
  collab_upload_begin(reader->upload, wanted);
  return true;
}

/* Notes the result of the current file: after the end of the upload's file, or after its abandonment (`partial`). A storage has
 * the file, or a part of it, under the last name that was tried there. */
static void note_file(reader_t *reader, bool partial) {
  collab_forwarded_t *file = &reader->file;
  const char *last = reader->names[1];

  file->partial = partial;
  for (int i = 0; i < COLLAB_UPLOAD_SIDES; i++) {
    const collab_storage_t *storage = &reader->forward->storages[i];
    if (storage->url && storage->password) {
      bool offered = collab_upload_offered(reader->upload, i);
      file->failure[i] = collab_upload_failure(reader->upload, i);
      file->offered |= offered;
      if (offered || !file->failure[i]) {
        last = file->stored[i] = reader->names[collab_upload_number(reader->upload, i)];
      }
    } else if (storage->url) {
      file->failure[i] = "the storage's password must be set again";
    }
  }
  for (int i = 0; i < COLLAB_UPLOAD_SIDES; i++) {
    file->stored[i] = file->stored[i] ? file->stored[i] : last;
  }
  if (!partial || file->offered) {
    APR_ARRAY_PUSH(reader->forward->files, collab_forwarded_t) = *file;
  }
}

static bool end_file(reader_t *reader) {
  collab_upload_end(reader->upload);
  note_file(reader, false);
  return true;
}

static bool end_description(reader_t *reader) {
  const char *text = reader->description;

  reader->description[reader->description_len] = '\0';
  if (!collab_text_is_utf8(text, reader->description_len)) {
    return fault(reader, "description", COLLAB_FAULT_BAD_ENCODING, "must be UTF-8 without NUL");
  }
  if (collab_text_length(text) > SUMMARY_LENGTH) {
    return fault(reader, "description", COLLAB_FAULT_TOO_LONG, "must have at most " APR_STRINGIFY(SUMMARY_LENGTH) " characters");
  }
  reader->forward->description = apr_pstrdup(reader->x->pool, text);
  return true;
}

static bool begin_part(void *baton, const collab_form_part_t *part) {
  reader_t *reader = baton;

  reader->part = OTHER;
  if (strcmp(part->name, "files") != 0 && strcmp(part->name, "description") != 0 && part->file_name && !reader->misnamed) {
    reader->misnamed = apr_pstrdup(reader->x->pool, part->name);
  }
  if (!strcmp(part->name, "files") && part->file_name && !*part->file_name) {
    reader->part = EMPTY_INPUT; /* a browser's input without a file: no name, no bytes */
    return true;
  }
  if (!strcmp(part->name, "files")) {
    return begin_file(reader, part->file_name, part->type);
  }
  if (!strcmp(part->name, "description")) {
    if (reader->described) {
      return fault(reader, "description", COLLAB_FAULT_DUPLICATE, "must not be given twice");
    }
    reader->described = true;
    reader->part = DESCRIPTION;
    reader->description_len = 0;
  }
  return true;
}

static bool continue_part(void *baton, const char *bytes, apr_size_t len) {
  reader_t *reader = baton;

  reader->bytes += (apr_off_t)len;
  if (reader->bytes > reader->x->config->max_attachment) {
    return stop(reader, collab_api_attachment_too_large(reader->x));
  }
  if (reader->part == EMPTY_INPUT) {
    return fault(reader, "files", COLLAB_FAULT_NOT_ALLOWED, collab_storage_name_fault(""));
  }
  if (reader->part == FILE_PART) {
    collab_upload_write(reader->upload, bytes, len);
  }
  if (reader->part == DESCRIPTION) {
    if (len > 4 * SUMMARY_LENGTH - reader->description_len) {
      return fault(reader, "description", COLLAB_FAULT_TOO_LONG,
                   "must have at most " APR_STRINGIFY(SUMMARY_LENGTH) " characters");
    }
    memcpy(reader->description + reader->description_len, bytes, len);
    reader->description_len += len;
  }
  return true;
}

static bool end_part(void *baton) {
  reader_t *reader = baton;
  part_t part = reader->part;

  reader->part = OTHER;
  return part == FILE_PART ? end_file(reader) : part == DESCRIPTION ? end_description(reader) : true;
}

/* ---- the body ---- */

static collab_outcome_t outcome_of(reader_t *reader, const collab_multipart_t *form, collab_multipart_state_t state) {
  if (state == COLLAB_MULTIPART_STOPPED) {
    return reader->outcome;
  }
  if (state == COLLAB_MULTIPART_BAD) {
    reader->x->detail = collab_multipart_error(form);
    return COLLAB_BAD_REQUEST;
  }
  return COLLAB_OK;
}

/* Does any storage still take data of this upload? */
static bool has_open_storage(const reader_t *reader) {
  for (int i = 0; i < COLLAB_UPLOAD_SIDES; i++) {
    const collab_storage_t *storage = &reader->forward->storages[i];
    if (storage->url && storage->password && !collab_upload_has_given_up(reader->upload, i)) {
      return true;
    }
  }
  return false;
}

/* Waits for more of the body, and attends to the storages meanwhile. */
static collab_outcome_t wait_for_client(void *baton) {
  reader_t *reader = baton;
  int fd = collab_incoming_socket(reader->in);
  apr_time_t since = collab_time_clock();

  collab_upload_attend(reader->upload, fd, fd < 0 ? POLL_INTERVAL : LIMIT_INTERVAL);
  return collab_wait_judge(&reader->x->wait, collab_time_clock() - since, 0) ? COLLAB_OK : COLLAB_TIMEOUT;
}

static collab_outcome_t read_all(reader_t *reader, collab_multipart_t *form) {
  collab_incoming_t *in = reader->in = collab_incoming_make(reader->x->r, wait_for_client, reader);
  collab_outcome_t outcome = COLLAB_OK;
  const char *bytes = NULL;
  apr_size_t len = 0;
  bool begun = false, end = false;

  while (outcome == COLLAB_OK && !end) {
    if (!has_open_storage(reader)) {
      collab_api_attachment_free_slot(reader->forward);
    }
    switch (collab_incoming_read(in, &bytes, &len, &outcome)) {
    case COLLAB_INCOMING_DATA:
      outcome = begun ? COLLAB_OK : collab_body_plain(reader->x, true);
      begun = true;
      if (outcome == COLLAB_OK) {
        outcome = outcome_of(reader, form, collab_multipart_feed(form, bytes, len));
      }
      reader->x->wait.moved += len;
      break;
    case COLLAB_INCOMING_LATER:
      outcome = wait_for_client(reader);
      break;
    case COLLAB_INCOMING_END:
      outcome = outcome_of(reader, form, collab_multipart_finish(form));
      end = true;
      break;
    case COLLAB_INCOMING_FAILED:
      break;
    }
  }
  collab_incoming_end(in);
  return outcome;
}

/* What is wrong with a form without a file. Many libraries call the parts of a list files[], and some tools call a file's part
 * file. */
static const char *no_file_fault(const reader_t *reader) {
  if (!reader->misnamed) {
    return "is required";
  }
  return strlen(reader->misnamed) > SHOWN_MAX
             ? "is required: the part is called files"
             : apr_pstrcat(reader->x->pool, "is required: the part is called files, not ", reader->misnamed, NULL);
}

/* Reports faults of this node, once for each upload. */
static void report_local_faults(const reader_t *reader) {
  for (int i = 0; i < COLLAB_UPLOAD_SIDES; i++) {
    if (collab_upload_is_local(reader->upload, i)) {
      ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, reader->x->r, COLLABNO(0463) "files do not reach a storage: %s",
                    collab_upload_failure(reader->upload, i));
    }
  }
}

collab_outcome_t collab_api_attachment_receive(collab_exchange_t *x, collab_forward_t *forward) {
  reader_t *reader = apr_pcalloc(x->pool, sizeof *reader);
  collab_form_sink_t sink = {reader, begin_part, continue_part, end_part};
  const char *type = apr_table_get(x->r->headers_in, "Content-Type"), *error;
  collab_multipart_t *form = collab_multipart_make(x->pool, type, &sink, &error);

  if (form == NULL) {
    x->detail = error;
    return COLLAB_BAD_REQUEST;
  }
  reader->x = x;
  reader->forward = forward;
  reader->upload = collab_upload_make(x->pool, &x->config->outbound, &x->config->attachment);
  if (reader->upload == NULL) {
    return COLLAB_UNAVAILABLE;
  }
  collab_outcome_t outcome = read_all(reader, form);
  if (outcome != COLLAB_OK) {
    collab_upload_abandon(reader->upload);
    if (reader->part == FILE_PART) {
      note_file(reader, true);
    }
  }
  report_local_faults(reader);
  if (outcome == COLLAB_OK && forward->files->nelts == 0) {
    collab_faults_add(&x->faults, "files", COLLAB_FAULT_REQUIRED, no_file_fault(reader));
    return COLLAB_INVALID;
  }
  return outcome;
}

/* attachments.c: PUT …/attachments/config/https configures the storage of one party of a request; POST …/attachments forwards
 * files to the storages of both parties.
 *
 *   plan (party, state, storages: one statement) → slot → forward (attachment_form.c) → note with its event (a second statement)
 *
 * No database connection is borrowed while a file is being forwarded. At most CollabAttachmentSlots threads of a child forward
 * files at a time; a further upload is refused before the first byte of its body is read. When no storage takes any more of an
 * upload, the upload frees its slot, unless the child already reads too many uploads without a slot. In both cases the worker
 * reads the rest of the body to report the names of the files that failed. attachment_create records every file that
 * reached a storage, or of which a storage was offered a byte, even if the rest of the form was refused. Worker threads only. */
#include <apr_hash.h>
#include <apr_lib.h>
#include <string.h>

#include <http_protocol.h>

#include "api/api.h"
#include "api/attachments.h"
#include "api/multipart.h"
#include "base/random.h"
#include "base/seal.h"
#include "base/text.h"
#include "base/time.h"
#include "collab_private.h"
#include "domain/domain.h"
#include "outbound/guard.h"
#include "outbound/storage.h"

#define DNS_PATIENCE apr_time_from_sec(3)
#define FORM_MAX (1024 * 1024) /* bytes of a form besides its files: boundaries, headers */
#define NAMED_MAX 20           /* files that an error message names */
#define RETRY_AFTER 5          /* seconds, in Retry-After */

/* ---- PUT …/attachments/config/https ---- */

static bool is_faulty(const collab_exchange_t *x, const char *field) {
  for (int i = 0; x->faults.list && i < x->faults.list->nelts; i++) {
    if (!strcmp(APR_ARRAY_IDX(x->faults.list, i, collab_fault_t).field, field)) {
      return true;
    }
  }
  return false;
}

/* Checks the format of a member, unless the field list has already found a fault in it. */
static void check_member(collab_exchange_t *x, const char *field, const char *(*fault_of)(const char *)) {
  const char *text = collab_exchange_text(x, field);
  const char *wrong = text && !is_faulty(x, field) ? fault_of(text) : NULL;

  if (wrong) {
    collab_faults_add(&x->faults, field, COLLAB_FAULT_NOT_ALLOWED, wrong);
  }
}

/* Reads `expiration`: a date-time, or a number of seconds since 1970. False: it is neither, and the field list has reported
 * it. */
static bool read_expiration(const collab_exchange_t *x, apr_time_t *when) {
  const collab_json_t *value = collab_json_get(x->body, "expiration");
  const char *text = collab_json_string(value);
  collab_json_kind_t kind = collab_json_kind(value);

  return text ? collab_time_parse(text, when)
              : (kind == COLLAB_JSON_INTEGER || kind == COLLAB_JSON_REAL) &&
                    collab_time_of_seconds(collab_json_number(value), when);
}

void collab_api_attachment_config_check(collab_exchange_t *x) {
  check_member(x, "domain", collab_storage_domain_fault);
  check_member(x, "httpsPath", collab_storage_path_fault);
  check_member(x, "password", collab_storage_password_fault);
  apr_time_t expiration;
  if (read_expiration(x, &expiration) && expiration <= apr_time_now()) {
    collab_faults_add(&x->faults, "expiration", COLLAB_FAULT_IN_THE_PAST, "must be in the future");
  }
}

collab_outcome_t collab_api_attachment_config(collab_exchange_t *x) {
  const char *domain = collab_exchange_text(x, "domain");
  const char *port = apr_psprintf(x->pool, "%d", (int)collab_json_integer(collab_json_get(x->body, "httpsPort")));
  const char *url = apr_pstrcat(x->pool, "https://", domain, ":", port, "/", NULL), *reason = NULL;
  apr_time_t expiration = 0;

  if (!collab_guard_check_url(x->pool, &x->config->outbound, url, DNS_PATIENCE, &reason)) {
    collab_faults_add(&x->faults, "domain", COLLAB_FAULT_REFUSED_ADDRESS,
                      apr_psprintf(x->pool, "leads to an address that may not be called (%s)", reason));
    return COLLAB_INVALID;
  }
  read_expiration(x, &expiration);
  const char *uid = collab_random_uuid(x->pool);
  const char *sealed =
      uid ? collab_exchange_seal(x, apr_pstrcat(x->pool, "attachment/", uid, NULL), collab_exchange_text(x, "password")) : NULL;
  if (sealed == NULL) {
    return COLLAB_UNAVAILABLE;
  }
  collab_exchange_value(x, "uid", uid);
  collab_exchange_value(x, "domain", domain);
  collab_exchange_value(x, "password", sealed);
  collab_exchange_value(x, "expiration", collab_time_micros(x->pool, expiration));
  collab_exchange_value(x, "path", collab_exchange_text(x, "httpsPath"));
  collab_exchange_value(x, "port", port);
  return collab_exchange_run(x, x->operation->row->change);
}

/* ---- POST …/attachments: before ---- */

static const char *const sides[COLLAB_UPLOAD_SIDES] = {"submitter", "receiver"};

static const char *column(const collab_exchange_t *x, int side, const char *name) {
  return collab_exchange_column(x, apr_pstrcat(x->pool, sides[side], "_", name, NULL));
}

static void read_storage(collab_exchange_t *x, int side, collab_storage_t *storage) {
  const char *uid = column(x, side, "uid");
  const char *user = column(x, side, "user");

  if (uid == NULL) {
    return;
  }
  const char *token = x->captures[x->operation->token];
  const char *path = collab_storage_path(x->pool, column(x, side, "path"), token);
  storage->url = collab_storage_url(x->pool, column(x, side, "domain"), column(x, side, "port"), path);
  storage->user = collab_storage_is_user(user) ? user : token;
  storage->overwrites = column(x, side, "overwrites") != NULL;
  storage->password =
      collab_unseal(x->pool, x->config->keyring, apr_pstrcat(x->pool, "attachment/", uid, NULL), column(x, side, "password"));
  if (storage->password == NULL) {
    ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, x->r,
                  COLLABNO(0460) "the attachment password %s cannot be decrypted: CollabSecretsKey lacks its key", uid);
  }
}

static void read_plan(collab_exchange_t *x, collab_forward_t *forward) {
  forward->files = apr_array_make(x->pool, 4, sizeof(collab_forwarded_t));
  forward->reserved = apr_array_make(x->pool, 4, sizeof(const char *));
  for (int i = 0; i < COLLAB_UPLOAD_SIDES; i++) {
    read_storage(x, i, &forward->storages[i]);
    forward->expired[i] = column(x, i, "expired") != NULL;
  }
}

/* Decides by the header alone whether to read the body. */
static collab_outcome_t check_header(collab_exchange_t *x) {
  const char *length = apr_table_get(x->r->headers_in, "Content-Length");
  apr_off_t bytes;

  if (!collab_multipart_is_type(apr_table_get(x->r->headers_in, "Content-Type"))) {
    x->detail = "send Content-Type: multipart/form-data with a boundary";
    return COLLAB_MEDIA_TYPE;
  }
  collab_outcome_t outcome = collab_body_plain(x, false);
  if (outcome == COLLAB_OK && length && ap_parse_strict_length(&bytes, length) && bytes - FORM_MAX > x->config->max_attachment) {
    outcome = collab_api_attachment_too_large(x);
  }
  return outcome;
}

/* ---- POST …/attachments: after ---- */

static const char *status_of(const collab_forward_t *forward, const collab_forwarded_t *file, int side) {
  return forward->storages[side].url == NULL ? "NOT_CONFIGURED" : file->failure[side] ? "FAILED" : "SUCCESS";
}

static const char *message_of(apr_pool_t *pool, const collab_forward_t *forward, const collab_forwarded_t *file, int side) {
  const char *failure = file->failure[side];

  if (forward->storages[side].url == NULL) {
    return forward->expired[side] ? "The configuration has expired." : "No storage is configured.";
  }
  if (failure) {
    return apr_psprintf(pool, "%c%s.", apr_toupper(*failure), failure + 1);
  }
  return strcmp(file->name, file->stored[side]) ? apr_psprintf(pool, "Stored as \"%s\".", file->stored[side]) : NULL;
}

static bool is_stored(const collab_forward_t *forward, const collab_forwarded_t *file, int side) {
  return forward->storages[side].url && file->failure[side] == NULL;
}

static void write_answer(collab_json_writer_t *w, const collab_forward_t *forward, const collab_forwarded_t *file) {
  bool submitter = is_stored(forward, file, COLLAB_SIDE_SUBMITTER), receiver = is_stored(forward, file, COLLAB_SIDE_RECEIVER);

  collab_write_text(w, "fileName", file->name);
  collab_write_text(w, "receiverStatus", status_of(forward, file, COLLAB_SIDE_RECEIVER));
  collab_write_text(w, "submitterStatus", status_of(forward, file, COLLAB_SIDE_SUBMITTER));
  collab_write_text(w, "receiverMessage", message_of(w->pool, forward, file, COLLAB_SIDE_RECEIVER));
  collab_write_text(w, "submitterMessage", message_of(w->pool, forward, file, COLLAB_SIDE_SUBMITTER));
  collab_write_boolean(w, "completeSuccess", submitter && receiver);
  collab_write_boolean(w, "partialSuccess", submitter != receiver);
}

/* The file's name at the storages. NULL: they have it under different names. */
static const char *common_name(const collab_forwarded_t *file) {
  const char *name = file->stored[COLLAB_SIDE_SUBMITTER];

  return strcmp(name, file->stored[COLLAB_SIDE_RECEIVER]) ? NULL : name;
}

/* " as NAME", if the file has another name at its storages than the client's; else "". `quote`: around the name. */
static const char *as_text(apr_pool_t *pool, const collab_forwarded_t *file, const char *stored, const char *quote) {
  return stored && strcmp(file->name, stored) ? apr_pstrcat(pool, " as ", quote, stored, quote, NULL) : "";
}

/* Writes the file for the statement attachment_create, under its name at the storages: both names, if they differ. */
static void write_record(collab_json_writer_t *w, const collab_forward_t *forward, const collab_forwarded_t *file) {
  const char *name = common_name(file);
  const char *both =
      name ? name : apr_pstrcat(w->pool, file->stored[COLLAB_SIDE_SUBMITTER], "/", file->stored[COLLAB_SIDE_RECEIVER], NULL);

  collab_write_text(w, "name", both);
  collab_write_text(w, "submitter", status_of(forward, file, COLLAB_SIDE_SUBMITTER));
  collab_write_text(w, "receiver", status_of(forward, file, COLLAB_SIDE_RECEIVER));
}

static const char *list_of(apr_pool_t *pool, const collab_forward_t *forward,
                           void (*write_file)(collab_json_writer_t *, const collab_forward_t *, const collab_forwarded_t *)) {
  collab_json_writer_t *w = collab_json_writer_make(pool, 500);

  collab_write_open(w, NULL, "[");
  for (int i = 0; i < forward->files->nelts; i++) {
    collab_write_open(w, NULL, "{");
    write_file(w, forward, &APR_ARRAY_IDX(forward->files, i, collab_forwarded_t));
    collab_write_close(w, "}");
  }
  collab_write_close(w, "]");
  return w->text;
}

/* A side's outcome in the note, with the file's name there if the sides have different names. */
static const char *outcome_text(apr_pool_t *pool, const collab_forward_t *forward, const collab_forwarded_t *file, int side) {
  const char *as = common_name(file) ? "" : as_text(pool, file, file->stored[side], "");

  return apr_pstrcat(pool, status_of(forward, file, side), as, NULL);
}

/* The note's line about a file. */
static const char *line_of(apr_pool_t *pool, const collab_forward_t *forward, const collab_forwarded_t *file) {
  return apr_pstrcat(pool, file->name, as_text(pool, file, common_name(file), ""), ": receiver ",
                     outcome_text(pool, forward, file, COLLAB_SIDE_RECEIVER), ", submitter ",
                     outcome_text(pool, forward, file, COLLAB_SIDE_SUBMITTER),
                     file->partial ? " (did not arrive as a whole)\n" : "\n", NULL);
}

/* The note's description: the client's text, then one line for each file. Cut off with "and N more" before it exceeds the
 * limit. */
static const char *note_of(collab_exchange_t *x, const collab_forward_t *forward) {
  const char *said = forward->description ? forward->description : x->query[0];
  const char *text = said && *said ? apr_pstrcat(x->pool, said, "\n\n", NULL) : "";

  for (int i = 0; i < forward->files->nelts; i++) {
    const collab_forwarded_t *file = &APR_ARRAY_IDX(forward->files, i, collab_forwarded_t);
    const char *line = line_of(x->pool, forward, file);
    if (collab_text_length(text) + collab_text_length(line) > TEXT_LENGTH - 40) {
      return apr_psprintf(x->pool, "%sand %d more", text, forward->files->nelts - i);
    }
    text = apr_pstrcat(x->pool, text, line, NULL);
  }
  return *text ? apr_pstrmemdup(x->pool, text, strlen(text) - 1) : text;
}

static collab_outcome_t record(collab_exchange_t *x, const collab_forward_t *forward) {
  const char *note = note_of(x, forward);

  collab_exchange_value(x, "description", note);
  collab_exchange_value(x, "size", collab_api_note_size(x, "Attachment forwarded", note));
  collab_exchange_value(x, "files", list_of(x->pool, forward, write_record));
  return collab_exchange_run(x, x->operation->row->change);
}

/* Releases the reserved names under which no storage has a file, so that the next upload may use them. If this fails, the next
 * file with such a name gets a number. */
static void release_names(collab_exchange_t *x, const collab_forward_t *forward) {
  collab_json_writer_t *unused = collab_json_writer_make(x->pool, 100);
  apr_hash_t *used = apr_hash_make(x->pool);

  for (int i = 0; i < forward->files->nelts; i++) {
    const collab_forwarded_t *file = &APR_ARRAY_IDX(forward->files, i, collab_forwarded_t);
    for (int side = 0; side < COLLAB_UPLOAD_SIDES; side++) {
      if (is_stored(forward, file, side)) {
        apr_hash_set(used, file->stored[side], APR_HASH_KEY_STRING, "");
      }
    }
  }
  collab_write_open(unused, NULL, "[");
  for (int i = 0; i < forward->reserved->nelts; i++) {
    const char *name = APR_ARRAY_IDX(forward->reserved, i, const char *);
    if (!apr_hash_get(used, name, APR_HASH_KEY_STRING)) {
      collab_write_text(unused, NULL, name);
    }
  }
  if (unused->len == 1) {
    return;
  }
  collab_write_close(unused, "]");
  collab_exchange_value(x, "name", NULL);
  collab_exchange_value(x, "unused", unused->text);
  collab_exchange_run(x, x->operation->row->reserve);
}

/* A file's entry in the error message about a refused upload, by what became of the file: `stored`, or offered in vain. NULL: the
 * file does not belong there. */
static const char *entry_of(apr_pool_t *pool, const collab_forward_t *forward, const collab_forwarded_t *file, bool stored) {
  bool submitter = is_stored(forward, file, COLLAB_SIDE_SUBMITTER), receiver = is_stored(forward, file, COLLAB_SIDE_RECEIVER);
  const char *name = apr_pstrcat(pool, "\"", file->name, "\"", NULL);

  if (stored != (submitter || receiver) || (!stored && !file->offered)) {
    return NULL;
  }
  if (!stored) {
    return apr_pstrcat(pool, name, file->partial ? " (did not arrive as a whole)" : "", NULL);
  }
  if (!common_name(file)) {
    return apr_pstrcat(pool, name, " as \"", file->stored[COLLAB_SIDE_RECEIVER], "\" (receiver) and \"",
                       file->stored[COLLAB_SIDE_SUBMITTER], "\" (submitter)", NULL);
  }
  return apr_pstrcat(pool, name, as_text(pool, file, common_name(file), "\""), NULL);
}

/* Adds to the error message of a refused upload: which files have already reached a storage and must not be sent again; or which
 * FAILED ones a storage may have a part of. */
static void list_files(collab_exchange_t *x, const collab_forward_t *forward, bool stored, const char *title) {
  apr_array_header_t *entries = apr_array_make(x->pool, NAMED_MAX, sizeof(const char *));
  int more = 0;

  for (int i = 0; i < forward->files->nelts; i++) {
    const char *entry = entry_of(x->pool, forward, &APR_ARRAY_IDX(forward->files, i, collab_forwarded_t), stored);
    if (entry && entries->nelts == NAMED_MAX) {
      more++;
    } else if (entry) {
      APR_ARRAY_PUSH(entries, const char *) = apr_pstrcat(x->pool, entries->nelts ? ", " : "", entry, NULL);
    }
  }
  if (entries->nelts) {
    x->detail =
        apr_pstrcat(x->pool, x->detail ? x->detail : "", x->detail ? "; " : "", title, apr_array_pstrcat(x->pool, entries, 0),
                    more ? apr_psprintf(x->pool, " and %d more", more) : "", NULL);
  }
}

/* Runs after the plan has been read and a slot taken. */
static collab_outcome_t forward_all(collab_exchange_t *x, collab_forward_t *forward) {
  read_plan(x, forward);
  collab_outcome_t outcome = collab_api_attachment_receive(x, forward);
  release_names(x, forward);
  collab_outcome_t recorded = forward->files->nelts ? record(x, forward) : COLLAB_OK;
  if (recorded != COLLAB_OK) {
    ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, x->r,
                  COLLABNO(0461) "%d files were forwarded, but the note about them was not added: %s", forward->files->nelts,
                  collab_outcome_row(recorded)->word);
  }
  if (outcome != COLLAB_OK || recorded != COLLAB_OK) {
    list_files(x, forward, true, "these files were already forwarded: ");
    list_files(x, forward, false, "these files FAILED: ");
    return outcome != COLLAB_OK ? outcome : recorded;
  }
  x->answer.body = list_of(x->pool, forward, write_answer);
  x->answer.body_len = strlen(x->answer.body);
  return COLLAB_OK;
}

collab_outcome_t collab_api_attachment_create(collab_exchange_t *x) {
  collab_outcome_t outcome = check_header(x);

  if (outcome == COLLAB_OK) {
    outcome = collab_exchange_run(x, x->operation->row->read);
  }
  if (outcome != COLLAB_OK) {
    return outcome;
  }
  collab_forward_t forward = {.company = apr_atoi64(collab_exchange_column(x, "company"))};
  x->retry_after = RETRY_AFTER;
  if (!collab_wait_join(x->r, x->config)) {
    collab_exchange_not_begun(x);
    x->detail = "too many requests are arriving slowly";
    return COLLAB_TOO_MANY;
  }
  if (collab_api_attachment_take_slot(&forward)) {
    x->retry_after = 0;
    outcome = forward_all(x, &forward);
    collab_api_attachment_end(&forward);
  } else {
    outcome = COLLAB_UNAVAILABLE;
  }
  collab_wait_leave(x->r);
  return outcome;
}

/* upload.h: streams an incoming file to several storages at once, each by one PUT over TLS.
 *
 * Each side has its own buffer. A slow side delays the others only once its buffer is full. A side fails when it takes nothing
 * within the time limit, takes less than the minimum rate, or answers late for file after file. The other sides still get the
 * file. A storage has the file when it says so (2xx) after the last byte was sent, whatever becomes of its response's body. An
 * upload belongs to one thread and takes one file after another. */
#ifndef COLLAB_OUTBOUND_UPLOAD_H
#define COLLAB_OUTBOUND_UPLOAD_H

#include "base/outbound_rules.h"

#define COLLAB_UPLOAD_SIDES 2

/* The destination of a file. */
typedef struct collab_upload_target_t {
  const char *url; /* https, percent-encoded */
  const char *user;
  const char *password;
  const char *type; /* Content-Type */
} collab_upload_target_t;

typedef struct collab_upload_t collab_upload_t;

/* Starts libcurl. Once in a process, before its threads. */
bool collab_upload_child_init(void);

/* Makes an upload. `rules` says which addresses may be called and which authorities are trusted. NULL when libcurl does not
 * start. The upload ends with `pool`; `rules` and `limits` must last as long. */
collab_upload_t *collab_upload_make(apr_pool_t *pool, const collab_outbound_t *rules, const collab_upload_limits_t *limits);

/* Begins a file; a side without a target takes no part. A side that stalled, was too slow or could not be reached with an earlier
 * file is not tried again: it fails with the same reason. */
void collab_upload_begin(collab_upload_t *upload, const collab_upload_target_t *const targets[COLLAB_UPLOAD_SIDES]);

/* Copies the next bytes of the file. Waits while the slowest side that has not failed has no room for them. */
void collab_upload_write(collab_upload_t *upload, const char *bytes, apr_size_t len);

/* Sends buffered bytes while the caller has none to add. Returns when `fd` (-1: none) is readable, when a transfer has made
 * progress, or after the time `most`. */
void collab_upload_attend(collab_upload_t *upload, int fd, apr_interval_time_t most);

/* Ends a complete file: waits until each side has answered or failed. */
void collab_upload_end(collab_upload_t *upload);

/* Ends a file that will never be complete: breaks off each side without an answer, so that no storage keeps a partial file. */
void collab_upload_abandon(collab_upload_t *upload);

/* Has the side failed for good? Later files are not tried there. */
bool collab_upload_has_given_up(const collab_upload_t *upload, int side);

/* Called after end or abandon: why a side does not have the file; NULL: it has the file. A text for clients, without an address.
 */
const char *collab_upload_failure(const collab_upload_t *upload, int side);

#endif

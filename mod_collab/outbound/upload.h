/* upload.h: streams an incoming file to several storages at once, each by one PUT over TLS.
 *
 * Each side has its own buffer. A slow side delays the others only once its buffer is full. A side fails when it takes nothing
 * within the time limit, takes less than the minimum rate, or answers late for file after file. The other sides still get the
 * file. A storage has the file when it says so (2xx) after the last byte was sent, whatever becomes of its response's body. An
 * upload belongs to one thread and takes one file after another. */
#ifndef COLLAB_OUTBOUND_UPLOAD_H
#define COLLAB_OUTBOUND_UPLOAD_H

#include "domain/outbound_rules.h"

#define COLLAB_UPLOAD_SIDES 2

#define COLLAB_UPLOAD_NUMBERS 20 /* maximum number of names that are tried at a storage for one file, its own included */

/* The destination of a file. begin copies it; what it points to must last to end or abandon. */
typedef struct collab_upload_target_t {
  const char *url; /* https, percent-encoded */
  const char *user;
  const char *password;
  const char *type; /* Content-Type */
  bool only_new;    /* the storage must refuse the file if it has one of that name (If-None-Match: *) */
  /* Called when the storage has refused a name as taken (only_new), from inside begin, write, attend and end. Returns the URL
   * with the file's name number `number`, from 2. NULL: there is no further name. `renamed` itself may be NULL, too. */
  const char *(*renamed)(void *baton, int side, int number);
  void *baton;
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

/* Called after end or abandon: the number of the name under which the side has the file, or was tried last. 1: the first name. */
int collab_upload_number(const collab_upload_t *upload, int side);

/* Called after end or abandon: did the side's storage let the file begin (or not answer "Expect" in time)? It may then have a
 * part of the file, or a file of no bytes, under the last name that was tried. */
bool collab_upload_offered(const collab_upload_t *upload, int side);

/* Called after end or abandon: is the failure this node's own fault (its proxy does not work, or demands a login)? */
bool collab_upload_is_local(const collab_upload_t *upload, int side);

/* Called after end or abandon: why a side does not have the file; NULL: it has the file. A text for clients, without an address.
 */
const char *collab_upload_failure(const collab_upload_t *upload, int side);

#endif

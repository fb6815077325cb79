/* upload.h: a file streamed to several storages at once, each by one PUT over TLS, while it comes in.
 *
 * Each side has a buffer of its own. One that is slow holds the others back only once its buffer is full, and one that takes
 * nothing for the time limit, takes less than the minimum rate, or is late with its answers to file after file, fails and is out:
 * the file goes on to the others. One upload, one thread; files one after another.
 */
#ifndef COLLAB_OUTBOUND_UPLOAD_H
#define COLLAB_OUTBOUND_UPLOAD_H

#include "base/outbound_rules.h"

#define COLLAB_UPLOAD_SIDES 2

/* Where a file goes. */
typedef struct collab_upload_target_t {
  const char *url; /* https, percent-encoded */
  const char *user;
  const char *password;
  const char *type; /* Content-Type */
} collab_upload_target_t;

typedef struct collab_upload_t collab_upload_t;

/* Starts libcurl. Once in a process, before its threads. */
void collab_upload_child_init(void);

/* Addresses and trust come from `rules`. NULL when libcurl does not start. Everything ends with `pool`; `rules` and `limits` must
 * last as long. */
collab_upload_t *collab_upload_make(apr_pool_t *pool, const collab_outbound_t *rules, const collab_upload_limits_t *limits);

/* Begins a file; a side without a target takes no part. A side that stalled, was too slow or could not be reached with an earlier
 * file is not tried again: it fails with the same reason. */
void collab_upload_begin(collab_upload_t *upload, const collab_upload_target_t *const targets[COLLAB_UPLOAD_SIDES]);

/* The next bytes of the file, copied; waits while the slowest side that has not failed has no room for them. */
void collab_upload_write(collab_upload_t *upload, const char *bytes, apr_size_t len);

/* Passes on what is buffered while the caller has nothing to add: returns once `fd` (-1: none) can be read, when something has
 * moved, or after `most`. */
void collab_upload_attend(collab_upload_t *upload, int fd, apr_interval_time_t most);

/* The file is complete: waits until each side has answered or failed. */
void collab_upload_end(collab_upload_t *upload);

/* The file will never be complete: every side that has not answered is broken off, so that none takes it for whole. */
void collab_upload_abandon(collab_upload_t *upload);

/* Has the side failed for good, so that it is not tried again with a later file? */
bool collab_upload_has_given_up(const collab_upload_t *upload, int side);

/* Why the file did not get to a side, after end or abandon, in words for a client that name no address; NULL: it did. */
const char *collab_upload_failure(const collab_upload_t *upload, int side);

#endif

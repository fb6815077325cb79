/* upload_clock.h: the clocks of one storage of an upload, which end a transfer that takes too long (upload_clock.c). Values only:
 * no allocation, and `now` is the caller's. The thread of the upload. */
#ifndef COLLAB_OUTBOUND_UPLOAD_CLOCK_H
#define COLLAB_OUTBOUND_UPLOAD_CLOCK_H

#include <apr_time.h>

#include "domain/outbound_rules.h"

typedef struct collab_upload_clock_t {
  apr_time_t since; /* start of the stall clock */
  int64_t mark;     /* bytes that had reached the storage when the stall clock started */
  struct {
    int64_t seen;             /* this request: bytes that had reached the storage at the last check */
    apr_time_t at;            /* time of the last check; 0: the storage had nothing to take then */
    apr_interval_time_t busy; /* time with bytes to take, in the window so far */
    int64_t taken;            /* bytes in the window so far */
  } rate;
  struct {
    apr_time_t at;            /* this file: time of the last check; 0: the upload did not wait for the storage then */
    apr_interval_time_t file; /* this file: waiting time for handshakes and answers so far */
    apr_interval_time_t sum;  /* the upload: waiting time beyond each file's free part */
  } wait;
} collab_upload_clock_t;

/* How a transfer stands at a check. */
typedef struct collab_upload_stand_t {
  int64_t there; /* bytes that have left this machine */
  bool begun;    /* the storage lets the file come */
  bool waits;    /* for more bytes of the client */
  bool sent;     /* the whole file has left this machine */
} collab_upload_stand_t;

typedef enum collab_upload_late_t {
  COLLAB_UPLOAD_ON_TIME,
  COLLAB_UPLOAD_TOO_SLOW, /* fewer bytes than the limits demand */
  COLLAB_UPLOAD_TOO_LATE, /* too much waiting in all */
  COLLAB_UPLOAD_STALLED   /* nothing within the patience */
} collab_upload_late_t;

/* Begins a file. The sums over all files stay. */
void collab_upload_clock_begin(collab_upload_clock_t *clock, apr_time_t now);

/* Begins another request for the same file: its bytes are counted from 0. */
void collab_upload_clock_again(collab_upload_clock_t *clock, apr_time_t now);

/* Starts the stall clock anew. The other clocks go on. */
void collab_upload_clock_alive(collab_upload_clock_t *clock, apr_time_t now);

/* Checks the clocks of a transfer that has not been answered. */
collab_upload_late_t collab_upload_clock_check(collab_upload_clock_t *clock, const collab_upload_limits_t *limits, apr_time_t now,
                                               const collab_upload_stand_t *stand);

#endif

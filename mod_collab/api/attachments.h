/* attachments.h: one upload to the storages of both parties. Only for attachments.c, attachment_form.c and attachment_slots.c. */
#ifndef COLLAB_API_ATTACHMENTS_H
#define COLLAB_API_ATTACHMENTS_H

#include "http/exchange.h"
#include "node/places.h"
#include "outbound/upload.h"

typedef enum collab_side_t { COLLAB_SIDE_SUBMITTER, COLLAB_SIDE_RECEIVER } collab_side_t;

/* The storage of one party. */
typedef struct collab_storage_t {
  const char *url; /* without the file name; NULL: not configured */
  const char *user;
  const char *password; /* NULL: cannot be decrypted */
  bool overwrites;      /* a file may replace one of the same name */
} collab_storage_t;

/* A file that has arrived completely, or of which a storage was offered a part, with its result at each storage. */
typedef struct collab_forwarded_t {
  const char *name;                         /* as the client sent it */
  const char *stored[COLLAB_UPLOAD_SIDES];  /* its name at each storage; at one that has no part of it, the other's */
  const char *failure[COLLAB_UPLOAD_SIDES]; /* NULL: stored, or this party has no storage */
  bool partial;                             /* the client did not send it as a whole */
  bool offered;                             /* a storage was offered a byte of it */
} collab_forwarded_t;

typedef struct collab_forward_t {
  collab_storage_t storages[COLLAB_UPLOAD_SIDES]; /* by collab_side_t */
  bool expired[COLLAB_UPLOAD_SIDES];              /* the side has no storage because its configuration has expired */
  apr_array_header_t *reserved;                   /* const char *: the names that this upload reserved in the database */
  apr_array_header_t *files;                      /* collab_forwarded_t */
  const char *description;                        /* from the form, else from the query, else NULL */
  int64_t company;                                /* the caller's */
  collab_places_t *places; /* holds `place`: the set of slots, or the set for uploads that freed their slots early */
  int place;
} collab_forward_t;

/* attachment_form.c: reads the request body to its end and forwards each file as it arrives. Returns COLLAB_OK or the error.
 * After an error, `forward->files` holds the files that arrived completely before it, and the one that a storage was offered a
 * part of. */
collab_outcome_t collab_api_attachment_receive(collab_exchange_t *x, collab_forward_t *forward);

/* attachment_slots.c: takes a slot without waiting. False: none is free. */
bool collab_api_attachment_take_slot(collab_forward_t *forward);

/* Frees the slot of an upload early, when no storage takes its data any more but the worker still reads the rest of its body.
 * Keeps the slot if too many threads of the child already read such bodies. May be called again. */
void collab_api_attachment_free_slot(collab_forward_t *forward);

/* Frees what the upload holds: its slot, or its place among the uploads that freed their slots early. */
void collab_api_attachment_end(const collab_forward_t *forward);

/* attachment_form.c: puts the maximum size of an upload into x->detail, and returns COLLAB_TOO_LARGE. */
collab_outcome_t collab_api_attachment_too_large(collab_exchange_t *x);

#endif

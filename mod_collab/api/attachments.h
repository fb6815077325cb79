/* attachments.h: what attachments.c and attachment_form.c share: a form with files on its way to the storages of both sides. */
#ifndef COLLAB_API_ATTACHMENTS_H
#define COLLAB_API_ATTACHMENTS_H

#include <apr_hash.h>

#include "http/exchange.h"
#include "outbound/upload.h"

typedef enum collab_side_t { COLLAB_SIDE_SUBMITTER, COLLAB_SIDE_RECEIVER } collab_side_t;

/* Where one side wants its files. */
typedef struct collab_storage_t {
  const char *url; /* without the file's name; NULL: not configured */
  const char *user;
  const char *password; /* NULL: cannot be opened */
} collab_storage_t;

/* A file that has been forwarded, as far as it could be. */
typedef struct collab_forwarded_t {
  const char *name;                         /* as sent */
  const char *stored;                       /* as the storages got it */
  const char *failure[COLLAB_UPLOAD_SIDES]; /* NULL: it is there, or nobody wanted it */
} collab_forwarded_t;

typedef struct collab_forward_t {
  collab_storage_t storages[COLLAB_UPLOAD_SIDES]; /* by collab_side_t */
  apr_hash_t *taken;                              /* names that must not be used again */
  apr_array_header_t *reserved;                   /* const char *: those that this upload has taken, as the database has them */
  apr_array_header_t *files;                      /* collab_forwarded_t: complete ones */
  const char *description;                        /* of the form, else of the query, else NULL */
  int64_t company;                                /* of the caller: whose slot it is */
  bool has_slot;                                  /* false: given back */
} collab_forward_t;

/* attachment_form.c: reads the request's body to its end and forwards each file while it comes in. COLLAB_OK, or what is wrong;
 * `forward->files` are then those that had arrived before. */
collab_outcome_t collab_api_attachment_receive(collab_exchange_t *x, collab_forward_t *forward);

/* attachments.c: gives the slot back while the body is read on, since no storage will take more of this upload. Keeps it when too
 * many threads read such bodies already; may be called again. */
void collab_api_attachment_free_slot(collab_forward_t *forward);

/* A name as names are compared: those that differ in case alone are the same, since some storages think so. */
const char *collab_api_attachment_key(apr_pool_t *pool, const char *name);

#endif

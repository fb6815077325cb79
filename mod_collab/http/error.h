/* error.h: the two forms of an error (contract.md 3), and httpd's own errors in them. Worker threads only. */
#ifndef COLLAB_HTTP_ERROR_H
#define COLLAB_HTTP_ERROR_H

#include <httpd.h>

#include "config/config.h"

/* An error as it will be told. */
typedef struct collab_error_t {
  int status;
  const char *word; /* machine-readable: the end of the problem type's URL */
  const char *title;
  const char *message;
  const char *faults; /* JSON array of {field, message}, or NULL */
} collab_error_t;

/* The body: ErrorResponse, or ProblemDetail where the Accept header names application/problem+json with q > 0. *type becomes the
 * media type. */
const char *collab_error_text(request_rec *r, const collab_config_t *config, const collab_error_t *error, const char **type);

/* Headers that belong to a status, whoever raised it: WWW-Authenticate (401; `refusal` says why the token was refused, in
 * printable ASCII without `"` and `\`; NULL: there was none), Retry-After (429, 503, and wherever `retry_after` is not 0). What
 * is there already stays. */
void collab_error_headers(request_rec *r, const collab_config_t *config, int status, int retry_after, const char *refusal);

/* core_error.c: errors that httpd raises itself on a request of the interface (a bad escape, a header too long, a time-out) keep
 * their status and get our body instead of HTML. The first is called when hooks are registered, the second is httpd's
 * insert_error_filter hook. */
void collab_error_register(void);
void collab_error_insert(request_rec *r);

#endif

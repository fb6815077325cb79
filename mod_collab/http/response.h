/* response.h: the headers that restrict browsers, and the two formats of an error. Both are also used for responses that httpd
 * makes itself. */
#ifndef COLLAB_HTTP_RESPONSE_H
#define COLLAB_HTTP_RESPONSE_H

#include <httpd.h>

#include "collab.h"
#include "config/config.h"

/* browser.c: the response headers that restrict what a browser does with a response. Any thread. */

/* The Content-Security-Policy of a page that has one <style> element with exactly this text and loads nothing: the policy names
 * the style by its hash. Lives in `pool`. */
const char *collab_browser_policy(apr_pool_t *pool, const char *style);

/* Sets X-Content-Type-Options, Referrer-Policy and Content-Security-Policy. With `policy` NULL, a policy that has
 * already been set stays. If none has been set, the policy forbids all styles, scripts and loading, which suits JSON, text and
 * pages without a style sheet. */
void collab_browser_headers(apr_table_t *headers, const char *policy);

/* once.c: keeps a response from having a header twice that mod_headers sets, too. */

/* Called when hooks are registered, and in post_config, when all modules are loaded. */
void collab_once_register(void);
void collab_once_setup(void);

/* Call collab_once after setting the headers of a response, and collab_once_error in httpd's insert_error_filter hook. */
void collab_once(request_rec *r);
void collab_once_error(request_rec *r);

/* error.c: the two formats of an error (interface.md 5.2 and 5.3), also for httpd's own errors. Worker threads only. */

/* An error to be sent. */
typedef struct collab_error_t {
  int status;
  const char *word; /* machine-readable: the last part of the problem type's URL */
  const char *title;
  const char *message;
  const apr_array_header_t *faults; /* collab_fault_t, at least one; or NULL */
  const char *oauth;                /* the error code, on a path of OAuth 2; NULL: elsewhere */
} collab_error_t;

/* The error code of OAuth 2 for a status. Those of RFC 6749, 5.2 fit 400 and 401; for other statuses, which that section leaves
 * open, the words of 4.1.2.1. */
const char *collab_error_oauth(int status);

/* A copy of `text` in the characters of error_description (RFC 6749, 5.2, and RFC 6750, 3): `?` replaces any other. */
const char *collab_error_plain(apr_pool_t *pool, const char *text);

/* The body: on a path of OAuth 2 `error` and `error_description`; else ErrorResponse, or ProblemDetail if the Accept header names
 * application/problem+json with q > 0. *type becomes the media type. Only a ProblemDetail has the codes of validation errors. */
const char *collab_error_text(request_rec *r, const collab_config_t *config, const collab_error_t *error, const char **type);

/* Sets the headers that a status needs: WWW-Authenticate for 401, and Retry-After for 429, for 503, and whenever `retry_after`
 * (seconds) is not 0. `refusal` says why the token was refused, in printable ASCII without `"` and `\`; NULL: there was no token.
 * On a path of OAuth 2, the challenge is Basic if the client has used Basic, else there is none. Headers that are already set
 * stay. */
void collab_error_headers(request_rec *r, const collab_config_t *config, const collab_error_t *error, int retry_after,
                          const char *refusal);

/* core_error.c: sends our body instead of HTML for errors that httpd raises itself on a request to the interface, such as a bad
 * escape, a header that is too long or a time-out. The status stays, except that header fields over a limit get 431. The first
 * function is called when hooks are registered; the second is httpd's insert_error_filter hook. */
void collab_error_register(void);
void collab_error_insert(request_rec *r);

#endif

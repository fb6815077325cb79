/* storage.h: checks the parts of a member's attachment storage, and makes its URL. Allocates only in functions that take a pool.
 * Any thread, any process. */
#ifndef COLLAB_OUTBOUND_STORAGE_H
#define COLLAB_OUTBOUND_STORAGE_H

#include "collab.h"

/* These functions return what is wrong with a DNS name, a path or a password: a static text, to be written after the field's
 * name. NULL: nothing. */
const char *collab_storage_domain_fault(const char *domain);
const char *collab_storage_path_fault(const char *path);
const char *collab_storage_password_fault(const char *password);

/* The path with the request's token in place of each `{token}`. `token` is a token of a request: without braces. */
const char *collab_storage_path(apr_pool_t *pool, const char *path, const char *token);

/* "https://domain:port/path" without a slash at its end. Keeps the path's escapes, and escapes what a URL cannot contain. */
const char *collab_storage_url(apr_pool_t *pool, const char *domain, const char *port, const char *path);

/* True if the text can be a user name of Basic authentication: not NULL, not empty, no colon, no control character. */
bool collab_storage_is_user(const char *text);

/* Returns what is wrong with a file's name for the storage; NULL: nothing. */
const char *collab_storage_name_fault(const char *name);

/* Splits a name into what comes before and behind the number that a file gets whose own name is taken: `a (2).txt` for `a.txt`.
 * With a number of at most seven digits, the result has at most 255 bytes. */
void collab_storage_split(apr_pool_t *pool, const char *name, const char **head, const char **tail);

#endif

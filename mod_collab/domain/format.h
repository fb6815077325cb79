/* format.h: the formats of the interface's texts: e-mail addresses and URIs. Any thread, any process. */
#ifndef COLLAB_DOMAIN_FORMAT_H
#define COLLAB_DOMAIN_FORMAT_H

#include "collab.h"

/* True for an e-mail address as interface.md 3.9 defines it: a dot-atom of at most 64 characters, "@", and two or more LDH
 * labels; at most 191 characters in all. */
bool collab_format_is_email(const char *text);

/* True for an absolute URI (RFC 3986: ASCII) with scheme https, or http if `http_allowed`, with a host, no user-info, at most
 * 2,048 characters and any valid port. A fragment is allowed, as in RFC 3986. An address in brackets must be IPv6 without zone.
 */
bool collab_format_is_uri(const char *text, bool http_allowed);

/* As collab_format_is_uri, but returns NULL, or the fault as the end of a sentence ("must have a host"; static). */
const char *collab_format_uri_fault(const char *text, bool http_allowed);

/* A base URL without slashes at its end, the form in which base URLs are compared. Memory of the pool. */
const char *collab_format_base_url(apr_pool_t *pool, const char *text);

#endif

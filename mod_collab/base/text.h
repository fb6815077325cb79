/* text.h: what a string is made of. Nothing here allocates unless it takes a pool. Any thread, any process. */
#ifndef COLLAB_BASE_TEXT_H
#define COLLAB_BASE_TEXT_H

#include "collab.h"

/* Is the text valid UTF-8 (RFC 3629: shortest form, no surrogates, at most U+10FFFF) without NUL? */
bool collab_text_is_utf8(const char *text, apr_size_t len);

/* How many Unicode code points a valid UTF-8 text has: the unit of every length limit of the interface (interface.md 3.4). */
apr_size_t collab_text_length(const char *text);

/* Is it an e-mail address as interface.md 3.9 defines it: dot-atom of at most 64, "@", LDH labels (two or more), 191 in all? */
bool collab_text_is_email(const char *text);

/* Is it an absolute URI (RFC 3986: ASCII) with scheme https, or http where `http_allowed`; a host, no user-info, at most 2,048
 * characters, any valid port? A fragment is part of RFC 3986 and allowed; an address in brackets must be IPv6 without a zone. */
bool collab_text_is_uri(const char *text, bool http_allowed);

/* The same: NULL, or what is wrong with it, as the end of a sentence ("must have a host"; static). */
const char *collab_text_uri_fault(const char *text, bool http_allowed);

/* A base URL as all of us compare it: without slashes at its end. Memory of the pool. */
const char *collab_text_base_url(apr_pool_t *pool, const char *text);

/* Decodes %XX once. Returns NULL for a bad escape, %00 or a result that is not UTF-8. `plus` turns "+" into a blank (query). */
const char *collab_text_decode(apr_pool_t *pool, const char *text, apr_size_t len, bool plus);

/* Percent-encodes all but RFC 3986 unreserved characters. */
const char *collab_text_encode(apr_pool_t *pool, const char *text);

/* Only blanks (any Unicode white space), or empty? */
bool collab_text_is_blank(const char *text);

/* A copy in `pool` without the blanks and line ends behind the text: messages of libraries end in one. */
const char *collab_text_chomp(apr_pool_t *pool, const char *text);

/* Strict decimal digits (an optional leading "-"), within int64. Returns false for anything else. */
bool collab_text_integer(const char *text, int64_t *value);

/* Lower-case hexadecimal of `len` bytes; `out` takes 2 * len + 1. */
void collab_text_hex(char *out, const unsigned char *bytes, apr_size_t len);

/* The bytes as UTF-8 text: what is none, and NUL, becomes U+FFFD; a sequence cut off at the end is dropped. For what a stranger
 * sent. */
const char *collab_text_clean(apr_pool_t *pool, const char *bytes, apr_size_t len);

#endif

/* part_name.h: decodes a file's name as clients write it into a form. Memory of the pool. Any thread, any process. */
#ifndef COLLAB_HTTP_CLIENT_PART_NAME_H
#define COLLAB_HTTP_CLIENT_PART_NAME_H

#include "collab.h"

/* Decodes a value of `filename` that as a whole is an encoded word, or several with blanks between (RFC 2047), in UTF-8, US-ASCII
 * or ISO-8859-1. Returns any other text as it is. */
const char *collab_part_name(apr_pool_t *pool, const char *text);

/* Decodes a value of `filename*`: UTF-8'language'bytes or ISO-8859-1'language'bytes, percent-encoded (RFC 5987). NULL: the value
 * does not have this format. */
const char *collab_part_name_extended(apr_pool_t *pool, const char *value);

#endif

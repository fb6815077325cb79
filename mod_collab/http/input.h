/* input.h: decodes the path, query and body of a request, and checks them against the row's field lists. Worker threads only. */
#ifndef COLLAB_HTTP_INPUT_H
#define COLLAB_HTTP_INPUT_H

#include "http/exchange.h"

/* framing.c: checks the request's version and Transfer-Encoding. Reads only headers. Returns COLLAB_OK; COLLAB_HTTP_VERSION:
 * version 2 or newer on a connection that is not HTTP/2; COLLAB_BAD_REQUEST: "chunked" twice; COLLAB_NOT_IMPLEMENTED: a coding
 * other than "chunked". Every refusal because of the Transfer-Encoding ends the connection. */
collab_outcome_t collab_framing_check(const request_rec *r);

/* path.c: decodes each capture once and checks it. Adds faults to x->faults. */
void collab_path_read(collab_exchange_t *x, const collab_match_t *match);

/* query.c: reads the parameters that the row knows into x->query (NULL: not given, or empty), and checks the encoding of all
 * others. Adds faults to x->faults. */
void collab_query_read(collab_exchange_t *x);

/* body.c: checks the media type and the size, reads the JSON, and sets x->body and x->body_text. Returns COLLAB_OK, or
 * COLLAB_MEDIA_TYPE, COLLAB_TOO_LARGE, COLLAB_TIMEOUT, COLLAB_GONE, COLLAB_MALFORMED (with x->detail). Reads the first byte only
 * after the checks that need none, so that a client that waits for 100-continue is not asked to send a body that would be
 * refused. */
collab_outcome_t collab_body_read(collab_exchange_t *x);

/* bind.c: the values of a statement's binds, in their order; NULL in the list is SQL NULL. Returns NULL when there is no
 * randomness for a token. */
const char *const *collab_bind_values(collab_exchange_t *x, const collab_bound_t *bound);

#endif

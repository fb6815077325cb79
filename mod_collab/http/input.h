/* input.h: what a request brings: path, query and body, decoded and checked against the row's field lists. Worker threads only.
 */
#ifndef COLLAB_HTTP_INPUT_H
#define COLLAB_HTTP_INPUT_H

#include "http/exchange.h"

/* framing.c: may the request's version and Transfer-Encoding be what they are? Reads headers alone. COLLAB_OK;
 * COLLAB_HTTP_VERSION: version 2 or newer on a connection that is not HTTP/2; COLLAB_BAD_REQUEST: "chunked" twice;
 * COLLAB_NOT_IMPLEMENTED: another coding than "chunked". Every refusal by its Transfer-Encoding ends the connection. */
collab_outcome_t collab_framing_check(const request_rec *r);

/* path.c: decodes each capture once and checks it; faults are added to x->faults. */
void collab_path_read(collab_exchange_t *x, const collab_match_t *match);

/* query.c: reads the parameters that the row knows into x->query (NULL: not given, or empty) and checks the encoding of all
 * others; faults are added to x->faults. */
void collab_query_read(collab_exchange_t *x);

/* body.c: media type, size, JSON: fills x->body and x->body_text. COLLAB_OK, or COLLAB_MEDIA_TYPE, COLLAB_TOO_LARGE,
 * COLLAB_TIMEOUT, COLLAB_GONE, COLLAB_MALFORMED (with x->detail). Reads the first byte only after the checks that need none, so
 * that a client that waits for 100-continue is not asked to send what would be refused. */
collab_outcome_t collab_body_read(collab_exchange_t *x);

/* bind.c: the values of a statement's binds, in their order; NULL is SQL NULL. NULL when the generator of random tokens fails. */
const char *const *collab_bind_values(collab_exchange_t *x, const collab_bound_t *bound);

#endif

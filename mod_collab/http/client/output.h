/* output.h: writes a long response to a client that may read it slowly. Worker threads only.
 *
 * httpd keeps the last FlushMaxThreshold bytes of a response and writes them without a thread. Whatever is longer holds a thread
 * until the client has taken it; so such a response is written in pieces, and each waits for room by http/client/wait.h. */
#ifndef COLLAB_HTTP_CLIENT_OUTPUT_H
#define COLLAB_HTTP_CLIENT_OUTPUT_H

#include "http/client/wait.h"

/* Writes `len` bytes, which need not stay valid, in pieces. Returns false if the response must end, because no place is left to
 * wait in, the client is too slow, or it has gone. In HTTP/2, one place serves for all pieces. */
bool collab_output_write(collab_wait_t *wait, const char *data, apr_size_t len);

/* HTTP/2: takes a place for a response of `len` bytes, if they are more than mod_http2 takes without waiting for the client. To
 * be called before the first byte. Returns false if no place is left. */
bool collab_output_take(collab_wait_t *wait, apr_size_t len);

/* The bytes at the end of a response that httpd can keep, so that no thread waits for them. */
apr_size_t collab_output_kept(const request_rec *r);

/* Makes the connection of HTTP/1 end with a reset, or the stream of HTTP/2 with an error, so that the client notices that the
 * response is not complete. */
void collab_output_reset(request_rec *r);

#endif

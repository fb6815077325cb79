/* encoding.h: content codings of answers (RFC 9110, 8.4). No client of this service decodes any. */
#ifndef COLLAB_OUTBOUND_ENCODING_H
#define COLLAB_OUTBOUND_ENCODING_H

#include <curl/curl.h>

#include "collab.h"

/* The header line of a request whose answer's body is read. Without it, the server may choose any coding. */
#define COLLAB_ACCEPT_ENCODING "Accept-Encoding: identity"

/* True if the handle's last answer has a Content-Encoding other than identity. The thread that uses the handle. */
bool collab_encoding_is_compressed(CURL *easy);

#endif

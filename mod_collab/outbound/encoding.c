/* encoding.c: finds out whether a server compressed its answer, although it was asked not to. Any thread, any process. */
#include "outbound/encoding.h"

#include <strings.h>

bool collab_encoding_is_compressed(CURL *easy) {
  struct curl_header *header;

  for (size_t i = 0; curl_easy_header(easy, "Content-Encoding", i, CURLH_HEADER, -1, &header) == CURLHE_OK; i++) {
    if (*header->value && strcasecmp(header->value, "identity") != 0) {
      return true;
    }
  }
  return false;
}

/* call.c: one HTTP request with a slot's handle. Runs in the dispatcher's loop; never waits. */
#include "dispatch/delivery/call.h"

#include <string.h>

/* Sizes in bytes of the buffers that libcurl allocates for each transfer: */
#define BUFFER 1024L         /* so small because malloc is fast at this size, and answers are short */
#define UPLOAD_BUFFER 16384L /* libcurl's minimum; each transfer over TLS has this buffer, and freeing wipes it (transport.c) */

/* Aborts the transfer when the headers exceed COLLAB_ANSWER_READ. Records whether the headers are complete. A receiver that
 * closes the connection before the end of its headers has not answered, but libcurl would accept this as an answer. */
static size_t take_header(char *data, size_t size, size_t count, void *arg) {
  collab_slot_t *slot = arg;
  size_t len = size * count;

  slot->answer.headers_complete = (slot->answer.headers_complete && !(len > 5 && !memcmp(data, "HTTP/", 5))) ||
                                  (len <= 2 && (*data == '\r' || *data == '\n'));
  slot->answer.headers_read += len;
  return slot->answer.headers_read > COLLAB_ANSWER_READ ? 0 : len;
}

/* Sets the options that are the same for all transfers of a slot. */
static void set_up_handle(const collab_calls_t *calls, collab_slot_t *slot) {
  CURL *easy = slot->easy;

  curl_easy_reset(easy);
  collab_transport_set(&slot->transport, easy, &calls->config->outbound);
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, slot->curl_error);
  curl_easy_setopt(easy, CURLOPT_PRIVATE, slot);
  curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
  curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, BUFFER);
  curl_easy_setopt(easy, CURLOPT_UPLOAD_BUFFERSIZE, UPLOAD_BUFFER);
  curl_easy_setopt(easy, CURLOPT_USERAGENT, "mod_collab/" COLLAB_VERSION);
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_header);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, slot);
}

bool collab_call_to(const collab_calls_t *calls, collab_slot_t *slot, const char *url) {
  if (!slot->reusable) {
    set_up_handle(calls, slot);
  }
  slot->reusable = false; /* until this transfer has ended well */
  return collab_transport_begin(&slot->transport, url) == CURLE_OK;
}

bool collab_call_post(const collab_calls_t *calls, collab_slot_t *slot, const char *body, long milliseconds,
                      curl_write_callback take, void *to) {
  CURL *easy = slot->easy;

  slot->curl_error[0] = '\0';
  slot->answer.headers_complete = false;
  curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)strlen(body));
  curl_easy_setopt(easy, CURLOPT_POSTFIELDS, body);
  curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, milliseconds);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, to);
  return collab_transfers_begin(calls->transfers, easy);
}

/* The list may be in the slot's memory pool, because libcurl only reads it. */
void collab_call_add_header(collab_slot_t *slot, const char *line) {
  struct curl_slist *header = apr_palloc(slot->pool, sizeof *header);

  *header = (struct curl_slist){.data = (char *)line};
  *(slot->post.headers ? &slot->post.last_header->next : &slot->post.headers) = header;
  slot->post.last_header = header;
}

/* libcurl 8.7 and newer keep a handle's last request until the handle is freed (docs/security.md). A new handle costs two to four
 * microseconds. */
void collab_call_renew_handle(collab_slot_t *slot) {
  CURL *easy = slot->post.has_credentials ? curl_easy_init() : NULL;

  if (easy) {
    curl_easy_cleanup(slot->easy);
    slot->easy = easy;
    slot->reusable = slot->post.has_credentials = false;
  }
}

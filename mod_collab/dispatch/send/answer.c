/* answer.c: reads a receiver's answer. Its headers decide a delivery:
 *
 *   1xx … ──> headers of the final response ──> the rest: body, trailers
 *             its status is the outcome         read for its first KiB, and so that the connection can be used again
 *
 * An interim response (1xx) is not final. 101 is malformed, because no request asks to change the protocol. libcurl hides a
 * proxy's answer to CONNECT, and sends trailers to the same callback as headers. A receiver that closes the connection within its
 * headers has not answered, although libcurl would accept it.
 *
 * What an answer may cost:
 *   - its headers, those of all interim responses included: COLLAB_ANSWER_READ bytes;
 *   - the rest: COLLAB_ANSWER_READ bytes as the kernel counts them, and COLLAB_ANSWER_REST; then the connection is closed;
 *   - all together, framing included: COLLAB_ANSWER_MOST bytes on the connection (dispatch/transfers.c).
 *
 * The answer of a token endpoint is needed as a whole, within the same limits. Runs in the dispatcher's loop; the callbacks run
 * within libcurl. */
#include "dispatch/send/answer.h"
#include "dispatch/baton.h"
#include "dispatch/link.h"
#include "outbound/encoding.h"

#include <stddef.h>
#include <string.h>

/* Bytes that libcurl reads at a time. It reads up to 101 times before it returns, and only then the limit of bytes is checked:
 * with its own 16 KiB, a flood of chunk extensions keeps the loop for milliseconds on each connection. Safe on a fresh handle
 * alone: on a used one, libcurl may refuse the option and keep a buffer of another size. */
#define BUFFER 1024L
/* Bytes that libcurl sends at a time: its minimum. With TLS it allocates them for each transfer, and they are wiped when it ends;
 * its own 64 KiB cost a fifth of the deliveries a second. */
#define UPLOAD_BUFFER 16384L

static void list(collab_slot_t *slot) {
  collab_answers_t *answers = slot->answer.answers;

  slot->answer.before = answers->last;
  slot->answer.after = NULL;
  *(answers->last ? &answers->last->answer.after : &answers->first) = slot;
  answers->last = slot;
  slot->answer.listed = true;
}

void collab_answer_unlist(collab_slot_t *slot) {
  collab_slot_answer_t *answer = &slot->answer;

  if (answer->listed) {
    *(answer->before ? &answer->before->answer.after : &answer->answers->first) = answer->after;
    *(answer->after ? &answer->after->answer.before : &answer->answers->last) = answer->before;
    answer->listed = false;
  }
}

/* Handles the empty line after the headers of a response. Returns its fault; NULL: none. */
static const char *end_headers(collab_slot_t *slot) {
  collab_slot_answer_t *answer = &slot->answer;
  long status = 0;

  curl_easy_getinfo(slot->transport.easy, CURLINFO_RESPONSE_CODE, &status);
  if (status == 101 || status < 100) {
    return status == 101 ? "HTTP 101, but the request asked for no other protocol" : "the answer is not HTTP";
  }
  if (status < 200) {
    return NULL; /* the final response follows */
  }
  answer->status = (int)status;
  answer->decided_at = collab_time_clock();
  answer->compressed = collab_encoding_is_compressed(slot->transport.easy);
  if (answer->answers) {
    collab_transport_limit(&slot->transport, COLLAB_ANSWER_READ);
    list(slot);
  }
  return NULL;
}

static size_t take_header(char *data, size_t size, size_t count, void *arg) {
  collab_slot_t *slot = arg;
  collab_slot_answer_t *answer = &slot->answer;
  size_t len = size * count;
  COLLAB_BATON_IN_CALLBACK(slot->number);

  answer->headers_read += len;
  if (answer->headers_read > COLLAB_ANSWER_READ) {
    answer->fault = "the headers of the answer are longer than 64 KiB";
  } else if (!answer->status && len <= 2 && (*data == '\r' || *data == '\n')) {
    answer->fault = end_headers(slot);
  }
  return answer->fault ? 0 : len; /* 0 ends the transfer */
}

/* Whether the bytes begin with a frame of HTTP/2 that a server may send first: SETTINGS or GOAWAY, on stream 0 (RFC 9113, 3.4).
 */
static bool is_http2(const char *bytes, apr_size_t len) {
  static const char no_stream[4];

  return len >= 9 && bytes[0] == 0 && (bytes[3] == 4 || bytes[3] == 7) && !memcmp(bytes + 5, no_stream, sizeof no_stream);
}

static size_t take_body(char *data, size_t size, size_t count, void *arg) {
  collab_slot_t *slot = arg;
  collab_slot_answer_t *answer = &slot->answer;
  size_t len = size * count, room = sizeof answer->bytes - answer->kept;
  COLLAB_BATON_IN_CALLBACK(slot->number);

  if (!answer->status) { /* there is no status line (CURLOPT_HTTP09_ALLOWED) */
    answer->fault = is_http2(data, len) ? "the receiver speaks only HTTP/2; deliveries use HTTP/1.1" : "the answer is not HTTP";
    return 0;
  }
  if (slot->request.take) {
    return slot->request.take(data, size, count, slot->request.to);
  }
  if (!answer->compressed) {
    memcpy(answer->bytes + answer->kept, data, len < room ? len : room);
    answer->kept += len < room ? len : room;
  }
  answer->read += len;
  return answer->read > COLLAB_ANSWER_READ ? 0 : len;
}

void collab_answer_expect(collab_slot_t *slot, collab_answers_t *answers) {
  memset(&slot->answer, 0, offsetof(collab_slot_answer_t, bytes));
  slot->answer.answers = answers;
}

void collab_answer_set(collab_slot_t *slot) {
  collab_transport_t *transport = &slot->transport;

  transport->most = COLLAB_ANSWER_MOST;
  COLLAB_TRANSPORT_SET(transport, CURLOPT_BUFFERSIZE, BUFFER);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_UPLOAD_BUFFERSIZE, UPLOAD_BUFFER);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_HTTP09_ALLOWED, 1L); /* so that take_body sees what is not HTTP */
  COLLAB_TRANSPORT_SET(transport, CURLOPT_HEADERFUNCTION, take_header);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_HEADERDATA, slot);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_WRITEFUNCTION, take_body);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_WRITEDATA, slot);
}

bool collab_answer_suffices(const collab_slot_t *slot) {
  const collab_slot_answer_t *answer = &slot->answer;

  return (answer->status >= 200 && answer->status < 300) || answer->compressed || answer->kept == sizeof answer->bytes;
}

bool collab_answer_is_late(const collab_slot_t *slot, apr_time_t now) {
  return now >= slot->answer.decided_at + COLLAB_ANSWER_REST;
}

apr_time_t collab_answer_due(const collab_answers_t *answers) {
  return answers->first ? answers->first->answer.decided_at + COLLAB_ANSWER_REST : COLLAB_NEVER;
}

/* upload.c: streams a file to several storages at once, each by one PUT over TLS.
 *
 *   write ──copies──> buffer of each side ──libcurl's read callback──> storage
 *
 * The headers of the final response decide whether the storage has the file, whatever becomes of the response's body. A 2xx that
 * comes before the last byte was sent is a failure.
 *
 * libcurl runs only inside the calls of the upload's thread. Each side has three clocks:
 *
 * 1. Stall: runs while the side has something to take or to answer, and starts anew with each STEP bytes that reach it.
 * 2. Rate, over all files: runs only while the side has bytes to take, so a slow client, a handshake or an answer costs nothing.
 *    Each time the clock reaches the end of a window, the side must have taken enough bytes in that window.
 * 3. Waiting, over all files: adds up the time of handshakes and answers, which the rate clock leaves out. Without this clock, a
 *    side that takes each file at once, but answers just within its patience, would hold a slot for many minutes.
 *
 * Runs on worker threads of httpd and must never wait without a limit: every wait ends with the patience of a side. */
#include "outbound/upload.h"

#include <apr_strings.h>
#include <linux/sockios.h>
#include <string.h>
#include <sys/ioctl.h>

#include "base/time.h"
#include "outbound/transport.h"

#define BUFFER (256 * 1024)                /* bytes, of one side */
#define STEP (16 * 1024)                   /* bytes; a side that moves fewer within its patience has stalled */
#define ANSWER_MAX (64 * 1024)             /* bytes of an answer's body that are read, and ignored */
#define ANSWER_WITHIN apr_time_from_sec(2) /* maximum time after the headers to read the body */
#define CHUNK_ENDS 4                       /* bytes: the line ends after a chunk's length and after its data */
#define LAST_CHUNK 5                       /* bytes: a length of 0 and two line ends */
#define FREE_PART 10                       /* the first tenth of the patience is free for each file */
#define ADDED_UP 2                         /* the waiting clock's sum may reach twice the patience */
#define LOOK_AGAIN apr_time_from_msec(200) /* maximum time between two checks of the clocks */
#define LOOK_AT_LEAST apr_time_from_sec(1) /* a longer time between two checks of the clocks counts as one second */
#define BROKEN_OFF "the storage broke the connection off"

typedef struct side_t {
  collab_upload_t *upload;
  CURL *easy; /* in the multi handle; NULL: the side takes no part in this file, or is done with the file */
  collab_transport_t transport;
  struct curl_slist *headers;
  char *buffer;
  apr_size_t from, filled;
  bool waits;        /* the buffer was empty when libcurl asked for more */
  bool complete;     /* libcurl has been told the file's end */
  curl_off_t given;  /* bytes that libcurl sends for what it was given: chunks, with their lengths and line ends */
  apr_size_t answer; /* bytes received of the answer's body */
  bool answered;     /* the headers of the final response have come */
  apr_time_t answered_at;
  const char *verdict; /* of these headers: why the storage does not have the file; NULL: it has the file */
  apr_time_t since;    /* start of the stall clock */
  curl_off_t mark;     /* bytes that had reached the storage when the stall clock started */
  struct {
    bool begun;               /* this file: libcurl has asked for its first byte */
    curl_off_t seen;          /* this file: bytes that had reached the storage at the last check */
    apr_time_t at;            /* time of the last check; 0: the side had nothing to take then */
    apr_interval_time_t busy; /* time with bytes to take, in the window so far */
    curl_off_t taken;         /* bytes in the window so far */
  } rate;
  struct {
    apr_time_t at;            /* this file: time of the last check; 0: the upload did not wait for the side then */
    apr_interval_time_t file; /* this file: waiting time for handshake and answer so far */
    apr_interval_time_t sum;  /* the upload: waiting time beyond each file's free part */
  } wait;
  int number;    /* this file: of the name that is tried; 1: its first name */
  bool offered;  /* this file: libcurl has asked for its first byte, for any of its names */
  bool given_up; /* fails every later file of the upload at once */
  const char *failure;
} side_t;

struct collab_upload_t {
  apr_pool_t *pool;
  const collab_outbound_t *rules;
  const collab_upload_limits_t *limits;
  CURLM *multi;
  bool ended; /* nothing will be added to the file */
  side_t sides[COLLAB_UPLOAD_SIDES];
};

/* ---- callbacks of libcurl ---- */

/* The bytes of a number in hexadecimal digits. */
static int hex_digits(apr_size_t number) {
  int digits = 1;

  while (number >>= 4) {
    digits++;
  }
  return digits;
}

static size_t give(char *to, size_t size, size_t count, void *baton) {
  side_t *side = baton;
  apr_size_t len = size * count;

  side->rate.begun = true;
  side->offered = true;
  if (side->filled == 0) {
    side->waits = !side->upload->ended;
    side->given += side->upload->ended && !side->complete ? LAST_CHUNK : 0;
    side->complete = side->upload->ended;
    side->since = collab_time_clock();
    return side->waits ? CURL_READFUNC_PAUSE : 0;
  }
  if (len > side->filled) {
    len = side->filled;
  }
  if (len > BUFFER - side->from) {
    len = BUFFER - side->from;
  }
  memcpy(to, side->buffer + side->from, len);
  side->from = (side->from + len) % BUFFER;
  side->filled -= len;
  side->given += hex_digits(len) + CHUNK_ENDS + (curl_off_t)len;
  return len;
}

/* Has libcurl sent the whole file? Both numbers count the chunks as they are sent. With a libcurl that counts in another way,
 * no file would be sent as a whole, rather than one that is not. */
static bool is_sent(const side_t *side) {
  curl_off_t sent = 0;

  return side->complete && curl_easy_getinfo(side->easy, CURLINFO_SIZE_UPLOAD_T, &sent) == CURLE_OK && sent == side->given;
}

/* Why the storage does not have the file, from the status of its final response; NULL: it has the file. */
static const char *status_fault(const side_t *side, long status) {
  const char *what = status == 401 || status == 403   ? "refuses the credentials"
                     : status == 413 || status == 507 ? "has no room for the file"
                     : status < 200                   ? "gave a malformed answer"
                     : status < 400                   ? "sends the file elsewhere"
                                                      : "refuses the file";

  if (status >= 200 && status <= 299) {
    return is_sent(side) ? NULL : "the storage answered before it had the whole file";
  }
  return apr_psprintf(side->upload->pool, "the storage %s (HTTP %ld)", what, status);
}

/* Takes a header line. The empty line after the headers of the final response decides. Other 1xx than 101 are not final. Nor is
 * a 417 before the file, which libcurl sends again without "Expect". A trailer comes after the decision. An answer before the
 * end of the file ends the transfer. */
static size_t take_header(char *line, size_t size, size_t count, void *baton) {
  side_t *side = baton;
  long status = 0;

  if (side->answered || (*line != '\r' && *line != '\n') ||
      curl_easy_getinfo(side->easy, CURLINFO_RESPONSE_CODE, &status) != CURLE_OK || (status < 200 && status != 101) ||
      (status == 417 && !side->rate.begun)) {
    return size * count;
  }
  side->answered = true;
  side->answered_at = collab_time_clock();
  side->verdict = status_fault(side, status);
  return is_sent(side) ? size * count : 0;
}

static size_t ignore(char *bytes, size_t size, size_t count, void *baton) {
  side_t *side = baton;

  (void)bytes;
  side->answer += size * count;
  return side->answer > ANSWER_MAX ? 0 : size * count;
}

/* ---- one side ---- */

static void release(side_t *side) {
  if (side->easy) {
    (void)curl_multi_remove_handle(side->upload->multi, side->easy); /* fails only if it is not there */
  }
  collab_transport_close(&side->transport);
  curl_slist_free_all(side->headers);
  side->easy = NULL;
  side->headers = NULL;
}

/* Ends this file for the side; `reason` NULL: the file has arrived. */
static void settle(side_t *side, bool for_good, const char *reason) {
  side->failure = reason;
  side->given_up = for_good;
  release(side);
}

static const char *refusal_text(const side_t *side) {
  return apr_psprintf(side->upload->pool, "the storage's address may not be called (%s)", side->transport.refused);
}

static bool set_up(side_t *side, const collab_upload_target_t *target) {
  const collab_upload_t *upload = side->upload;
  collab_transport_t *transport = &side->transport;

  if (collab_transport_open(transport, upload->rules, NULL, target->url, false) != CURLE_OK) {
    return false;
  }
  side->headers = curl_slist_append(NULL, apr_pstrcat(upload->pool, "Content-Type: ", target->type, NULL));
  COLLAB_TRANSPORT_SET(transport, CURLOPT_PATH_AS_IS, 1L);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_UPLOAD, 1L);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_READFUNCTION, give);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_READDATA, side);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_WRITEFUNCTION, ignore);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_WRITEDATA, side);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_HEADERFUNCTION, take_header);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_HEADERDATA, side);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_HTTPAUTH, (long)CURLAUTH_BASIC);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_USERNAME, target->user);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_PASSWORD, target->password);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_HTTPHEADER, side->headers);
  /* if a reused connection were dead, the start of the file would be needed again */
  COLLAB_TRANSPORT_SET(transport, CURLOPT_FORBID_REUSE, 1L);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_CONNECTTIMEOUT_MS, (long)apr_time_as_msec(upload->limits->patience));
  COLLAB_TRANSPORT_SET(transport, CURLOPT_PRIVATE, (char *)side);
  return side->headers && !transport->refused_option;
}

static void begin(side_t *side, const collab_upload_target_t *target) {
  collab_upload_t *upload = side->upload;

  side->from = side->filled = side->answer = 0;
  side->waits = side->complete = side->answered = false;
  side->given = 0;
  side->verdict = NULL;
  side->number = 1;
  side->offered = false;
  side->since = collab_time_clock();
  side->mark = side->rate.seen = 0;
  side->rate.begun = false;
  side->rate.at = side->wait.at = side->wait.file = 0;
  if (target == NULL || side->given_up) {
    return;
  }
  side->failure = NULL;
  if (side->buffer == NULL) {
    side->buffer = apr_palloc(upload->pool, BUFFER);
  }
  if (!set_up(side, target) || curl_multi_add_handle(upload->multi, side->transport.easy) != CURLM_OK) {
    settle(side, false, side->transport.refused ? refusal_text(side) : "the transfer could not be begun");
    return;
  }
  side->easy = side->transport.easy;
}

/* ---- outcomes ---- */

static const char *time_text(const side_t *side, const char *what) {
  return apr_psprintf(side->upload->pool, "the storage %s within %d seconds", what,
                      (int)apr_time_sec(side->upload->limits->patience));
}

/* Sets *for_good if the next file would fail in the same way. */
static const char *error_text(const side_t *side, CURLcode code, bool *for_good) {
  *for_good = true;
  switch (code) {
  case CURLE_COULDNT_RESOLVE_HOST:
    return "the storage's name is not known";
  case CURLE_COULDNT_CONNECT:
    return side->transport.refused && !*side->transport.address ? refusal_text(side) : "the storage cannot be reached";
  case CURLE_OPERATION_TIMEDOUT:
    return time_text(side, "could not be reached");
  case CURLE_PEER_FAILED_VERIFICATION:
  case CURLE_SSL_CACERT_BADFILE:
    return "the storage's certificate is not trusted";
  case CURLE_SSL_CONNECT_ERROR:
    return "the TLS handshake with the storage failed";
  case CURLE_SEND_ERROR:
  case CURLE_RECV_ERROR:
  case CURLE_GOT_NOTHING:
  case CURLE_PARTIAL_FILE:
    *for_good = false;
    return BROKEN_OFF;
  default:
    *for_good = false;
    return "the transfer failed";
  }
}

/* Settles a transfer that has ended, by the headers of the final response if they have come. */
static void finish(side_t *side, CURLcode code) {
  long status = 0;
  bool for_good = false;
  const char *failure = side->verdict;

  if (!side->answered && code != CURLE_OK) {
    failure = error_text(side, code, &for_good);
  } else if (!side->answered) {
    /* a second 417, or headers that broke off: libcurl takes the latter for a response */
    curl_easy_getinfo(side->easy, CURLINFO_RESPONSE_CODE, &status);
    failure = status == 417 ? status_fault(side, status) : BROKEN_OFF;
  }
  settle(side, for_good, failure);
}

/* ---- moving ---- */

/* The bytes that have left this machine: those that libcurl has sent, without those that the kernel still holds (*held). */
static curl_off_t arrived(const side_t *side, int *held) {
  curl_off_t sent = 0;
  curl_socket_t fd = CURL_SOCKET_BAD;

  *held = 0;
  curl_easy_getinfo(side->easy, CURLINFO_SIZE_UPLOAD_T, &sent);
  curl_easy_getinfo(side->easy, CURLINFO_ACTIVESOCKET, &fd);
  if (fd == CURL_SOCKET_BAD) {
    fd = side->transport.socket; /* libcurl 8 reports the socket only after the transfer */
  }
  if (fd != CURL_SOCKET_BAD && ioctl(fd, SIOCOUTQ, held) != 0) {
    *held = 0;
  }
  return sent - *held;
}

/* The time from one check of a clock to the next, limited to one second: the thread may have been busy elsewhere in between. */
static apr_interval_time_t passed(apr_time_t from, apr_time_t now) {
  return from == 0 || now <= from ? 0 : now - from < LOOK_AT_LEAST ? now - from : LOOK_AT_LEAST;
}

/* The rate clock. Counts the bytes that the side took, and the time in which it had bytes to take. False: too few bytes in a
 * whole window. */
static bool is_fast_enough(side_t *side, apr_time_t now, curl_off_t there, int held) {
  const collab_upload_limits_t *limits = side->upload->limits;
  bool busy = side->rate.begun && !side->waits && !(side->complete && held == 0);

  if (there > side->rate.seen) {
    side->rate.taken += there - side->rate.seen;
    side->rate.seen = there;
  }
  side->rate.busy += passed(side->rate.at, now);
  side->rate.at = busy ? now : 0;
  if (side->rate.busy < limits->window) {
    return true;
  }
  bool enough = side->rate.taken >= (curl_off_t)(limits->rate * apr_time_sec(limits->window));
  side->rate.busy = side->rate.taken = 0;
  return enough;
}

/* The waiting clock. Counts the time until the side is connected, and until it answers. False: too long over all files so far. */
static bool is_prompt_enough(side_t *side, apr_time_t now, int held) {
  apr_interval_time_t patience = side->upload->limits->patience, free = patience / FREE_PART;
  apr_interval_time_t before = side->wait.file;
  bool waited_for = !side->rate.begun || (side->complete && held == 0);

  side->wait.file += passed(side->wait.at, now);
  side->wait.at = waited_for ? now : 0;
  if (side->wait.file > free) {
    side->wait.sum += side->wait.file - (before > free ? before : free);
  }
  return side->wait.sum <= ADDED_UP * patience;
}

static const char *rate_text(const side_t *side) {
  const collab_upload_limits_t *limits = side->upload->limits;

  return apr_psprintf(side->upload->pool, "the storage took less than %" APR_INT64_T_FMT " bytes a second over %d seconds",
                      limits->rate, (int)apr_time_sec(limits->window));
}

static void check_time_limits(side_t *side, apr_time_t now) {
  int held;
  curl_off_t there = arrived(side, &held);

  if (side->answered) {
    if (now - side->answered_at > ANSWER_WITHIN) {
      settle(side, false, side->verdict);
    }
    return;
  }
  if (!is_fast_enough(side, now, there, held)) {
    settle(side, true, rate_text(side));
  } else if (!is_prompt_enough(side, now, held)) {
    settle(side, true, "the storage took too long, over several files, to connect and to answer");
  } else if (side->waits || there - side->mark >= STEP) {
    side->since = now;
    side->mark = there;
  } else if (now - side->since > side->upload->limits->patience) {
    settle(side, true, time_text(side, side->complete ? "did not answer" : "did not take any more"));
  }
}

/* Lets libcurl do its work without waiting, then checks the clocks. */
static void run(collab_upload_t *upload) {
  CURLMsg *message;
  int running, left;

  for (int i = 0; i < COLLAB_UPLOAD_SIDES; i++) {
    side_t *side = &upload->sides[i];
    if (side->easy && side->waits && (side->filled || upload->ended)) {
      side->waits = false;
      side->since = collab_time_clock();
      CURLcode code = curl_easy_pause(side->easy, CURLPAUSE_CONT);
      if (code != CURLE_OK && code != CURLE_BAD_FUNCTION_ARGUMENT) { /* the latter: no connection, so nothing is paused */
        finish(side, code);
      }
    }
  }
  CURLMcode state = curl_multi_perform(upload->multi, &running);
  while ((message = curl_multi_info_read(upload->multi, &left))) {
    char *side = NULL;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &side);
    if (message->msg == CURLMSG_DONE) {
      finish((side_t *)(void *)side, message->data.result);
    }
  }
  for (int i = 0; i < COLLAB_UPLOAD_SIDES; i++) {
    side_t *side = &upload->sides[i];
    if (side->easy && state != CURLM_OK) {
      finish(side, CURLE_OUT_OF_MEMORY);
    } else if (side->easy) {
      check_time_limits(side, collab_time_clock());
    }
  }
}

static void wait_for(collab_upload_t *upload, int fd, apr_interval_time_t most) {
  struct curl_waitfd extra = {.fd = fd, .events = CURL_WAIT_POLLIN};
  apr_interval_time_t time = most < LOOK_AGAIN ? most : LOOK_AGAIN;

  if (curl_multi_poll(upload->multi, &extra, fd >= 0 ? 1 : 0, (int)apr_time_as_msec(time), NULL) != CURLM_OK) {
    apr_sleep(time); /* out of memory: the clocks must not spin */
  }
}

static bool is_under_way(const collab_upload_t *upload) {
  for (int i = 0; i < COLLAB_UPLOAD_SIDES; i++) {
    if (upload->sides[i].easy) {
      return true;
    }
  }
  return false;
}

/* The free bytes of the fullest buffer. */
static apr_size_t room(const collab_upload_t *upload) {
  apr_size_t least = BUFFER;

  for (int i = 0; i < COLLAB_UPLOAD_SIDES; i++) {
    const side_t *side = &upload->sides[i];
    if (side->easy && BUFFER - side->filled < least) {
      least = BUFFER - side->filled;
    }
  }
  return least;
}

static void put(side_t *side, const char *bytes, apr_size_t len) {
  apr_size_t at = (side->from + side->filled) % BUFFER;
  apr_size_t first = len < BUFFER - at ? len : BUFFER - at;

  memcpy(side->buffer + at, bytes, first);
  memcpy(side->buffer, bytes + first, len - first);
  side->filled += len;
}

/* ---- public functions ---- */

bool collab_upload_child_init(void) {
  return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

static apr_status_t clean_up(void *baton) {
  collab_upload_t *upload = baton;

  for (int i = 0; i < COLLAB_UPLOAD_SIDES; i++) {
    release(&upload->sides[i]);
  }
  curl_multi_cleanup(upload->multi);
  return APR_SUCCESS;
}

collab_upload_t *collab_upload_make(apr_pool_t *pool, const collab_outbound_t *rules, const collab_upload_limits_t *limits) {
  collab_upload_t *upload = apr_pcalloc(pool, sizeof *upload);

  upload->pool = pool;
  upload->rules = rules;
  upload->limits = limits;
  upload->multi = curl_multi_init();
  if (upload->multi == NULL) {
    return NULL;
  }
  for (int i = 0; i < COLLAB_UPLOAD_SIDES; i++) {
    upload->sides[i].upload = upload;
  }
  apr_pool_cleanup_register(pool, upload, clean_up, apr_pool_cleanup_null);
  return upload;
}

void collab_upload_begin(collab_upload_t *upload, const collab_upload_target_t *const targets[COLLAB_UPLOAD_SIDES]) {
  upload->ended = false;
  for (int i = 0; i < COLLAB_UPLOAD_SIDES; i++) {
    begin(&upload->sides[i], targets[i]);
  }
  run(upload);
}

void collab_upload_write(collab_upload_t *upload, const char *bytes, apr_size_t len) {
  while (len > 0 && is_under_way(upload)) {
    apr_size_t piece = room(upload);
    if (piece == 0) {
      run(upload);
      if (room(upload) == 0) {
        wait_for(upload, -1, LOOK_AGAIN);
      }
      continue;
    }
    piece = piece < len ? piece : len;
    for (int i = 0; i < COLLAB_UPLOAD_SIDES; i++) {
      if (upload->sides[i].easy) {
        put(&upload->sides[i], bytes, piece);
      }
    }
    bytes += piece;
    len -= piece;
  }
}

void collab_upload_attend(collab_upload_t *upload, int fd, apr_interval_time_t most) {
  run(upload);
  wait_for(upload, fd, most);
}

void collab_upload_end(collab_upload_t *upload) {
  upload->ended = true;
  for (run(upload); is_under_way(upload); run(upload)) {
    wait_for(upload, -1, LOOK_AGAIN);
  }
}

void collab_upload_abandon(collab_upload_t *upload) {
  for (int i = 0; i < COLLAB_UPLOAD_SIDES; i++) {
    if (upload->sides[i].easy) {
      settle(&upload->sides[i], false, "the file did not arrive as a whole");
    }
  }
}

bool collab_upload_has_given_up(const collab_upload_t *upload, int side) {
  return upload->sides[side].given_up;
}

int collab_upload_number(const collab_upload_t *upload, int side) {
  return upload->sides[side].number;
}

bool collab_upload_offered(const collab_upload_t *upload, int side) {
  return upload->sides[side].offered;
}

const char *collab_upload_failure(const collab_upload_t *upload, int side) {
  return upload->sides[side].failure;
}

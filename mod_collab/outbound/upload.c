/* upload.c: streams a file to several storages at once, each by one PUT over TLS.
 *
 *   write ──copies──> buffer of each side ──libcurl's read callback──> storage
 *
 * The headers of the final response decide whether the storage has the file, whatever becomes of the response's body. A 2xx that
 * comes before the last byte was sent is a failure.
 *
 * Some answers are about the request and not about the file. The side then sends another request, if its buffer still has the
 * file from the first byte on:
 *
 *   417                                        without Expect
 *   412, if the name must be free              to the URL with the next number
 *   400, 405 or 501, if the name must be free  without that condition
 *
 * A storage that says 100 Continue, or refuses before that, has got no byte. A side whose storage has sent no 100 for a file
 * sends no Expect with the later files of the upload, because each Expect costs a wait of a second.
 *
 * libcurl runs only inside the calls of the upload's thread. Runs on worker threads of httpd and must never wait without a limit:
 * every wait ends with the patience of a side (upload_clock.c). */
#include "outbound/upload.h"

#include <apr_strings.h>
#include <linux/sockios.h>
#include <string.h>
#include <sys/ioctl.h>

#include "base/time.h"
#include "outbound/transport.h"
#include "outbound/upload_clock.h"
#include "outbound/upload_fault.h"

#define BUFFER (256 * 1024)                /* bytes, of one side */
#define ANSWER_MAX (64 * 1024)             /* bytes of an answer's body that are read, and ignored */
#define ANSWER_WITHIN apr_time_from_sec(2) /* maximum time after the headers to read the body */
#define CHUNK_ENDS 4                       /* bytes: the line ends after a chunk's length and after its data */
#define LAST_CHUNK 5                       /* bytes: a length of 0 and two line ends */
#define LOOK_AGAIN apr_time_from_msec(200) /* maximum time between two checks of the clocks */

#define TAKEN "the name is taken"
#define ADVICE "use {token} in httpsPath, or --same-name overwrite"

/* Why a side sends another request for the same file. */
typedef enum again_t { NOT_AGAIN, WITHOUT_EXPECT, WITHOUT_CONDITION, NEXT_NAME } again_t;

typedef struct side_t {
  collab_upload_t *upload;
  collab_upload_target_t target;
  CURL *easy; /* in the multi handle; NULL: the side takes no part in this file, or is done with the file */
  collab_transport_t transport;
  struct curl_slist *headers;
  char *buffer;
  apr_size_t from, filled;
  int64_t came;        /* bytes of this file that were put into the buffer */
  bool expects;        /* this request has Expect */
  bool continued;      /* 100 has come */
  bool begun;          /* libcurl has asked for the first byte */
  bool waits;          /* the buffer was empty when libcurl asked for more */
  bool complete;       /* libcurl has been told the file's end */
  curl_off_t given;    /* bytes that libcurl sends for what it was given: chunks, with their lengths and line ends */
  apr_size_t answer;   /* bytes received of the answer's body */
  bool answered;       /* the headers of the final response have come */
  again_t again;       /* what these headers ask for */
  const char *verdict; /* of these headers: why the storage does not have the file; NULL: it has the file */
  apr_time_t answered_at;
  collab_upload_clock_t clock;
  int number;         /* this file: of the name that is tried; 1: its first name */
  bool offered;       /* this file: libcurl has asked for its first byte, for any of its names */
  bool unconditional; /* this file: the condition was refused */
  bool no_expect;     /* the upload: send no Expect */
  bool no_condition;  /* the upload: send no condition */
  bool given_up;      /* fails every later file of the upload at once */
  bool local;         /* the failure is this node's fault */
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

  side->begun = side->offered = true;
  if (side->filled == 0) {
    side->waits = !side->upload->ended;
    side->given += side->upload->ended && !side->complete ? LAST_CHUNK : 0;
    side->complete = side->upload->ended;
    collab_upload_clock_alive(&side->clock, collab_time_clock());
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

/* Does the side's buffer still have the file from its first byte on? */
static bool is_whole(const side_t *side) {
  return side->came <= BUFFER;
}

/* Does this request say that the name must be free? */
static bool is_conditional(const side_t *side) {
  return side->target.only_new && !side->unconditional && !side->no_condition;
}

/* Does the status ask for another request? Fills in *lost if it does, but bytes of the file are gone. */
static again_t again_for(const side_t *side, long status, const char **lost) {
  again_t again = NOT_AGAIN;

  if (status == 417 && side->expects) {
    again = WITHOUT_EXPECT;
    *lost = "the storage does not support Expect, and said so only after bytes of the file were gone (HTTP 417)";
  } else if (status == 412 && is_conditional(side)) {
    again = NEXT_NAME;
    *lost = side->continued ? TAKEN "; the storage said so only after bytes of the file were gone: " ADVICE
                            : TAKEN "; the storage does not support Expect: " ADVICE;
  } else if ((status == 400 || status == 405 || status == 501) && is_conditional(side)) {
    again = WITHOUT_CONDITION;
  }
  return is_whole(side) ? again : NOT_AGAIN;
}

/* Handles the headers of the final response. */
static void judge(side_t *side, long status) {
  const char *lost = NULL;

  side->answered = true;
  side->answered_at = collab_time_clock();
  side->again = again_for(side, status, &lost);
  side->no_expect = side->no_expect || status == 417;
  if (status >= 200 && status <= 299) {
    side->verdict = is_sent(side) ? NULL : "the storage answered before it had the whole file";
  } else {
    side->verdict = lost ? lost : collab_upload_status_fault(side->upload->pool, side->easy, status);
  }
}

/* Takes a header line. The empty line after the headers of the final response decides. Other 1xx than 101 are not final; each
 * shows that the storage is at work. A trailer comes after the decision. An answer before the end of the file, and one that asks
 * for another request, ends the transfer. */
static size_t take_header(char *line, size_t size, size_t count, void *baton) {
  side_t *side = baton;
  long status = 0;

  if (side->answered || (*line != '\r' && *line != '\n') ||
      curl_easy_getinfo(side->easy, CURLINFO_RESPONSE_CODE, &status) != CURLE_OK) {
    return size * count;
  }
  if (status < 200 && status != 101) {
    side->continued = side->continued || status == 100;
    collab_upload_clock_alive(&side->clock, collab_time_clock());
    return size * count;
  }
  judge(side, status);
  return is_sent(side) && side->again == NOT_AGAIN ? size * count : 0;
}

static size_t ignore(char *bytes, size_t size, size_t count, void *baton) {
  side_t *side = baton;

  (void)bytes;
  side->answer += size * count;
  return side->answer > ANSWER_MAX ? 0 : size * count;
}

/* ---- one request ---- */

/* Ends the request, and remembers whether the storage understands Expect. */
static void release(side_t *side) {
  if (side->easy) {
    (void)curl_multi_remove_handle(side->upload->multi, side->easy); /* fails only if it is not there */
    side->no_expect = side->no_expect || (side->expects && side->begun && !side->continued);
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
  side->no_condition = side->no_condition || (side->unconditional && !reason);
  release(side);
}

static bool add_header(side_t *side, const char *line) {
  struct curl_slist *longer = curl_slist_append(side->headers, line);

  side->headers = longer ? longer : side->headers;
  return longer != NULL;
}

static bool add_headers(side_t *side) {
  return add_header(side, apr_pstrcat(side->upload->pool, "Content-Type: ", side->target.type, NULL)) &&
         (!is_conditional(side) || add_header(side, "If-None-Match: *")) && (side->expects || add_header(side, "Expect:"));
}

static bool set_up(side_t *side) {
  const collab_upload_t *upload = side->upload;
  const collab_upload_target_t *target = &side->target;
  collab_transport_t *transport = &side->transport;

  if (collab_transport_open(transport, upload->rules, NULL, target->url, false) != CURLE_OK || !add_headers(side)) {
    return false;
  }
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
  return !transport->refused_option;
}

/* Sends the request of side->target. */
static void start(side_t *side) {
  collab_upload_t *upload = side->upload;

  side->expects = !side->no_expect;
  side->continued = side->begun = side->waits = side->complete = side->answered = false;
  side->given = 0;
  side->answer = 0;
  side->again = NOT_AGAIN;
  side->verdict = NULL;
  if (!set_up(side) || curl_multi_add_handle(upload->multi, side->transport.easy) != CURLM_OK) {
    settle(side, false,
           side->transport.refused ? collab_upload_refusal(upload->pool, &side->transport) : "the transfer could not be begun");
    return;
  }
  side->easy = side->transport.easy;
}

static void begin(side_t *side, const collab_upload_target_t *target) {
  side->from = side->filled = 0;
  side->came = 0;
  side->number = 1;
  side->offered = side->unconditional = false;
  if (target == NULL || side->given_up) {
    return;
  }
  side->failure = NULL;
  side->local = false;
  side->target = *target;
  if (side->buffer == NULL) {
    side->buffer = apr_palloc(side->upload->pool, BUFFER);
  }
  collab_upload_clock_begin(&side->clock, collab_time_clock());
  start(side);
}

/* ---- outcomes ---- */

/* Takes the file's next name. False: there is none. */
static bool take_next_name(side_t *side) {
  int index = (int)(side - side->upload->sides);
  const char *url = side->target.renamed && side->number < COLLAB_UPLOAD_NUMBERS
                        ? side->target.renamed(side->target.baton, index, side->number + 1)
                        : NULL;

  if (url) {
    side->target.url = url;
    side->number++;
  }
  return url != NULL;
}

/* Sends another request for the same file, which the buffer has from its first byte on. */
static void repeat(side_t *side) {
  again_t again = side->again;

  release(side);
  if (again == NEXT_NAME && !take_next_name(side)) {
    settle(side, false, side->number > 1 ? "the name is taken, and so are its numbers" : TAKEN " (HTTP 412)");
    return;
  }
  side->unconditional = side->unconditional || again == WITHOUT_CONDITION;
  side->from = 0;
  side->filled = (apr_size_t)side->came;
  collab_upload_clock_again(&side->clock, collab_time_clock());
  start(side);
}

/* Ends a transfer by the headers of the final response, if they have come. */
static void finish(side_t *side, CURLcode code) {
  int patience = (int)apr_time_sec(side->upload->limits->patience);

  if (side->answered && side->again != NOT_AGAIN) {
    repeat(side);
  } else if (side->answered) {
    settle(side, false, side->verdict);
  } else if (code == CURLE_OK) {
    settle(side, false, COLLAB_UPLOAD_BROKEN_OFF); /* headers that broke off: libcurl takes them for a response */
  } else {
    collab_upload_fault_t fault = collab_upload_transfer_fault(side->upload->pool, &side->transport, code, patience);
    side->local = fault.local;
    settle(side, fault.lasting, fault.text);
  }
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

/* Is the connection open, its TLS handshake included? */
static bool is_connected(const side_t *side) {
  curl_off_t took = 0;

  return curl_easy_getinfo(side->easy, CURLINFO_APPCONNECT_TIME_T, &took) == CURLE_OK && took > 0;
}

/* Ends a transfer that takes too long. Until the connection is open, libcurl's own limit holds, which knows what was waited for:
 * the stall clock would end at the same moment, with another reason. */
static void check_time_limits(side_t *side, apr_time_t now) {
  const collab_upload_limits_t *limits = side->upload->limits;
  apr_pool_t *pool = side->upload->pool;
  int held;

  if (!is_connected(side)) {
    collab_upload_clock_alive(&side->clock, now);
  }
  collab_upload_stand_t stand = {.there = arrived(side, &held), .begun = side->begun, .waits = side->waits};

  if (side->answered) {
    if (now - side->answered_at > ANSWER_WITHIN) {
      settle(side, false, side->verdict);
    }
    return;
  }
  stand.sent = side->complete && held == 0;
  switch (collab_upload_clock_check(&side->clock, limits, now, &stand)) {
  case COLLAB_UPLOAD_TOO_SLOW:
    settle(side, true,
           apr_psprintf(pool, "the storage took less than %" APR_INT64_T_FMT " bytes a second over %d seconds", limits->rate,
                        (int)apr_time_sec(limits->window)));
    break;
  case COLLAB_UPLOAD_TOO_LATE:
    settle(side, true, "the storage took too long in all to connect and to answer");
    break;
  case COLLAB_UPLOAD_STALLED:
    settle(side, true,
           apr_psprintf(pool, "the storage did not %s within %d seconds", side->complete ? "answer" : "take any more",
                        (int)apr_time_sec(limits->patience)));
    break;
  case COLLAB_UPLOAD_ON_TIME:
    break;
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
      collab_upload_clock_alive(&side->clock, collab_time_clock());
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
  side->came += (int64_t)len;
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

bool collab_upload_is_local(const collab_upload_t *upload, int side) {
  return upload->sides[side].failure && upload->sides[side].local;
}

const char *collab_upload_failure(const collab_upload_t *upload, int side) {
  return upload->sides[side].failure;
}

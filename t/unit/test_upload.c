/* test_upload.c: how an upload reacts to Expect, taken names, faults, interim responses and a proxy (outbound/upload.h) */
#include "tap.h"

#include <netinet/in.h>
#include <pthread.h>
#include <strings.h>
#include <sys/socket.h>

#include "outbound/upload.h"
#include "outbound/upload_clock.h"

#define REQUESTS 128
#define PIECE 50000
#define BUFFER (256 * 1024) /* bytes that an upload can send again */

/* A storage's habits, chosen by the first part of the path. */
typedef struct plan_t {
  const char *name;
  bool mute;        /* sends no 100 */
  bool looks;       /* obeys If-None-Match: before the body, or if mute or lazy after it */
  bool lazy;        /* looks after the body, as lighttpd does */
  int on_expect;    /* status if the request has Expect */
  long expect_late; /* … after so many bytes of the file */
  int on_condition; /* status if the request has If-None-Match, before the body */
  int before;       /* status before the body */
  int late;         /* milliseconds before it says anything */
  int interim;      /* 102 so many times, half a second apart, after the body */
  int after;        /* status after the body; 0: 201 */
  const char *fields;
} plan_t;

static const plan_t plans[] = {
    {"dav", .looks = true},
    {"mute", .looks = true, .mute = true},
    {"lazy", .looks = true, .lazy = true},
    {"deaf417", .on_expect = 417},
    {"late417", .on_expect = 417, .expect_late = 1000},
    {"cond400", .on_condition = 400},
    {"cond405", .on_condition = 405},
    {"cond501", .on_condition = 501},
    {"bad", .before = 400},
    {"no417", .before = 417},
    {"missing", .before = 404},
    {"conflict", .after = 409},
    {"length", .before = 411},
    {"nobody", .before = 401},
    {"basic", .before = 401, .fields = "WWW-Authenticate: basic realm=\"x\"\r\n"},
    {"digest", .before = 401, .fields = "WWW-Authenticate: Digest realm=\"Basic\", qop=\"auth\"\r\n"},
    {"both", .before = 401, .fields = "WWW-Authenticate: Digest realm=\"x\"\r\nWWW-Authenticate: Basic realm=\"x\"\r\n"},
    {"list", .before = 401, .fields = "WWW-Authenticate: Negotiate, Basic realm=\"x\"\r\n"},
    {"strange", .before = 401, .fields = "WWW-Authenticate: \x1b[31m\r\n"},
    {"works", .interim = 6},
    {"slow", .looks = true, .late = 900},
    {NULL},
};

static struct {
  pthread_mutex_t lock;
  int listener, port, requests, expects, conditions;
  struct {
    char path[80];
    long size;
  } files[REQUESTS];
  int stored;
  bool garbled;  /* a file had other bytes than the client's */
  char last[80]; /* path of the last request */
} storage = {.lock = PTHREAD_MUTEX_INITIALIZER};

static collab_outbound_t rules = {.http = true};
static const collab_upload_limits_t limits = {apr_time_from_sec(2), 0, apr_time_from_sec(60)};

/* ---- the storage: a thread that serves one connection after the other ---- */

static void say(int fd, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(int fd, const char *format, ...) {
  char text[1000];
  va_list list;

  va_start(list, format);
  int len = vsnprintf(text, sizeof text, format, list);
  va_end(list);
  (void)!send(fd, text, (size_t)len, MSG_NOSIGNAL);
}

static bool read_line(int fd, char *line, size_t room) {
  size_t len = 0;

  while (len + 1 < room && (len == 0 || line[len - 1] != '\n')) {
    if (recv(fd, line + len, 1, 0) != 1) {
      return false;
    }
    len++;
  }
  line[len] = '\0';
  return true;
}

/* The byte of each file at a place. The period fits neither into a piece nor into the buffer. */
static char byte_at(long at) {
  return (char)(at % 251);
}

/* Reads the chunks of a file, up to `most` bytes. Returns the number of bytes; -1: the client has gone. */
static long read_file(int fd, long most) {
  char line[100], bytes[4096];
  long got = 0;

  while (got < most && read_line(fd, line, sizeof line)) {
    long len = strtol(line, NULL, 16), left = len + 2;
    while (left > 0) {
      ssize_t more = recv(fd, bytes, left < (long)sizeof bytes ? (size_t)left : sizeof bytes, 0);
      if (more <= 0) {
        return -1;
      }
      for (long i = 0; i < more && i < left - 2; i++) {
        storage.garbled = storage.garbled || bytes[i] != byte_at(got + len + 2 - left + i);
      }
      left -= more;
    }
    got += len;
    if (len == 0) {
      return got;
    }
  }
  return got < most ? -1 : got;
}

/* The place of a file; -1: there is none. */
static int place_of(const char *path) {
  for (int i = 0; i < storage.stored; i++) {
    if (!strcmp(storage.files[i].path, path)) {
      return i;
    }
  }
  return -1;
}

static void store(const char *path, long size) {
  int at = place_of(path);

  at = at < 0 ? storage.stored++ % REQUESTS : at;
  apr_cpystrn(storage.files[at].path, path, sizeof storage.files[at].path);
  storage.files[at].size = size;
}

static bool is_stored(const char *path) {
  pthread_mutex_lock(&storage.lock);
  bool stored = place_of(path) >= 0;
  pthread_mutex_unlock(&storage.lock);
  return stored;
}

/* The final status of a request by the plan. Reads the body, unless the status comes before. */
static int answer_by(int fd, const plan_t *plan, const char *path, bool expect, bool condition) {
  if (expect && plan->on_expect) {
    if (plan->expect_late) {
      say(fd, "HTTP/1.1 100 Continue\r\n\r\n");
      read_file(fd, plan->expect_late);
    }
    return plan->on_expect;
  }
  if (plan->before || (condition && plan->on_condition)) {
    return plan->before ? plan->before : plan->on_condition;
  }
  bool taken = condition && plan->looks && is_stored(path);
  if (taken && !plan->mute && !plan->lazy) {
    return 412;
  }
  if (expect && !plan->mute) {
    say(fd, "HTTP/1.1 100 Continue\r\n\r\n");
  }
  long size = read_file(fd, 1L << 40);
  for (int i = 0; i < plan->interim; i++) {
    apr_sleep(apr_time_from_msec(500));
    say(fd, "HTTP/1.1 102 Processing\r\n\r\n");
  }
  if (size >= 0 && !taken && !plan->after) {
    pthread_mutex_lock(&storage.lock);
    store(path, size);
    pthread_mutex_unlock(&storage.lock);
  }
  return taken ? 412 : plan->after ? plan->after : 201;
}

/* Reads a request's head, and answers. The proxy's answer to CONNECT is in the name of the host: p407.test. */
static void serve(int fd) {
  char line[1000], path[80] = "";
  bool expect = false, condition = false;
  const plan_t *plan = plans;

  if (!read_line(fd, line, sizeof line)) {
    return;
  }
  int proxy = sscanf(line, "CONNECT p%d.", &proxy) == 1 ? proxy : -1;
  sscanf(line, "PUT %79s ", path);
  while (read_line(fd, line, sizeof line) && *line != '\r') {
    expect = expect || !strcasecmp(line, "Expect: 100-continue\r\n");
    condition = condition || !strcasecmp(line, "If-None-Match: *\r\n");
  }
  pthread_mutex_lock(&storage.lock);
  storage.requests++;
  storage.expects += expect;
  storage.conditions += condition;
  apr_cpystrn(storage.last, path, sizeof storage.last);
  pthread_mutex_unlock(&storage.lock);
  if (proxy > 0) {
    say(fd, "HTTP/1.1 %d No\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n", proxy);
  }
  if (proxy >= 0) {
    return;
  }
  while (plan->name && strncmp(path + 1, plan->name, strcspn(path + 1, "/"))) {
    plan++;
  }
  apr_sleep(apr_time_from_msec(plan->late));
  int status = answer_by(fd, plan, path, expect, condition);
  say(fd, "HTTP/1.1 %d Answer\r\n%sContent-Length: 0\r\nConnection: close\r\n\r\n", status, plan->fields ? plan->fields : "");
}

static void *serve_all(void *unused) {
  int fd;

  while ((fd = accept(storage.listener, NULL, NULL)) >= 0) {
    char rest[4096];
    serve(fd);
    shutdown(fd, SHUT_WR);
    while (recv(fd, rest, sizeof rest, 0) > 0) {
    }
    close(fd);
  }
  return unused;
}

static void start_storage(pthread_t *thread) {
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t len = sizeof at;

  storage.listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  ok(bind(storage.listener, (struct sockaddr *)&at, sizeof at) == 0 && listen(storage.listener, 16) == 0);
  ok(getsockname(storage.listener, (struct sockaddr *)&at, &len) == 0);
  storage.port = ntohs(at.sin_port);
  ok(pthread_create(thread, NULL, serve_all, NULL) == 0);
}

/* ---- uploads ---- */

static collab_upload_t *a_upload(void) {
  pthread_mutex_lock(&storage.lock);
  storage.requests = storage.expects = storage.conditions = 0;
  pthread_mutex_unlock(&storage.lock);
  return collab_upload_make(tap_pool, &rules, &limits);
}

static const char *url_of(const char *path) {
  return apr_psprintf(tap_pool, "http://127.0.0.1:%d/%s", storage.port, path);
}

static const char *with_number(void *baton, int side, int number) {
  return side == 1 ? url_of(apr_psprintf(tap_pool, "%s-%d", (const char *)baton, number)) : NULL;
}

static void begin(collab_upload_t *upload, const char *path, bool only_new) {
  collab_upload_target_t target = {
      url_of(path), "user", "password", "text/plain", only_new, with_number, apr_pstrdup(tap_pool, path)};
  const collab_upload_target_t *const targets[COLLAB_UPLOAD_SIDES] = {NULL, &target};

  collab_upload_begin(upload, targets);
}

static void add(collab_upload_t *upload, long size) {
  char piece[PIECE];

  for (long at = 0; at < size;) {
    apr_size_t len = 0;
    while (len < PIECE && at < size) {
      piece[len++] = byte_at(at++);
    }
    collab_upload_write(upload, piece, len);
  }
}

/* Sends a file to the second side. Returns why it failed. */
static const char *put(collab_upload_t *upload, const char *path, long size, bool only_new) {
  begin(upload, path, only_new);
  add(upload, size);
  collab_upload_end(upload);
  return collab_upload_failure(upload, 1);
}

/* The size of a stored file; -1: there is none. */
static long size_of(const char *path) {
  pthread_mutex_lock(&storage.lock);
  int at = place_of(path);
  long size = at < 0 ? -1 : storage.files[at].size;
  pthread_mutex_unlock(&storage.lock);
  return size;
}

/* The requests so far: all, those with Expect, those with If-None-Match. */
static const char *seen(void) {
  pthread_mutex_lock(&storage.lock);
  const char *text = apr_psprintf(tap_pool, "%d %d %d", storage.requests, storage.expects, storage.conditions);
  pthread_mutex_unlock(&storage.lock);
  return text;
}

/* ---- names that are taken ---- */

static void a_taken_name_gets_a_number(void) {
  collab_upload_t *upload = a_upload();

  is_text(put(upload, "dav/a", 10, true), NULL);
  is_number(collab_upload_number(upload, 1), 1);
  is_text(put(upload, "dav/a", 900000, true), NULL);
  is_number(collab_upload_number(upload, 1), 2);
  is_text(put(upload, "dav/a", 0, true), NULL);
  is_number(collab_upload_number(upload, 1), 3);
  ok(collab_upload_offered(upload, 1));
  is_number(size_of("/dav/a"), 10);
  is_number(size_of("/dav/a-2"), 900000);
  is_number(size_of("/dav/a-3"), 0);
  is_text(seen(), "6 6 6");
  is_text(put(upload, "dav/a", 20, false), NULL);
  is_number(collab_upload_number(upload, 1), 1);
  is_number(size_of("/dav/a"), 20);
  is_text(seen(), "7 7 6");
}

static void twenty_names_are_tried(void) {
  collab_upload_t *upload = a_upload();

  pthread_mutex_lock(&storage.lock);
  store("/dav/full", 1);
  for (int i = 2; i <= COLLAB_UPLOAD_NUMBERS; i++) {
    store(apr_psprintf(tap_pool, "/dav/full-%d", i), 1);
  }
  pthread_mutex_unlock(&storage.lock);
  is_text(put(upload, "dav/before", 10, true), NULL);
  ok(collab_upload_offered(upload, 1));
  is_text(put(upload, "dav/full", 10, true), "the name is taken, and so are its numbers");
  ok(!collab_upload_offered(upload, 1));
  ok(!collab_upload_has_given_up(upload, 1));
  is_text(seen(), "21 21 21");
  is_text(put(upload, "dav/free", 10, true), NULL);
}

static void without_100_the_buffer_decides(void) {
  collab_upload_t *upload = a_upload();

  for (int i = 0; i < 5; i++) {
    is_text(put(upload, apr_psprintf(tap_pool, "mute/%d", i), 100, true), NULL);
  }
  is_text(seen(), "5 1 5"); /* each Expect would cost a second */
  is_text(put(upload, "mute/1", 100000, true), NULL);
  is_number(collab_upload_number(upload, 1), 2);
  is_number(size_of("/mute/1"), 100);
  is_number(size_of("/mute/1-2"), 100000);
  is_text(put(upload, "mute/1", 300000, true),
          "the name is taken; the storage does not support Expect: use {token} in httpsPath, or --same-name overwrite");
  ok(collab_upload_offered(upload, 1));
  is_number(size_of("/mute/1"), 100);
  is_text(put(upload, "mute/1", BUFFER, true), NULL); /* the buffer has it whole */
  is_number(size_of("/mute/1-3"), BUFFER);
  ok(put(upload, "mute/1", BUFFER + 1, true) != NULL);
}

static void after_100_the_buffer_decides_too(void) {
  collab_upload_t *upload = a_upload();

  is_text(put(upload, "lazy/1", 100, true), NULL);
  is_text(put(upload, "lazy/1", BUFFER, true), NULL);
  is_number(size_of("/lazy/1-2"), BUFFER);
  is_text(
      put(upload, "lazy/1", BUFFER + 1, true),
      "the name is taken; the storage said so only after bytes of the file were gone: use {token} in httpsPath, or --same-name "
      "overwrite");
  is_text(seen(), "4 4 4"); /* the storage keeps its Expect */
}

static void a_condition_that_is_refused_is_left_out(void) {
  static const char *const refuses[] = {"cond400", "cond405", "cond501"};

  for (size_t i = 0; i < sizeof refuses / sizeof *refuses; i++) {
    collab_upload_t *upload = a_upload();
    tap_row(refuses[i]);
    is_text(put(upload, apr_pstrcat(tap_pool, refuses[i], "/a", NULL), 300000, true), NULL);
    is_text(seen(), "2 2 1");
    is_text(put(upload, apr_pstrcat(tap_pool, refuses[i], "/b", NULL), 10, true), NULL);
    is_text(seen(), "3 3 1");
  }
  tap_row("");
  collab_upload_t *upload = a_upload();
  is_text(put(upload, "bad/a", 10, true), "the storage refuses the file (HTTP 400)");
  is_text(seen(), "2 2 1");
  is_text(put(upload, "bad/b", 10, true), "the storage refuses the file (HTTP 400)");
  is_text(seen(), "4 4 2");
}

/* ---- Expect ---- */

static void a_refused_expect_is_left_out(void) {
  collab_upload_t *upload = a_upload();

  is_text(put(upload, "deaf417/a", 900000, false), NULL);
  is_number(size_of("/deaf417/a"), 900000);
  is_text(put(upload, "deaf417/b", 10, false), NULL);
  is_text(seen(), "3 1 0");
  upload = a_upload();
  is_text(put(upload, "late417/a", 250000, false), NULL);
  is_number(size_of("/late417/a"), 250000);
  is_text(seen(), "2 1 0");
  upload = a_upload();
  is_text(put(upload, "late417/b", 900000, false),
          "the storage does not support Expect, and said so only after bytes of the file were gone (HTTP 417)");
  is_text(put(upload, "late417/c", 900000, false), NULL);
  is_text(seen(), "2 1 0");
  upload = a_upload();
  is_text(put(upload, "no417/a", 10, false), "the storage refuses the file (HTTP 417)");
  is_text(seen(), "2 1 0");
}

/* Until the storage has seen `requests`, and has got what libcurl sends without bytes of the file. */
static void wait_for_requests(collab_upload_t *upload, int requests) {
  while (atoi(seen()) < requests) {
    collab_upload_attend(upload, -1, apr_time_from_msec(10));
  }
  collab_upload_attend(upload, -1, apr_time_from_msec(10));
}

static void a_client_may_pause(void) {
  collab_upload_t *upload = a_upload();

  is_text(put(upload, "mute/first", 10, false), NULL);
  for (int i = 2; i <= 3; i++) {
    begin(upload, i == 2 ? "mute/second" : "mute/empty", false); /* without Expect */
    wait_for_requests(upload, i);
    add(upload, i == 2 ? 900000 : 0);
    collab_upload_end(upload);
    is_text(collab_upload_failure(upload, 1), NULL);
  }
  is_number(size_of("/mute/second"), 900000);
  is_number(size_of("/mute/empty"), 0);
  is_text(seen(), "3 1 0");
}

/* ---- faults ---- */

static void a_status_has_its_text(void) {
  static const char *const texts[][2] = {
      {"missing", "the storage refuses the file: is the folder there? (HTTP 404)"},
      {"conflict", "the storage refuses the file: is the folder there? (HTTP 409)"},
      {"length", "the storage does not take chunked uploads (HTTP 411)"},
      {"nobody", "the storage refuses the credentials (HTTP 401)"},
      {"basic", "the storage refuses the credentials (HTTP 401)"},
      {"both", "the storage refuses the credentials (HTTP 401)"},
      {"list", "the storage refuses the credentials (HTTP 401)"},
      {"strange", "the storage refuses the credentials (HTTP 401)"},
      {"digest", "the storage demands Digest authentication, which is not supported: let it accept Basic (HTTP 401)"},
  };

  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    collab_upload_t *upload = a_upload();
    tap_row(texts[i][0]);
    is_text(put(upload, apr_pstrcat(tap_pool, texts[i][0], "/a", NULL), 10, true), texts[i][1]);
    is_number(collab_upload_offered(upload, 1), !strcmp(texts[i][0], "conflict"));
  }
  tap_row("");
}

static void an_aborted_file_is_offered(void) {
  collab_upload_t *upload = a_upload();

  begin(upload, "dav/aborted", true);
  add(upload, 1000000);
  collab_upload_abandon(upload);
  ok(collab_upload_offered(upload, 1));
  ok(!collab_upload_offered(upload, 0));
  is_text(collab_upload_failure(upload, 1), "the file did not arrive as a whole");
  is_number(size_of("/dav/aborted"), -1);
}

static void the_proxy_has_its_own_faults(void) {
  static const struct {
    int status;
    bool local;
    const char *text;
  } rows[] = {
      {407, true, "the proxy of this service demands a login (HTTP 407)"},
      {403, false, "the proxy of this service did not connect to the storage: it answered HTTP 403"},
      {502, false, "the proxy of this service did not connect to the storage: it answered HTTP 502"},
      {504, false, "the proxy of this service did not connect to the storage: it answered HTTP 504"},
      {0, true, "the proxy of this service does not work"},
  };
  collab_outbound_t proxied = {.http = true, .proxy = apr_psprintf(tap_pool, "http://127.0.0.1:%d", storage.port)};

  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    collab_upload_t *upload = collab_upload_make(tap_pool, &proxied, &limits);
    collab_upload_target_t target = {
        .url = apr_psprintf(tap_pool, "https://p%d.test/a", rows[i].status), .user = "u", .password = "p", .type = "a/b"};
    const collab_upload_target_t *const targets[COLLAB_UPLOAD_SIDES] = {&target};
    tap_row(apr_itoa(tap_pool, rows[i].status));
    collab_upload_begin(upload, targets);
    collab_upload_end(upload);
    is_text(collab_upload_failure(upload, 0), rows[i].text);
    is_number(collab_upload_is_local(upload, 0), rows[i].local);
    ok(collab_upload_has_given_up(upload, 0));
    ok(!collab_upload_offered(upload, 0));
    collab_upload_begin(upload, targets);
    collab_upload_end(upload);
    is_number(collab_upload_is_local(upload, 0), rows[i].local); /* the next file has the same fault */
  }
  tap_row("");
}

/* ---- time ---- */

static void interim_responses_extend_the_time(void) {
  collab_upload_t *upload = a_upload();

  is_text(put(upload, "works/a", 10, false), NULL); /* after three seconds, with a patience of two */
  is_number(size_of("/works/a"), 10);
}

static void each_name_has_its_time(void) {
  collab_upload_t *upload = a_upload();

  pthread_mutex_lock(&storage.lock);
  store("/slow/a", 1);
  store("/slow/a-2", 1);
  pthread_mutex_unlock(&storage.lock);
  is_text(put(upload, "slow/a", 10, true), NULL); /* three times 0.9 seconds, with a patience of two */
  is_number(collab_upload_number(upload, 1), 3);
}

/* A storage that is alive for ever: the waiting clock ends the transfer after twice the patience and a tenth. */
static void their_time_has_an_end(void) {
  collab_upload_clock_t clock = {.since = 0};
  const collab_upload_stand_t stand = {.there = 10, .begun = true, .sent = true};
  apr_time_t now = apr_time_from_sec(1000), begun = now;

  collab_upload_clock_begin(&clock, now);
  while (collab_upload_clock_check(&clock, &limits, now, &stand) == COLLAB_UPLOAD_ON_TIME) {
    now += apr_time_from_msec(100);
    collab_upload_clock_alive(&clock, now);
  }
  is_number(collab_upload_clock_check(&clock, &limits, now, &stand), COLLAB_UPLOAD_TOO_LATE);
  is_number(apr_time_as_msec(now - begun), 4300);
}

int main(void) {
  pthread_t thread;

  tap_begin();
  ok(collab_upload_child_init());
  rules.allow = apr_array_make(tap_pool, 1, sizeof(apr_ipsubnet_t *));
  APR_ARRAY_PUSH((apr_array_header_t *)rules.allow, apr_ipsubnet_t *) = collab_outbound_network(tap_pool, "127.0.0.0/8");
  start_storage(&thread);
  a_taken_name_gets_a_number();
  twenty_names_are_tried();
  without_100_the_buffer_decides();
  after_100_the_buffer_decides_too();
  a_condition_that_is_refused_is_left_out();
  a_refused_expect_is_left_out();
  a_client_may_pause();
  a_status_has_its_text();
  an_aborted_file_is_offered();
  the_proxy_has_its_own_faults();
  interim_responses_extend_the_time();
  each_name_has_its_time();
  their_time_has_an_end();
  ok(!storage.garbled);
  shutdown(storage.listener, SHUT_RDWR);
  pthread_join(thread, NULL);
  close(storage.listener);
  return tap_done();
}

/* walk.c: collabctl doctor: asks the interface questions as clients do, and compares the answers with the documented ones.
 *
 * Other modules of the same httpd, and proxies in front of it, can refuse, redirect or change requests and answers of the
 * interface, and the checks of /health/live and /health/ready do not show it. The questions need no account and change nothing.
 * Doctor asks them through the base URL, and at an address of this machine where that is another way. When an answer is another
 * one, the finding tells the answer, and its remedy the lines of httpd's configuration that may be to blame (config/beside.c).
 * Runs as httpd's user. */
#include "ctl/doctor/walk.h"

#include <apr_lib.h>
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <string.h>

#include "base/time.h"
#include "outbound/question.h"

#define LONGEST_WALK apr_time_from_sec(6)
#define LONG_HEADER 9000 /* bytes */
#define LONG_BODY 300000 /* bytes */
#define PADDING 12000    /* bytes; operations without a token take 16 KiB */
#define VALUE_MOST 100   /* bytes of a header's value that a finding shows */
#define ODD_NAME "' or 1=1; drop table x; --<script>alert(1)</script>"

/* The documented answers (docs/interface.md). */
typedef enum kind_t {
  REFUSES, /* 401 with our challenge */
  REJECTS, /* 401 that rejects the token */
  ALLOWS,  /* 200 with our Allow */
  LIVES,   /* 200 with {"status": "UP"} */
  INVALID, /* 400 that tells what is missing */
  SHOWS,   /* 200 with a page that may be cached */
} kind_t;

typedef struct row_t {
  kind_t kind;
  const char *method, *path;
  const char *type; /* of the body; NULL: no body */
  const char *body;
  apr_size_t padding; /* bytes of a string that the body ends in; 0: the body is complete */
  bool long_header;
  bool problem; /* asks for application/problem+json */
} row_t;

typedef struct walk_t {
  collab_doctor_t *doctor;
  const collab_doctor_server_t *server;
  collab_questions_t *questions;
  const char *root;          /* scheme and authority of the questions' URLs */
  const char *path;          /* the base URL's path */
  const char *way;           /* "", or " at ADDRESS:PORT" */
  const char *const *always; /* headers of each question, Host first; NULL at the end */
  apr_array_header_t *odd;   /* odd_t */
  int asked;
  apr_time_t until; /* by collab_time_clock: when a slow server has had time enough */
  bool direct;      /* httpd itself answers, not a proxy in front */
  bool needs_tls;   /* the node refuses plain http */
} walk_t;

/* Questions with the same wrong answer. */
typedef struct odd_t {
  const char *answer, *questions;
  bool mild; /* only headers for browsers differ */
} odd_t;

// clang-format off
static const row_t rows[] = {
  { LIVES,   "GET",     "/health/live" },
  { REFUSES, "GET",     "/v1/me" },
  { REJECTS, "GET",     "/v1/me" },
  { REFUSES, "HEAD",    "/v1/me" },
  { REFUSES, "GET",     "/v1/me", .long_header = true },
  { REFUSES, "GET",     "/v1/partners/a%2Fb" },
  { ALLOWS,  "OPTIONS", "/v2/webhooks/1" },
  { SHOWS,   "GET",     "/openapi.json" },
  { REFUSES, "DELETE",  "/v2/webhooks/1", .problem = true },
  { REFUSES, "PATCH",   "/v2/webhooks/1", "application/merge-patch+json", "{\"active\":false,\"callbackUrl\":\"https://192.0.2.1/\"}" },
  { REFUSES, "PUT",     "/v1/collaboration-requests/x/attachments/config/https", "application/json", "{}" },
  { INVALID, "POST",    "/v1/login", "application/json", "{\"username\":\"" ODD_NAME "\",\"password\":\"\",\"other\":\"", PADDING },
  { REFUSES, "POST",    "/v1/collaboration-requests", "application/json", "{\"summary\":\"", LONG_BODY },
};
// clang-format on

/* ---- what an answer should have ---- */

/* True if the answer has this header with this value (a "*" at its end stands for any text), or, for NULL, does not have it. A
 * header that another module repeats does no harm. */
static int compare_value(void *value, const char *name, const char *found) {
  (void)name;
  apr_size_t len = strlen(value), same = len && ((const char *)value)[len - 1] == '*' ? len - 1 : len + 1;
  return !strncmp(value, found, same);
}

static bool has(const collab_question_answer_t *answer, const char *name, const char *value) {
  return value ? apr_table_get(answer->headers, name) && apr_table_do(compare_value, (void *)value, answer->headers, name, NULL)
               : !apr_table_get(answer->headers, name);
}

/* A value as a finding shows it: short, and in printable ASCII. */
static const char *shown(apr_pool_t *pool, const char *value) {
  char *text = apr_pstrndup(pool, value, VALUE_MOST);

  for (char *c = text; *c; c++) {
    *c = apr_isascii(*c) && apr_isprint(*c) ? *c : '?';
  }
  return text;
}

static const char *with(apr_pool_t *pool, const char *list, const char *name, const char *value) {
  return apr_psprintf(pool, "%s, %s%s%s", list, value ? "" : "no ", name,
                      value ? apr_pstrcat(pool, ": ", shown(pool, value), NULL) : "");
}

/* Adds the header to the description if it is not as expected. */
static void expect(apr_pool_t *pool, const collab_question_answer_t *answer, const char *name, const char *value,
                   const char **list) {
  if (!has(answer, name, value)) {
    *list = with(pool, *list, name, apr_table_getm(pool, answer->headers, name));
  }
}

static const char *member(apr_pool_t *pool, const collab_question_answer_t *answer, const char *name) {
  const char *error;
  const collab_json_t *json = collab_json_parse(pool, answer->body, strlen(answer->body), &error);
  return json ? collab_json_string(collab_json_get(json, name)) : NULL;
}

/* Adds what the body lacks. */
static void expect_body(apr_pool_t *pool, const row_t *row, const collab_question_answer_t *answer, const char **list) {
  const char *value = member(pool, answer, row->kind == LIVES ? "status" : row->problem ? "detail" : "message");
  bool fine = row->kind == LIVES     ? value && !strcmp(value, "UP")
              : row->kind == INVALID ? value && strstr(value, "password")
                                     : value != NULL;

  if (strcmp(row->method, "HEAD") && row->kind != ALLOWS && row->kind != SHOWS && !fine) {
    *list = apr_pstrcat(pool, *list,
                        value           ? ", message: "
                        : *answer->body ? ", another body"
                                        : ", no body",
                        value ? shown(pool, value) : "", NULL);
  }
}

/* Adds the headers that are not as documented. */
static void expect_headers(const walk_t *walk, const row_t *row, const collab_question_answer_t *answer, const char **list) {
  apr_pool_t *pool = walk->doctor->pool;
  const char *challenge = apr_psprintf(pool, "Bearer realm=\"%s\"%s", walk->server->base_url,
                                       row->kind == REJECTS ? ", error=\"invalid_token\"*" : "");

  expect(pool, answer, "WWW-Authenticate", row->kind == REFUSES || row->kind == REJECTS ? challenge : NULL, list);
  expect(pool, answer, "Allow", row->kind == ALLOWS ? "GET, HEAD, PATCH, DELETE, OPTIONS" : NULL, list);
  expect(pool, answer, "Location", NULL, list);
  expect(pool, answer, "Cache-Control", row->kind == SHOWS ? "public, max-age=300" : "no-store", list);
  expect(pool, answer, "Expires", NULL, list);
  expect(pool, answer, "Set-Cookie", NULL, list);
  expect(pool, answer, "Content-Type",
         row->kind == ALLOWS ? NULL
         : row->problem      ? "application/problem+json"
                             : "application/json",
         list);
  if (row->kind != SHOWS) { /* which is compressed */
    expect(pool, answer, "Content-Encoding", NULL, list);
  } else if (!apr_table_get(answer->headers, "ETag")) {
    *list = with(pool, *list, "ETag", NULL);
  }
  if (!apr_table_get(answer->headers, "X-Request-Id")) {
    *list = with(pool, *list, "X-Request-Id", NULL);
  }
}

/* What of the answer is not documented: "" for nothing. Sets *mild if only headers for browsers differ. */
static const char *fault_of(const walk_t *walk, const row_t *row, const collab_question_answer_t *answer, bool *mild) {
  static const int statuses[] = {[REFUSES] = 401, [REJECTS] = 401, [ALLOWS] = 200, [LIVES] = 200, [INVALID] = 400, [SHOWS] = 200};
  apr_pool_t *pool = walk->doctor->pool;
  const char *list = "", *browser = "";

  expect_headers(walk, row, answer, &list);
  expect_body(pool, row, answer, &list);
  expect(pool, answer, "X-Content-Type-Options", "nosniff", &browser);
  expect(pool, answer, "Referrer-Policy", "no-referrer", &browser);
  expect(pool, answer, "Content-Security-Policy",
         "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'", &browser);
  *mild = answer->status == statuses[row->kind] && !*list;
  if (*mild && !*browser) {
    return "";
  }
  if (*mild) {
    return browser + 2; /* without ", " */
  }
  const char *server = apr_table_get(answer->headers, "Server"), *message = member(pool, answer, "message");
  message = answer->status == statuses[row->kind] ? NULL : message ? message : member(pool, answer, "detail");
  return apr_psprintf(pool, "status %d%s%s%s%s", answer->status,
                      message ? apr_psprintf(pool, " (\"%s\")", shown(pool, message)) : "", list, server ? ", Server: " : "",
                      server ? shown(pool, server) : "");
}

/* ---- asking ---- */

static const char *long_text(apr_pool_t *pool, const char *before, apr_size_t len, const char *after) {
  char *text = apr_palloc(pool, len + 1);

  memset(text, 'x', len);
  text[len] = '\0';
  return apr_pstrcat(pool, before, text, after, NULL);
}

static void ask(const walk_t *walk, const row_t *row, collab_question_answer_t *answer) {
  apr_pool_t *pool = walk->doctor->pool;
  const char *headers[10];
  int count = 0;

  for (const char *const *header = walk->always; *header; header++) {
    headers[count++] = *header;
  }
  headers[count++] = "Accept-Encoding: gzip";
  if (row->kind == REJECTS) {
    headers[count++] = "Authorization: Bearer none";
  }
  if (row->problem) {
    headers[count++] = "Accept: application/problem+json";
  }
  if (row->type) {
    headers[count++] = apr_pstrcat(pool, "Content-Type: ", row->type, NULL);
  }
  if (row->long_header) {
    headers[count++] = long_text(pool, "X-Doctor: ", LONG_HEADER, "");
  }
  headers[count] = NULL;
  const char *body = row->padding ? long_text(pool, row->body, row->padding, "\"}") : row->body;
  collab_question_t question = {row->method, apr_pstrcat(pool, walk->root, walk->path, row->path, NULL), headers, body};
  collab_questions_ask(walk->questions, &question, answer);
}

static const char *name_of(apr_pool_t *pool, const row_t *row) {
  return apr_pstrcat(pool, row->method, " ", row->path, row->long_header ? " with a header of 9 kB" : "",
                     row->kind == REJECTS ? " with an invalid token" : "", row->padding == LONG_BODY ? " with 300 kB" : "", NULL);
}

static void note(walk_t *walk, const row_t *row, const char *fault, bool mild) {
  apr_pool_t *pool = walk->doctor->pool;

  for (int i = 0; i < walk->odd->nelts; i++) {
    odd_t *odd = &APR_ARRAY_IDX(walk->odd, i, odd_t);
    if (!strcmp(odd->answer, fault)) {
      odd->questions = apr_pstrcat(pool, odd->questions, "; ", name_of(pool, row), NULL);
      return;
    }
  }
  APR_ARRAY_PUSH(walk->odd, odd_t) = (odd_t){fault, name_of(pool, row), mild};
}

/* Asks all questions. Returns false when the server does not answer one, or answers too slowly. */
static bool ask_all(walk_t *walk) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    collab_question_answer_t answer;
    bool mild = false;
    ask(walk, &rows[i], &answer);
    if (answer.error) {
      note(walk, &rows[i], apr_psprintf(walk->doctor->pool, "none (%s)", answer.error), false);
      return false;
    }
    const char *message = answer.status == 403 ? member(walk->doctor->pool, &answer, "message") : NULL;
    walk->needs_tls |= message && strstr(message, "TLS") && !strncmp(walk->root, "http:", 5);
    if (walk->needs_tls) {
      return true;
    }
    if (collab_time_clock() > walk->until) {
      note(walk, &rows[i], "late ones", false);
      return false;
    }
    const char *fault = fault_of(walk, &rows[i], &answer, &mild);
    walk->asked++;
    if (*fault) {
      note(walk, &rows[i], fault, mild);
    }
  }
  return true;
}

/* ---- status pages ---- */

static bool is_among(apr_pool_t *pool, const collab_json_t *networks, const char *address) {
  apr_sockaddr_t *sockaddr;

  if (apr_sockaddr_info_get(&sockaddr, address, APR_UNSPEC, 0, 0, pool) != APR_SUCCESS) {
    return false;
  }
  for (apr_size_t i = 0; i < collab_json_count(networks); i++) {
    char *text = apr_pstrdup(pool, collab_json_string(collab_json_at(networks, i))), *mask = strchr(text, '/');
    apr_ipsubnet_t *network;
    if (mask) {
      *mask++ = '\0';
    }
    if (!strcasecmp(text, "all") ||
        (apr_ipsubnet_create(&network, text, mask, pool) == APR_SUCCESS && apr_ipsubnet_test(network, sockaddr))) {
      return true;
    }
  }
  return false;
}

static bool is_loopback(const char *address) {
  return !strncmp(address, "127.", 4) || !strcmp(address, "::1") || !strncmp(address, "::ffff:127.", 11);
}

/* The pages must refuse strangers. At httpd itself they must answer this machine, if their section lets it in. */
static void check_page(walk_t *walk, const collab_json_t *page) {
  collab_doctor_t *doctor = walk->doctor;
  const char *path = collab_json_string(collab_json_get(page, "path")), *url = apr_pstrcat(doctor->pool, walk->root, path, NULL);
  const char *const host[] = {walk->always[0], NULL}; /* without a proxy's headers, which alone would get a refusal */
  const row_t row = {.method = "GET", .path = path};
  collab_question_t question = {row.method, url, host, NULL};
  collab_question_answer_t answer;

  collab_questions_ask(walk->questions, &question, &answer);
  bool shown = !answer.error && answer.status == 200, near = is_loopback(answer.own);
  if (shown && !near && !is_among(doctor->pool, collab_json_get(page, "networks"), answer.own)) {
    collab_doctor_wrong(
        doctor, "interface",
        apr_pstrcat(doctor->pool,
                    "Let it answer only this machine and the monitoring (CollabStatusAllow), and a proxy in front "
                    "refuse the path.",
                    collab_doctor_suspects(doctor, "Require"), NULL),
        "%s%s is open to %s", url, walk->way, answer.own);
  } else if (!shown && near && walk->direct && collab_json_true(collab_json_get(page, "local"))) {
    note(walk, &row,
         answer.error ? apr_psprintf(doctor->pool, "none (%s)", answer.error)
                      : apr_psprintf(doctor->pool, "status %d", answer.status),
         false);
  }
}

static void check_pages(walk_t *walk) {
  const collab_json_t *pages = collab_json_get(walk->doctor->settings, "pages");

  for (apr_size_t i = 0; i < collab_json_count(pages); i++) {
    check_page(walk, collab_json_at(pages, i));
  }
}

/* ---- the walks ---- */

static void report(const walk_t *walk) {
  collab_doctor_t *doctor = walk->doctor;

  for (int i = 0; i < walk->odd->nelts; i++) {
    const odd_t *odd = &APR_ARRAY_IDX(walk->odd, i, odd_t);
    collab_doctor_say_t *say = odd->mild ? collab_doctor_odd : collab_doctor_wrong;
    const char *suspects = collab_doctor_suspects(doctor, apr_pstrcat(doctor->pool, odd->answer, odd->questions, NULL));
    say(doctor, "interface",
        apr_pstrcat(doctor->pool, "Exempt the base path from other modules, and from rules of a proxy or firewall in front.",
                    suspects, NULL),
        "%s%s: not the documented answer, but %s, to %s", walk->server->base_url, walk->way, odd->answer, odd->questions);
  }
  if (walk->needs_tls) {
    collab_doctor_fine(doctor, "interface", "%s%s: plain http is refused there (CollabRequireTLS)", walk->server->base_url,
                       walk->way);
  } else if (!walk->odd->nelts) {
    collab_doctor_fine(doctor, "interface", "%s%s: %d questions get the documented answers", walk->server->base_url, walk->way,
                       walk->asked);
  }
}

/* Scheme and authority of a URL, and its path. */
static const char *split(apr_pool_t *pool, const char *url, const char **path) {
  const char *host = strstr(url, "://");
  apr_size_t len = host ? (apr_size_t)(host + 3 - url) + strcspn(host + 3, "/") : strlen(url);

  *path = url + len;
  return apr_pstrmemdup(pool, url, len);
}

static void walk_along(walk_t *walk) {
  if (walk->questions) {
    walk->until = collab_time_clock() + LONGEST_WALK;
    walk->odd = apr_array_make(walk->doctor->pool, 4, sizeof(odd_t));
    if (ask_all(walk)) {
      check_pages(walk);
    }
    report(walk);
    collab_questions_close(walk->questions);
  }
}

/* An address of this machine that others can reach; "": none. */
static const char *own_address(apr_pool_t *pool, int family) {
  struct ifaddrs *found = NULL;
  char text[INET6_ADDRSTRLEN] = "";

  if (getifaddrs(&found)) {
    return "";
  }
  for (const struct ifaddrs *a = found; a && !*text; a = a->ifa_next) {
    if (!a->ifa_addr || a->ifa_addr->sa_family != family || a->ifa_flags & IFF_LOOPBACK || !(a->ifa_flags & IFF_UP)) {
      continue;
    }
    const struct in6_addr *six = &((const struct sockaddr_in6 *)a->ifa_addr)->sin6_addr;
    const void *bytes = family == AF_INET ? (const void *)&((const struct sockaddr_in *)a->ifa_addr)->sin_addr : six;
    if ((family == AF_INET || !IN6_IS_ADDR_LINKLOCAL(six)) && !inet_ntop(family, bytes, text, sizeof text)) {
      *text = '\0';
    }
  }
  freeifaddrs(found);
  return apr_pstrdup(pool, text);
}

/* The address at which httpd itself is asked. */
static const char *address_of(apr_pool_t *pool, const collab_json_t *listen) {
  const char *address = collab_json_string(collab_json_get(listen, "address"));

  if (strcmp(address, "0.0.0.0") && strcmp(address, "::")) {
    return address;
  }
  const char *own = own_address(pool, AF_INET);
  own = *own || !strcmp(address, "0.0.0.0") ? own : own_address(pool, AF_INET6);
  return *own ? own : !strcmp(address, "::") ? "::1" : "127.0.0.1";
}

static const collab_json_t *listen_of(const collab_doctor_t *doctor, const char *base_url) {
  const collab_json_t *listens = collab_json_get(doctor->settings, "listens");

  for (apr_size_t i = 0; i < collab_json_count(listens); i++) {
    const collab_json_t *listen = collab_json_at(listens, i);
    if (!strcmp(collab_json_string(collab_json_get(listen, "baseUrl")), base_url)) {
      return listen;
    }
  }
  return NULL;
}

/* Asks httpd itself, with the base URL's Host. The headers of a proxy count only if the node trusts this machine as a proxy. */
static void walk_directly(collab_doctor_t *doctor, const collab_doctor_server_t *server, const char *address, int port,
                          bool tls) {
  const char *path, *base = split(doctor->pool, server->base_url, &path), *authority = strstr(base, "://") + 3;
  const char *at = apr_psprintf(doctor->pool, strchr(address, ':') ? "[%s]:%d" : "%s:%d", address, port);
  const char *headers[] = {apr_pstrcat(doctor->pool, "Host: ", authority, NULL), tls ? NULL : "X-Forwarded-Proto: https",
                           tls ? NULL : "X-Forwarded-For: 192.0.2.1", NULL};
  walk_t walk = {.doctor = doctor,
                 .server = server,
                 .questions = collab_questions_open(doctor->pool, at),
                 .root = apr_pstrcat(doctor->pool, tls ? "https://" : "http://", authority, NULL),
                 .path = path,
                 .way = apr_pstrcat(doctor->pool, " at ", at, NULL),
                 .always = headers,
                 .direct = true};
  walk_along(&walk);
}

const char *collab_doctor_answered(collab_doctor_t *doctor, const collab_doctor_server_t *server) {
  static const char *const none[] = {NULL};
  walk_t walk = {.doctor = doctor, .server = server, .questions = collab_questions_open(doctor->pool, NULL), .always = none};
  collab_question_answer_t answer = {.error = ""};
  bool mild;

  walk.root = split(doctor->pool, server->base_url, &walk.path);
  if (walk.questions) {
    ask(&walk, &rows[0], &answer);
    collab_questions_close(walk.questions);
  }
  const char *fault = answer.error ? "" : fault_of(&walk, &rows[0], &answer, &mild);
  return strncmp(fault, "status ", 7) ? fault : fault + 10 + strspn(fault + 10, ", "); /* the caller tells the status */
}

void collab_doctor_walk(collab_doctor_t *doctor, const collab_doctor_server_t *server, const char *reached, int reached_port,
                        bool through) {
  static const char *const none[] = {NULL};
  const collab_json_t *listen = listen_of(doctor, server->base_url);
  const char *address = listen ? address_of(doctor->pool, listen) : "";
  int port = (int)collab_json_integer(collab_json_get(listen, "port"));
  bool same = !strcmp(address, reached) && port == reached_port;

  if (through) {
    walk_t walk = {.doctor = doctor,
                   .server = server,
                   .questions = collab_questions_open(doctor->pool, NULL),
                   .way = "",
                   .always = none,
                   .direct = same};
    walk.root = split(doctor->pool, server->base_url, &walk.path);
    walk_along(&walk);
  }
  if (listen && !same) {
    walk_directly(doctor, server, address, port, collab_json_true(collab_json_get(listen, "tls")));
  }
}

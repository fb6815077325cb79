/* question.c: asks a server questions as any HTTP client would (outbound/question.h).
 *
 * Not a transfer of the service: nothing here comes from a member, so neither the guard nor outbound/transport.c has a part in
 * it. libcurl keeps the connection in the handle. */
#include "outbound/question.h"

#include <apr_strings.h>
#include <curl/curl.h>
#include <string.h>

#define CONNECT_WITHIN 3L /* seconds */
#define ANSWER_WITHIN 5L  /* seconds */
#define BODY_MOST 4000    /* bytes that are kept */
#define HEAD_MOST 65536   /* bytes of all headers; a longer head ends the transfer */

struct collab_questions_t {
  apr_pool_t *pool;
  CURL *easy;
  struct curl_slist *connect_to;
};

/* An answer that arrives. */
typedef struct arrival_t {
  apr_pool_t *pool;
  apr_table_t *headers;
  apr_size_t head_len, len;
  char body[BODY_MOST + 1];
} arrival_t;

static size_t take_body(char *bytes, size_t size, size_t count, void *baton) {
  arrival_t *arrival = baton;
  apr_size_t room = BODY_MOST - arrival->len, some = size * count < room ? size * count : room;

  memcpy(arrival->body + arrival->len, bytes, some);
  arrival->len += some;
  return size * count;
}

/* A status line begins another response: the one after 100 Continue. */
static size_t take_header(char *bytes, size_t size, size_t count, void *baton) {
  arrival_t *arrival = baton;

  arrival->head_len += size * count;
  if (arrival->head_len > HEAD_MOST) {
    return 0;
  }
  char *line = apr_pstrmemdup(arrival->pool, bytes, size * count), *colon = strchr(line, ':');

  if (!strncmp(line, "HTTP/", 5)) {
    apr_table_clear(arrival->headers);
  } else if (colon) {
    *colon = '\0';
    apr_collapse_spaces(line, line);
    char *value = colon + 1 + strspn(colon + 1, " \t");
    value[strcspn(value, "\r\n")] = '\0';
    apr_table_add(arrival->headers, line, value);
  }
  return size * count;
}

collab_questions_t *collab_questions_open(apr_pool_t *pool, const char *connect_to) {
  collab_questions_t *questions = apr_pcalloc(pool, sizeof *questions);

  questions->pool = pool;
  questions->easy = curl_easy_init();
  if (connect_to) {
    questions->connect_to = curl_slist_append(NULL, apr_pstrcat(pool, "::", connect_to, NULL));
  }
  if (!questions->easy || (connect_to && !questions->connect_to)) {
    collab_questions_close(questions);
    return NULL;
  }
  return questions;
}

void collab_questions_close(collab_questions_t *questions) {
  curl_easy_cleanup(questions->easy); /* NULL is fine */
  curl_slist_free_all(questions->connect_to);
}

/* Sets the handle's options. Returns the first failure. */
static CURLcode set_up(CURL *easy, const collab_questions_t *questions, const collab_question_t *question,
                       struct curl_slist *headers, arrival_t *arrival) {
  const struct {
    CURLoption option;
    long value;
  } numbers[] = {{CURLOPT_NOSIGNAL, 1L},
                 {CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1},
                 {CURLOPT_CONNECTTIMEOUT, CONNECT_WITHIN},
                 {CURLOPT_TIMEOUT, ANSWER_WITHIN},
                 {CURLOPT_SSL_VERIFYPEER, 0L}, /* doctor has judged the certificate already */
                 {CURLOPT_SSL_VERIFYHOST, 0L},
                 {CURLOPT_PATH_AS_IS, 1L},
                 {CURLOPT_NOBODY, !strcmp(question->method, "HEAD")}};
  const struct {
    CURLoption option;
    const void *value;
  } pointers[] = {{CURLOPT_URL, question->url},
                  {CURLOPT_CONNECT_TO, questions->connect_to},
                  {CURLOPT_PROXY, ""},
                  {CURLOPT_USERAGENT, "mod_collab/" COLLAB_VERSION},
                  {CURLOPT_HTTPHEADER, headers},
                  {CURLOPT_POSTFIELDS, question->body},
                  {CURLOPT_CUSTOMREQUEST, question->method},
                  {CURLOPT_WRITEDATA, arrival},
                  {CURLOPT_HEADERDATA, arrival}};
  CURLcode code = CURLE_OK;

  for (size_t i = 0; i < sizeof pointers / sizeof *pointers && code == CURLE_OK; i++) {
    if (pointers[i].value) {
      code = curl_easy_setopt(easy, pointers[i].option, pointers[i].value);
    }
  }
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers && code == CURLE_OK; i++) {
    code = curl_easy_setopt(easy, numbers[i].option, numbers[i].value);
  }
  code = code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body) : code;
  return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_header) : code;
}

void collab_questions_ask(collab_questions_t *questions, const collab_question_t *question, collab_question_answer_t *answer) {
  CURL *easy = questions->easy;
  apr_pool_t *pool = questions->pool;
  struct curl_slist *headers = curl_slist_append(NULL, "Expect:"); /* no 100 Continue */
  arrival_t *arrival = apr_pcalloc(pool, sizeof *arrival);
  char *address = NULL, *own = NULL;
  long status = 0, port = 0;

  arrival->pool = pool;
  arrival->headers = apr_table_make(pool, 16);
  bool complete = headers != NULL;
  for (const char *const *header = question->headers; complete && header && *header; header++) {
    struct curl_slist *longer = curl_slist_append(headers, *header);
    headers = longer ? longer : headers;
    complete = longer != NULL;
  }
  curl_easy_reset(easy); /* keeps the connection */
  CURLcode code = !complete ? CURLE_OUT_OF_MEMORY : set_up(easy, questions, question, headers, arrival);
  code = code == CURLE_OK ? curl_easy_perform(easy) : code;
  *answer = (collab_question_answer_t){.headers = arrival->headers, .body = arrival->body};
  answer->error = code == CURLE_OK ? NULL : curl_easy_strerror(code);
  if (curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status) != CURLE_OK ||
      curl_easy_getinfo(easy, CURLINFO_PRIMARY_IP, &address) != CURLE_OK ||
      curl_easy_getinfo(easy, CURLINFO_PRIMARY_PORT, &port) != CURLE_OK ||
      curl_easy_getinfo(easy, CURLINFO_LOCAL_IP, &own) != CURLE_OK) {
    answer->error = "libcurl says nothing about the transfer";
  }
  answer->status = (int)status;
  answer->address = apr_pstrdup(pool, address ? address : "");
  answer->own = apr_pstrdup(pool, own ? own : "");
  answer->port = (int)port;
  curl_slist_free_all(headers);
}

/* watch_issuers.c: judges the keys of the issuers that this node trusts (status/watch.h).
 *
 * A key file is read here as a worker reads it, so each node judges its own files. The dispatchers fetch a URL for all nodes, so
 * its judgement is the database's, and the same on each node (sql/queries/api/watch_issuers.sql). */
#include "status/watch.h"

#include <apr_strings.h>
#include <string.h>

#include <http_log.h>

#include "auth/bearer.h"
#include "base/json_writer.h"
#include "base/time.h"
#include "collab_private.h"
#include "node/shared.h"

typedef struct judgement_t {
  collab_watch_t *w;
  const char *keyless, *others; /* issuers without keys, other ones with a fault, in words; NULL: none */
  int keyless_count;
  int64_t age; /* the longest; -1: none */
} judgement_t;

/* ---- words ---- */

static const struct {
  const char *fault, *words;
  bool keyless;
} faults[] = {
    {"none", "no key has been found yet, so its tokens get 503", true},
    {"ended", "not confirmed for too long, so its tokens get 503", true},
    {"unusable", "the earlier keys are used", false},
    {"unconfirmed", "three refreshes have failed, so the earlier keys are used", false},
    {"untried", "no dispatcher fetches them, so the earlier keys are used", false},
    {"empty", "its set is empty, so its tokens get 401", false},
};

/* Adds an issuer to the judgement. `fault`: a word of the list above, or NULL; `age` -1: never confirmed; `error` may be NULL. */
static void add(judgement_t *judgement, const collab_issuer_t *issuer, const char *fault, int64_t age, const char *error) {
  apr_pool_t *pool = judgement->w->kept;

  judgement->age = age > judgement->age ? age : judgement->age;
  for (size_t i = 0; fault && i < sizeof faults / sizeof *faults; i++) {
    if (!strcmp(fault, faults[i].fault)) {
      const char **list = faults[i].keyless ? &judgement->keyless : &judgement->others;
      *list = apr_pstrcat(pool, *list ? *list : "", *list ? "; " : "", issuer->name, ": ", faults[i].words, error ? ": " : "",
                          error ? error : "", NULL);
      judgement->keyless_count += faults[i].keyless;
    }
  }
}

/* ---- files ---- */

static void say(void *context, const collab_issuer_t *issuer, const char *text) {
  const collab_watch_t *w = context;

  ap_log_error(APLOG_MARK, APLOG_WARNING, 0, w->s, COLLABNO(0709) "key file of the issuer %s: %s: %s", issuer->name, issuer->keys,
               text);
}

static void judge_file(judgement_t *judgement, const collab_config_t *config, int index) {
  static const collab_keyset_source_t source = {.warn = say};
  const collab_issuer_t *issuer = &APR_ARRAY_IDX(config->issuers, index, collab_issuer_t);
  collab_watch_t *w = judgement->w;
  collab_keys_report_t report =
      collab_keyset_check(collab_trust_keys(config->trust, index), w->round, &source, w, collab_time_clock());

  if (report.left_out) {
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, w->s, COLLABNO(0710) "key file of the issuer %s: %s: left out: %s", issuer->name,
                 issuer->keys, report.left_out);
  }
  add(judgement, issuer, report.fault, report.age, report.error);
}

/* ---- URLs ---- */

static const char *list_of(const collab_watch_t *w, const apr_array_header_t *remote) {
  collab_json_writer_t *json = collab_json_writer_make(w->round, 500);

  collab_write_open(json, NULL, "[");
  for (int i = 0; i < remote->nelts; i++) {
    const collab_issuer_t *issuer = APR_ARRAY_IDX(remote, i, const collab_issuer_t *);
    collab_write_open(json, NULL, "{");
    collab_write_text(json, "url", issuer->keys);
    collab_write_integer(json, "refresh", issuer->refresh);
    collab_write_integer(json, "trusted", collab_keyset_trusted(issuer, w->config->issuer_trust));
    collab_write_close(json, "}");
  }
  collab_write_close(json, "]");
  return json->text;
}

/* False: the database does not answer. */
static bool judge_urls(judgement_t *judgement, const apr_array_header_t *remote) {
  collab_watch_t *w = judgement->w;
  apr_interval_time_t up = collab_time_clock() - collab_shared_began();
  const char *const values[] = {list_of(w, remote), apr_psprintf(w->round, "%" APR_TIME_T_FMT, apr_time_sec(up))};
  collab_rows_t rows;

  if (!collab_watch_ask(w, STATEMENT(watch_issuers), values, &rows)) {
    return false;
  }
  for (int i = 0; i < rows.count && i < remote->nelts; i++) { /* a row for each element, in the same order */
    add(judgement, APR_ARRAY_IDX(remote, i, const collab_issuer_t *), collab_rows_text(rows, i, "fault"),
        collab_rows_text(rows, i, "age") ? collab_rows_integer(rows, i, "age") : -1, collab_rows_text(rows, i, "error"));
  }
  return true;
}

/* ---- all ---- */

/* Two lines of the configuration may differ in other members. */
static bool has(const apr_array_header_t *list, const collab_issuer_t *issuer) {
  for (int i = 0; i < list->nelts; i++) {
    const collab_issuer_t *other = APR_ARRAY_IDX(list, i, const collab_issuer_t *);
    if (!strcmp(other->name, issuer->name) && !strcmp(other->keys, issuer->keys)) {
      return true;
    }
  }
  return false;
}

/* Judges the key files of a server's issuers, and adds the issuers with URLs to `remote`; without those that are in `files` or
 * `remote` already. */
static void judge_server(judgement_t *judgement, const collab_config_t *config, apr_array_header_t *files,
                         apr_array_header_t *remote) {
  for (int i = 0; config->trust && i < config->issuers->nelts; i++) {
    const collab_issuer_t *issuer = &APR_ARRAY_IDX(config->issuers, i, collab_issuer_t);
    apr_array_header_t *list = issuer->remote ? remote : files;
    if (has(list, issuer)) {
      continue;
    }
    APR_ARRAY_PUSH(list, const collab_issuer_t *) = issuer;
    if (!issuer->remote) {
      judge_file(judgement, config, i);
    }
  }
}

void collab_watch_issuers(collab_watch_t *w) {
  judgement_t judgement = {.w = w, .age = -1};
  apr_array_header_t *remote = apr_array_make(w->round, 4, sizeof(const collab_issuer_t *));
  apr_array_header_t *files = apr_array_make(w->round, 4, sizeof(const collab_issuer_t *));

  for (int at = 0; at < collab_config_serving()->nelts; at++) {
    judge_server(&judgement, collab_config_of(APR_ARRAY_IDX(collab_config_serving(), at, server_rec *)), files, remote);
  }
  w->found.issuers_read = remote->nelts == 0 || judge_urls(&judgement, remote);
  w->found.issuers = judgement.keyless && judgement.others ? apr_pstrcat(w->kept, judgement.keyless, "; ", judgement.others, NULL)
                     : judgement.keyless                   ? judgement.keyless
                                                           : judgement.others;
  w->found.keyless = judgement.keyless_count;
  w->found.keys_age = judgement.age;
}

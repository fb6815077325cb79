/* key_fetch.c: fetches the keys of other issuers for the workers (CollabTrustedIssuer with a URL).
 *
 *   poll (each second) ──> claim: which sets are due, in one statement ──> fetch each ──> parse it as a worker would ──> store
 *
 * The statement jwks_claim decides which sets are due: sets never fetched, sets older than their refresh interval, sets whose
 * last fetch failed, and sets that lack a key named by a token. A set is due at most once within its throttle: 30 s, or its
 * refresh interval if that is shorter. The statement sets `tried_at` before anything is sent. So two dispatchers do not fetch the
 * same set at once. If a dispatcher dies during a fetch, the set is fetched when it is due again. An invalid set is not stored:
 * workers keep the previous one, until its end (jwks_read.sql). An empty set is valid. Runs in the dispatcher's loop, on a
 * connection of its own, and never waits. Does nothing if no issuer has a URL. */
#include "dispatch/keys/key_fetch.h"
#include "collab_private.h"

#include <http_log.h>
#include <string.h>

#include "auth/jwks.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "outbound/encoding.h"
#include "outbound/transport.h"

#define POLL_EVERY apr_time_from_sec(1)
#define ANSWER_SECONDS 10L
#define ANSWER_MOST 1048576 /* bytes that an answer may cost on its connection */

typedef enum fetch_state_t {
  FETCH_IDLE,
  FETCH_SENDING,
  FETCH_DONE,   /* the result waits to be stored */
  FETCH_STORING /* the statement in progress stores the result */
} fetch_state_t;

typedef struct fetch_t {
  const char *url;
  const char *issuer; /* for log messages */
  int refresh;
  fetch_state_t state;
  apr_pool_t *pool; /* cleared for each fetch */
  collab_transport_t transport;
  char *body; /* of COLLAB_JWKS_BYTES + 1 bytes */
  apr_size_t len;
  bool too_large;
  apr_time_t begun_at;     /* by collab_time_clock */
  const char *error;       /* NULL: the body is a valid set */
  const char *usable;      /* how many usable keys the set in the body has, in digits; NULL: there is none */
  const char *left_out;    /* its entries that were left out; NULL: none */
  char last_error[200];    /* the last logged error, which is not logged twice in a row */
  char last_left_out[200]; /* as last_error */
} fetch_t;

struct collab_keys_t {
  const server_rec *s;
  const collab_config_t *config;
  collab_transfers_t *transfers;
  collab_link_t link;
  fetch_t *fetches;
  int count;
  const char *list; /* the bind of jwks_claim */
  apr_time_t looked_at;
};

/* ---- the configured sets ---- */

/* Virtual hosts with the same URL share one fetch, at the shortest of their refresh intervals. */
static void add(apr_array_header_t *fetches, const collab_issuer_t *issuer) {
  for (int i = 0; i < fetches->nelts; i++) {
    fetch_t *other = &APR_ARRAY_IDX(fetches, i, fetch_t);
    if (!strcmp(other->url, issuer->keys)) {
      other->refresh = issuer->refresh < other->refresh ? issuer->refresh : other->refresh;
      return;
    }
  }
  APR_ARRAY_PUSH(fetches, fetch_t) = (fetch_t){.url = issuer->keys, .issuer = issuer->name, .refresh = issuer->refresh};
}

static const char *list_of(apr_pool_t *pool, const fetch_t *fetches, int count) {
  collab_json_writer_t *w = collab_json_writer_make(pool, 500);

  collab_write_open(w, NULL, "[");
  for (int i = 0; i < count; i++) {
    int throttle = fetches[i].refresh < COLLAB_ISSUER_THROTTLE ? fetches[i].refresh : COLLAB_ISSUER_THROTTLE;
    collab_write_open(w, NULL, "{");
    collab_write_text(w, "url", fetches[i].url);
    collab_write_integer(w, "refresh", fetches[i].refresh);
    collab_write_integer(w, "throttle", throttle);
    collab_write_close(w, "}");
  }
  collab_write_close(w, "]");
  return w->text;
}

collab_keys_t *collab_keys_setup(apr_pool_t *pool, const server_rec *s, collab_transfers_t *transfers) {
  collab_keys_t *keys = apr_pcalloc(pool, sizeof *keys);
  apr_array_header_t *fetches = apr_array_make(pool, 4, sizeof(fetch_t));

  keys->s = s;
  keys->config = collab_config_of(s);
  keys->transfers = transfers;
  for (int at = 0; at < collab_config_serving()->nelts; at++) {
    const server_rec *server = APR_ARRAY_IDX(collab_config_serving(), at, server_rec *);
    const apr_array_header_t *issuers = collab_config_of(server)->issuers;
    for (int i = 0; i < issuers->nelts; i++) {
      if (APR_ARRAY_IDX(issuers, i, collab_issuer_t).remote) {
        add(fetches, &APR_ARRAY_IDX(issuers, i, collab_issuer_t));
      }
    }
  }
  keys->fetches = (fetch_t *)fetches->elts;
  keys->count = fetches->nelts;
  for (int i = 0; i < keys->count; i++) {
    fetch_t *fetch = &keys->fetches[i];
    apr_pool_create(&fetch->pool, pool);
    apr_pool_tag(fetch->pool, "collab_jwks");
    fetch->body = apr_palloc(pool, COLLAB_JWKS_BYTES + 1);
  }
  keys->list = list_of(pool, keys->fetches, keys->count);
  collab_link_init(&keys->link, pool, s, keys->config->dispatcher_dsn, "keys");
  return keys;
}

void collab_keys_close(collab_keys_t *keys) {
  for (int i = 0; i < keys->count; i++) {
    collab_transfers_end(keys->transfers, &keys->fetches[i].transport);
  }
}

collab_link_t *collab_keys_link(collab_keys_t *keys) {
  return &keys->link;
}

/* ---- fetching ---- */

static size_t take_body(char *data, size_t size, size_t count, void *arg) {
  fetch_t *fetch = arg;
  size_t len = size * count;

  if (len > COLLAB_JWKS_BYTES - fetch->len) {
    fetch->too_large = true;
    return 0; /* aborts the transfer */
  }
  memcpy(fetch->body + fetch->len, data, len);
  fetch->len += len;
  return len;
}

static void finish(collab_keys_t *keys, fetch_t *fetch, const char *error) {
  fetch->error = error;
  fetch->state = FETCH_DONE;
  collab_transfers_end(keys->transfers, &fetch->transport);
  if (error && strncmp(error, fetch->last_error, sizeof fetch->last_error - 1) != 0) {
    ap_log_error(APLOG_MARK, APLOG_WARNING, 0, keys->s, COLLABNO(0691) "keys of the issuer %s stay as they were: %s: %s",
                 fetch->issuer, fetch->url, error);
  } else if (!error && fetch->last_error[0]) {
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, keys->s, COLLABNO(0692) "keys of the issuer %s: %s has valid keys again",
                 fetch->issuer, fetch->url);
  }
  apr_cpystrn(fetch->last_error, error ? error : "", sizeof fetch->last_error);
  if (!error && fetch->left_out && strncmp(fetch->left_out, fetch->last_left_out, sizeof fetch->last_left_out - 1) != 0) {
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, keys->s, COLLABNO(0693) "keys of the issuer %s: %s: left out: %s", fetch->issuer,
                 fetch->url, fetch->left_out);
  }
  if (!error) {
    apr_cpystrn(fetch->last_left_out, fetch->left_out ? fetch->left_out : "", sizeof fetch->last_left_out);
  }
}

/* Begins the fetch. `fresh`: not on a kept connection. */
static void begin(collab_keys_t *keys, fetch_t *fetch, bool fresh) {
  collab_transport_t *transport = &fetch->transport;

  apr_pool_clear(fetch->pool);
  fetch->len = 0;
  fetch->too_large = false;
  fetch->usable = fetch->left_out = NULL;
  fetch->begun_at = collab_time_clock();
  fetch->state = FETCH_SENDING;
  CURLcode code = collab_transport_open(transport, &keys->config->outbound, &keys->transfers->sockets, fetch->url, fresh);
  if (code == CURLE_COULDNT_CONNECT) {
    finish(keys, fetch, apr_pstrcat(fetch->pool, "refused by the address guard: ", transport->refused, NULL));
    return;
  }
  if (code == CURLE_OK) {
    transport->most = ANSWER_MOST;
    COLLAB_TRANSPORT_SET(transport, CURLOPT_ACCEPT_ENCODING, "identity");
    COLLAB_TRANSPORT_SET(transport, CURLOPT_HTTP_CONTENT_DECODING, 0L); /* libcurl would decode gzip all the same */
    COLLAB_TRANSPORT_SET(transport, CURLOPT_TIMEOUT, ANSWER_SECONDS);
    COLLAB_TRANSPORT_SET(transport, CURLOPT_WRITEFUNCTION, take_body);
    COLLAB_TRANSPORT_SET(transport, CURLOPT_WRITEDATA, fetch);
  }
  if (code != CURLE_OK || !collab_transfers_begin(keys->transfers, transport)) {
    finish(keys, fetch,
           transport->refused_option ? apr_psprintf(fetch->pool, "libcurl refuses its option %s", transport->refused_option)
                                     : "the transfer could not be begun");
  }
}

/* The fault of a status that is not 200, with what to change. A Location has a stranger's bytes. The database refuses a text that
 * is not UTF-8; then the fault would never be stored, and the keys never end. */
static const char *status_fault(const fetch_t *fetch, long status) {
  const char *location = NULL;

  curl_easy_getinfo(fetch->transport.easy, CURLINFO_REDIRECT_URL, &location);
  if (location) {
    return apr_psprintf(fetch->pool,
                        "HTTP %ld: no redirect is followed; CollabTrustedIssuer must name the set's own URL, perhaps %s", status,
                        collab_text_clean(fetch->pool, location, strnlen(location, 500)));
  }
  return apr_psprintf(fetch->pool, "HTTP %ld", status);
}

/* The fault of the response; NULL: none. */
static const char *outcome_of(fetch_t *fetch, CURLcode code) {
  const char *error = "";
  long status = 0;

  curl_easy_getinfo(fetch->transport.easy, CURLINFO_RESPONSE_CODE, &status);
  if (fetch->too_large) {
    return "is larger than 256 KiB";
  }
  if (fetch->transport.refused && !*fetch->transport.address && code == CURLE_COULDNT_CONNECT) {
    return apr_pstrcat(fetch->pool, "refused by the address guard: ", fetch->transport.refused, NULL);
  }
  if (fetch->transport.flooded) {
    return "more than 1 MiB came without a complete answer";
  }
  if (code != CURLE_OK) {
    return collab_transport_fault(fetch->pool, &fetch->transport, code);
  }
  if (status != 200) {
    return status_fault(fetch, status);
  }
  if (collab_encoding_is_compressed(fetch->transport.easy)) {
    return "the answer is compressed: the issuer's server, or a proxy before it, must send this URL without Content-Encoding";
  }
  fetch->body[fetch->len] = '\0';
  const collab_jwks_t *set = collab_jwks_parse(fetch->pool, fetch->body, fetch->len, &error);
  if (set == NULL) {
    return error;
  }
  fetch->usable = apr_itoa(fetch->pool, collab_jwks_count(set));
  fetch->left_out = collab_jwks_left_out(set);
  return collab_jwks_fault(fetch->pool, set);
}

bool collab_keys_finished(collab_keys_t *keys, CURL *easy, CURLcode code) {
  for (int i = 0; i < keys->count; i++) {
    fetch_t *fetch = &keys->fetches[i];
    if (fetch->transport.easy == easy) {
      if (fetch->transport.stale) { /* nothing has been sent */
        collab_transfers_end(keys->transfers, &fetch->transport);
        begin(keys, fetch, true);
      } else {
        finish(keys, fetch, outcome_of(fetch, code));
      }
      return true;
    }
  }
  return false;
}

/* ---- the database ---- */

static fetch_t *find_done(collab_keys_t *keys) {
  for (int i = 0; i < keys->count; i++) {
    if (keys->fetches[i].state == FETCH_DONE) {
      return &keys->fetches[i];
    }
  }
  return NULL;
}

/* Fetches each claimed set. */
static void claimed(void *data, collab_pg_state_t state) {
  collab_keys_t *keys = data;
  collab_rows_t rows = state == COLLAB_PG_DONE ? collab_pg_rows(keys->link.pg, 0) : (collab_rows_t){.count = 0};

  for (int row = 0; row < rows.count; row++) {
    for (int i = 0; i < keys->count; i++) {
      if (keys->fetches[i].state == FETCH_IDLE && !strcmp(keys->fetches[i].url, collab_rows_text(rows, row, "url"))) {
        begin(keys, &keys->fetches[i], false);
      }
    }
  }
}

/* Called after the statement that stores a set. If the statement failed, the set is fetched again when it is due. */
static void stored(void *data, collab_pg_state_t state) {
  fetch_t *fetch = data;

  (void)state;
  fetch->state = FETCH_IDLE;
}

void collab_keys_turn(collab_keys_t *keys, bool stopping) {
  collab_link_t *link = &keys->link;

  if (keys->count == 0) {
    return;
  }
  fetch_t *done = find_done(keys);
  bool look = !stopping && collab_time_clock() >= keys->looked_at + POLL_EVERY;
  if (link->busy || (!done && !look) || !collab_link_up(link)) {
    return;
  }
  if (done) {
    const char *took = apr_psprintf(done->pool, "%" APR_TIME_T_FMT, collab_time_clock() - done->begun_at);
    const char *const *values = BINDS(jwks_store, .url = done->url, .body = done->error ? NULL : done->body, .error = done->error,
                                      .usable = done->usable, .took = took);
    done->state = FETCH_STORING;
    collab_link_send(link, STATEMENT(jwks_store), values, stored, done);
  } else {
    keys->looked_at = collab_time_clock();
    collab_link_send(link, STATEMENT(jwks_claim), BINDS(jwks_claim, .list = keys->list), claimed, keys);
  }
}

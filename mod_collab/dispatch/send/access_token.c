/* access_token.c: access tokens for callbacks with OAuth 2 client credentials. The dispatcher fetches a token when a slot needs
 * one, and keeps the token until it expires.
 *
 *   a slot needs one ──it is kept───────────────> calls its callback
 *                    ──it must be fetched───────> fetches it with its own handle ─┐
 *                    ──another slot fetches it──> waits, without a transfer ──────┴─> all these slots call their callback,
 *                                                                                     or all their attempts fail
 *
 * A token's key is the sealed callbackAuth and the time of the callback URL's last change. When either changes, the key is
 * another one, and the old token is not used again. The fetch passes the same address guard as the callback, and ends within the
 * lease's margin.
 *
 * After a 401 from the callback, the token that was sent is not used again. The authorization server may have withdrawn a token
 * that was kept from an earlier delivery. So after a 401 to a kept token, the slot gets a new one and calls the callback again at
 * once, within the same attempt (interface.md 14.6). An attempt does this at most once, and a subscription's tokens are replaced
 * at most once a minute. Beyond these limits the 401 is the attempt's result. Slots that had the same old token share the fetch.
 *
 * A fetch that the address guard refuses, or whose URL cannot be called, makes the delivery a dead letter at once. After any
 * other failure of the fetch, the delivery is retried. Runs in the dispatcher's loop; never waits. */
#include "dispatch/send/access_token.h"
#include "dispatch/dispatcher.h"
#include "dispatch/send/call.h"
#include "dispatch/settle/local_fault.h"
#include "outbound/encoding.h"
#include "outbound/oauth.h"

#include <string.h>

#include "base/secret.h"
#include "node/meter.h"
#include "node/timer.h"

typedef struct collab_fetch_t {
  char *bytes; /* the answer, at most COLLAB_ANSWER_READ bytes */
  apr_size_t len;
  bool too_long; /* more bytes came */
} collab_fetch_t;

typedef struct token_t {
  apr_pool_t *pool, *value_pool;
  const char *key;
  const char *value; /* NULL: none */
  const char *subscription;
  apr_time_t until;
  apr_time_t replaced_at; /* when a fetch last began because the callback had refused the token; 0: never */
  bool fetching;          /* a slot is fetching the token */
} token_t;

static void forget_expired(collab_dispatcher_t *d) {
  apr_time_t now = collab_time_clock();

  for (apr_hash_index_t *i = apr_hash_first(NULL, d->tokens.by_key); i; i = apr_hash_next(i)) {
    token_t *token = apr_hash_this_val(i);
    if (!token->fetching && token->until <= now && token->replaced_at + collab_timer(COLLAB_TIMER_TOKEN_AGAIN) <= now) {
      apr_hash_set(d->tokens.by_key, token->key, APR_HASH_KEY_STRING, NULL);
      apr_pool_destroy(token->pool);
    }
  }
}

static token_t *token_of(collab_dispatcher_t *d, const collab_slot_t *slot) {
  const char *key = slot->token.key;
  token_t *token = apr_hash_get(d->tokens.by_key, key, APR_HASH_KEY_STRING);
  apr_pool_t *pool;

  if (!token) {
    forget_expired(d);
    apr_pool_create(&pool, d->pool);
    apr_pool_tag(pool, "collab_token");
    token = apr_pcalloc(pool, sizeof *token);
    token->pool = pool;
    apr_pool_create(&token->value_pool, pool);
    token->key = apr_pstrdup(pool, key);
    token->subscription = apr_pstrdup(pool, slot->subscription);
    apr_hash_set(d->tokens.by_key, token->key, APR_HASH_KEY_STRING, token);
  }
  return token;
}

static size_t take_answer(char *data, size_t size, size_t count, void *arg) {
  collab_fetch_t *fetch = arg;
  size_t len = size * count;

  if (len > COLLAB_ANSWER_READ - fetch->len) {
    fetch->too_long = true;
    return 0;
  }
  memcpy(fetch->bytes + fetch->len, data, len);
  fetch->len += len;
  return len;
}

/* Passes the result of a fetch, the token `value` or the verdict `failed`, to the slot that fetched it and to all slots that wait
 * for the same token. */
static void pass_on(collab_dispatcher_t *d, collab_slot_t *fetcher, const char *value, const collab_verdict_t *failed) {
  const char *key = fetcher->token.key;

  for (int i = 0; i < d->slots.count; i++) {
    collab_slot_t *slot = &d->slots.all[i];
    if (slot != fetcher && !(slot->state == COLLAB_SLOT_SENDING && slot->token.waits && !strcmp(slot->token.key, key))) {
      continue;
    }
    slot->token.waits = false;
    if (value) {
      d->tokens.on_token(d, slot, value, NULL);
    } else {
      collab_verdict_t verdict = *failed;
      verdict.error = apr_pstrdup(slot->pool, failed->error);
      verdict.alarm = apr_pstrdup(slot->pool, failed->alarm);
      d->tokens.on_token(d, slot, NULL, &verdict);
    }
  }
}

/* Wipes the fetch. Also runs when the dispatcher stops during a fetch. */
static apr_status_t clean_up(void *data) {
  collab_fetch_t *fetch = data;
  explicit_bzero(fetch->bytes, fetch->len);
  return APR_SUCCESS;
}

static void end_fetch(collab_dispatcher_t *d, collab_slot_t *slot) {
  collab_call_end(d, slot);
  apr_pool_cleanup_run(slot->pool, slot->token.fetch, clean_up);
  slot->token.fetch = NULL;
}

/* The headers of a fetch, in the slot's memory pool; libcurl only reads them. */
static struct curl_slist *headers_of(collab_slot_t *slot, const collab_token_request_t *request) {
  const char *lines[] = {request->header, "Accept: application/json", COLLAB_ACCEPT_ENCODING, "Expect:"};
  struct curl_slist *headers = apr_pcalloc(slot->pool, sizeof lines / sizeof *lines * sizeof *headers);

  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    headers[i].data = (char *)lines[i];
    headers[i].next = i + 1 < sizeof lines / sizeof *lines ? &headers[i + 1] : NULL;
  }
  return headers;
}

static void begin_fetch(collab_dispatcher_t *d, collab_slot_t *slot, const collab_token_request_t *request) {
  collab_fetch_t *fetch = apr_pcalloc(slot->pool, sizeof *fetch);

  fetch->bytes = apr_palloc(slot->pool, COLLAB_ANSWER_READ);
  apr_pool_cleanup_register(slot->pool, fetch, clean_up, apr_pool_cleanup_null);
  slot->token.fetch = fetch;
  collab_answer_expect(slot, NULL);
  slot->request = (collab_request_t){.url = request->url,
                                     .body = request->body,
                                     .headers = headers_of(slot, request),
                                     .milliseconds = COLLAB_FETCH_WITHIN,
                                     .take = take_answer,
                                     .to = fetch};
  CURLcode code = collab_call_begin(d, slot, false);
  if (code != CURLE_OK) {
    collab_access_token_finished(d, slot, code);
  }
}

void collab_access_token_begin(collab_dispatcher_t *d, collab_slot_t *slot, const char *auth) {
  token_t *token = token_of(d, slot);
  collab_token_request_t request;

  if (token->value && collab_time_clock() < token->until) {
    slot->token.auth = collab_secret_join(slot->pool, auth, NULL);
    d->tokens.on_token(d, slot, token->value, NULL);
  } else if (token->fetching) {
    slot->token.waits = true;
  } else if (!collab_oauth_request(slot->pool, auth, &request)) {
    const collab_verdict_t unusable = {.retry = true, .error = "the subscription's callback authentication cannot be used"};
    d->tokens.on_token(d, slot, NULL, &unusable);
  } else {
    token->fetching = true;
    begin_fetch(d, slot, &request);
  }
}

/* The verdict on a fetch that ended without an answer. As with a callback (verdict.c), the verdict is final only if a retry is
 * sure to fail in the same way. */
static collab_verdict_t fault_of(const collab_slot_t *slot, CURLcode code, collab_local_fault_t local, const char *alarm) {
  const collab_transport_t *transport = &slot->transport;
  long sent = 0;

  curl_easy_getinfo(slot->transport.easy, CURLINFO_REQUEST_SIZE, &sent);
  if (transport->refused && !*transport->address && (code == CURLE_COULDNT_CONNECT || code == CURLE_URL_MALFORMAT)) {
    return (collab_verdict_t){.error =
                                  apr_pstrcat(slot->pool, "no token: refused by the address guard: ", transport->refused, NULL)};
  }
  if ((code == CURLE_UNSUPPORTED_PROTOCOL || code == CURLE_URL_MALFORMAT) && sent == 0) {
    return (collab_verdict_t){.error = "no token: the token URL may not be called"};
  }
  return (collab_verdict_t){.retry = true,
                            .local = local,
                            .alarm = alarm,
                            .error = apr_pstrcat(slot->pool, "no token: ", collab_verdict_fault(slot, code), NULL)};
}

/* Why an answer with complete headers gives no token. */
static const char *lack_of(const collab_slot_t *slot) {
  const collab_fetch_t *fetch = slot->token.fetch;
  const char *why = collab_encoding_is_compressed(slot->transport.easy) ? "the answer is compressed"
                    : fetch->too_long                                   ? "the answer is longer than 64 KiB"
                                      : collab_oauth_refusal(slot->pool, fetch->bytes, fetch->len);

  if (slot->answer.status == 200 && !why) {
    return "the token endpoint's answer has no token";
  }
  return apr_psprintf(slot->pool, "no token: the token endpoint answered HTTP %d%s%s", slot->answer.status, why ? ": " : "",
                      why ? why : "");
}

void collab_access_token_finished(collab_dispatcher_t *d, collab_slot_t *slot, CURLcode code) {
  token_t *token = token_of(d, slot);
  collab_verdict_t failed = {.retry = true};
  const char *value = NULL, *alarm = NULL;
  collab_local_fault_t local = collab_local_fault_of(d, slot, code, &alarm);
  long status = slot->answer.status;
  int64_t lasts = 0;

  if (status == 0 || (status == 200 && code != CURLE_OK && !slot->token.fetch->too_long)) {
    failed = fault_of(slot, code, local, alarm);
  } else { /* with another status than 200, whatever became of the rest of the body */
    value = status != 200 || code != CURLE_OK || collab_encoding_is_compressed(slot->transport.easy)
                ? NULL
                : collab_oauth_token(slot->pool, slot->token.fetch->bytes, slot->token.fetch->len, &lasts);
    failed.error = value ? NULL : lack_of(slot);
    collab_meter_count(COLLAB_COUNT_RECEIVER_TOKENS_REFUSED, status == 400 || status == 401 || status == 403); /* RFC 6749, 5.2 */
  }
  end_fetch(d, slot);
  token->fetching = false;
  apr_pool_clear(token->value_pool);
  token->value = value ? collab_secret_join(token->value_pool, value, NULL) : NULL;
  /* reserves a tenth of the lifetime, but at most 30 s, for clock differences and the transfer */
  token->until = collab_time_clock() + apr_time_from_sec(lasts) - apr_time_from_msec(lasts < 300 ? lasts * 100 : 30000);
  pass_on(d, slot, value, &failed);
}

void collab_access_token_refused(collab_dispatcher_t *d, const collab_slot_t *slot) {
  token_t *token = apr_hash_get(d->tokens.by_key, slot->token.key, APR_HASH_KEY_STRING);

  if (token && token->value && !strcmp(token->value, slot->token.value)) {
    token->until = 0;
  }
}

/* Whether any token of the subscription, even one for other credentials or another URL, was replaced lately. */
static bool replaced_lately(const collab_dispatcher_t *d, const char *subscription, apr_time_t now) {
  for (apr_hash_index_t *i = apr_hash_first(NULL, d->tokens.by_key); i; i = apr_hash_next(i)) {
    const token_t *token = apr_hash_this_val(i);
    if (token->replaced_at + collab_timer(COLLAB_TIMER_TOKEN_AGAIN) > now && !strcmp(token->subscription, subscription)) {
      return true;
    }
  }
  return false;
}

bool collab_access_token_again(collab_dispatcher_t *d, collab_slot_t *slot) {
  token_t *token = slot->token.auth ? token_of(d, slot) : NULL;
  const char *auth = slot->token.auth;
  apr_time_t now = collab_time_clock();
  collab_token_request_t request;

  slot->token.auth = NULL;
  if (!token) {
    return false;
  }
  collab_access_token_refused(d, slot);
  bool there = token->value && now < token->until; /* another slot has fetched a new token */
  if (!there && !token->fetching &&
      (replaced_lately(d, slot->subscription, now) || !collab_oauth_request(slot->pool, auth, &request))) {
    return false;
  }
  collab_call_end(d, slot);
  if (there) {
    d->tokens.on_token(d, slot, token->value, NULL);
  } else if (token->fetching) {
    collab_answer_expect(slot, NULL); /* of the token endpoint */
    slot->token.waits = true;
  } else {
    token->fetching = true;
    token->replaced_at = now;
    begin_fetch(d, slot, &request);
  }
  return true;
}

void collab_access_token_changed(collab_dispatcher_t *d, const char *subscription) {
  for (apr_hash_index_t *i = apr_hash_first(NULL, d->tokens.by_key); i; i = apr_hash_next(i)) {
    token_t *token = apr_hash_this_val(i);
    if (!token->fetching && !strcmp(token->subscription, subscription)) {
      token->until = 0;
      token->value = NULL;
      apr_pool_clear(token->value_pool);
    }
  }
}

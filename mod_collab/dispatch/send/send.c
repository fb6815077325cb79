/* send.c: one attempt of one delivery. Makes the body and the signatures, begins the transfer, and asks for the verdict
 * (settle/verdict.c):
 *
 *   call ──> headers complete, or transfer over ──> verdict, which ends the attempt for its endpoint
 *                                                     ├─ success ───────────────────────────────> settlement
 *                                                     └─ failure ──> first KiB of the body ─────> settlement
 *
 * A success is settled while the rest of its answer is still being read. A failure waits at most COLLAB_ANSWER_REST for its body.
 * Runs in the dispatcher's loop; never waits. */
#include "dispatch/send/send.h"
#include "collab_private.h"
#include "dispatch/dispatcher.h"
#include "dispatch/send/call.h"
#include "dispatch/settle/attempt_end.h"
#include "dispatch/settle/verdict.h"
#include "outbound/encoding.h"
#include "outbound/sign.h"

#include <http_log.h>
#include <string.h>

#include "base/secret.h"
#include "domain/domain.h"

#define SAY_AGAIN apr_time_from_sec(60)

/* Ends the transfer of a slot whose attempt has its verdict, and hands the slot on: to the settlements or, if it is settled, to
 * the free slots. */
static void leave(collab_dispatcher_t *d, collab_slot_t *slot) {
  collab_call_end(d, slot);
  if (slot->result.success) { /* only now: the rest of the answer may stall, too */
    collab_stall_forget(slot->number);
  }
  if (slot->state == COLLAB_SLOT_SENDING) {
    collab_slots_done(&d->slots, slot);
  } else if (slot->state == COLLAB_SLOT_SETTLED) {
    collab_slots_give_back(&d->slots, slot);
  }
}

/* Ends the attempt of a slot without a transfer. */
static void finish(collab_dispatcher_t *d, collab_slot_t *slot, const collab_verdict_t *verdict) {
  collab_attempt_end(d, slot, verdict);
  leave(d, slot);
}

/* Adds the headers of Standard Webhooks: a signature for each secret, newest first (interface.md 16.3). The timestamp is the
 * database's time of the attempt, so that a captured delivery cannot be sent again later. */
static bool add_standard_proof(collab_slot_t *slot, const collab_credentials_t *proof) {
  const char *id = slot->claimed_row.event.uid;
  const char *time = apr_psprintf(slot->pool, "%" APR_TIME_T_FMT, apr_time_sec(slot->result.dated));
  const char *text = apr_pstrcat(slot->pool, id, ".", time, ".", slot->post.body, NULL);
  char signature[COLLAB_STANDARD_SIGNATURE_LENGTH + 1];
  apr_size_t len = strlen(text);

  if (!collab_sign_standard(slot->pool, proof->secret, text, len, signature)) {
    return false;
  }
  const char *all = apr_pstrcat(slot->pool, "webhook-signature: ", signature, NULL);
  for (const char *const *secret = proof->previous; *secret; secret++) {
    if (!collab_sign_standard(slot->pool, *secret, text, len, signature)) {
      return false;
    }
    all = apr_pstrcat(slot->pool, all, " ", signature, NULL);
  }
  collab_call_add_header(slot, apr_pstrcat(slot->pool, "webhook-id: ", id, NULL));
  collab_call_add_header(slot, apr_pstrcat(slot->pool, "webhook-timestamp: ", time, NULL));
  collab_call_add_header(slot, all);
  return true;
}

/* Whether the header line has a reserved name of Standard Webhooks. A subscription from before the reservation may authenticate
 * with such a name. */
static bool is_standard_header(const char *line) {
  return !ap_cstr_casecmpn(line, "webhook-id:", 11) || !ap_cstr_casecmpn(line, "webhook-timestamp:", 18) ||
         !ap_cstr_casecmpn(line, "webhook-signature:", 18);
}

/* Adds the signatures and the callback's authentication. on_token adds the authentication of OAuth 2, because its token may have
 * to be fetched. */
static bool add_proof(collab_slot_t *slot, const collab_credentials_t *proof) {
  char signature[COLLAB_SIGNATURE_LENGTH + 1];
  apr_size_t len = strlen(slot->post.body);

  if (!collab_sign(proof->secret, slot->post.body, len, signature)) {
    return false;
  }
  collab_call_add_header(slot, apr_pstrcat(slot->pool, "X-Hub-Signature-256: ", signature, NULL));
  const char *earlier = NULL; /* signatures by the replaced secrets: one header, newest first (interface.md 16.4) */
  for (const char *const *secret = proof->previous; *secret; secret++) {
    if (!collab_sign(*secret, slot->post.body, len, signature)) {
      return false;
    }
    earlier = apr_pstrcat(slot->pool, earlier ? earlier : "X-Hub-Signature-256-Previous: ", earlier ? ", " : "", signature, NULL);
  }
  slot->post.previous_signs = earlier != NULL;
  if (earlier) {
    collab_call_add_header(slot, earlier);
  }
  if (!slot->v1 && !add_standard_proof(slot, proof)) {
    return false;
  }
  if (proof->header && (slot->v1 || !is_standard_header(proof->header))) {
    collab_call_add_header(slot, collab_secret_join(slot->pool, proof->header, NULL));
  }
  return true;
}

/* The time left for the attempt. It does not include the additional time for fetching an OAuth 2 token (COLLAB_FETCH_WITHIN). */
static apr_interval_time_t time_left(const collab_dispatcher_t *d, const collab_slot_t *slot) {
  return slot->result.started + apr_time_from_sec(d->config->webhook_timeout) - collab_time_clock();
}

/* The timeout of the call, in milliseconds: CollabWebhookTimeout, or the time left for the attempt plus COLLAB_FETCH_WITHIN, if
 * that is less. Only an attempt's second call can get less than CollabWebhookTimeout. The lease lasts longer than the attempt. */
static long time_to_call(const collab_dispatcher_t *d, const collab_slot_t *slot) {
  long whole = d->config->webhook_timeout * 1000L, left = (long)apr_time_as_msec(time_left(d, slot)) + COLLAB_FETCH_WITHIN;
  return left > whole ? whole : left > 1 ? left : 1;
}

/* Calls the callback with the slot's URL, headers and body. */
static void call(collab_dispatcher_t *d, collab_slot_t *slot) {
  slot->request = (collab_request_t){
      .url = slot->post.url, .body = slot->post.body, .headers = slot->post.headers, .milliseconds = time_to_call(d, slot)};
  CURLcode code = collab_call_begin(d, slot, false);
  if (code != CURLE_OK) {
    collab_verdict_t verdict = collab_verdict_of(d, slot, code);
    finish(d, slot, &verdict);
  }
}

/* Calls the callback with the token (access_token.c). With token NULL, ends the attempt with the verdict `failed`. */
static void on_token(collab_dispatcher_t *d, collab_slot_t *slot, const char *token, const collab_verdict_t *failed) {
  if (!token) {
    finish(d, slot, failed);
    return;
  }
  char *line = collab_secret_join(slot->pool, "Authorization: Bearer ", token, NULL);
  if (slot->token.value) { /* replaces the refused token, which is in the last header line */
    slot->post.last_header->data = line;
  } else {
    collab_call_add_header(slot, line);
  }
  slot->token.value = collab_secret_join(slot->pool, token, NULL);
  call(d, slot);
}

void collab_send_setup(collab_dispatcher_t *d) {
  d->credentials = collab_credentials_setup(d->pool, d->config->keyring);
  d->tokens = (collab_access_tokens_t){.by_key = apr_hash_make(d->pool), .on_token = on_token};
}

void collab_send_begin(collab_dispatcher_t *d, collab_slot_t *slot) {
  const collab_claimed_row_t *claimed_row = &slot->claimed_row;
  const collab_event_t *event = &claimed_row->event;
  const char *prefix = slot->v1 ? NULL : d->config->event_type_prefix;

  slot->post = (collab_post_t){.url = apr_pstrdup(slot->pool, claimed_row->callback.callback_url)};
  slot->token = (collab_slot_token_t){.key = NULL};
  slot->result = (collab_result_t){
      .started = collab_time_clock(), .dated = collab_database_clock_now(&d->clock), .phases = {-1, -1, -1, -1, NULL}};
  slot->waited.outbox_us = apr_pstrdup(slot->pool, claimed_row->outbox_us);
  slot->waited.fanout_us = apr_pstrdup(slot->pool, claimed_row->fanout_us);
  slot->waited.queue_us = apr_pstrdup(slot->pool, claimed_row->queue_us);
  collab_answer_expect(slot, NULL);
  slot->state = COLLAB_SLOT_SENDING;
  slot->post.body = slot->v1 ? collab_event_v1(slot->pool, event)
                             : collab_event_v2(slot->pool, event, prefix, d->config->event_source, slot->subscription);
  bool plain = slot->v1 || claimed_row->callback.content_type;
  collab_call_add_header(slot, plain ? "Content-Type: " PLAIN_JSON : "Content-Type: " CLOUDEVENTS_JSON);
  collab_call_add_header(slot, apr_pstrcat(slot->pool, "X-Service-Delivery: ", event->uid, NULL));
  collab_call_add_header(slot,
                         apr_pstrcat(slot->pool, "X-Service-Event: ", collab_event_name(slot->pool, prefix, event->type), NULL));
  collab_call_add_header(slot, COLLAB_ACCEPT_ENCODING);
  collab_call_add_header(slot, "Expect:");
  if (slot->ended) {
    finish(d, slot, &(collab_verdict_t){.error = "sunset: payload version V1 has ended"});
    return;
  }
  const collab_credentials_t *proof = collab_credentials_of(d->credentials, claimed_row);
  const char *error = proof->error ? proof->error : add_proof(slot, proof) ? NULL : "the delivery cannot be signed";
  if (error) {
    collab_local_fault_t local = proof->final ? COLLAB_LOCAL_NONE : proof->error ? COLLAB_LOCAL_SECRETS : COLLAB_LOCAL_RESOURCES;
    if (proof->final) {
      ap_log_error(APLOG_MARK, APLOG_ERR, 0, d->s, COLLABNO(0611) "subscription %s: %s", slot->subscription, error);
    }
    finish(d, slot, &(collab_verdict_t){.retry = !proof->final, .error = error, .local = local});
  } else if (proof->oauth) {
    slot->token.key = apr_pstrcat(slot->pool, claimed_row->callback.auth, " ", claimed_row->callback.callback_since, NULL);
    collab_access_token_begin(d, slot, proof->oauth);
  } else {
    call(d, slot);
  }
}

/* After a 401 to a kept token, calls the callback again with another token (collab_access_token_again), if there is time. False:
 * there is no second call, and the attempt has its result. */
static bool wants_token(collab_dispatcher_t *d, collab_slot_t *slot) {
  return slot->answer.status == 401 && time_left(d, slot) > 0 && collab_access_token_again(d, slot);
}

/* Ends a call whose headers are complete, or whose transfer has ended with `code`. False: the attempt goes on with a second call.
 */
static bool end_call(collab_dispatcher_t *d, collab_slot_t *slot, CURLcode code) {
  if (wants_token(d, slot)) {
    return false;
  }
  collab_verdict_t verdict = collab_verdict_of(d, slot, code);

  if (verdict.status == 401 && slot->token.value) {
    collab_access_token_refused(d, slot);
  }
  if (verdict.mismatch && d->mismatch_at + SAY_AGAIN < collab_time_clock()) {
    d->mismatch_at = collab_time_clock();
    ap_log_error(APLOG_MARK, APLOG_WARNING, 0, d->s,
                 COLLABNO(0613) "subscription %s: HTTP %d while a replaced secret still signs: possible secret mismatch; its "
                                "deliveries are tried again",
                 slot->subscription, verdict.status);
  }
  collab_attempt_end(d, slot, &verdict);
  return true;
}

void collab_send_finished(collab_dispatcher_t *d, CURL *easy, CURLcode code) {
  collab_slot_t *slot = NULL;

  curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&slot);
  if (slot->transport.stale) { /* nothing has been sent */
    code = collab_call_repeat(d, slot);
    if (code == CURLE_OK) {
      return;
    }
  }
  if (slot->token.fetch) {
    collab_access_token_finished(d, slot, code);
  } else if (!slot->endpoint || end_call(d, slot, code)) {
    leave(d, slot);
  }
}

/* Whether free slots are so few that the rest of an answer must not hold one. */
static bool slots_are_scarce(const collab_dispatcher_t *d) {
  return d->slots.free < d->slots.count / 4;
}

void collab_send_turn(collab_dispatcher_t *d) {
  apr_time_t now = collab_time_clock();

  for (collab_slot_t *slot = d->answers.first, *after; slot; slot = after) {
    after = slot->answer.after;
    if (slot->endpoint && !end_call(d, slot, CURLE_OK)) {
      continue; /* it calls again */
    }
    if (slot->state == COLLAB_SLOT_SENDING && (collab_answer_suffices(slot) || slots_are_scarce(d))) {
      collab_slots_done(&d->slots, slot);
    }
    if (d->stopping || collab_answer_is_late(slot, now) || (slot->state != COLLAB_SLOT_SENDING && slots_are_scarce(d))) {
      leave(d, slot);
    }
  }
}

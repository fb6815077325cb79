/* docs_events.c: events on the page /docs: their types, an example of each, retries, how to verify a signature, and receivers.
 *
 * The bodies are those that a test has recorded, with the operator's event source and event type prefix put in (recorded.c).
 * Recorded signatures would no longer match such a body, so the signatures are computed here. Each example is a test vector. */
#include <apr_strings.h>
#include <string.h>

#include "api/describe/describe.h"
#include "api/describe/pages.h"
#include "api/operations/operations.h"
#include "domain/domain.h"
#include "domain/event_name.h"
#include "outbound/sign.h"

#define TIMESTAMP "1769860801" /* of the attempt */

static const char receivers[] = /* docs/receivers.md */
#include "api/describe/receivers.inc"
    ;

/* The string in a JSON text's member of this name; the member must exist. */
static const char *member(collab_page_t *page, const char *text, const char *name) {
  const char *from = strstr(text, apr_pstrcat(page->pool, "\"", name, "\":\"", NULL)) + strlen(name) + 4;

  return apr_pstrmemdup(page->pool, from, strcspn(from, "\""));
}

/* The secret in the recorded response of webhook_create; "" if no such response has been recorded. */
static const char *secret(collab_page_t *page) {
  const char *text = collab_recorded(page->pool, page->config, "webhook_create");
  const char *from = text ? strstr(text, COLLAB_SECRET_PREFIX) : NULL;

  return from == NULL ? "" : apr_pstrmemdup(page->pool, from, strcspn(from, "\""));
}

static void put_delivery(collab_page_t *page, const collab_described_event_t *event) {
  const char *body = collab_recorded_event(page->pool, page->config, event);
  const char *name = collab_event_name(page->pool, event->v1 ? NULL : page->config->event_type_prefix, event->type);
  const char *v2 = collab_recorded(page->pool, page->config, apr_pstrcat(page->pool, "event.", event->type, NULL));
  char ours[COLLAB_SIGNATURE_LENGTH + 1] = "", standard[COLLAB_STANDARD_SIGNATURE_LENGTH + 1] = "";

  if (body == NULL || v2 == NULL) { /* not recorded yet */
    return;
  }
  const char *id = member(page, v2, "id"); /* an event has one id in both versions */
  const char *signed_text = apr_pstrcat(page->pool, id, "." TIMESTAMP ".", body, NULL);
  collab_sign(secret(page), body, strlen(body), ours);
  collab_sign_standard(page->pool, secret(page), signed_text, strlen(signed_text), standard);
  collab_page_put(page, "<details><summary><code>%s</code>%s</summary>\n<pre class=\"delivery\">", name,
                  event->v1 ? " (V1)" : "");
  collab_page_put(page, "Content-Type: %s\n", event->v1 ? PLAIN_JSON : CLOUDEVENTS_JSON);
  collab_page_put(page, "X-Service-Delivery: %s\nX-Service-Event: %s\nX-Hub-Signature-256: %s\n", id, name, ours);
  if (!event->v1) {
    collab_page_put(page, "webhook-id: %s\nwebhook-timestamp: " TIMESTAMP "\nwebhook-signature: %s\n", id, standard);
  }
  collab_page_raw(page, "\n");
  collab_page_pre(page, body);
  collab_page_raw(page, "</pre></details>\n");
}

static void put_types(collab_page_t *page) {
  for (const collab_described_event_t *event = collab_described_events; event->type; event++) {
    const char *name = collab_event_name(page->pool, event->v1 ? NULL : page->config->event_type_prefix, event->type);
    collab_page_put(page, "<tr><td><code>%s</code></td><td>%s</td><td><a href=\"#record-%s\">%s</a></td></tr>\n", name,
                    event->when, event->record, event->record);
  }
  collab_page_part(page, "docs.deliveries", "secret", ap_escape_html(page->pool, secret(page)), NULL);
  for (const collab_described_event_t *event = collab_described_events; event->type; event++) {
    put_delivery(page, event);
  }
}

/* ---- retries ---- */

static const char *in_words(collab_page_t *page, int seconds) {
  static const struct {
    int seconds;
    const char *name;
  } units[] = {{86400, "day"}, {3600, "hour"}, {60, "minute"}, {1, "second"}};
  size_t i = 0;

  while (seconds % units[i].seconds) {
    i++;
  }
  int count = seconds / units[i].seconds;
  return apr_psprintf(page->pool, "%d %s%s", count, units[i].name, count == 1 ? "" : "s");
}

static void put_schedule(collab_page_t *page, const char *version, const collab_schedule_t *schedule) {
  collab_page_put(page, "<tr><td>%s</td><td>%s attempts</td><td>", version, collab_page_number(page, schedule->count + 1));
  for (int i = 0; i < schedule->count; i++) {
    collab_page_put(page, i ? ", %s" : "wait %s", in_words(page, schedule->delay[i]));
  }
  collab_page_raw(page, "</td></tr>\n");
}

static void put_retries(collab_page_t *page) {
  const bool *retried = page->config->retry_status;
  const char *also = "";

  for (int i = 0; retried && i < 100; i++) {
    if (retried[i]) {
      also = apr_psprintf(page->pool, "%s%s%d", also, *also ? ", " : " This server also retries after ", 400 + i);
    }
  }
  collab_page_part(page, "docs.retries", "timeout", in_words(page, page->config->webhook_timeout), "also", also, NULL);
  put_schedule(page, "V2", &page->config->retry_v2);
  put_schedule(page, "V1", &page->config->retry_v1);
  collab_page_part(page, "docs.dead-letters", NULL);
}

/* ---- signatures ---- */

static void put_signatures(collab_page_t *page) {
  static const struct {
    const char *file, *language;
  } samples[] = {{"verify.sh", "curl and openssl"}, {"verify.py", "Python"}, {"verify.mjs", "JavaScript (Node)"},
                 {"Verify.java", "Java 17"},        {"Verify.cs", "C#"},     {"verify.php", "PHP 8"}};

  collab_page_part(page, "docs.signatures", NULL);
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
    collab_page_put(page, "<details><summary>%s</summary>\n<pre class=\"sample\" id=\"%s\">", samples[i].language,
                    samples[i].file);
    collab_page_pre(page, collab_recorded(page->pool, page->config, samples[i].file));
    collab_page_raw(page, "</pre></details>\n");
  }
}

void collab_page_events(collab_page_t *page) {
  collab_page_part(page, "docs.events", NULL);
  put_types(page);
  put_retries(page);
  put_signatures(page);
  collab_page_raw(page, receivers);
}

/* event.c: the bodies of deliveries. Owns their form; called by the dispatcher when it sends. The members stand in one fixed
 * order, and nothing in them depends on when or how often they are rendered: a retry must carry the same bytes, and V1 receivers
 * deduplicate on the timestamp. */
#include "event/event.h"

#include <string.h>

#include "base/json.h"

const char *collab_event_name(apr_pool_t *pool, const char *prefix, const char *type) {
  if (prefix)
    return apr_pstrcat(pool, prefix, strncmp(type, "webhook.", 8) ? "collaboration-request." : "", type, NULL);
  return strcmp(type, "note.created") ? apr_pstrcat(pool, "collaboration-request.", type, NULL) : type;
}

/* ,"name":"value", or nothing where there is no value. */
static const char *member(apr_pool_t *pool, const char *name, const char *value) {
  return value ? apr_pstrcat(pool, ",\"", name, "\":", collab_json_quote(pool, value), NULL) : "";
}

/* Tokens and identifiers alone; a test is about its subscription. */
static const char *data_of(apr_pool_t *pool, const collab_event_t *event, const char *subscription) {
  if (event->request_token == NULL)
    return apr_pstrcat(pool, "{\"subscriptionId\":", subscription, "}", NULL);
  return apr_pstrcat(pool, "{\"requestToken\":", collab_json_quote(pool, event->request_token),
                     member(pool, "noteToken", event->note_token), event->response ? ",\"responseId\":" : "",
                     event->response ? event->response : "", "}", NULL);
}

const char *collab_event_v2(apr_pool_t *pool, const collab_event_t *event, const char *prefix, const char *source,
                            const char *subscription) {
  return apr_pstrcat(pool, "{\"specversion\":\"1.0\"", member(pool, "id", event->uid), member(pool, "source", source),
                     member(pool, "type", collab_event_name(pool, prefix, event->type)),
                     member(pool, "subject", event->request_token), member(pool, "time", event->time),
                     ",\"datacontenttype\":\"application/json\"", member(pool, "subscriptionid", subscription),
                     member(pool, "requestid", event->request_id), member(pool, "traceparent", event->traceparent),
                     ",\"data\":", data_of(pool, event, subscription), "}", NULL);
}

const char *collab_event_v1(apr_pool_t *pool, const collab_event_t *event) {
  return apr_pstrcat(pool, "{\"eventType\":", collab_json_quote(pool, collab_event_name(pool, NULL, event->type)),
                     member(pool, "requestToken", event->request_token), member(pool, "noteToken", event->note_token),
                     member(pool, "timestamp", event->time), "}", NULL);
}

/* test_event.c: the bodies of deliveries are right byte for byte (event/event.h). */
#include "event/event.h"
#include "tap.h"

#define AT "2026-11-21T01:02:03.000456Z"

static const collab_event_t note = {.uid = "6c1b3e0a-0000-4000-8000-000000000001",
                                    .type = "note.created",
                                    .request_token = "Req1",
                                    .note_token = "Note1",
                                    .time = AT,
                                    .request_id = "id \"1\""};
static const collab_event_t response = {.uid = "6c1b3e0a-0000-4000-8000-000000000002",
                                        .type = "response.updated",
                                        .request_token = "Req1",
                                        .response = "77",
                                        .time = AT,
                                        .traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"};
static const collab_event_t test = {.uid = "6c1b3e0a-0000-4000-8000-000000000003", .type = "webhook.test", .time = AT};

int main(void) {
  tap_begin();
  is_text(collab_event_v2(tap_pool, &note, "org.provider.core.", "https://x.example", "5"),
          "{\"specversion\":\"1.0\",\"id\":\"6c1b3e0a-0000-4000-8000-000000000001\",\"source\":\"https://x.example\","
          "\"type\":\"org.provider.core.collaboration-request.note.created\",\"subject\":\"Req1\",\"time\":\"2026-11-21T01:02:03."
          "000456Z\","
          "\"datacontenttype\":\"application/json\",\"subscriptionid\":\"5\",\"requestid\":\"id \\\"1\\\"\","
          "\"data\":{\"requestToken\":\"Req1\",\"noteToken\":\"Note1\"}}");
  is_text(collab_event_v2(tap_pool, &response, "com.other.", "https://x.example", "6"),
          "{\"specversion\":\"1.0\",\"id\":\"6c1b3e0a-0000-4000-8000-000000000002\",\"source\":\"https://x.example\","
          "\"type\":\"com.other.collaboration-request.response.updated\",\"subject\":\"Req1\",\"time\":\"2026-11-21T01:02:03."
          "000456Z\","
          "\"datacontenttype\":\"application/json\",\"subscriptionid\":\"6\","
          "\"traceparent\":\"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\","
          "\"data\":{\"requestToken\":\"Req1\",\"responseId\":77}}");
  is_text(collab_event_v2(tap_pool, &test, "org.provider.core.", "https://x.example", "6"),
          "{\"specversion\":\"1.0\",\"id\":\"6c1b3e0a-0000-4000-8000-000000000003\",\"source\":\"https://x.example\","
          "\"type\":\"org.provider.core.webhook.test\",\"time\":\"2026-11-21T01:02:03.000456Z\","
          "\"datacontenttype\":\"application/json\",\"subscriptionid\":\"6\",\"data\":{\"subscriptionId\":6}}");
  is_text(collab_event_v1(tap_pool, &note), "{\"eventType\":\"note.created\",\"requestToken\":\"Req1\",\"noteToken\":\"Note1\","
                                            "\"timestamp\":\"2026-11-21T01:02:03.000456Z\"}");
  collab_event_t created = note;
  created.type = "created", created.note_token = NULL;
  is_text(collab_event_v1(tap_pool, &created), "{\"eventType\":\"collaboration-request.created\",\"requestToken\":\"Req1\","
                                               "\"timestamp\":\"2026-11-21T01:02:03.000456Z\"}");
  is_text(collab_event_name(tap_pool, NULL, "created"), "collaboration-request.created");
  is_text(collab_event_name(tap_pool, NULL, "note.created"), "note.created");
  is_text(collab_event_name(tap_pool, "p.", "closed"), "p.collaboration-request.closed");
  return tap_done();
}

/* records.h: what the answers of the interface hold, as field lists: for the description (api/describe/openapi.c) alone. What is answered
 * really, SQL decides; t/api/openapi.t holds the two together. */
#ifndef COLLAB_API_RECORDS_H
#define COLLAB_API_RECORDS_H

#include "http/schema.h"

/* A record with a name of its own: wherever its list is used, the description refers to it. In records OPTIONAL means: may be
 * null, or missing; REQUIRED: neither. */
typedef struct collab_record_t {
  const char *name;
  const collab_field_t *fields;
} collab_record_t;

extern const collab_record_t collab_records[]; /* ends with {0} */

/* The name of a list that has one; else NULL. */
const char *collab_record_name(const collab_field_t *fields);

/* What is delivered to subscriptions. V1 is frozen and deprecated. */
typedef struct collab_described_event_t {
  const char *type; /* short, as the database has it */
  const char *when;
  const char *record;
  bool v1;
  bool subscribed; /* stands in eventTypes */
} collab_described_event_t;

extern const collab_described_event_t collab_described_events[]; /* ends with {0} */

/* A group of operations. */
typedef struct collab_group_t {
  const char *name;
  const char *says;
} collab_group_t;

extern const collab_group_t collab_groups[]; /* in the order of the table; ends with {0} */

/* The group that a template belongs to. */
const char *collab_group_of(const char *path);

/* What a row gives. */
extern const collab_field_t gives_login, gives_me, gives_partners, gives_form, gives_request, gives_requests, gives_page,
    gives_note, gives_notes, gives_attachment_config, gives_forwarded, gives_webhook, gives_webhooks, gives_new_webhook,
    gives_rotated_webhook, gives_test_event, gives_deliveries, gives_health, gives_problem_page, gives_any, gives_text;

#endif

/* records.h: what the answers of the interface hold, as field lists: for the description (api/openapi.c) alone. What is answered
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

/* What a row gives. */
extern const collab_field_t gives_login, gives_me, gives_partners, gives_form, gives_request, gives_requests, gives_page,
    gives_note, gives_notes, gives_attachment_config, gives_forwarded, gives_webhook, gives_webhooks, gives_new_webhook,
    gives_rotated_webhook, gives_test_event, gives_deliveries, gives_health, gives_problem_page, gives_any;

/* Parts of a form. */
extern const collab_field_t form_attachment[];

#endif

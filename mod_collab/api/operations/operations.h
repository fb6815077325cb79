/* operations.h: the operations of the interface, a file for each noun, and the words that those files are written in.
 *
 * A row IS the operation: what it is called, who may call it, what it takes, which statement answers and what that gives. The
 * same rows route, validate, answer 405 and Allow, and print the description (api/describe/) and what the tests hold the server
 * to. Literal segments of a template win over captures; the order of the rows is that of the description. To add an operation:
 * docs/architecture.md, "Adding an operation". */
#ifndef COLLAB_API_OPERATIONS_OPERATIONS_H
#define COLLAB_API_OPERATIONS_OPERATIONS_H

#include "base/domain.h"
#include "http/route.h"

/* ---- the words of the tables ---- */

#define REQUEST "/v1/collaboration-requests/{token}"
#define ID_MAX INT64_MAX

/* What a row gives: one record, a list of them, or a value that nothing describes further. */
#define ONE(record) (&(const collab_field_t){NULL, OBJECT, REQUIRED, .fields = record})
#define LIST(record) (&(const collab_field_t){NULL, ARRAY, REQUIRED, .fields = record})
#define ANY_OBJECT (&(const collab_field_t){NULL, OBJECT, REQUIRED})
#define ANY_TEXT (&(const collab_field_t){NULL, STRING, REQUIRED})

/* A body as it is written in JSON, over several lines if need be. */
#define EXAMPLE(...) #__VA_ARGS__

/* ---- records ---- */

/* A record that has a name of its own: wherever its list is used, the description refers to it. In a record OPTIONAL means: may
 * be null, or missing; REQUIRED: neither. SQL decides what is answered really; t/api/openapi.t holds the two together. */
typedef struct collab_record_t {
  const char *name;
  const collab_field_t *fields;
} collab_record_t;

/* The records of every noun, in the order of the description: a record stands after those that it contains. Ends with NULL; each
 * list ends with {0}. */
extern const collab_record_t *const collab_records[];

/* The name of a list that has one; else NULL. */
const char *collab_record_name(const collab_field_t *fields);

/* ---- nouns ---- */

/* Every noun with its operations, in the order of the description; ends with NULL. */
extern const collab_noun_t *const collab_nouns[];

extern const collab_noun_t collab_login, collab_partners, collab_requests, collab_responses, collab_notes, collab_attachments,
    collab_webhooks, collab_service;

extern const collab_record_t collab_login_records[], collab_partners_records[], collab_requests_records[],
    collab_responses_records[], collab_notes_records[], collab_attachments_records[], collab_webhooks_records[],
    collab_events_records[], collab_service_records[];

/* ---- events ---- */

/* What is delivered to subscriptions. V1 is frozen and deprecated. */
typedef struct collab_described_event_t {
  const char *type; /* short, as the database has it */
  const char *when;
  const char *record;
  bool v1;
  bool subscribed; /* stands in eventTypes */
} collab_described_event_t;

extern const collab_described_event_t collab_described_events[]; /* ends with {0} */

/* ---- lists that several nouns use ---- */

extern const collab_field_t token_path[]; /* requests.c */
extern const collab_field_t user_record[], contact_details_record[], internal_note_record[], custom_field_record[],
    request_record[], note_record[], response_record[];

/* webhooks.c; api/subscription.c checks what belongs to each type. */
extern const collab_field_t callback_auth[];

#endif

/* operations.h: the operations of the interface, one file for each noun, and the macros for their tables.
 *
 * A row IS the operation: its name, who may call it, its input, the statement that answers it, and what the statement returns.
 * The same rows route and validate requests, answer 405 with Allow, and print the description (api/describe/); the tests check
 * the server against them. Literal segments of a template take precedence over captures. The description follows the order of the
 * rows. To add an operation: docs/architecture.md, "Adding an operation". */
#ifndef COLLAB_API_OPERATIONS_OPERATIONS_H
#define COLLAB_API_OPERATIONS_OPERATIONS_H

#include "domain/domain.h"
#include "http/route.h"

/* ---- macros for the tables ---- */

/* A path below a request, and the field of its capture. */
#define REQUEST "/v1/collaboration-requests/{token}"
#define REQUEST_TOKEN                                                                                                            \
  { "token", STRING, REQUIRED, .from = "request_create.token", .says = "Identifier of the collaboration request" }

/* .only_in of what works until the closure. */
#define NOT_CLOSED WORDS("OPEN", "INFORMATION", "ACCEPTED", "REJECTED")

#define ID_MAX INT64_MAX

/* What a row returns: one record, a list of records, or a value that has no further description. */
#define ONE(record) (&(const collab_field_t){NULL, OBJECT, REQUIRED, .fields = record})
#define LIST(record) (&(const collab_field_t){NULL, ARRAY, REQUIRED, .fields = record})
#define ANY_OBJECT (&(const collab_field_t){NULL, OBJECT, REQUIRED})
#define ANY_TEXT (&(const collab_field_t){NULL, STRING, REQUIRED})

/* A body written as JSON, over several lines if need be. */
#define EXAMPLE(...) #__VA_ARGS__

/* ---- records ---- */

/* A record with a name: wherever a row or a field uses its list, the description has a reference to the record. In a record,
 * OPTIONAL means that the member may be null or missing, and REQUIRED that it is neither. SQL produces the actual responses;
 * t/api/http/openapi.t checks them against the records. */
typedef struct collab_record_t {
  const char *name;
  const collab_field_t *fields;
} collab_record_t;

/* The records of every noun, in the order of the description: a record comes after those that it contains. Ends with NULL; each
 * list ends with {0}. */
extern const collab_record_t *const collab_records[];

/* The name of a field list; NULL if it has none. */
const char *collab_record_name(const collab_field_t *fields);

/* ---- nouns ---- */

/* Every noun with its operations, in the order of the description. Ends with NULL. */
extern const collab_noun_t *const collab_nouns[];

extern const collab_noun_t collab_password, collab_login, collab_partners, collab_requests, collab_responses, collab_notes,
    collab_attachments, collab_webhooks, collab_service;

extern const collab_record_t collab_login_records[], collab_partners_records[], collab_requests_records[],
    collab_responses_records[], collab_notes_records[], collab_attachments_records[], collab_webhooks_records[],
    collab_events_records[], collab_service_records[];

/* ---- events ---- */

/* An event that is delivered to subscriptions. V1 is frozen and deprecated. */
typedef struct collab_described_event_t {
  const char *type; /* the short name, as in the database */
  const char *when;
  const char *record;
  bool v1;
  bool subscribed; /* may be listed in eventTypes */
} collab_described_event_t;

extern const collab_described_event_t collab_described_events[]; /* ends with {0} */

/* ---- field lists that several nouns use ---- */

extern const collab_field_t token_path[]; /* requests.c */
extern const collab_field_t user_record[], contact_details_record[], internal_note_record[], custom_field_record[],
    request_record[], note_record[], response_record[];

/* webhooks.c; api/subscription.c checks which credentials belong to which type. */
extern const collab_field_t callback_auth[];

#endif

/* operations.c: the nouns of the interface and their records, in the order of the description. The examples run in the order of
 * the nouns and their rows, so operations that end a request or a subscription come last. The change of the password, which ends
 * the caller's tokens, is the last of all. */
#include "api/operations/operations.h"

const collab_noun_t *const collab_nouns[] = {
    &collab_login,     &collab_partners, &collab_requests, &collab_notes,    &collab_attachments,
    &collab_responses, &collab_webhooks, &collab_service,  &collab_password, NULL,
};

const collab_record_t *const collab_records[] = {
    collab_login_records,       collab_partners_records, collab_notes_records,  collab_responses_records, collab_requests_records,
    collab_attachments_records, collab_webhooks_records, collab_events_records, collab_service_records,   NULL,
};

const char *collab_record_name(const collab_field_t *fields) {
  for (const collab_record_t *const *list = collab_records; *list; list++) {
    for (const collab_record_t *record = *list; record->name; record++) {
      if (record->fields == fields) {
        return record->name;
      }
    }
  }
  return NULL;
}

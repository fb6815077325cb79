/* claimed_row.c: reads the rows of a claim by their columns' names. Only the loop's thread calls this. */
#include "dispatch/delivery/claimed_row.h"

#include <stddef.h>

#define MEMBER(name) [offsetof(collab_claimed_row_t, name) / sizeof(const char *)] = #name
#define CALLBACK(name) [offsetof(collab_claimed_row_t, callback.name) / sizeof(const char *)] = #name
#define EVENT(name) [offsetof(collab_claimed_row_t, event.name) / sizeof(const char *)] = #name

/* A collab_claimed_row_t is an array of texts. This table has each column's name at the index of its member. */
static const char *const names[COLLAB_CLAIMED_ROW_COLUMNS] = {
    MEMBER(id),
    MEMBER(attempts),
    MEMBER(subscription),
    CALLBACK(version),
    CALLBACK(callback_url),
    CALLBACK(callback_since),
    CALLBACK(auth_type),
    CALLBACK(auth),
    CALLBACK(subscription_uid),
    CALLBACK(secret),
    CALLBACK(previous_secrets),
    MEMBER(outbox_us),
    MEMBER(fanout_us),
    MEMBER(queue_us),
    MEMBER(known),
    MEMBER(next),
    MEMBER(v1),
    MEMBER(retries),
    EVENT(uid),
    EVENT(type),
    EVENT(request_token),
    EVENT(note_token),
    EVENT(response),
    EVENT(time),
    EVENT(request_id),
    EVENT(traceparent),
};

void collab_claimed_row_columns(collab_rows_t rows, int columns[COLLAB_CLAIMED_ROW_COLUMNS]) {
  collab_rows_columns(rows, names, COLLAB_CLAIMED_ROW_COLUMNS, columns);
}

void collab_claimed_row_read(collab_rows_t rows, int row, const int columns[COLLAB_CLAIMED_ROW_COLUMNS],
                             collab_claimed_row_t *claimed_row) {
  const char **texts = (const char **)claimed_row;

  for (int i = 0; i < COLLAB_CLAIMED_ROW_COLUMNS; i++) {
    texts[i] = collab_rows_at(rows, row, columns[i]);
  }
}

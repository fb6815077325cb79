/* claimed_row.c: reads the rows of a claim by their columns' names. Only the loop's thread calls this. */
#include "dispatch/delivery/claimed_row.h"

#include <stddef.h>

#define MEMBER(name) [offsetof(collab_claimed_row_t, name) / sizeof(const char *)] = #name
#define CALLBACK(name) [offsetof(collab_claimed_row_t, callback.name) / sizeof(const char *)] = #name
#define OWN_COLUMNS ((int)(offsetof(collab_claimed_row_t, event) / sizeof(const char *)))

/* A collab_claimed_row_t is an array of texts. This table has each column's name at the index of its member; the event, which is
 * last, has its own. */
static const char *const names[OWN_COLUMNS] = {
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
};

void collab_claimed_row_columns(collab_rows_t rows, int columns[COLLAB_CLAIMED_ROW_COLUMNS]) {
  collab_rows_columns(rows, names, OWN_COLUMNS, columns);
  collab_event_columns(rows, columns + OWN_COLUMNS);
}

void collab_claimed_row_read(collab_rows_t rows, int row, const int columns[COLLAB_CLAIMED_ROW_COLUMNS],
                             collab_claimed_row_t *claimed_row) {
  const char **texts = (const char **)claimed_row;

  for (int i = 0; i < COLLAB_CLAIMED_ROW_COLUMNS; i++) {
    texts[i] = collab_rows_at(rows, row, columns[i]);
  }
}

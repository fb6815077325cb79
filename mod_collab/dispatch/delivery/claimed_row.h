/* claimed_row.h: a row of a claim: a delivery that is leased, with all that its attempt needs, and what the claim says of its
 * endpoint. The loop's thread alone. */
#ifndef COLLAB_DISPATCH_DELIVERY_CLAIMED_ROW_H
#define COLLAB_DISPATCH_DELIVERY_CLAIMED_ROW_H

#include "event/event.h"
#include "store/pg.h"

/* The subscription that a delivery is for; in the first of its rows in a claim only. */
typedef struct collab_callback_t {
  const char *version, *callback_url, *callback_since, *auth_type, *auth, *subscription_uid, *secret;
  const char *previous_secrets; /* separated by blanks, newest first */
} collab_callback_t;

/* The columns of delivery_claim that there is one of in each row. NULL is SQL NULL; memory is the rows'. Texts, and nothing else:
 * claimed_row.c counts on it. */
typedef struct collab_claimed_row_t {
  const char *id; /* NULL: the row is about the endpoint alone */
  const char *attempts, *subscription;
  const char *outbox_us, *fanout_us, *queue_us;
  const char *known, *next; /* of the endpoint: "t": its earliest delivery that nobody has leased is due at `next`, */
  const char *v1, *retries; /*   "t": it is of V1; all that the claim has seen of them are retries */
  collab_event_t event;
  collab_callback_t callback;
} collab_claimed_row_t;

#define COLLAB_CLAIMED_ROW_COLUMNS ((int)(sizeof(collab_claimed_row_t) / sizeof(const char *)))

void collab_claimed_row_columns(collab_rows_t rows, int columns[COLLAB_CLAIMED_ROW_COLUMNS]);
void collab_claimed_row_read(collab_rows_t rows, int row, const int columns[COLLAB_CLAIMED_ROW_COLUMNS],
                             collab_claimed_row_t *claimed_row);

#endif

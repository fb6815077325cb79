/* claimed_row.h: one row of a claim's result: a leased delivery with everything that its attempt needs, and what the claim found
 * about its endpoint. Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_CLAIMED_ROW_H
#define COLLAB_DISPATCH_DELIVERY_CLAIMED_ROW_H

#include "event/event.h"
#include "store/pg.h"

/* The subscription that a delivery is for. Only the first row of each subscription in a claim has these columns. */
typedef struct collab_callback_t {
  const char *version, *callback_url, *callback_since, *auth_type, *auth, *subscription_uid, *secret;
  const char *previous_secrets; /* the replaced secrets that still sign, newest first, separated by spaces */
} collab_callback_t;

/* The columns of delivery_claim that belong to one row. NULL is SQL NULL. The memory is the result's. All members are texts;
 * claimed_row.c relies on that. */
typedef struct collab_claimed_row_t {
  const char *id; /* NULL: the row has no delivery, and says something about the endpoint only */
  const char *attempts, *subscription;
  const char *outbox_us, *fanout_us, *queue_us;
  const char *known, *next; /* "t": the endpoint's earliest delivery that is not leased is due at `next` (NULL: it has none) */
  const char *v1, *retries; /* "t": the endpoint takes V1; all deliveries left there that the claim saw are retries */
  collab_callback_t callback;
  collab_event_t event; /* last: its columns come from the piece event_columns */
} collab_claimed_row_t;

#define COLLAB_CLAIMED_ROW_COLUMNS ((int)(sizeof(collab_claimed_row_t) / sizeof(const char *)))

/* Finds the columns' numbers once for a result, and then reads each row with them. */
void collab_claimed_row_columns(collab_rows_t rows, int columns[COLLAB_CLAIMED_ROW_COLUMNS]);
void collab_claimed_row_read(collab_rows_t rows, int row, const int columns[COLLAB_CLAIMED_ROW_COLUMNS],
                             collab_claimed_row_t *claimed_row);

#endif

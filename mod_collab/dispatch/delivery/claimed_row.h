/* claimed_row.h: one row of a claim's result: a leased delivery with everything that its attempt needs, and what the claim found
 * about its endpoint. Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_CLAIMED_ROW_H
#define COLLAB_DISPATCH_DELIVERY_CLAIMED_ROW_H

#include "event/event.h"
#include "store/pg.h"

/* The columns of delivery_claim that belong to one row, besides those of the event. Each is a text. */
#define COLLAB_CLAIMED_ROW_MEMBERS(MEMBER)                                                                                       \
  MEMBER(id) /* NULL: the row has no delivery, and says something about the endpoint only */                                     \
  MEMBER(attempts)                                                                                                               \
  MEMBER(subscription)                                                                                                           \
  MEMBER(outbox_us)                                                                                                              \
  MEMBER(fanout_us)                                                                                                              \
  MEMBER(queue_us)                                                                                                               \
  MEMBER(known)   /* "t": the endpoint's earliest delivery that is not leased is due at `next`, */                               \
  MEMBER(next)    /*   NULL: it has none */                                                                                      \
  MEMBER(v1)      /* "t": the endpoint takes V1 */                                                                               \
  MEMBER(retries) /* "t": all deliveries left there that the claim saw are retries */

/* The subscription that a delivery is for. Only the first row of each subscription in a claim has these columns. */
#define COLLAB_CALLBACK_MEMBERS(MEMBER)                                                                                          \
  MEMBER(version)                                                                                                                \
  MEMBER(company)                                                                                                                \
  MEMBER(callback_url)                                                                                                           \
  MEMBER(callback_since)                                                                                                         \
  MEMBER(auth_type)                                                                                                              \
  MEMBER(auth)                                                                                                                   \
  MEMBER(subscription_uid)                                                                                                       \
  MEMBER(secret)                                                                                                                 \
  MEMBER(previous_secrets) /* the replaced secrets that still sign, newest first, separated by spaces */

#define TEXT(name) const char *name;
typedef struct collab_callback_t {
  COLLAB_CALLBACK_MEMBERS(TEXT)
} collab_callback_t;

/* A row. NULL is SQL NULL. The memory is the result's. */
typedef struct collab_claimed_row_t {
  COLLAB_CLAIMED_ROW_MEMBERS(TEXT)
  collab_callback_t callback;
  collab_event_t event;
} collab_claimed_row_t;
#undef TEXT

#endif

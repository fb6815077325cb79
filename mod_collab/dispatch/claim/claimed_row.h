/* claimed_row.h: one row of a claim's result: a leased delivery with all that its attempt needs, and the claim's report about its
 * endpoint. Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_CLAIM_CLAIMED_ROW_H
#define COLLAB_DISPATCH_CLAIM_CLAIMED_ROW_H

#include "event/event.h"
#include "store/pg.h"

/* The columns of delivery_claim, besides the time, the event's columns and COLLAB_CALLBACK_MEMBERS. Each is a text. */
#define COLLAB_CLAIMED_ROW_MEMBERS(MEMBER)                                                                                       \
  MEMBER(id) /* NULL: the row only reports about an endpoint */                                                                  \
  MEMBER(attempts)                                                                                                               \
  MEMBER(subscription)                                                                                                           \
  MEMBER(outbox_us)                                                                                                              \
  MEMBER(fanout_us)                                                                                                              \
  MEMBER(queue_us)                                                                                                               \
  MEMBER(next)         /* due time of the endpoint's earliest delivery that is left, in microseconds; NULL: none is */           \
  MEMBER(only_retries) /* "t": all deliveries that are left at the endpoint are retries */

/* The delivery's subscription. In a claim's result only the first row of each subscription has values in these columns. */
#define COLLAB_CALLBACK_MEMBERS(MEMBER)                                                                                          \
  MEMBER(version)                                                                                                                \
  MEMBER(company)                                                                                                                \
  MEMBER(callback_url)                                                                                                           \
  MEMBER(callback_since)                                                                                                         \
  MEMBER(content_type) /* NULL: that of the payload version */                                                                   \
  MEMBER(auth_type)                                                                                                              \
  MEMBER(auth)                                                                                                                   \
  MEMBER(subscription_uid)                                                                                                       \
  MEMBER(secret)                                                                                                                 \
  MEMBER(previous_secrets) /* the replaced secrets that still sign, newest first, separated by spaces */

#define TEXT(name) const char *name;
typedef struct collab_callback_t {
  COLLAB_CALLBACK_MEMBERS(TEXT)
} collab_callback_t;

/* A row. NULL is SQL NULL. The texts live as long as the claim's result. */
typedef struct collab_claimed_row_t {
  COLLAB_CLAIMED_ROW_MEMBERS(TEXT)
  collab_callback_t callback;
  collab_event_t event;
} collab_claimed_row_t;
#undef TEXT

#endif

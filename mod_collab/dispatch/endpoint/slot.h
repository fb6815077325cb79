/* slot.h: the dispatcher's slots; each holds one delivery and its transfer (slot.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_ENDPOINT_SLOT_H
#define COLLAB_DISPATCH_ENDPOINT_SLOT_H

#include "dispatch/claim/claimed_row.h"
#include "outbound/transport.h"

#define COLLAB_ANSWER_KEPT 1024 /* bytes of the answer that are recorded after a failure (interface.md 16.10) */

typedef enum collab_slot_state_t {
  COLLAB_SLOT_FREE,
  COLLAB_SLOT_TAKEN,    /* holds a delivery; its transfer has not begun */
  COLLAB_SLOT_SENDING,  /* a transfer is under way */
  COLLAB_SLOT_DONE,     /* its result is known and waits for a settlement */
  COLLAB_SLOT_SETTLING, /* its result is in the settlement under way */
  COLLAB_SLOT_SETTLED   /* it holds no delivery any more; the rest of the answer is still being read */
} collab_slot_state_t;

/* The durations of an attempt's phases, in microseconds; -1: unknown, or no such phase (on a kept connection). */
typedef struct collab_phases_t {
  int dns, connect, tls;
  int first_byte;     /* from the end of the request to the first byte of the answer */
  const char *remote; /* the address that was connected to, or tried; NULL: none */
} collab_phases_t;

typedef struct collab_result_t {
  int status; /* 0: no answer */
  bool success;
  const char *error;         /* NULL: none */
  double retry_in;           /* seconds; negative: never */
  double put_off;            /* seconds until a postponed delivery is tried again; 0: not postponed, so it counts as an attempt */
  apr_time_t started, ended; /* by collab_time_clock */
  apr_time_t dated;          /* the start by the database's clock */
  collab_phases_t phases;
} collab_result_t;

/* The HTTP request of a delivery. */
typedef struct collab_post_t {
  const char *url, *body;                   /* the callback's URL, and the delivery's body */
  struct curl_slist *headers, *last_header; /* in the slot's memory pool */
  bool previous_signs;                      /* a replaced secret still signs */
} collab_post_t;

/* The request under way (call.c). All members live until its transfer has ended. */
typedef struct collab_request_t {
  const char *url, *body;
  struct curl_slist *headers;
  long milliseconds;        /* the transfer times out after this time */
  curl_write_callback take; /* receives the whole body of the answer; NULL: the headers decide (answer.c) */
  void *to;                 /* the last argument of `take` */
} collab_request_t;

/* OAuth 2 (access_token.c). */
typedef struct collab_slot_token_t {
  const char *key, *value;      /* the key of the token, and the token that was sent; NULL: none */
  const char *auth;             /* the credentials for another token if `value` was kept from an earlier delivery; else NULL */
  struct collab_fetch_t *fetch; /* the slot's fetch of a token; NULL: none under way */
  bool waits;                   /* the slot waits for the token that another slot is fetching */
} collab_slot_token_t;

typedef struct collab_answers_t collab_answers_t;

/* The receiver's answer, as far as it has come (answer.c). */
typedef struct collab_slot_answer_t {
  collab_answers_t *answers;            /* the list that the slot enters once the headers are complete; NULL: the whole counts */
  int status;                           /* of the final response, once its headers are complete; 0: they are not */
  apr_time_t decided_at;                /* by collab_time_clock: when they were complete */
  const char *fault;                    /* why what has come is no answer; NULL: nothing is wrong so far */
  bool compressed;                      /* the body has a coding that the request did not allow; it is not kept */
  bool listed;                          /* the slot is in `answers`, between `before` and `after` */
  struct collab_slot_t *before, *after; /* NULL: none */
  apr_size_t kept, read, headers_read;  /* bytes */
  char bytes[COLLAB_ANSWER_KEPT];
} collab_slot_answer_t;

/* A slot, which is reused. */
typedef struct collab_slot_t {
  collab_slot_state_t state;
  struct collab_slot_t *next;       /* in the list for its state: free, taken, done or settling */
  collab_claimed_row_t claimed_row; /* valid only until collab_send_begin returns */
  apr_pool_t *pool;                 /* cleared for each delivery */
  collab_transport_t transport;
  const char *id, *subscription; /* decimal */
  int64_t number;                /* the subscription's id */
  struct collab_lease_t *lease;
  const char *claim;     /* the claim's id, a UUID */
  apr_time_t claimed_at; /* by collab_time_clock: when the claim began */
  int attempts;          /* number of earlier attempts */
  bool v1;
  bool ended;                         /* V1 had ended when the delivery was claimed */
  struct collab_endpoint_t *endpoint; /* NULL once the attempt has its verdict */
  collab_post_t post;
  collab_request_t request;
  collab_slot_token_t token;
  collab_slot_answer_t answer;
  collab_result_t result;
  struct {
    const char *outbox_us, *fanout_us, *queue_us; /* in microseconds, decimal: from the event to its fan-out, */
  } waited;                                       /*   from the fan-out to the delivery's row, from the due time to the claim */
} collab_slot_t;

typedef struct collab_slots_t {
  collab_slot_t *all;
  int count, free;
  collab_slot_t *spare;                  /* the list of the free slots */
  collab_slot_t *done_first, *done_last; /* slots whose results wait for a settlement, oldest first */
  int done;                              /* their number */
  int retrying;                          /* number of slots held by retries */
  int v1_busy;                           /* number of slots held by deliveries of V1 */
} collab_slots_t;

/* Makes `count` slots. Call it once. */
void collab_slots_setup(collab_slots_t *slots, apr_pool_t *pool, int count);

/* Whether the slot holds a delivery that is leased. */
bool collab_slot_is_leased(const collab_slot_t *slot);

/* Takes a free slot for a delivery with `attempts` earlier attempts. At least one slot must be free. collab_slots_give_back frees
 * the slot again. */
collab_slot_t *collab_slots_take(collab_slots_t *slots, int attempts, bool v1);
void collab_slots_give_back(collab_slots_t *slots, collab_slot_t *slot);

/* collab_slots_done puts a slot, whose result is known, in line for a settlement. collab_slots_next_done takes the first of the
 * line; there must be one. */
void collab_slots_done(collab_slots_t *slots, collab_slot_t *slot);
collab_slot_t *collab_slots_next_done(collab_slots_t *slots);

#endif

/* slot.h: room for one delivery, and all slots of the dispatcher (slot.c). The loop's thread alone. */
#ifndef COLLAB_DISPATCH_DELIVERY_SLOT_H
#define COLLAB_DISPATCH_DELIVERY_SLOT_H

#include "dispatch/delivery/claimed_row.h"
#include "dispatch/delivery/verdict.h"
#include "outbound/transport.h"

#define COLLAB_ANSWER_KEPT 4096  /* bytes of a receiver's answer that go on record */
#define COLLAB_ANSWER_READ 65536 /* bytes that are read at all, and as many of headers */

typedef enum collab_slot_state_t {
  COLLAB_SLOT_FREE,
  COLLAB_SLOT_TAKEN,   /* a claim has filled it */
  COLLAB_SLOT_SENDING, /* a transfer is under way */
  COLLAB_SLOT_DONE,    /* its outcome is known and waits to be settled */
  COLLAB_SLOT_SETTLING /* in the settlement that is under way */
} collab_slot_state_t;

/* Where the time of an attempt went, in microseconds; -1: not known, or there was no such thing (a connection used again). */
typedef struct collab_phases_t {
  int dns, connect, tls;
  int first_byte;     /* from the request sent until the answer began */
  const char *remote; /* address that was connected to, or tried; NULL: none */
} collab_phases_t;

/* What came of an attempt. */
typedef struct collab_result_t {
  int status; /* 0: no answer */
  bool success;
  const char *error; /* NULL: none */
  double retry_in;   /* seconds; negative: never */
  double put_off;    /* postponed, not an attempt: seconds until it is tried again; 0: it was one */
  apr_time_t started, ended;
  collab_phases_t phases;
} collab_result_t;

/* What is sent. */
typedef struct collab_post_t {
  const char *url, *body;                   /* of the callback */
  struct curl_slist *headers, *last_header; /* in the slot's pool */
  bool previous_signs;                      /* a secret that was replaced still signs */
  bool has_credentials;                     /* the handle's request carries credentials */
} collab_post_t;

/* OAuth 2 (token.c). */
typedef struct collab_slot_token_t {
  const char *key, *value;      /* whose token, and which one was sent; else NULL */
  const char *auth;             /* what another is fetched with if this one, kept from before, is refused; else NULL */
  struct collab_fetch_t *fetch; /* the slot fetches a token first; else NULL */
  bool waits;                   /*   or waits for one that another slot fetches */
} collab_slot_token_t;

/* What the receiver says. */
typedef struct collab_answer_t {
  bool headers_complete;
  char bytes[COLLAB_ANSWER_KEPT];
  apr_size_t kept, read, headers_read;
} collab_answer_t;

/* Used again and again, with its easy handle. */
typedef struct collab_slot_t {
  collab_slot_state_t state;
  struct collab_slot_t *next;       /* in the list of its state: free, taken, done or settling */
  collab_claimed_row_t claimed_row; /* while it is taken */
  apr_pool_t *pool;                 /* cleared for each delivery */
  CURL *easy;
  bool reusable;   /* the handle is set, and the last transfer left it clean */
  bool http1_only; /* HTTP/2 has failed: it goes on with HTTP/1.1 */
  collab_transport_t transport;
  const char *id, *subscription; /* decimal */
  struct collab_lease_t *lease;
  const char *claim;     /* its id, a UUID */
  apr_time_t claimed_at; /*   which began then */
  int attempts;          /* made before this one */
  bool v1;
  struct collab_endpoint_t *endpoint; /* until it has its result */
  collab_post_t post;
  collab_slot_token_t token;
  collab_answer_t answer;
  char curl_error[CURL_ERROR_SIZE]; /* of the transfer, in libcurl's words; "": it has said nothing */
  const collab_verdict_t *doubted;  /* reach.c: whose fault was it? */
  collab_result_t result;
  struct {
    const char *outbox_us, *fanout_us, *queue_us; /* until taken from the outbox, until written; from due to claimed */
  } waited;                                       /* before the attempt, microseconds in decimal */
} collab_slot_t;

typedef struct collab_slots_t {
  collab_slot_t *all;
  int count, free;
  collab_slot_t *spare; /* the free ones, `free` of them */
  int retrying;         /* slots that retries have */
  int v1_busy;          /*   and deliveries of V1 */
} collab_slots_t;

/* Once. False: out of memory. */
bool collab_slots_setup(collab_slots_t *slots, apr_pool_t *pool, int count);

/* A free slot, of which there must be one, for a delivery of the version with so many attempts; gives it back. */
collab_slot_t *collab_slots_take(collab_slots_t *slots, int attempts, bool v1);
void collab_slots_give_back(collab_slots_t *slots, collab_slot_t *slot);

/* How many deliveries of a version there are, how many more slots it may take (never the last ones), how many more slots retries
 * may take. */
int collab_slots_busy(const collab_slots_t *slots, bool v1);
int collab_slots_left(const collab_slots_t *slots, bool v1);
int collab_slots_retries_left(const collab_slots_t *slots);

#endif

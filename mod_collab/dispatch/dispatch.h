/* dispatch.h: what the files of the dispatcher process share. Everything here belongs to its one thread; log.c has another.
 *
 *   process/    the process: the parent's side of it (daemon.c), its main loop (loop.c)
 *   delivery/   the deliveries: claimed, sent, settled
 *   duties/     what is done of its own accord, and when
 *   eventlog/   the event log, in a thread of its own (log.c), and its bytes (sink.c)
 *   keys/       keys of other issuers, fetched (jwks.c)
 *   transfers.c the HTTP transfers under way
 *   alarm.c     an alarm, on record and in the log
 *   link.c      a database connection that comes back
 *
 * In delivery/:
 *
 *   claim.c        which deliveries are sent next: new events spread, due deliveries leased (the protocol is its head comment)
 *   peers.c        what dispatchers tell one another
 *   endpoint.c     how many transfers an endpoint may have under way, whether work waits for it, its breaker
 *   claimed_row.c  the rows of a claim
 *   send.c         one attempt: body, signature, transfer
 *   proof.c        by what deliveries prove that they are ours
 *   local.c        faults on this node's side, which use up no attempt
 *   reach.c        whether a name that does not resolve, or a missing route, is such a fault
 *   proxy.c        whether the operator's proxy works
 *   trouble.c      what the log says of subscriptions in trouble
 *   verdict.c      what the end of a transfer means, and where its time went
 *   phases.c       the same for the meters
 *   token.c        access tokens for callbacks that want OAuth 2
 *   settle.c       outcomes put on record
 *   lease.c        leases until nothing is held under them, and the recovery of those that are over
 *   callback.c     what follows when an owner has changed a callback, or says that it is ready
 *   retire.c       what follows when a callback answers 410 again and again
 *   replay.c       deliveries made again because an operator says so */
#ifndef COLLAB_DISPATCH_DISPATCH_H
#define COLLAB_DISPATCH_DISPATCH_H

#include <apr_hash.h>
#include <poll.h>

#include "config/config.h"
#include "dispatch/delivery/claimed_row.h"
#include "dispatch/duties/duties.h"
#include "dispatch/eventlog/log.h"
#include "dispatch/keys/jwks.h"
#include "dispatch/link.h"
#include "dispatch/process/daemon.h"
#include "dispatch/transfers.h"
#include "event/event.h"
#include "outbound/transport.h"

#define COLLAB_ANSWER_KEPT 4096    /* bytes of a receiver's answer that go on record */
#define COLLAB_ANSWER_READ 65536   /* bytes that are read at all, and as many of headers */
#define COLLAB_FETCH_WITHIN 10000L /* milliseconds for an OAuth 2 token; less than COLLAB_TIMER_LEASE_MARGIN */
#define COLLAB_CHANGED_MOST 16     /* changed callbacks that wait for their turn */
#define COLLAB_GONE_MOST 64        /* subscriptions with a 410 that wait for theirs */

typedef enum collab_slot_state_t {
  COLLAB_SLOT_FREE,
  COLLAB_SLOT_TAKEN,   /* a claim has brought it */
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

/* A fault on this node's side, which says nothing about the receiver (local.c). */
typedef enum collab_local_t {
  COLLAB_LOCAL_NONE,
  COLLAB_LOCAL_PROXY,     /* the operator's proxy */
  COLLAB_LOCAL_CA,        /* the CA bundle cannot be read */
  COLLAB_LOCAL_SECRETS,   /* the subscription's secrets do not open */
  COLLAB_LOCAL_RESOURCES, /* no open file or memory was left */
  COLLAB_LOCAL_CLOCK,     /* this machine's clock is wrong, or the database's: a certificate may be valid */
  COLLAB_LOCAL_NAMES,     /* names do not resolve; this and what follows: perhaps, until reach.c knows */
  COLLAB_LOCAL_IPV4,      /* no route to addresses of that family */
  COLLAB_LOCAL_IPV6,
  COLLAB_LOCALS
} collab_local_t;

/* A local fault that is one only if others fare no better: reach.c asks them. */
typedef struct collab_doubt_t {
  const char *about; /* the name that does not resolve, or the address that was not reached; NULL: there is no doubt */
  const char *why;   /* it was not reached; static */
  bool silent;       /* it may have been reached, and says nothing */
  bool asked;        /* others were: no doubt is left */
} collab_doubt_t;

/* What the end of a transfer means. */
typedef struct collab_verdict_t {
  int status; /* 0: no answer */
  bool success, retry;
  bool mismatch;            /* perhaps the receiver has not the secret that signs by now */
  const char *error;        /* NULL: none */
  apr_interval_time_t wait; /* that the receiver asks for; 0: none */
  collab_local_t local;     /* a local fault: the delivery is postponed, and no attempt used up */
  collab_doubt_t doubt;     /*   if it is one */
} collab_verdict_t;

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

/* What is known of an endpoint, and of all of them; endpoint.c's own. */
typedef struct collab_endpoint_t collab_endpoint_t;
typedef struct collab_endpoints_t collab_endpoints_t;

typedef struct collab_lease_t collab_lease_t; /* lease.c's own */
typedef struct collab_slot_t collab_slot_t;
typedef struct collab_reach_t collab_reach_t; /* reach.c's own */

/* Room for one delivery: used again and again, with its easy handle. */
struct collab_slot_t {
  collab_slot_state_t state;
  collab_slot_t *next;              /* in the list of its state: free, taken, done or settling */
  collab_claimed_row_t claimed_row; /* taken: what the claim has brought */
  apr_pool_t *pool;                 /* cleared for each delivery */
  CURL *easy;
  bool reusable;                            /* the handle is set, and nothing has happened to it that would last */
  struct curl_slist *headers, *last_header; /* in the pool */
  collab_transport_t transport;
  const char *id, *subscription; /* decimal */
  collab_lease_t *lease;
  const char *claim;     /* its id, a UUID */
  apr_time_t claimed_at; /*   which began then */
  int attempts;          /* made before this one */
  bool v1;
  bool overlap;                   /* a secret that was replaced still signs */
  collab_endpoint_t *endpoint;    /* while it is sending */
  const char *url, *body;         /* of the callback */
  bool secret;                    /* the handle's request carries credentials */
  const char *token_key, *bearer; /* OAuth 2: whose token, and which one was sent; else NULL */
  const char *oauth;              /*   and what another is fetched with if this one, kept from before, is refused; else NULL */
  struct collab_fetch_t *fetch;   /* token.c: it fetches a token first; else NULL */
  bool plain;                     /* HTTP/2 has failed: it goes on with HTTP/1.1 */
  bool waits;                     /*   or waits for one that another slot fetches */
  bool headers_complete;          /* the headers of its answer have come to their end */
  char fault[CURL_ERROR_SIZE];    /* of the transfer, in libcurl's words; "": it has said nothing */
  char answer[COLLAB_ANSWER_KEPT];
  apr_size_t kept, read, headers_read;
  const collab_verdict_t *doubted; /* reach.c: whose fault was it? */
  collab_result_t result;
  const char *outbox_us, *fanout_us, *queue_us; /* phases before the attempt, microseconds: event until taken from the outbox,
                                                   until its delivery was written; due until claimed */
};

typedef struct collab_proofs_t collab_proofs_t;

typedef struct collab_dispatcher_t {
  server_rec *s;
  const collab_config_t *config;
  apr_pool_t *pool;
  collab_transfers_t transfers;
  int wake;          /* read end */
  int log_fd;        /* of CollabEventLog; -1: there is none */
  collab_log_t *log; /* NULL: there is none */
  collab_link_t claims, settles, replays;
  collab_duties_t duties;
  int number;              /* this dispatcher's, in its claim ids and its lock */
  unsigned session;        /* the claims link's connection that the next two speak of */
  bool entered;            /* the lock is held on it */
  apr_time_t number_since; /* when it was first tried to get the lock */
  collab_slot_t *slots;
  int nslots, free;
  collab_slot_t *spare;                    /* the free ones, `free` of them */
  collab_slot_t *taken_first, *taken_last; /* taken by the last claim, and not yet begun; */
  apr_pool_t *taken_pool;                  /*   its rows' memory */
  collab_slot_t *done_first, *done_last;   /* outcomes that wait to be settled, the oldest first */
  int ndone;                               /*   so many */
  collab_slot_t *settling;                 /* in the settlement under way */
  int retrying, v1_busy;                   /* slots that retries have, and deliveries of V1 */
  apr_time_t started;
  apr_time_t turned_at;          /* the loop's last turn */
  collab_endpoints_t *endpoints; /* by subscription, and in a ring */
  collab_keys_t *keys;
  bool stopping;
  apr_time_t claim_at;             /* the next claim; a hint moves it forward */
  apr_time_t claimed_at;           /* the last claim began */
  apr_time_t paced_until;          /* none before, unless there is plenty to do and room for it */
  bool peers;                      /* other dispatchers were there a moment ago */
  bool telling;                    /* the claims link's statement is word to them, */
  bool entering;                   /*   or it is to enter */
  apr_time_t tell_at;              /* none before */
  bool plenty;                     /* the last one took as much as it might */
  double per_event;                /* deliveries that an event makes, of late */
  int events;                      /* that the claim under way may take from a channel's outbox */
  int asked;                       /* rows that the claim under way may bring */
  collab_lease_t *claimed;         /* what it leases */
  bool looking;                    /* it looks for endpoints that are not known, */
  int whole;                       /*   and believes nothing of what is remembered of this part of those that are */
  apr_time_t look_at, whole_at;    /* when to do so again, */
  int whole_next;                  /*   and with which part */
  apr_interval_time_t clock_ahead; /* the database's clock before ours */
  int64_t newest, reached;         /* the last event taken from the outbox, and the one up to which none is known to be left */
  struct {
    int64_t marked, before;                    /* what `reached` was at the last mark, and at the one before */
    apr_time_t at;                             /* the next mark */
  } outbox[2];                                 /* for claims as usual, and for those that look */
  bool outbox_whole;                           /* the claim under way believes nothing of that either; */
  apr_time_t outbox_whole_at;                  /*   when to do so again */
  bool recovering;                             /* the settle link's statement is the recovery */
  apr_time_t recover_at;                       /* the next one */
  char missed[500];                            /* dispatchers that the last one missed, as an array's text */
  collab_lease_t *ended_leases, *asked_leases; /* of our own that are over; those that the recovery under way asks about; */
  collab_lease_t *spare_leases;                /*   for the next claims */
  apr_time_t ended_to;                         /* leases that were to end before this (the database's clock) are gone */
  apr_time_t all_ended_at;                     /* when to look for all that have ended again */
  apr_time_t settled_at;                       /* the settlement under way began */
  apr_time_t replay_at;                        /* replay.c: the next batch, or the next look */
  int nchanged;                                /* callback.c: subscriptions whose callbacks were changed: so many, */
  char changed[COLLAB_CHANGED_MOST][24];       /*   these; */
  char changing[24];                           /*   the replays link's statement is for that one; "": it is a replay's */
  int ngone;                                   /* retire.c: subscriptions with a 410 on record: so many, */
  char gone[COLLAB_GONE_MOST][24];             /*   these; */
  char retiring[24];                           /*   the replays link's statement is for this one; "": it is not ours; */
  apr_time_t retire_at;                        /*   none before this: the last was refused */
  apr_time_t settle_at;                        /* no settlement before this: the last was refused */
  bool refused;                                /* the last one has come to nothing, */
  bool renewing;                               /*   and the settle link's statement renews leases meanwhile */
  apr_time_t renew_at, renewed_at;             /* no renewal before this; the last began */
  collab_proofs_t *proofs;
  collab_reach_t *reach;
  apr_hash_t *tokens;                    /* token.c */
  apr_hash_t *troubles;                  /* trouble.c */
  apr_interval_time_t proxy_pause;       /* proxy.c: 0: it works */
  apr_time_t proxy_until;                /*   nothing is claimed before */
  apr_time_t local_until[COLLAB_LOCALS]; /* local.c: until then the fault is met again, or its alarm is over; 0: it is */
  apr_time_t mismatch_at;                /* a possible mismatch of secrets was said last */
  bool legacy_over;                      /* said that V1 has ended */
} collab_dispatcher_t;

/* loop.c: runs until told to stop. Returns the exit code. */
int collab_dispatch_loop(collab_dispatcher_t *d);

/* Is the node draining (collabctl drain)? Then its dispatcher claims nothing, and finishes what it has. */
bool collab_dispatch_drains(void);

/* claim.c */
apr_time_t collab_claim_due(
    const collab_dispatcher_t *d); /* when the next claim may begin; COLLAB_NEVER: not before something else happens */
void collab_claim_begin(collab_dispatcher_t *d);
void collab_claim_step(collab_dispatcher_t *d);    /* not before all that the last one brought has begun; or steps `entering` */
void collab_claim_send(collab_dispatcher_t *d);    /* begins some of the transfers that the last claim brought */
void collab_claim_freed(collab_dispatcher_t *d);   /* slots have become free */
void collab_claim_release(collab_dispatcher_t *d); /* at the end: gives back what is still leased */
/* How many more slots a version may take: never the last ones. */
int collab_claim_left(const collab_dispatcher_t *d, bool v1);
int collab_claim_retries_left(const collab_dispatcher_t *d); /* so many more slots may retries have */

/* endpoint.c */
void collab_endpoints_setup(collab_dispatcher_t *d);
int collab_endpoint_first_limit(const collab_dispatcher_t *d); /* of an endpoint that is not known */
void collab_endpoint_take(collab_dispatcher_t *d, collab_slot_t *slot);
void collab_endpoint_leave(collab_dispatcher_t *d, collab_slot_t *slot, bool answered); /* after its result is set */
void collab_endpoint_hold(collab_slot_t *slot, apr_time_t until); /* nothing more is begun before; ten minutes at most */
double collab_endpoint_postpone(collab_slot_t *slot);     /* the same because of a local fault: seconds, longer each time */
bool collab_endpoint_replaced(const collab_slot_t *slot); /* claimed before its callback was changed; until it has left */
void collab_endpoint_reset(collab_dispatcher_t *d, const char *subscription); /* its callback was changed; what is claimed from
                                                                            now on goes there */

/* For the claim: JSON, [{subscription, endpoint, busy, since}]. Without `look` only what has work waiting or differs from an
 * endpoint that is not known. `whole`: of which part of the endpoints nothing is believed that is remembered of due times: of
 * COLLAB_WHOLE_PARTS, or COLLAB_WHOLE_ALL, COLLAB_WHOLE_NONE. *waiting: so many more transfers, at most, those that have work
 * could begin. */
#define COLLAB_WHOLE_PARTS 16
#define COLLAB_WHOLE_ALL (-1)
#define COLLAB_WHOLE_NONE (-2)
const char *collab_endpoints_json(collab_dispatcher_t *d, apr_pool_t *pool, bool look, int whole, int *waiting);

/* What a claim says of the endpoint: the earliest delivery that nobody has leased, if there is one. */
void collab_endpoint_remaining(collab_dispatcher_t *d, const collab_claimed_row_t *claimed_row);
bool collab_endpoints_ready(const collab_dispatcher_t *d); /* has one of them both work and room for it? */
/* All endpoints have been looked at, at that moment of the database's clock. */
void collab_endpoints_looked(collab_dispatcher_t *d, apr_time_t at);
/* The endpoint has a delivery, among others, that is due then. */
void collab_endpoint_due(collab_dispatcher_t *d, const char *subscription, apr_time_t next);

/* peers.c */
void collab_peers_hear(collab_dispatcher_t *d); /* word of others makes us look; that of an owner's change is passed on */
void collab_peers_tell(collab_dispatcher_t *d); /* when the slots are full and work is left */
void collab_peers_told(collab_dispatcher_t *d); /* steps what `telling` says is under way */

/* send.c */
bool collab_send_setup(collab_dispatcher_t *d, collab_slot_t *slot); /* once a slot */
void collab_send_begin(collab_dispatcher_t *d, collab_slot_t *slot); /* what its row says */
/* Takes a transfer that has finished, of a slot or of a probe of reach.c. */
void collab_send_finished(collab_dispatcher_t *d, CURL *easy, CURLcode code);
bool collab_send_to(collab_dispatcher_t *d, collab_slot_t *slot, const char *url); /* first; false: it must not be called */
bool collab_send_post(collab_dispatcher_t *d, collab_slot_t *slot, const char *body, long milliseconds, curl_write_callback take,
                      void *to);                                    /* with the slot's handle and headers */
void collab_send_call(collab_dispatcher_t *d, collab_slot_t *slot); /* calls the callback */
/* Ends the attempt before the callback was called. */
void collab_send_fail(collab_dispatcher_t *d, collab_slot_t *slot, collab_verdict_t verdict);
void collab_send_add_header(collab_slot_t *slot, const char *line);
void collab_send_renew(collab_slot_t *slot); /* after a transfer that carried credentials: a new handle */

/* local.c */
/* Which local fault has ended the transfer, or perhaps has: then there is a doubt. */
collab_local_t collab_local_of(const collab_dispatcher_t *d, const collab_slot_t *slot, CURLcode code, collab_doubt_t *doubt);
bool collab_local_unroutable(long error); /* an errno of a socket for which there is no way out */
/* The delivery is postponed by verdict->local: raises its alarm and gives the seconds to wait. */
double collab_local_postpone(collab_dispatcher_t *d, collab_slot_t *slot, const collab_verdict_t *verdict);
void collab_local_over(collab_dispatcher_t *d, collab_local_t local);          /* that fault is */
void collab_local_answered(collab_dispatcher_t *d, const collab_slot_t *slot); /* the receiver has: what works again */
void collab_local_turn(collab_dispatcher_t *d, apr_time_t now); /* ends the alarms of faults that are no longer met */

/* reach.c */
bool collab_reach_setup(collab_dispatcher_t *d);
void collab_reach_close(collab_dispatcher_t *d);
void collab_reach_worked(collab_dispatcher_t *d, const collab_slot_t *slot); /* its receiver has answered */
/* The slot waits for whose fault it was, perhaps not at all; then it ends with collab_send_fail. */
void collab_reach_ask(collab_dispatcher_t *d, collab_slot_t *slot, const collab_verdict_t *verdict);
bool collab_reach_finished(collab_dispatcher_t *d, CURL *easy, CURLcode code); /* false: the handle is not ours */

/* trouble.c */
void collab_trouble_ended(collab_dispatcher_t *d, const collab_slot_t *slot); /* its attempt has ended, and was one */

/* proxy.c */
bool collab_proxy_failed(const collab_dispatcher_t *d, const collab_slot_t *slot, CURLcode code); /* was it the proxy's fault? */
double collab_proxy_pause(collab_dispatcher_t *d, const collab_slot_t *slot, const char *error);  /* it was: seconds to wait */
void collab_proxy_works(collab_dispatcher_t *d, const collab_slot_t *slot); /* it was not: perhaps it works again */

/* verdict.c */
collab_verdict_t collab_verdict_of(collab_dispatcher_t *d, collab_slot_t *slot, CURLcode code);

/* phases.c */
void collab_phases_meter(const collab_slot_t *slot); /* its attempt has ended */

/* token.c */
void collab_token_begin(collab_dispatcher_t *d, collab_slot_t *slot, const char *auth); /* calls the callback when it has one */
void collab_token_finished(collab_dispatcher_t *d, collab_slot_t *slot, CURLcode code); /* the slot's fetch has ended */
void collab_token_refused(collab_dispatcher_t *d, const collab_slot_t *slot);           /* the callback did not take it */
/* The callback answered 401: gets another token and calls again, in the same attempt. False: the 401 is the outcome. */
bool collab_token_again(collab_dispatcher_t *d, collab_slot_t *slot);
void collab_token_changed(collab_dispatcher_t *d, const char *subscription); /* its callback: kept tokens are discarded */

/* lease.c. A claim that has been sent is one lease, whose id begins with our number; it ends when all that it brought is settled,
 * or when it is not known what that is. */
collab_lease_t *collab_lease_begin(collab_dispatcher_t *d, const char *uuid);
const char *collab_lease_claim(const collab_lease_t *lease);             /* its id, for as long as it has not ended */
const char *collab_lease_take(collab_lease_t *lease);                    /* one more delivery is held under it: its id */
void collab_lease_filled(collab_dispatcher_t *d, collab_lease_t *lease); /* all are taken; none: it never was */
void collab_lease_leave(collab_dispatcher_t *d, collab_lease_t *lease);  /* one of them is settled, or given up */
void collab_lease_end(collab_dispatcher_t *d, collab_lease_t *lease);    /* over before that */
bool collab_lease_over(const collab_lease_t *lease, apr_time_t now);
/* Where outcomes cannot be put on record: asks for more time for what is held, on the settle link, when some of it will soon be
 * over. False: there is no need. */
bool collab_lease_renew(collab_dispatcher_t *d);
void collab_lease_renewed(collab_dispatcher_t *d, bool fine);   /* its answer is there, or there is none */
apr_time_t collab_lease_due(const collab_dispatcher_t *d);      /* the next recovery */
void collab_lease_recover(collab_dispatcher_t *d);              /* asks for it, on the settle link */
void collab_lease_recovered(collab_dispatcher_t *d, bool fine); /* its answer is there, or there is none */

/* settle.c */
apr_time_t collab_settle_due(const collab_dispatcher_t *d);          /* as collab_claim_due */
void collab_settle_add(collab_dispatcher_t *d, collab_slot_t *slot); /* its result is there */
void collab_settle_begin(collab_dispatcher_t *d);
void collab_settle_step(collab_dispatcher_t *d);

/* callback.c */
void collab_callback_changed(collab_dispatcher_t *d, const char *subscription); /* by its owner, and committed */
apr_time_t collab_callback_due(const collab_dispatcher_t *d);                   /* as collab_claim_due */
void collab_callback_begin(collab_dispatcher_t *d);
void collab_callback_step(collab_dispatcher_t *d); /* the replays link's statement is ours */

/* retire.c */
void collab_retire_ask(collab_dispatcher_t *d, const char *subscription); /* it has answered 410, which is on record */
apr_time_t collab_retire_due(const collab_dispatcher_t *d);               /* as collab_claim_due */
void collab_retire_begin(collab_dispatcher_t *d);
void collab_retire_step(collab_dispatcher_t *d); /* the replays link's statement is ours */

/* replay.c */
apr_time_t collab_replay_due(const collab_dispatcher_t *d); /* as collab_claim_due */
void collab_replay_begin(collab_dispatcher_t *d);
void collab_replay_step(collab_dispatcher_t *d);

#endif

/* dispatch.h: what the files of the dispatcher process share. Everything here belongs to its one thread.
 *
 *   daemon.c   the parent's side: forks the process, starts it again
 *   loop.c     the process's main loop: waits for sockets, the pipe and the clock
 *   claim.c    which deliveries are sent next: new events spread, due deliveries leased (the protocol is its head comment)
 *   send.c     one attempt: body, signature, transfer, what the answer means
 *   settle.c   outcomes put on record
 *   link.c     a database connection that comes back */
#ifndef COLLAB_DISPATCH_DISPATCH_H
#define COLLAB_DISPATCH_DISPATCH_H

#include "config/config.h"
#include "event/event.h"
#include "outbound/transport.h"
#include "store/pg.h"

#define COLLAB_ANSWER_KEPT 4096       /* bytes of a receiver's answer that go on record */
#define COLLAB_ANSWER_READ 65536      /* bytes that are read at all, and as many of headers */
#define COLLAB_LEASE_MARGIN 15        /* seconds that a lease lasts beyond the longest transfer */
#define COLLAB_DISPATCHER_CLASS 27748 /* first key of the dispatchers' advisory locks */

typedef enum collab_slot_state_t {
  COLLAB_SLOT_FREE,
  COLLAB_SLOT_SENDING, /* a transfer is under way */
  COLLAB_SLOT_DONE,    /* its outcome is known and waits to be settled */
  COLLAB_SLOT_SETTLING /* in the settlement that is under way */
} collab_slot_state_t;

/* What came of an attempt. */
typedef struct collab_result_t {
  int status; /* 0: no answer */
  bool success;
  const char *error; /* NULL: none */
  double retry_in;   /* seconds; negative: never */
  apr_time_t started, ended;
} collab_result_t;

/* Room for one delivery: used again and again, with its easy handle. */
typedef struct collab_slot_t {
  collab_slot_state_t state;
  apr_pool_t *pool; /* cleared for each delivery */
  CURL *easy;
  struct curl_slist *headers;
  collab_transport_t transport;
  const char *id, *claim, *subscription; /* decimal, uuid, decimal */
  int attempts;                          /* made before this one */
  bool v1;
  char answer[COLLAB_ANSWER_KEPT];
  apr_size_t kept, read, headers_read;
  collab_result_t result;
} collab_slot_t;

/* A database connection of one's own. */
typedef struct collab_link_t {
  const char *name; /* for the log */
  apr_pool_t *pool, *statement_pool;
  collab_pg_t *pg; /* NULL: not connected */
  bool busy;
  apr_time_t deadline; /* of the statement under way */
  apr_time_t again_at; /* not connected: when to try again */
  bool complained;
} collab_link_t;

typedef struct collab_dispatcher_t {
  server_rec *s;
  const collab_config_t *config;
  apr_pool_t *pool;
  CURLM *multi;
  int wake; /* read end */
  collab_link_t claims, settles;
  int number;              /* this dispatcher's, in its claim ids and its lock */
  bool entered;            /* the lock is held on the present connection */
  apr_time_t number_since; /* when it was first tried to get the lock on that connection */
  collab_slot_t *slots;
  int nslots, free;
  bool stopping;
  bool claim_wanted; /* something may be due */
  bool more;         /* the last claim found something: look again when there is room */
  apr_time_t claimed_at, recovered_at;
  const char *claim;       /* id of the claim under way */
  apr_time_t settle_after; /* not before this: the last settlement was refused */
  bool recovering;         /* the settle link's statement is the recovery */
} collab_dispatcher_t;

/* loop.c: runs until told to stop. Returns the exit code. */
int collab_dispatch_loop(collab_dispatcher_t *d);

/* link.c */
void collab_link_init(collab_link_t *link, apr_pool_t *pool, const char *name);
bool collab_link_up(collab_dispatcher_t *d, collab_link_t *link); /* connects when it is time; true: connected and idle or busy */
bool collab_link_send(collab_dispatcher_t *d, collab_link_t *link, const collab_statement_t *statement,
                      const char *const *values);
collab_pg_state_t collab_link_step(collab_dispatcher_t *d,
                                   collab_link_t *link); /* BUSY, DONE, FAILED, LOST: the last two are logged */
void collab_link_drop(collab_link_t *link);

/* claim.c */
void collab_claim_begin(collab_dispatcher_t *d);
void collab_claim_step(collab_dispatcher_t *d);

/* send.c */
bool collab_send_setup(collab_dispatcher_t *d, collab_slot_t *slot); /* once a slot */
void collab_send_begin(collab_dispatcher_t *d, collab_slot_t *slot, collab_rows_t rows, int row);
void collab_send_finished(collab_dispatcher_t *d); /* takes what libcurl has finished */

/* settle.c */
bool collab_settle_due(const collab_dispatcher_t *d, apr_time_t now, apr_time_t *when);
void collab_settle_begin(collab_dispatcher_t *d);
void collab_settle_step(collab_dispatcher_t *d);

#endif

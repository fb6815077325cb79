/* memory.h: what the dispatcher remembers between two statements, so that each walks past as few index entries as possible
 * (memory.c). Needs neither httpd nor a database. Called in the dispatcher's loop alone. "Our clock" is collab_time_clock. */
#ifndef COLLAB_DISPATCH_CLAIM_MEMORY_H
#define COLLAB_DISPATCH_CLAIM_MEMORY_H

#include <limits.h>

#include "base/time.h"

#define COLLAB_MANY INT_MAX

/* What is remembered about an endpoint. Times are of the database's clock where nothing else is said. */
typedef struct collab_due_t {
  apr_time_t since;         /* no delivery is due before this; COLLAB_NEVER: none waits */
  int waiting;              /* the number of deliveries that are due now, if any are; COLLAB_MANY: not known */
  bool only_retries;        /* all deliveries that the last claim left here are retries */
  apr_time_t heard_at;      /* our clock: the last call of collab_due_heard */
  apr_time_t backlog_until; /* while the endpoint catches up: its deliveries due before this are the backlog; else 0 */
  apr_time_t fresh_since;   /* while the endpoint catches up: no new delivery is due before this */
  bool fresh_turn;          /* while the endpoint catches up: its next turn is for new deliveries */
  bool fresh_asked;         /* the claim under way asks for new deliveries only */
} collab_due_t;

typedef struct collab_memory_t {
  apr_time_t looked_at; /* the database's clock: the last look */
  apr_time_t look_at;   /* our clock: when the next look is due */
  apr_time_t rescan_at; /* our clock: when a look next rescans a part of the endpoints */
  int part, next_part;  /* of the endpoints: which the look under way rescans, and which the next rescan is for */
  struct {
    int64_t newest, reached; /* the highest event taken; the event up to which all but latecomers are taken */
    struct {
      int64_t marked, before;        /* the value of `reached` stored last, and the value stored before that */
      apr_time_t at;                 /* our clock: when the next value of `reached` is stored */
    } mark[2];                       /* [0]: for most fan-outs; [1]: for those that go further back */
    bool further, whole;             /* the fan-out under way goes further back, or reads the outbox from its beginning */
    apr_time_t further_at, whole_at; /* our clock: when a fan-out next does so */
    double deliveries_per_event;     /* a moving average */
  } outbox;
} collab_memory_t;

/* Forgets what an earlier session has found: the new session's database may be another one. */
void collab_memory_reset(collab_memory_t *memory);

/* ---- the outbox ---- */

/* Returns the event from which the fan-out that begins at `began` reads the outbox; 0: all of it. */
int64_t collab_memory_outbox_since(collab_memory_t *memory, apr_time_t began);

/* The number of events of a channel to fan out, while `room` slots have no delivery in sight. At most `most`. */
int collab_memory_events(const collab_memory_t *memory, int room, int most);

/* Notes that the fan-out that ran from `began` to `now` has taken `events` events up to `newest`, and made `made` deliveries.
 * `full`: it took as many events as it had asked for. */
void collab_memory_taken(collab_memory_t *memory, int64_t events, int64_t newest, int64_t made, bool full, apr_time_t began,
                         apr_time_t now);

/* ---- looks ---- */

/* Makes the next look due, because another process has written deliveries. */
void collab_memory_hint(collab_memory_t *memory);

/* Begins the look that is due. Returns the due time from which on it looks at known endpoints. */
apr_time_t collab_memory_look(collab_memory_t *memory, apr_time_t began);

/* Whether the look under way rescans this endpoint: looks at it from the beginning of time. */
bool collab_memory_rescans(const collab_memory_t *memory, int64_t subscription);

/* Notes that the look ran from `began` to `now`, and that it began at `at` of the database's clock. */
void collab_memory_looked(collab_memory_t *memory, apr_time_t at, apr_time_t began, apr_time_t now);

/* ---- an endpoint's due times ---- */

/* Nothing waits for an endpoint that is new. */
static inline void collab_due_begin(collab_due_t *due) {
  *due = (collab_due_t){.since = COLLAB_NEVER, .waiting = COLLAB_MANY};
}

static inline bool collab_due_is(const collab_due_t *due, apr_time_t database_now) {
  return due->since <= database_now;
}

/* A fan-out has made `n` deliveries, none due before `next`. */
void collab_due_made(collab_due_t *due, int n, apr_time_t next);

/* A look has found a delivery that is due at `next`. */
void collab_due_found(collab_due_t *due, apr_time_t next);

/* Another statement, perhaps while a claim is under way, has made a delivery due at `next`. */
void collab_due_heard(collab_due_t *due, apr_time_t next, apr_time_t our_now);

/* Whether the endpoint catches up: its backlog and its new deliveries take turns. */
bool collab_due_catches_up(const collab_due_t *due);

/* Begins a claim's question. Returns the time from which on the claim asks for deliveries. `probe`: it asks for the oldest one.
 */
apr_time_t collab_due_ask(collab_due_t *due, bool probe);

/* What a claim says about an endpoint. */
typedef struct collab_due_report_t {
  int leased;        /* the number of deliveries that it leased */
  apr_time_t next;   /* when the first delivery that it left is due; COLLAB_NEVER: none */
  bool only_retries; /* all that it left are retries */
} collab_due_report_t;

/* Takes the answer to collab_due_ask. `began`, `database_began`: when the claim was sent, by both clocks. True: nothing of what
 * the claim asked for is due any more, but something else is. */
bool collab_due_report(collab_due_t *due, const collab_due_report_t *report, apr_time_t began, apr_time_t database_began,
                       apr_time_t database_now);

/* Makes the endpoint catch up: what is due by now is its backlog; what becomes due later is new. */
static inline void collab_due_catch_up(collab_due_t *due, apr_time_t database_now) {
  due->backlog_until = due->fresh_since = database_now;
  due->fresh_turn = true;
}

#endif

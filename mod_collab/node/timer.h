/* timer.h: the list of intervals that operators cannot set. A test sets the environment variable COLLAB_TIMERS to
 * shorten intervals that it must wait for: `name=milliseconds`, separated by commas. httpd reads the variable together with its
 * configuration. */
#ifndef COLLAB_NODE_TIMER_H
#define COLLAB_NODE_TIMER_H

#include "collab.h"

/*       constant      name            milliseconds */
#define COLLAB_TIMERS(TIMER)                                                                                                     \
  TIMER(RESCAN, "rescan", 20000) /* dispatcher: how often it rescans the whole outbox and all endpoints, despite its caches */   \
  TIMER(LOOK_MARK, "look", 3000) /* dispatcher: only a rescan finds an event committed this long after one with a higher id */   \
  TIMER(NUMBER, "number", 5000)  /* dispatcher: how long it waits for its lost session's number before it takes another */       \
  TIMER(TOKEN_AGAIN, "token", 60000) /* dispatcher: minimum time between replacements of a subscription's OAuth 2 tokens */      \
  TIMER(STALLED, "stalled", 5000)    /* watcher: a dispatcher whose loop has not turned for this long is stuck */                \
  TIMER(STALL_TICK, "tick", 1000)    /* dispatcher: it ends when its loop has not turned for ten of its watchdog's ticks */      \
  TIMER(STALL_HOLD, "hold", 60000)   /* dispatcher: first pause of an endpoint that stalled it; the longest is ten times that */ \
  TIMER(LEASE_MARGIN, "lease", 15000) /* dispatcher: a lease outlasts the longest transfer by this; whole seconds */             \
  TIMER(ANSWER, "answer", 10000)      /* dispatcher: how long it waits for the database's answer; shorter than a lease */        \
  TIMER(REPLAY, "replay", 1000)       /* dispatcher: pause between two batches of a replay */                                    \
  TIMER(RETIRE, "retire", 5000)       /* dispatcher: pause after a failure to retire a subscription */                           \
  TIMER(POSTPONE, "postpone",                                                                                                    \
        1000)                  /* dispatcher: first pause of an endpoint after a local fault; the longest is 30 times as long */ \
  TIMER(LOCAL, "local", 20000) /* dispatcher: a local fault is over when it is not met for this long after a pause */            \
  TIMER(TRIED, "tried", 300000) /* dispatcher: receivers tried within this time show whether a fault is local */                 \
  TIMER(UNDECIDED, "undecided",                                                                                                  \
        60000) /* dispatcher: how long failures at an endpoint that may be a local fault use up no attempt */                    \
  TIMER(FAILING, "failing", 3600000) /* dispatcher: how long a callback fails before the failure is logged */                    \
  TIMER(WATCH, "watch", 1000)        /* watcher: how often it checks the node */                                                 \
  TIMER(WATCH_KEEP, "keep", 5000)    /* watcher: how often it checks disks and privileges, and reports to other nodes */         \
  TIMER(WAITING, "waiting", 30000)   /* watcher: how long work may wait without a dispatcher, or without a claim */              \
  TIMER(SETTLE, "settle", 75000)     /* watcher: how long after a fault's end its consequences raise no alarm */                 \
  TIMER(CERTIFICATE, "certificate",                                                                                              \
        3600000) /* watcher: how often it checks the exchange's certificate; after a failure, 60 times as often */               \
  TIMER(DRIFT, "drift", 3600000) /* watcher: how often it compares the schema; 60 times as often while an alarm is raised */     \
  TIMER(GRACE, "grace", 20000)   /* workers: how long a node stays ready without a database; a failover takes less */            \
  TIMER(ALERT, "alert", 15000)   /* watcher: how long an alarm lasts, or is over, before CollabAlertCommand runs */              \
  TIMER(FLAPS, "flaps", 600000)  /* an alarm that changes four times within this flaps (node/damping.h) */                       \
  TIMER(QUIET, "quiet", 300000)  /* a flapping alarm ends when it has not changed for this long */                               \
  TIMER(ALERT_START, "restart", 120000) /* watcher: after a start, how long it reports no end of an alarm reported before */     \
  TIMER(ALERT_AGAIN, "again", 3600000)  /* watcher: minimum time between two reports of a member's subscription */               \
  TIMER(ALERT_KILL, "kill", 30000)      /* watcher: time limit of CollabAlertCommand */                                          \
  TIMER(MEMBER, "member", 60000)        /* watcher: how often it checks the members' subscriptions */                            \
  TIMER(KEY_FILE, "keyfile", 5000)      /* tokens: how long an issuer's key file is cached */

typedef enum collab_timer_t {
#define COLLAB_TIMER_CONSTANT(constant, name, ms) COLLAB_TIMER_##constant,
  COLLAB_TIMERS(COLLAB_TIMER_CONSTANT) COLLAB_TIMER_COUNT
#undef COLLAB_TIMER_CONSTANT
} collab_timer_t;

/* The interval's length. Any process and thread. */
apr_interval_time_t collab_timer(collab_timer_t which);

/* Sets the lengths; NULL restores the defaults. Call it before any thread is started. Returns NULL, or the fault, from `pool`. */
const char *collab_timers_set(apr_pool_t *pool, const char *settings);

#endif

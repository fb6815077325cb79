/* health.h: judges from facts whether this node needs a person. The status page, ?json, the metrics, CollabAlertCommand and
 * collabctl status share this judgement. Its results are alarms (node/alarm.h), kept in the node's shared memory. The watcher
 * calls these functions (status/watch.c), and so does collabctl, which has no node. */
#ifndef COLLAB_NODE_HEALTH_H
#define COLLAB_NODE_HEALTH_H

#include <stdbool.h>

#include "node/alarm.h"

/* Facts of one moment. NULL or a negative number means unknown, which raises no alarm. Times in microseconds: those that end in
 * `_at`, `database_full` and `refused` by collab_time_clock, if nothing else is said.
 *
 * A counter is judged by the difference of two readings of the same counting, never by its value, nor by what this watcher read
 * before: a new watcher has read nothing, and its nothing is not 0. So a counter of this node comes from the samples that outlive
 * the watcher (collab_history), and one of the database from rows with a time. Where neither is possible, the first reading
 * only sets the base, and the fact is unknown. What a judgement remembers outlives the watcher, too (collab_told_t). */
typedef struct collab_facts_t {
  apr_time_t now;           /* by collab_time_clock */
  apr_time_t date;          /* by this machine's clock */
  const char *no_database;  /* why the database cannot be reached, or refuses the check; NULL: the database answered */
  const char *no_pool;      /* why the workers cannot reach the database, although the watcher can; NULL: they can */
  bool answered;            /* with `no_database`: the database refuses the check, but can be reached */
  const char *exchange;     /* why the database is not this node's exchange's; then the facts below are unknown; NULL: it is */
  const char *wrong_schema; /* what is wrong with the schema; then the facts below are unknown */
  const char *denied;       /* why the database refuses to answer (a privilege is missing); then the facts below are unknown */
  bool complete;            /* the facts of the statement watch_look are known (store/facts.c) */
  const char *role;         /* role that the workers are logged in as */
  const char *wanted_role;  /* role that they should be logged in as */
  const char *other_role;   /* a dispatcher's role, if it is the wrong one; NULL: none */
  bool privileges_read;     /* false: `missing` and `excess` are unknown, so their alarms stay as they are */
  const char *missing;      /* privileges that have been revoked; NULL: none */
  const char *excess;       /* privileges that have been granted in excess; NULL: none */
  bool drift_read;          /* false: `drift` is unknown, so its alarm stays as it is */
  const char *drift;        /* what is missing from the schema or differs; NULL: nothing */
  bool foreign_keys;        /* the keys do not open the canary */
  const char *maintenance;  /* text for members (collabctl maintenance); NULL: no maintenance */
  int nodes;                /* nodes that are not silent */
  const char *silent;       /* silent nodes, and for how long each; NULL: none */
  apr_time_t clock_at;      /* the database's clock, a date */
  apr_time_t accepted_at;   /* the accepted time (collabctl clock), a date; 0: unknown */
  int64_t parted_for;       /* running time since the clock left the accepted time; -1: it has not, or unknown */
  int64_t accepts_in;       /* running time until the clock is accepted, if the gap stays constant */
  int64_t clock_ahead;      /* this machine's clock minus the database's; either sign */
  int dispatchers;          /* dispatchers at work, on all nodes */
  int64_t waiting;          /* while no dispatcher is at work: how long the oldest work has waited */
  int64_t alone;            /* how long no dispatcher has been at work */
  bool dispatcher;          /* this node has a dispatcher */
  apr_time_t started_at;    /* the dispatcher's start */
  apr_time_t turned_at;     /* the last turn of the dispatcher's loop */
  int64_t stalled_by;       /* the subscription for whose endpoint libcurl works; 0: for none */
  apr_time_t moved_at;      /* the latest of: the dispatcher's start, an answered claim, a good reason not to claim */
  apr_time_t probed_at;     /* when the dispatcher measured `outbox` and `due` */
  int64_t outbox, due;      /* age of the oldest event in the outbox; delay of the longest overdue delivery */
  int open;                 /* endpoints with an open breaker: overdue deliveries may be theirs */
  int64_t requests, failed; /* requests of the last minute, counted from collab_health_errors_from(); those answered with 5xx */
  apr_time_t worker_at;     /* when a worker process last ended without its clean-up; 0: none has since httpd's start */
  int64_t workers;          /* how many have */
  int64_t dead; /* dead letters of the last 15 minutes that were not replayed. While their alarm is raised, the count starts
                   15 minutes before the alarm began */
  const char *dead_whose; /* subscriptions of those dead letters */
  bool stored_read;       /* false: `near_limit` is unknown, so its alarm stays as it is */
  const char *near_limit; /* companies at 80 % of their daily limit; NULL: none */
  bool issuers_read;      /* false: the issuers' keys are unknown, so their alarm stays as it is */
  const char *issuers;    /* issuers whose keys cannot be confirmed, and why; NULL: none */
  int keyless;            /* those of them none of whose keys are known, or trusted any more */
  int64_t keys_age;       /* how long ago keys were confirmed, of all issuers the longest time; -1: no issuer */
  bool disks_read;        /* false: `full` is unknown, so its alarm stays as it is */
  const char *full;       /* a full file system of this node; NULL: none */
  bool server_read;       /* false: `server` is unknown, so its alarm stays as it is */
  const char *server;     /* settings with which PostgreSQL may lose or miss rows; NULL: none */
  bool wrote;             /* false: `no_writes` is unknown, so its alarm stays as it is */
  const char *no_writes;  /* why the database does not take the watcher's write; NULL: it does */
  apr_time_t certificate; /* date of expiry of the base URL's certificate; 0: unknown; -1: there is none */
  const char *base_url;
  apr_time_t database_full; /* when the database last had no room; 0: never */
  apr_time_t refused;       /* when the database last refused a statement because a privilege was missing; 0: never */
} collab_facts_t;

/* Facts that are all unknown, of the present moment. */
collab_facts_t collab_facts_none(void);

/* Raises and ends the watcher's alarms. Calls `changed`, if it is not NULL, for each alarm that begins (with its
 * text) or ends (with NULL as the text). Texts are made in `pool`. One process and thread at a time. */
void collab_health_evaluate(apr_pool_t *pool, const collab_facts_t *facts,
                            void (*changed)(void *data, collab_alarm_t alarm, const char *text), void *data);

/* An alarm that is shown: raised, or flapping and at present over. */
typedef struct collab_problem_t {
  collab_alarm_t alarm;
  collab_alarm_health_t health;
  bool flapping;    /* the text says so (node/damping.h) */
  apr_time_t since; /* a date */
  apr_interval_time_t lasts;
  char text[COLLAB_ALARM_TEXT];
} collab_problem_t;

/* The alarm's health, which is that of its row in the table unless that is graded. */
collab_alarm_health_t collab_health_of(collab_alarm_t alarm);

/* The level of a line of httpd's log about the alarm. */
#define COLLAB_HEALTH_LEVEL(alarm) (collab_health_of(alarm) == COLLAB_ALARM_HEALTH_FAILING ? APLOG_ERR : APLOG_WARNING)

/* Has the watcher not looked for 15 seconds? Before its first check, the time since httpd's start counts. Then describes the
 * alarm `watch`. False in collabctl, which has no watcher and no httpd. */
bool collab_health_unwatched(collab_problem_t *problem);

/* From when on the answers of requests count for the alarm `errors`: earlier ones are the consequence of another alarm, which has
 * ended. By collab_time_clock. */
apr_time_t collab_health_errors_from(void);

/* Copies the alarms that are shown, worst first, and returns how many. The node's health is that of the first. */
int collab_health_problems(collab_problem_t problems[COLLAB_ALARM_COUNT]);

/* How far a node's clock may be from the database's. Within this limit each node accepts the others' tokens. All waits and
 * deletions use the database's clock alone. A node that is further off gets no requests (api/health.c). */
#define COLLAB_CLOCK_LIMIT apr_time_from_sec(30)

/* How far the clock of a dispatcher's node may be from the database's: receivers commonly accept a webhook-timestamp that is five
 * minutes off. A dispatcher that is further off claims nothing. */
#define COLLAB_CLOCK_CLAIMS apr_time_from_sec(240)

/* True if this node's clock is off by more than COLLAB_CLOCK_LIMIT, as the watcher found a second ago. Any process of the node;
 * cheap. */
bool collab_health_clock_off(void);

/* The earlier of `now`, this node's clock, and the accepted time, as the watcher found it a second ago. Until its first check:
 * `now`. Any process of the node; cheap. */
apr_time_t collab_health_accepted(apr_time_t now);

/* Says when something expires: "expires in 9 days, on 2026-12-02", "has expired on 2026-11-20". NULL when it expires after more
 * than 14 days, or when `until` is 0 (unknown). */
const char *collab_health_expiry(apr_pool_t *pool, apr_time_t until, apr_time_t now);

/* True during maintenance (collabctl maintenance), as the watcher found a second ago. Then copies the text for members to `text`,
 * unless that is NULL. Any process of the node; cheap. */
bool collab_health_maintenance(char text[COLLAB_ALARM_TEXT]);

/* True if deliveries, reminders and the closing of requests must wait: during maintenance, and for up to five seconds after
 * httpd's start, until the watcher's first check. For the dispatcher alone; cheap. */
bool collab_health_on_hold(void);

/* True if the database is not that of this node's exchange, as the watcher found a second ago. Any process of the node; cheap. */
bool collab_health_other_exchange(void);

/* True if this node's keys do not open the database's secrets, as the watcher found a second ago. Then nothing may be sealed,
 * because the right keys could not open the value. Any process of the node; cheap. */
bool collab_health_foreign_keys(void);
/* A text that clients see. */
#define COLLAB_FOREIGN_KEYS "the secrets key of this node is not the one that sealed the secrets in the database"

#endif

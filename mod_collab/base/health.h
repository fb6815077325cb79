/* health.h: does this node need a person? One judgement, made of facts that somebody else has gathered, for the status page,
 * ?json, the metrics, CollabAlertCommand and collabctl status. What it finds is kept as alarms (base/alarm.h) in the
 * memory of base/meter.h. The watcher judges (status/watch.c), and collabctl, which has no node. */
#ifndef COLLAB_BASE_HEALTH_H
#define COLLAB_BASE_HEALTH_H

#include <stdbool.h>

#include "base/meter.h"

/* What was seen, at one moment. NULL, and a negative number, mean: not known, so nothing is said of it. Times in microseconds. */
typedef struct collab_facts_t {
  apr_time_t now;
  const char *no_database;  /* why the database cannot be reached; NULL: it answers, and what follows was seen */
  const char *wrong_schema; /* what is wrong with it; then what follows was not seen */
  const char *denied;       /* the database refuses to answer: a privilege is missing; likewise */
  bool complete;            /* everything that the database shows was seen */
  const char *role;         /* that we are logged in as, and that we should be */
  const char *wanted_role;  /*   */
  const char *other_role;   /* of a dispatcher that has the wrong one; NULL: none */
  bool privileges_read;     /* false: what follows is not known, so alarms about it stay */
  const char *missing;      /* privileges that somebody has revoked; NULL: none */
  const char *excess;       /* privileges that somebody has granted; NULL: none */
  bool foreign_keys;        /* the canary does not open */
  const char *maintenance;  /* what members are told (collabctl maintenance); NULL: there is none */
  int nodes;                /* that are not silent, without this one */
  const char *silent;       /* those that are, and for how long; NULL: none */
  int64_t clock_ahead;      /* of the database's; of either sign */
  int dispatchers;          /* at work, on all nodes */
  int64_t waiting;          /* for how long the oldest work has waited, when there is none of them, */
  int64_t alone;            /*   and for how long nobody has seen one */
  bool dispatcher;          /* this node has one; */
  apr_time_t started_at;    /*   when it was started, */
  apr_time_t turned_at;     /*   when its loop last turned, */
  apr_time_t moved_at;      /*   when the database last gave it a claim, or it had a good reason not to ask; or its start */
  int64_t outbox, due;      /* age of the oldest event in the outbox, of the longest overdue delivery */
  int open;                 /* receivers that do not answer: then what is overdue may be theirs */
  int64_t requests, failed; /* in the last minute; failed: answered with 5xx */
  int64_t dead;           /* deliveries given up in the last quarter of an hour, or since a quarter before the alarm, and not sent
                             again, */
  const char *dead_whose; /*   and whose they are */
  bool disks_read;        /* false: not known, likewise */
  const char *full;       /* a file system of ours that is full; NULL: none */
  apr_time_t certificate; /* when the certificate of the base URL expires; 0: not known; -1: there is none */
  const char *base_url;   /*   */
  apr_time_t database_full; /* when the database last had no room; 0: never */
  apr_time_t refused;       /*   … refused a statement because a privilege was missing */
} collab_facts_t;

/* Facts that say nothing. */
collab_facts_t collab_facts_none(apr_time_t now);

/* Raises and ends the alarms of COLLAB_WATCH_ALARMS. `changed` (NULL: nobody wants to know) is called for each that has begun,
 * with what it has met, or ended (text NULL). Texts are made in `pool`. One process and thread at a time. */
void collab_health_evaluate(apr_pool_t *pool, const collab_facts_t *facts,
                            void (*changed)(void *data, collab_alarm_t alarm, const char *text), void *data);

/* An alarm that is raised. */
typedef struct collab_problem_t {
  collab_alarm_t alarm;
  collab_health_t health;
  apr_time_t since;
  char text[COLLAB_ALARM_TEXT]; /* what it has met */
} collab_problem_t;

/* Copies the alarms that are raised, worst first; returns how many. The health of the node is that of the first. */
int collab_health_problems(collab_problem_t problems[COLLAB_ALARM_COUNT]);

/* How far the clocks of the nodes and of the database may be apart: tokens of other nodes are good, and nothing waits or is
 * deleted by a clock but the database's. A node that is further off gets no requests (api/health.c). */
#define COLLAB_CLOCK_LIMIT apr_time_from_sec(30)

/* Is this node's clock further off? As the watcher found a second ago. Any process of the node; cheap. */
bool collab_health_clock_off(void);

/* When something that was valid until then is to be renewed: "expires in 9 days, on 2026-12-02", "has expired on 2026-11-20".
 * NULL: not within 14 days, or not known (0). */
const char *collab_health_expiry(apr_pool_t *pool, apr_time_t until, apr_time_t now);

/* The machine's name; memory of `pool`. */
const char *collab_health_node(apr_pool_t *pool);

/* Is there maintenance (collabctl maintenance)? As the watcher found a second ago. Then copies what members are told to `text`,
 * unless that is NULL. Any process of the node; cheap. */
bool collab_health_maintenance(char text[COLLAB_ALARM_TEXT]);

/* Must deliveries, reminders and the closing of requests wait? There is maintenance, or httpd has just been started and the
 * watcher does not know yet; it has five seconds to find out. The dispatcher; cheap. */
bool collab_health_on_hold(void);

/* Do the keys of this node not open what the database keeps sealed? As the watcher found a second ago. What is sealed with such
 * keys cannot be opened once the right ones are back, so seal nothing meanwhile. Any process of the node; cheap. */
bool collab_health_foreign_keys(void);
#define COLLAB_FOREIGN_KEYS "the secrets key of this node is not the one that sealed the secrets in the database" /* public */

#endif

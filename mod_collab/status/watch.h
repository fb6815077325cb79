/* watch.h: the watcher's state and shared functions. For status/ alone.
 *
 *   watch.c           the process; facts from shared memory and disks; alarms in the log
 *   watch_database.c  the connection; facts from the database
 *   watch_drift.c     what is missing from the schema, or differs
 *   watch_server.c    how PostgreSQL is set up
 *   watch_days.c      what the companies have stored today
 *   watch_legacy.c    who still uses what CollabLegacySunset ends
 *   watch_issuers.c   the keys of other issuers
 *   watch_node.c      the row of this node in the table `node`; draining
 *   guard.c           the watcher that is gone or stands still, in its helper
 *   certificate.c     when the certificates of the base URLs expire */
#ifndef COLLAB_STATUS_WATCH_H
#define COLLAB_STATUS_WATCH_H

#include "config/config.h"
#include "node/health.h"
#include "process/helper.h"
#include "store/pg.h"

/* The certificate that expires first, of all base URLs of this configuration. */
typedef struct collab_certificate_t {
  apr_pool_t *pool;  /* belongs to this struct */
  apr_time_t until;  /* date of expiry of the certificate; 0: not known; -1: there is no certificate */
  char url[400];     /* the base URL of this certificate */
  apr_time_t due_at; /* by collab_time_clock: time of the next check */
  pid_t pid;         /* the child process that checks; 0: none */
  int answer;        /* our end of the pipe from the child process */
} collab_certificate_t;

typedef struct collab_watch_t {
  server_rec *s;
  const collab_config_t *config;
  apr_pool_t *session, *round; /* session: lives with the connection; round: cleared before each round */
  collab_pg_t *pg;
  const char *exchange; /* CollabExchange; NULL: any */
  bool ours;            /* the last check found the database of that exchange: only then does the watcher write to it */
  /* by collab_time_clock */
  apr_time_t together_at;     /* time of the last check that found a dispatcher on some node, or could not tell if there is one */
  apr_time_t foreign_at;      /* time of the last check that found another exchange's database; 0: none did */
  apr_time_t kept_at;         /* when the row of this node was last written; 0: write it now */
  apr_time_t busy_at;         /* when a draining node was last busy */
  uint64_t requests;          /* requests answered up to the last check */
  bool replaced;              /* a later start has taken this node's row */
  bool refused_once;          /* the last write of this node's row failed in a way that may pass */
  const char *server_process; /* of this session; NULL: not known; memory of `session` */
  collab_facts_t found;       /* by the checks every five seconds; texts: memory of `kept`. The other facts are unknown */
  apr_time_t drift_at;        /* when the schema was last compared, or an hour before it will be; 0: not yet set */
  char drift[COLLAB_ALARM_TEXT]; /* what is missing from the schema or differs, in words; "": nothing */
  apr_time_t legacy_at;          /* when the callers of deprecated operations were last read; 0: not yet */
  apr_pool_t *kept;
  collab_certificate_t certificate;
} collab_watch_t;

/* ---- watch_database.c ---- */

/* Runs a statement, for two seconds at most: DONE, FAILED or LOST. collab_watch_ask returns whether it is DONE. */
collab_pg_state_t collab_watch_run(collab_watch_t *w, const collab_statement_t *statement, const char *const *values,
                                   collab_rows_t *rows);
bool collab_watch_ask(collab_watch_t *w, const collab_statement_t *statement, const char *const *values, collab_rows_t *rows);

/* Values to bind: id and start of this node (process/installation.h); memory of `round`. */
const char *const *collab_watch_row(const collab_watch_t *w);

/* Every second: connects if necessary, and reads facts from the database into `facts`. Returns false when some are missing. */
bool collab_watch_database(collab_watch_t *w, collab_facts_t *facts);

/* Called only every five seconds, because the queries of these functions are expensive. */
void collab_watch_privileges(collab_watch_t *w);
void collab_watch_dead_letters(collab_watch_t *w);

/* Every five seconds: reads the companies' own rate limits from the database, and makes them known to this node's workers. */
void collab_watch_rates(collab_watch_t *w);

/* ---- watch_drift.c ---- */

/* Every five seconds: compares the schema with its list, if an hour has passed; a minute after the node's start, and while an
 * alarm is raised that drift may explain. */
void collab_watch_drift(collab_watch_t *w);

/* ---- watch_server.c ---- */

/* Called only every five seconds: reads how PostgreSQL is set up. */
void collab_watch_server(collab_watch_t *w);

/* ---- watch_days.c ---- */

/* Every five seconds: has the day's sums of the companies counted, if no other watcher has, and reads them. */
void collab_watch_days(collab_watch_t *w);

/* ---- watch_legacy.c ---- */

/* Every five seconds: reads the callers of deprecated operations and the V1 subscriptions, if a minute has passed. */
void collab_watch_legacy(collab_watch_t *w);

/* ---- watch_issuers.c ---- */

/* Every five seconds: reads the issuers' key files, and what the dispatchers know of the keys at URLs. */
void collab_watch_issuers(collab_watch_t *w);

/* ---- watch_node.c ---- */

/* Every second: starts or ends draining as the database says. Without an answer, nothing changes. */
void collab_watch_drain(collab_watch_t *w);

/* Every five seconds: writes the row of this node, and deletes those of dead nodes of 0.1.0 on this machine. */
void collab_watch_keep(collab_watch_t *w);

/* Deletes the row of this node. Called when httpd stops, or when the helper has died. */
void collab_watch_leave(collab_watch_t *w);

/* ---- guard.c ---- */

extern const collab_guard_t collab_watch_guard;

/* ---- certificate.c ---- */

/* Starts a check of all these certificates once an hour, and reads its result. Returns at once, because a child process makes the
 * connections. `now`: collab_time_clock. */
void collab_certificate_turn(collab_certificate_t *certificate, apr_time_t now);

#endif

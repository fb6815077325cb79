/* watch.h: the watcher's state, and what its files share. For status/ alone.
 *
 *   watch.c           the process; what the node counts; the judgement
 *   watch_database.c  the connection, and what the database shows
 *   watch_node.c      the row of this node in the table `node`, and draining */
#ifndef COLLAB_STATUS_WATCH_H
#define COLLAB_STATUS_WATCH_H

#include "base/health.h"
#include "config/config.h"
#include "status/certificate.h"
#include "store/pg.h"

typedef struct collab_watch_t {
  server_rec *s;
  const collab_config_t *config;
  apr_pool_t *session, *round; /* session: of the connection; round: cleared before each */
  collab_pg_t *pg;
  apr_time_t together_at;   /* when a dispatcher was last seen at work on some node, or nobody could see */
  apr_time_t kept_at;       /* when the row of this node was last written */
  apr_time_t maintained_at; /* when there was last maintenance: what has waited begins to be late from then on */
  apr_time_t busy_at;       /* when a draining node last had something to do */
  uint64_t requests;        /* that had been answered by then */
  bool disks_read;          /* since this watcher began */
  bool privileges_read;     /* the last look at them has succeeded */
  const char *missing;      /* privileges, as of then; memory of `kept` */
  const char *excess;       /* likewise */
  const char *full;         /* a full file system, likewise */
  int64_t dead;             /* deliveries that were given up; -1: not known */
  const char *dead_whose;   /* whose, likewise */
  apr_pool_t *kept;
  collab_certificate_t certificate;
} collab_watch_t;

/* ---- watch_database.c ---- */

/* Runs a statement, for two seconds at most. */
bool collab_watch_ask(collab_watch_t *w, const collab_statement_t *statement, const char *const *values, collab_rows_t *rows);

/* Binds: the key of this node's row, and since when it runs; memory of `round`. */
const char *const *collab_watch_row(const collab_watch_t *w);

/* Every second: connects where there is no connection, and puts what the database shows into `facts`. Returns false when the
 * database did not say it all. */
bool collab_watch_database(collab_watch_t *w, collab_facts_t *facts);

/* Every five seconds: what is dear. */
void collab_watch_privileges(collab_watch_t *w);
void collab_watch_dead_letters(collab_watch_t *w);

/* Every five seconds: tells the workers of the node the companies' own rate limits. */
void collab_watch_rates(collab_watch_t *w);

/* ---- watch_node.c ---- */

/* Every second: is this node to be drained? One that cannot ask goes on as it was. */
void collab_watch_drain(collab_watch_t *w);

/* Every five seconds: writes the row of this node, and takes away those of nodes whose place it has taken. */
void collab_watch_keep(collab_watch_t *w);

/* Takes the row away: the node stops. */
void collab_watch_leave(collab_watch_t *w);

#endif

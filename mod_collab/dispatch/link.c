/* link.c: a database connection of the dispatcher that reconnects after a restart of PostgreSQL, a failover or a terminated
 * backend.
 *
 * The loop never waits for a connection: a thread opens it (store/pg_open.c). Until that thread has a result, the link is never
 * due (again_at is COLLAB_NEVER), and the loop checks for the result once per turn. The loop's thread calls these functions for
 * its links. A log's thread has its own link and may wait, so it connects with collab_link_connect. A database fault never
 * counts against a delivery. */
#include "dispatch/link.h"
#include "collab_private.h"

#include <http_log.h>
#include <stdatomic.h>
#include <string.h>

#include "node/alarm.h"
#include "node/meter.h"
#include "node/said.h"
#include "node/timer.h"
#include "store/own_exchange.h"

/* A connection is useless if its first statement fails. After this many useless connections in a row, the pause
 * stops growing. */
#define MAX_FAILED_CONNECTIONS 5
#define LOG_INTERVAL apr_time_from_sec(60)
#define OTHER_EXCHANGE_PAUSE apr_time_from_sec(1) /* each attempt costs that database a login */

/* The number of links that are down, and whether their outage is logged. The process logs an outage once, not once for each link.
 * The loop's thread and the logs' threads share these variables. */
static atomic_int links_down;
static atomic_bool outage_logged;

void collab_link_init(collab_link_t *link, apr_pool_t *pool, const server_rec *s, const char *dsn, const char *name) {
  link->s = s;
  link->dsn = dsn;
  link->name = name;
  apr_pool_create(&link->pool, pool);
  apr_pool_tag(link->pool, "collab_link");
  apr_pool_create(&link->statement_pool, pool);
  apr_pool_tag(link->statement_pool, "collab_link_statement");
}

void collab_link_drop(collab_link_t *link) {
  apr_pool_clear(link->statement_pool);
  apr_pool_clear(link->pool); /* closes the connection */
  link->pg = NULL;
  link->busy = false;
  link->again_at = collab_time_clock() + (COLLAB_TRY_AGAIN << link->failed_connections);
}

/* When to connect again after a session with another exchange's database (store/own_exchange.h); 0: this is none. */
static apr_time_t pause_of_other_exchange(void) {
  return collab_own_exchange_lost() ? collab_time_clock() + OTHER_EXCHANGE_PAUSE : 0;
}

void collab_link_hear(collab_link_t *link) {
  if (link->pg && !link->busy && (!collab_pg_alive(link->pg) || collab_own_exchange_lost())) {
    collab_link_drop(link);
    link->again_at = pause_of_other_exchange(); /* else at once: nothing was lost with an idle connection */
  }
}

static bool is_due(collab_link_t *link) {
  collab_link_hear(link);
  return !link->pg && collab_time_clock() >= link->again_at;
}

static void log_outage(collab_link_t *link, const char *error) {
  uint64_t unsaid;

  if (!link->down) {
    link->down = true;
    atomic_fetch_add(&links_down, 1);
  }
  if (atomic_exchange(&outage_logged, true)) {
    return;
  }
  if (collab_said_may(&unsaid)) {
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, link->s, COLLABNO(0602) "dispatcher: no database: %s%s", error,
                 collab_said_unsaid(link->statement_pool, unsaid));
  } else {
    atomic_store(&outage_logged, false);
  }
}

/* The outage ends when the last link is connected again. */
static void log_end_of_outage(collab_link_t *link) {
  if (link->down) {
    link->down = false;
    if (atomic_fetch_sub(&links_down, 1) == 1 && atomic_exchange(&outage_logged, false)) {
      ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, link->s, COLLABNO(0601) "dispatcher: the database is back");
    }
  }
}

/* Takes the result of an attempt to connect; pg NULL: failure. */
static void connected(collab_link_t *link, collab_pg_t *pg, const char *error) {
  link->pg = pg;
  link->again_at = 0;
  if (pg) {
    link->sessions++;
    link->fresh = true;
    if (link->reports_login) {
      collab_alarm_set(COLLAB_ALARM_LOGIN, NULL);
    }
    log_end_of_outage(link);
    return;
  }
  if (link->reports_login) {
    collab_alarm_set(COLLAB_ALARM_LOGIN, apr_psprintf(link->statement_pool, "the dispatcher has no database: %s", error));
  }
  log_outage(link, error);
  collab_link_drop(link);
  apr_time_t later = pause_of_other_exchange();
  link->again_at = later ? later : link->again_at;
}

bool collab_link_up(collab_link_t *link) {
  if (is_due(link)) {
    link->opening = collab_pg_open(link->dsn);
    if (link->opening) {
      link->again_at = COLLAB_NEVER;
    } else {
      connected(link, NULL, "no thread to connect with");
    }
  }
  if (link->pg) {
    apr_pool_clear(link->statement_pool);
  }
  return link->pg;
}

void collab_link_turn(collab_link_t *link) {
  const char *error = NULL;

  if (link->opening && collab_pg_opening_over(link->opening)) {
    collab_pg_t *pg = collab_pg_opened(link->opening, link->pool, &error);
    link->opening = NULL;
    connected(link, pg, error);
  }
}

bool collab_link_connect(collab_link_t *link) {
  const char *error = NULL;

  if (is_due(link)) {
    collab_pg_t *pg = collab_pg_connect(link->pool, link->dsn, &error);
    connected(link, pg, error);
  }
  return link->pg;
}

struct pollfd collab_link_waits(const collab_link_t *link) {
  return link->opening ? (struct pollfd){collab_pg_opening_socket(link->opening), POLLIN, 0}
         : link->pg    ? (struct pollfd){collab_pg_socket(link->pg), collab_pg_events(link->pg), 0}
                       : (struct pollfd){-1, 0, 0};
}

apr_time_t collab_link_free_at(const collab_link_t *link, apr_time_t due) {
  return link->busy ? COLLAB_NEVER : due < link->again_at ? link->again_at : due;
}

/* Logs a fault, but repeats the last SQLSTATE at most once a minute: an outage of hours must not fill a disk. */
static void log_fault(collab_link_t *link) {
  const char *sqlstate = collab_pg_sqlstate(link->pg);
  apr_time_t now = collab_time_clock();
  uint64_t unsaid;

  collab_meter_sqlstate(sqlstate, collab_pg_function(link->pg));
  if ((!strcmp(link->logged_sqlstate, sqlstate) && now < link->log_again_at) || !collab_said_may(&unsaid)) {
    link->unlogged++;
    return;
  }
  ap_log_error(APLOG_MARK, APLOG_WARNING, 0, link->s, COLLABNO(0603) "dispatcher (%s): %s (SQLSTATE %s)%s%s", link->name,
               collab_pg_message(link->pg), sqlstate,
               link->unlogged ? apr_psprintf(link->statement_pool, "; %u more faults since the last line", link->unlogged) : "",
               collab_said_unsaid(link->statement_pool, unsaid));
  apr_cpystrn(link->logged_sqlstate, sqlstate, sizeof link->logged_sqlstate);
  link->log_again_at = now + LOG_INTERVAL;
  link->unlogged = 0;
}

void collab_link_note(collab_link_t *link, collab_pg_state_t state) {
  if (state == COLLAB_PG_FAILED || state == COLLAB_PG_LOST) {
    collab_meter_count(COLLAB_COUNT_DATABASE_FAULTS, 1);
    link->failed_connections += link->fresh && link->failed_connections < MAX_FAILED_CONNECTIONS;
    log_fault(link);
  } else if (state == COLLAB_PG_DONE) {
    link->failed_connections = 0;
  }
  link->fresh = link->fresh && state == COLLAB_PG_BUSY;
}

/* Passes the result of a finished statement to its owner, who may drop the connection. */
static void finish(collab_link_t *link, collab_pg_state_t state) {
  link->busy = false;
  if (state == COLLAB_PG_FAILED) {
    link->again_at = collab_time_clock() + link->refused_pause;
  }
  if (link->receive) {
    link->receive(link->owner, state);
  }
  if (link->pg && !collab_pg_alive(link->pg)) {
    collab_link_drop(link);
  } else {
    apr_pool_clear(link->statement_pool);
  }
}

void collab_link_send(collab_link_t *link, const collab_statement_t *statement, const char *const *values,
                      collab_receive_t receive, void *owner) {
  link->deadline = collab_time_clock() + collab_timer(COLLAB_TIMER_ANSWER);
  link->receive = receive;
  link->owner = owner;
  link->busy = collab_pg_send(link->pg, link->statement_pool, statement, values) == COLLAB_PG_BUSY;
  if (!link->busy) {
    finish(link, COLLAB_PG_LOST);
  }
}

void collab_link_step(collab_link_t *link) {
  if (!link->busy) {
    return;
  }
  collab_pg_state_t state = collab_time_clock() > link->deadline ? collab_pg_wait(link->pg, 0) : collab_pg_step(link->pg);
  collab_link_note(link, state);
  if (state != COLLAB_PG_BUSY) {
    finish(link, state);
  }
}

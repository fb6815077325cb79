/* database_clock.h: the database's time, as the dispatcher knows it between two statements (database_clock.c). Only the loop's
 * thread calls this. */
#ifndef COLLAB_DISPATCH_DATABASE_CLOCK_H
#define COLLAB_DISPATCH_DATABASE_CLOCK_H

#include "collab.h"

typedef struct collab_database_clock_t {
  bool known;                    /* the database has told its time */
  apr_time_t asked_at;           /* by collab_time_clock: when the statement under way, which tells the time, was sent */
  apr_interval_time_t ahead;     /* the database's clock minus collab_time_clock, as last told */
  apr_interval_time_t confirmed; /* the same, as last told while this node's clock agreed */
} collab_database_clock_t;

/* Call collab_database_clock_asked when a statement that tells the time is sent, and collab_database_clock_told with the time of
 * its answer, in microseconds. */
void collab_database_clock_asked(collab_database_clock_t *clock);
void collab_database_clock_told(collab_database_clock_t *clock, apr_time_t now);

/* Converts a time of collab_time_clock to the database's clock, as last told. */
static inline apr_time_t collab_database_clock_at(const collab_database_clock_t *clock, apr_time_t at) {
  return at + clock->ahead;
}

/* The database's time, for what goes out. If the database's clock has jumped away from this node's, the time goes on as it was
 * before. */
apr_time_t collab_database_clock_now(const collab_database_clock_t *clock);

/* This node's clock minus the database's; 0: not known. */
apr_interval_time_t collab_database_clock_off(const collab_database_clock_t *clock);

/* Whether this node's clock and the database's differ by more than COLLAB_CLOCK_CLAIMS. */
bool collab_database_clock_differs(const collab_database_clock_t *clock);

#endif

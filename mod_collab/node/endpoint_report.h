/* endpoint_report.h: the dispatcher's view of its subscriptions' receivers, for the status page. Any process and thread may call
 * these functions at any time. None locks, waits or allocates. */
#ifndef COLLAB_NODE_ENDPOINT_REPORT_H
#define COLLAB_NODE_ENDPOINT_REPORT_H

#include "node/shared.h"

#define COLLAB_ENDPOINT_REPORTS 256
#define COLLAB_ENDPOINT_ERROR 120 /* bytes of an error */

typedef enum collab_endpoint_state_t {
  COLLAB_ENDPOINT_CLOSED, /* breaker closed: the receiver answers */
  COLLAB_ENDPOINT_OPEN,   /* breaker open: one probe at a time */
  COLLAB_ENDPOINT_SLOW    /* the receiver answers again: slow start */
} collab_endpoint_state_t;

typedef struct collab_endpoint_report_t {
  int64_t id; /* the subscription's; 0: a free row */
  collab_endpoint_state_t state;
  int in_flight, most;                                        /* transfers under way, and their maximum */
  int failures;                                               /* in a row */
  apr_time_t until;                                           /* by collab_time_clock: end of the pause; 0: no pause */
  apr_time_t failed_at;                                       /* by collab_time_clock; 0: never */
  char error[COLLAB_ENDPOINT_ERROR];                          /* the last one; "": none yet */
  char company[COLLAB_SHARED_NAME], host[COLLAB_SHARED_NAME]; /* "": not known yet */
} collab_endpoint_report_t;

/* Records an endpoint's state; `failed` is a fault that has just occurred, or NULL. The dispatcher alone. There are 256 rows. An
 * endpoint that has no row takes one:
 *   - In trouble: a free row; else the row of an idle endpoint without trouble; else of an idle endpoint; else any row.
 *   - Without trouble: a free row; else the row of an idle endpoint without trouble that was not seen for 10 s; else none. */
void collab_endpoint_report_set(int64_t id, collab_endpoint_state_t state, int in_flight, int most, int failures,
                                apr_time_t until, const char *failed);

/* Records the company and host of an endpoint, if it has a row. The dispatcher alone. */
void collab_endpoint_report_name(int64_t id, const char *company, const char *host);

/* Copies a row. False when the row is free. */
bool collab_endpoint_report_at(int row, collab_endpoint_report_t *endpoint);

#endif

/* endpoint_report.c: the rows of receivers, and which of them an endpoint takes (node/endpoint_report.h). */
#include "node/endpoint_report.h"

#include <limits.h>
#include <string.h>

#include "base/time.h"
#include "node/shared_private.h"

#define QUIET apr_time_from_sec(10)

/* Returns a row's rank; 0 for a free row. Rows of a lower rank are evicted first. The status page needs rows of the highest rank
 * most. */
static int eviction_rank(const collab_endpoint_report_t *endpoint) {
  return endpoint->id == 0 ? 0 : endpoint->in_flight ? 3 : endpoint->state || endpoint->failures ? 2 : 1;
}

/* Returns the row to give to an endpoint that has none: among the rows of the lowest rank, the one seen longest ago. If `trouble`
 * is false (the endpoint is without trouble), returns -1 when that row is busy, is in trouble or was seen within QUIET. So
 * endpoints do not evict one another at every attempt when there are more endpoints than rows. */
static int evicted_row(bool trouble, apr_time_t now) {
  int row = 0, least = INT_MAX;

  for (int i = 0; i < COLLAB_ENDPOINT_REPORTS && least > 0; i++) {
    int rank = eviction_rank(&collab_shared->endpoint[i].endpoint);
    if (rank < least || (rank == least && collab_shared->endpoint[i].seen < collab_shared->endpoint[row].seen)) {
      row = i;
      least = rank;
    }
  }
  return trouble || least == 0 || (least == 1 && now - collab_shared->endpoint[row].seen > QUIET) ? row : -1;
}

/* Returns the endpoint's row. If it has none, returns the row that it takes, or -1 if it gets none. Every attempt calls this
 * function, so the function tries the row that the id selects before it searches. */
static int row_of(int64_t id, bool trouble, apr_time_t now) {
  int row = (int)((uint64_t)id % COLLAB_ENDPOINT_REPORTS);

  if (collab_shared->endpoint_id[row] == id) {
    return row;
  }
  for (int i = 0; i < COLLAB_ENDPOINT_REPORTS; i++) {
    if (collab_shared->endpoint_id[i] == id) {
      return i;
    }
  }
  return collab_shared->endpoint_id[row] == 0 ? row : evicted_row(trouble, now);
}

void collab_endpoint_report_set(int64_t id, collab_endpoint_state_t state, int in_flight, int most, int failures,
                                apr_time_t until, const char *failed) {
  apr_time_t now = collab_time_clock();
  int at = row_of(id, state != COLLAB_ENDPOINT_CLOSED || failures > 0, now);

  if (at < 0) {
    return;
  }
  collab_shared_endpoint_t *row = &collab_shared->endpoint[at];
  collab_endpoint_report_t *endpoint = &row->endpoint;
  collab_shared_begin(&row->turn);
  if (endpoint->id != id) {
    memset(endpoint, 0, sizeof *endpoint);
    endpoint->id = collab_shared->endpoint_id[at] = id;
  }
  row->seen = now;
  endpoint->state = state;
  endpoint->in_flight = in_flight;
  endpoint->most = most;
  endpoint->failures = failures;
  endpoint->until = until;
  if (failed) {
    endpoint->failed_at = now;
    apr_cpystrn(endpoint->error, failed, sizeof endpoint->error);
  }
  collab_shared_end(&row->turn);
}

void collab_endpoint_report_name(int64_t id, const char *company, const char *host) {
  for (int i = 0; i < COLLAB_ENDPOINT_REPORTS; i++) {
    collab_shared_endpoint_t *row = &collab_shared->endpoint[i];
    if (collab_shared->endpoint_id[i] == id) {
      collab_shared_begin(&row->turn);
      apr_cpystrn(row->endpoint.company, company, sizeof row->endpoint.company);
      apr_cpystrn(row->endpoint.host, host, sizeof row->endpoint.host);
      collab_shared_end(&row->turn);
    }
  }
}

bool collab_endpoint_report_at(int row, collab_endpoint_report_t *endpoint) {
  collab_shared_endpoint_t *guarded = &collab_shared->endpoint[row];

  collab_shared_copy(endpoint, &guarded->endpoint, sizeof *endpoint, &guarded->turn);
  endpoint->error[sizeof endpoint->error - 1] = '\0';
  endpoint->company[sizeof endpoint->company - 1] = '\0';
  endpoint->host[sizeof endpoint->host - 1] = '\0';
  return endpoint->id != 0;
}

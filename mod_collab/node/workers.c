/* workers.c: the worker processes of this node (node/workers.h). */
#include "node/workers.h"

#include <unistd.h>

#include "node/shared_private.h"

static collab_shared_worker_t *own; /* of this process; NULL: none */

void collab_workers_enter(int most) {
  own = NULL;
  for (int i = 0; i < COLLAB_WORKERS && !own; i++) {
    int none = 0;
    if (atomic_compare_exchange_strong(&collab_shared->worker[i].pid, &none, (int)getpid())) {
      own = &collab_shared->worker[i];
      SET(own->open, 0);
      SET(own->lent, 0);
      SET(own->most, most);
    }
  }
}

void collab_workers_leave(void) {
  if (own) {
    atomic_store(&own->pid, 0);
    own = NULL;
  }
}

void collab_workers_opened(int connections) {
  if (own) {
    ADD(own->open, connections);
  }
}

void collab_workers_lent(int connections) {
  if (own) {
    ADD(own->lent, connections);
  }
}

bool collab_workers_ended(pid_t pid) {
  for (int i = 0; i < COLLAB_WORKERS; i++) {
    int it = (int)pid;
    if (atomic_compare_exchange_strong(&collab_shared->worker[i].pid, &it, 0)) {
      return true;
    }
  }
  return false;
}

void collab_workers_measure(void) {
  int64_t open = 0, lent = 0, most = 0;

  for (int i = 0; i < COLLAB_WORKERS; i++) {
    collab_shared_worker_t *worker = &collab_shared->worker[i];
    if (GET(worker->pid)) {
      open += GET(worker->open);
      lent += GET(worker->lent);
      most += GET(worker->most);
    }
  }
  collab_meter_set(COLLAB_GAUGE_CONNECTIONS_OPEN, open);
  collab_meter_set(COLLAB_GAUGE_CONNECTIONS_LENT, lent);
  collab_meter_set(COLLAB_GAUGE_CONNECTIONS_MOST, most);
}

/* request_counts.c: requests and their times, by operation (node/request_counts.h). */
#include "node/request_counts.h"

#include "node/shared_private.h"

void collab_request_counts_name(int index, const char *name) {
  if (index >= 0 && index < COLLAB_COUNTED_OPERATIONS) {
    apr_cpystrn(collab_shared->operation[index], name, sizeof collab_shared->operation[index]);
  }
}

void collab_request_counts_add(int index, int status, int64_t microseconds) {
  int class = status >= 100 && status < 600 ? status / 100 : 0;

  if (index < 0 || index >= COLLAB_COUNTED_OPERATIONS) {
    index = 0;
  }
  ADD(collab_shared->request[index][class], 1);
  collab_meter_times_add(&collab_shared->request_time[index], microseconds);
  collab_meter_time(COLLAB_TIME_REQUEST, microseconds);
}

collab_times_t collab_request_counts_times(int index) {
  return collab_meter_times_copy(&collab_shared->request_time[index]);
}

const char *collab_request_counts(int index, uint64_t by_class[COLLAB_COUNTED_CLASSES]) {
  if (index < 0 || index >= COLLAB_COUNTED_OPERATIONS || !*collab_shared->operation[index]) {
    return NULL;
  }
  for (int i = 0; i < COLLAB_COUNTED_CLASSES; i++) {
    by_class[i] = GET(collab_shared->request[index][i]);
  }
  return collab_shared->operation[index];
}

uint64_t collab_request_counts_all(void) {
  uint64_t sum = 0;

  for (int i = 0; i < COLLAB_COUNTED_OPERATIONS; i++) {
    for (int j = 0; j < COLLAB_COUNTED_CLASSES; j++) {
      sum += GET(collab_shared->request[i][j]);
    }
  }
  return sum;
}

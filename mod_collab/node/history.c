/* history.c: takes a sample of the counts every ten seconds, and keeps the samples of the last hour (node/history.h).
 *
 * Several processes check whether a sample is due: a worker at the end of each request and for the status page, the dispatcher
 * and the watcher in their loops. The process that advances `sampled_at` takes the sample. */
#include "node/history.h"

#include <string.h>

#include "node/shared_private.h"

static collab_times_t difference(const collab_times_t *now, const collab_times_t *before) {
  collab_times_t since = {.sum = now->sum - before->sum};

  for (int i = 0; i < COLLAB_TIME_BUCKETS; i++) {
    since.bucket[i] = now->bucket[i] - before->bucket[i];
    since.count += since.bucket[i];
  }
  return since;
}

/* The attempts of all channels with this outcome. The counters are grouped by channel, with the outcomes in the same order. */
static uint64_t attempts(int outcome) {
  uint64_t sum = 0;
  for (unsigned channel = 0; channel < COLLAB_CHANNELS; channel++) {
    sum += collab_meter_counted(COLLAB_COUNT_ATTEMPTS_V2_DELIVERED + COLLAB_ATTEMPT_OUTCOMES * channel + (unsigned)outcome);
  }
  return sum;
}

/* Runs in one process at a time. If the process is suspended in here until the next sample is due, one sample is wrong. The count
 * of samples advances when the sample is complete: if the process is killed in here, the next process writes to the same slot. */
static void record_sample(apr_time_t now, apr_time_t last) {
  uint64_t n = GET(collab_shared->samples);
  uint64_t requests = collab_request_counts_all(), failed = collab_meter_counted(COLLAB_COUNT_FAILED);
  uint64_t delivered = attempts(COLLAB_ATTEMPT_DELIVERED);
  uint64_t retried = attempts(COLLAB_ATTEMPT_RETRIED) + attempts(COLLAB_ATTEMPT_DEAD);
  collab_times_t request = collab_meter_times(COLLAB_TIME_REQUEST), total = collab_meter_times(COLLAB_TIME_TOTAL);
  collab_times_t request_since = difference(&request, &collab_shared->before.request);
  collab_times_t total_since = difference(&total, &collab_shared->before.total);

  collab_sample_t sample = {.at = now,
                            .seconds = (double)(now - (last ? last : collab_shared->began)) / APR_USEC_PER_SEC,
                            .requests = (int64_t)(requests - collab_shared->before.requests),
                            .failed = (int64_t)(failed - collab_shared->before.failed),
                            .delivered = (int64_t)(delivered - collab_shared->before.delivered),
                            .retried = (int64_t)(retried - collab_shared->before.retried),
                            .request_p95 = collab_meter_quantile(&request_since, 0.95),
                            .lag_p95 = collab_meter_quantile(&total_since, 0.95),
                            .backlog = collab_meter_get(COLLAB_GAUGE_BACKLOG)};
  collab_shared->before.requests = requests;
  collab_shared->before.failed = failed;
  collab_shared->before.delivered = delivered;
  collab_shared->before.retried = retried;
  collab_shared->before.request = request;
  collab_shared->before.total = total;
  /* This sample overwrites the one in its slot of the ring. With the fence, a reader whose copy contains any of the new bytes
   * also sees that `samples` has reached n, and drops the copy. */
  atomic_thread_fence(memory_order_release);
  collab_shared->history[n % COLLAB_HISTORY_RING] = sample;
  atomic_store_explicit(&collab_shared->samples, n + 1, memory_order_release);
}

void collab_history_tick(apr_time_t now) {
  int_fast64_t last = GET(collab_shared->sampled_at);

  if (now - last < COLLAB_HISTORY_EVERY || /* `now` may be before `last`, if another process has just taken a sample */
      !atomic_compare_exchange_strong_explicit(&collab_shared->sampled_at, &last, now, memory_order_acq_rel,
                                               memory_order_relaxed)) {
    return;
  }
  record_sample(now, last);
}

int collab_history(collab_sample_t samples[COLLAB_HISTORY_SAMPLES]) {
  uint64_t n = atomic_load_explicit(&collab_shared->samples, memory_order_acquire);
  uint64_t first = n > COLLAB_HISTORY_SAMPLES ? n - COLLAB_HISTORY_SAMPLES : 0;
  int found = 0;

  for (uint64_t i = first; i < n; i++) {
    memcpy(&samples[found], &collab_shared->history[i % COLLAB_HISTORY_RING], sizeof samples[found]);
    atomic_thread_fence(memory_order_acquire);
    /* keep this sample only if no newer one can have overwritten it during the copy */
    found += GET(collab_shared->samples) < i + COLLAB_HISTORY_RING;
  }
  return found;
}

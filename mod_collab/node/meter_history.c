/* meter_history.c: takes a sample of the counts every ten seconds, and keeps the samples of the last hour (node/meter.h).
 *
 * Several processes check whether a sample is due: a worker at the end of each request and for the status page, the dispatcher
 * and the watcher in their loops. The process that advances `sampled_at` takes the sample. */
#include <string.h>

#include "node/meter_private.h"

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
static void record_sample(collab_meter_t *meter, apr_time_t now, apr_time_t last) {
  uint64_t n = atomic_load_explicit(&meter->samples, memory_order_relaxed);
  uint64_t requests = collab_meter_all_requests(), failed = collab_meter_counted(COLLAB_COUNT_FAILED);
  uint64_t delivered = attempts(COLLAB_ATTEMPT_DELIVERED);
  uint64_t retried = attempts(COLLAB_ATTEMPT_RETRIED) + attempts(COLLAB_ATTEMPT_DEAD);
  collab_times_t request = collab_meter_times(COLLAB_TIME_REQUEST), total = collab_meter_times(COLLAB_TIME_TOTAL);
  collab_times_t request_since = difference(&request, &meter->before.request);
  collab_times_t total_since = difference(&total, &meter->before.total);

  collab_sample_t sample = {.at = now,
                            .seconds = (double)(now - (last ? last : meter->began)) / APR_USEC_PER_SEC,
                            .requests = (uint32_t)(requests - meter->before.requests),
                            .failed = (uint32_t)(failed - meter->before.failed),
                            .delivered = (uint32_t)(delivered - meter->before.delivered),
                            .retried = (uint32_t)(retried - meter->before.retried),
                            .request_p95 = collab_meter_quantile(&request_since, 0.95),
                            .lag_p95 = collab_meter_quantile(&total_since, 0.95),
                            .backlog = collab_meter_get(COLLAB_GAUGE_BACKLOG)};
  meter->before.requests = requests;
  meter->before.failed = failed;
  meter->before.delivered = delivered;
  meter->before.retried = retried;
  meter->before.request = request;
  meter->before.total = total;
  /* This sample overwrites the one in its slot of the ring. With the fence, a reader whose copy contains any of the new bytes
   * also sees that `samples` has reached n, and drops the copy. */
  atomic_thread_fence(memory_order_release);
  meter->history[n % COLLAB_METER_RING] = sample;
  atomic_store_explicit(&meter->samples, n + 1, memory_order_release);
}

void collab_meter_tick(apr_time_t now) {
  collab_meter_t *meter = collab_meter_memory();
  int_fast64_t last = atomic_load_explicit(&meter->sampled_at, memory_order_relaxed);

  if (now - last < COLLAB_METER_EVERY || /* `now` may be before `last`, if another process has just taken a sample */
      !atomic_compare_exchange_strong_explicit(&meter->sampled_at, &last, now, memory_order_acq_rel, memory_order_relaxed)) {
    return;
  }
  record_sample(meter, now, last);
}

int collab_meter_history(collab_sample_t samples[COLLAB_METER_SAMPLES]) {
  collab_meter_t *meter = collab_meter_memory();
  uint64_t n = atomic_load_explicit(&meter->samples, memory_order_acquire);
  uint64_t first = n > COLLAB_METER_SAMPLES ? n - COLLAB_METER_SAMPLES : 0;
  int found = 0;

  for (uint64_t i = first; i < n; i++) {
    memcpy(&samples[found], &meter->history[i % COLLAB_METER_RING], sizeof samples[found]);
    atomic_thread_fence(memory_order_acquire);
    /* keep this sample only if no newer one can have overwritten it during the copy */
    found += atomic_load_explicit(&meter->samples, memory_order_relaxed) < i + COLLAB_METER_RING;
  }
  return found;
}

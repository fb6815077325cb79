/* meter.h: the node's figures about its own work: counters, gauges and times, in the memory that its processes share. Workers,
 * the dispatcher and the watcher write them, and status/ reads them.
 *
 * Any process and thread may call these functions at any time. None locks, waits or allocates; a call costs some nanoseconds.
 * Figures that belong together are not read as a consistent snapshot. */
#ifndef COLLAB_NODE_METER_H
#define COLLAB_NODE_METER_H

#include "collab.h"

/* ---- counters: COUNTER(symbol, metric, labels, help) ---- */

#define COLLAB_ATTEMPT_COUNTERS(COUNTER, CHANNEL, label)                                                                         \
  COUNTER(ATTEMPTS_##CHANNEL##_DELIVERED, "collab_delivery_attempts", "channel=\"" label "\",outcome=\"delivered\"",             \
          "Attempts at a delivery, by outcome.")                                                                                 \
  COUNTER(ATTEMPTS_##CHANNEL##_RETRIED, "collab_delivery_attempts", "channel=\"" label "\",outcome=\"retried\"", NULL)           \
  COUNTER(ATTEMPTS_##CHANNEL##_DEAD, "collab_delivery_attempts", "channel=\"" label "\",outcome=\"dead\"", NULL)

/* The rows of one metric are adjacent. Only the first has the metric's help text. */
#define COLLAB_COUNTERS(COUNTER)                                                                                                 \
  COLLAB_ATTEMPT_COUNTERS(COUNTER, V2, "webhooks-v2")                                                                            \
  COLLAB_ATTEMPT_COUNTERS(COUNTER, V1, "webhooks-v1")                                                                            \
  COLLAB_ATTEMPT_COUNTERS(COUNTER, LOG, "event-log")                                                                             \
  COUNTER(ANSWERS_NONE, "collab_delivery_answers", "class=\"none\"", "Answers of receivers, by class of status.")                \
  COUNTER(ANSWERS_1XX, "collab_delivery_answers", "class=\"1xx\"", NULL)                                                         \
  COUNTER(ANSWERS_2XX, "collab_delivery_answers", "class=\"2xx\"", NULL)                                                         \
  COUNTER(ANSWERS_3XX, "collab_delivery_answers", "class=\"3xx\"", NULL)                                                         \
  COUNTER(ANSWERS_4XX, "collab_delivery_answers", "class=\"4xx\"", NULL)                                                         \
  COUNTER(ANSWERS_5XX, "collab_delivery_answers", "class=\"5xx\"", NULL)                                                         \
  COUNTER(EVENTS, "collab_dispatch_events", "", "Events taken from the outbox and fanned out.")                                  \
  COUNTER(CLAIMED, "collab_dispatch_claimed", "", "Deliveries leased.")                                                          \
  COUNTER(SETTLED, "collab_dispatch_settled", "", "Deliveries settled.")                                                         \
  COUNTER(POSTPONED, "collab_dispatch_postponed", "", "Deliveries postponed by a local fault, which uses up no attempt.")        \
  COUNTER(LEASES_LOST, "collab_dispatch_leases_lost", "", "Deliveries whose lease ended before their dispatcher settled them.")  \
  COUNTER(STRAY_BYTES, "collab_dispatch_connections_unclean", "",                                                                \
          "Kept connections given up because bytes came on them after an answer.")                                               \
  COUNTER(DATABASE_FAULTS, "collab_dispatch_database_faults", "", "Statements of the dispatcher that failed.")                   \
  COUNTER(CONNECTIONS_REFUSED, "collab_database_refused", "", "Requests that got no database connection in time.")               \
  COUNTER(                                                                                                                       \
      WAITS_REFUSED, "collab_client_waits_ended", "reason=\"places\"",                                                           \
      "Requests ended because too many threads waited for clients, or because their client was too slow (CollabClientWait).")    \
  COUNTER(WAITS_SLOW, "collab_client_waits_ended", "reason=\"rate\"", NULL)                                                      \
  COUNTER(FAILED, "collab_requests_failed", "",                                                                                  \
          "Requests that failed by a fault of the service (500, 502, 503, 504), without /health.")                               \
  COUNTER(REMINDED, "collab_requests_reminded", "", "Reminders of collaboration requests.")                                      \
  COUNTER(CLOSED_IDLE, "collab_requests_closed_idle", "", "Idle collaboration requests closed (CollabAutoClose).")               \
  COUNTER(REQUESTS_DELETED, "collab_requests_deleted", "", "Closed collaboration requests deleted (CollabRetention).")           \
  COUNTER(DEAD_LETTERS_RETIRED, "collab_dead_letters_retired", "", "Old dead letters deleted (CollabRetention).")                \
  COUNTER(PENDING_LIMITED, "collab_deliveries_over_limit", "",                                                                   \
          "Pending deliveries over the limit that became dead letters (CollabSubscriptionLimit).")                               \
  COUNTER(EVENTS_RETIRED, "collab_events_retired", "", "Old events deleted (CollabRetention).")                                  \
  COUNTER(PARTITIONS_DROPPED, "collab_partitions_dropped", "", "Days of the log of attempts dropped (CollabRetention).")         \
  COUNTER(VACUUMS, "collab_vacuums", "", "Vacuums of the live tables by the dispatcher.")                                        \
  COUNTER(REINDEXED, "collab_indexes_remade", "", "Indexes of the live tables that the dispatcher rebuilt.")

typedef enum collab_counter_t {
#define COUNTER(symbol, metric, labels, help) COLLAB_COUNT_##symbol,
  COLLAB_COUNTERS(COUNTER)
#undef COUNTER
      COLLAB_COUNT_COUNT
} collab_counter_t;

/* The counter of an attempt is COLLAB_COUNT_ATTEMPTS_V2_DELIVERED + 3 * channel + outcome; that of its answer is
 * COLLAB_COUNT_ANSWERS_NONE + status / 100. */
enum { COLLAB_CHANNEL_V2, COLLAB_CHANNEL_V1, COLLAB_CHANNEL_LOG, COLLAB_CHANNELS };
enum { COLLAB_ATTEMPT_DELIVERED, COLLAB_ATTEMPT_RETRIED, COLLAB_ATTEMPT_DEAD, COLLAB_ATTEMPT_OUTCOMES };

void collab_meter_count(collab_counter_t counter, uint64_t n);
uint64_t collab_meter_counted(collab_counter_t counter);

/* Counts an attempt that has ended, by channel and outcome, and its answer. `status` 0: no answer. */
void collab_meter_attempt(int channel, int outcome, int status);

/* ---- gauges: GAUGE(symbol, metric, help); a gauge ending in _seconds is kept in microseconds; -1: unknown ---- */

#define COLLAB_GAUGES(GAUGE)                                                                                                     \
  GAUGE(SLOTS, "collab_dispatch_slots", "Transfers that this node's dispatcher may have under way.")                             \
  GAUGE(SLOTS_BUSY, "collab_dispatch_slots_busy", "Transfers that it has under way.")                                            \
  GAUGE(BACKLOG, "collab_backlog_deliveries", "Deliveries not yet done, all nodes (PostgreSQL's estimate).")                     \
  GAUGE(OLDEST_DUE, "collab_backlog_oldest_due_seconds", "How long the longest overdue delivery has been due.")                  \
  GAUGE(OUTBOX_OLDEST, "collab_outbox_oldest_seconds", "How long the oldest event has waited in the outbox.")                    \
  GAUGE(DEAD_LETTERS, "collab_dead_letters", "Deliveries given up and not replayed (PostgreSQL's estimate above 1000).")         \
  GAUGE(DEAD_TUPLES, "collab_live_tables_dead_tuples", "Dead rows in the live tables (PostgreSQL's estimate).")                  \
  GAUGE(PARTITIONS_AHEAD, "collab_partitions_ahead", "Coming days for which the log of attempts has partitions.")                \
  GAUGE(OLDEST_ATTEMPT, "collab_attempts_oldest_seconds", "Age of the oldest day in the log of attempts.")                       \
  GAUGE(HORIZON, "collab_horizon_seconds", "How long the oldest snapshot in the database has kept dead rows.")                   \
  GAUGE(PROBED_AT, "collab_probe_timestamp_seconds", "When the dispatcher last looked at the backlog.")                          \
  GAUGE(CLAIMED_AT, "collab_dispatch_claim_timestamp_seconds", "When the dispatcher last completed a claim.")                    \
  GAUGE(MOVED_AT, "collab_dispatch_moved_timestamp_seconds", "When it last did, or had no free slot, or no proxy.")              \
  GAUGE(TURNED_AT, "collab_dispatch_turn_timestamp_seconds", "When the dispatcher's loop last turned.")                          \
  GAUGE(STARTED_AT, "collab_dispatch_start_timestamp_seconds", "When the dispatcher was started.")                               \
  GAUGE(DISPATCHERS, "collab_dispatchers", "Dispatchers at work on the database, all nodes.")                                    \
  GAUGE(WATCHED_AT, "collab_watch_timestamp_seconds", "When the node's watcher last looked for faults.")                         \
  GAUGE(FULL_AT, "collab_database_full_timestamp_seconds", "When the database last had no room on its disk.")                    \
  GAUGE(DENIED_AT, "collab_database_denied_timestamp_seconds",                                                                   \
        "When it last refused a statement because a privilege was missing.")                                                     \
  GAUGE(REACHED_AT, "collab_database_reached_timestamp_seconds",                                                                 \
        "When the node's watcher last had an answer from the database.")                                                         \
  GAUGE(DRAINING_SINCE, "collab_draining_timestamp_seconds", "When the node began to drain (collabctl drain).")                  \
  GAUGE(CLOCK_OFF, "collab_clock_off_seconds", "Difference between this machine's clock and the database's, either way.")        \
  GAUGE(ACCEPTED_AT, "collab_accepted_time_timestamp_seconds", "The time by which the exchange deletes and closes.")             \
  GAUGE(TIME_PARTED, "collab_time_parted_seconds", "Running time since the database's clock left it; 0: it agrees.")             \
  GAUGE(KEYS_AGE, "collab_issuer_keys_age_seconds",                                                                              \
        "How long ago the keys of an issuer of tokens were confirmed; the longest time of all issuers.")                         \
  GAUGE(KEYLESS, "collab_issuers_without_keys", "Issuers of tokens none of whose keys are known, or trusted any more.")          \
  GAUGE(CERTIFICATE_UNTIL, "collab_certificate_expiry_timestamp_seconds", "When the certificate of the base URL expires.")

typedef enum collab_gauge_t {
#define GAUGE(symbol, metric, help) COLLAB_GAUGE_##symbol,
  COLLAB_GAUGES(GAUGE)
#undef GAUGE
      COLLAB_GAUGE_COUNT
} collab_gauge_t;

void collab_meter_set(collab_gauge_t gauge, int64_t value);
int64_t collab_meter_get(collab_gauge_t gauge);

/* Notes that what the gauge dates (…_AT, …_SINCE) happens now. collab_meter_get then gives the date, to be printed, and
 * collab_meter_noted the time by collab_time_clock, to be measured with; -1: not known. */
void collab_meter_note(collab_gauge_t gauge);
apr_time_t collab_meter_noted(collab_gauge_t gauge);

/* ---- times: TIME(symbol, metric, labels, help) ---- */

#define COLLAB_TIMES(TIME)                                                                                                       \
  TIME(REQUEST, "collab_request_duration_seconds", "",                                                                           \
       "Time of a request's handler, which reads the body and answers, by operation.")                                           \
  TIME(GATE, "collab_database_wait_seconds", "", "Wait for a database connection, of the requests that had to wait.")            \
  TIME(CLIENT, "collab_client_wait_seconds", "",                                                                                 \
       "Wait for a slow client, of the requests that held a place (CollabClientWait).")                                          \
  TIME(CLAIM, "collab_dispatch_claim_seconds", "", "Round trip of a claim.")                                                     \
  TIME(SETTLE, "collab_dispatch_settle_seconds", "", "Round trip of a settlement.")                                              \
  TIME(OUTBOX, "collab_delivery_phase_seconds", "phase=\"outbox\"",                                                              \
       "Time of each phase of a delivery; total: event to answer, of deliveries that took one attempt.")                         \
  TIME(FANOUT, "collab_delivery_phase_seconds", "phase=\"fanout\"", NULL)                                                        \
  TIME(QUEUE, "collab_delivery_phase_seconds", "phase=\"queue\"", NULL)                                                          \
  TIME(DNS, "collab_delivery_phase_seconds", "phase=\"dns\"", NULL)                                                              \
  TIME(CONNECT, "collab_delivery_phase_seconds", "phase=\"connect\"", NULL)                                                      \
  TIME(TLS, "collab_delivery_phase_seconds", "phase=\"tls\"", NULL)                                                              \
  TIME(FIRST_BYTE, "collab_delivery_phase_seconds", "phase=\"first_byte\"", NULL)                                                \
  TIME(TOTAL, "collab_delivery_phase_seconds", "phase=\"total\"", NULL)

typedef enum collab_timed_t {
#define TIME(symbol, metric, labels, help) COLLAB_TIME_##symbol,
  COLLAB_TIMES(TIME)
#undef TIME
      COLLAB_TIME_COUNT
} collab_timed_t;

#define COLLAB_TIME_BUCKETS 23
extern const int64_t collab_meter_bounds[COLLAB_TIME_BUCKETS]; /* microseconds, upper bounds; the last is APR_INT64_MAX */

typedef struct collab_times_t {
  uint64_t bucket[COLLAB_TIME_BUCKETS]; /* not cumulative */
  uint64_t count, sum;                  /* sum: microseconds */
} collab_times_t;

/* Counts a time. Ignores a negative one (unknown, or of two machines whose clocks differ). */
void collab_meter_time(collab_timed_t timed, int64_t microseconds);
collab_times_t collab_meter_times(collab_timed_t timed);

/* Estimates a quantile (0 to 1) from the buckets, in microseconds; -1: nothing was measured. */
int64_t collab_meter_quantile(const collab_times_t *times, double quantile);

/* Notes the time if the SQLSTATE of a refused statement says that the database's disk is full or that a privilege is missing.
 * `function` of PostgreSQL raised it: one that makes shared memory does not mean a disk. */
void collab_meter_sqlstate(const char *sqlstate, const char *function);

/* Clears the dispatcher's endpoints, gauges and alarms. Called when a dispatcher starts, and on a node that no longer has a
 * dispatcher. */
void collab_meter_forget(void);

/* ---- for the metrics and the status page ---- */

typedef struct collab_metric_t {
  const char *metric, *labels, *help; /* help NULL: another row of the metric above; labels "": none */
} collab_metric_t;

extern const collab_metric_t collab_meter_counters[COLLAB_COUNT_COUNT];
extern const collab_metric_t collab_meter_gauges[COLLAB_GAUGE_COUNT];
extern const collab_metric_t collab_meter_timed[COLLAB_TIME_COUNT];

#endif

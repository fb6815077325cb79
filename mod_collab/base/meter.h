/* meter.h: what the server counts of its own work: counters, gauges, times, endpoints, and an hour's history, in memory that all
 * its processes share. Written by workers and the dispatcher, read by status/.
 *
 * Any process and thread may call all of it at any time; nothing locks, waits or allocates, and a call costs some nanoseconds.
 * Figures that belong together are not read at one moment. Where nobody has made the shared memory (collabctl, unit tests), it
 * is this process's own. All of it belongs to one node: other nodes have their own. */
#ifndef COLLAB_BASE_METER_H
#define COLLAB_BASE_METER_H

#include "base/alarm.h"
#include "collab.h"

/* Makes the shared memory, or finds it again after a restart: figures live as long as the parent process. Parent only, in
 * post_config; `pool` is the process's. False: no memory; then every process counts for itself. */
bool collab_meter_share(apr_pool_t *pool);

/* ---- counters: COUNTER(symbol, metric, labels, help) ---- */

#define COLLAB_ATTEMPT_COUNTERS(COUNTER, CHANNEL, label)                                                                         \
  COUNTER(ATTEMPTS_##CHANNEL##_DELIVERED, "collab_delivery_attempts", "channel=\"" label "\",outcome=\"delivered\"",             \
          "Attempts at a delivery, by what came of them.")                                                                       \
  COUNTER(ATTEMPTS_##CHANNEL##_RETRIED, "collab_delivery_attempts", "channel=\"" label "\",outcome=\"retried\"", NULL)           \
  COUNTER(ATTEMPTS_##CHANNEL##_DEAD, "collab_delivery_attempts", "channel=\"" label "\",outcome=\"dead\"", NULL)

/* Rows of one metric stand together, and the first has its help. */
#define COLLAB_COUNTERS(COUNTER)                                                                                                 \
  COLLAB_ATTEMPT_COUNTERS(COUNTER, V2, "webhooks-v2")                                                                            \
  COLLAB_ATTEMPT_COUNTERS(COUNTER, V1, "webhooks-v1")                                                                            \
  COLLAB_ATTEMPT_COUNTERS(COUNTER, LOG, "event-log")                                                                             \
  COUNTER(ANSWERS_NONE, "collab_delivery_answers", "class=\"none\"", "What receivers answered, by class of status.")             \
  COUNTER(ANSWERS_1XX, "collab_delivery_answers", "class=\"1xx\"", NULL)                                                         \
  COUNTER(ANSWERS_2XX, "collab_delivery_answers", "class=\"2xx\"", NULL)                                                         \
  COUNTER(ANSWERS_3XX, "collab_delivery_answers", "class=\"3xx\"", NULL)                                                         \
  COUNTER(ANSWERS_4XX, "collab_delivery_answers", "class=\"4xx\"", NULL)                                                         \
  COUNTER(ANSWERS_5XX, "collab_delivery_answers", "class=\"5xx\"", NULL)                                                         \
  COUNTER(EVENTS, "collab_dispatch_events", "", "Events taken from the outbox and spread.")                                      \
  COUNTER(CLAIMED, "collab_dispatch_claimed", "", "Deliveries leased.")                                                          \
  COUNTER(SETTLED, "collab_dispatch_settled", "", "Outcomes put on record.")                                                     \
  COUNTER(POSTPONED, "collab_dispatch_postponed", "", "Deliveries postponed by a local fault, which uses up no attempt.")        \
  COUNTER(LEASES_LOST, "collab_dispatch_leases_lost", "", "Deliveries taken back from a dispatcher that was gone.")              \
  COUNTER(DATABASE_FAULTS, "collab_dispatch_database_faults", "", "Statements of the dispatcher that failed.")                   \
  COUNTER(CONNECTIONS_REFUSED, "collab_database_refused", "", "Requests that got no database connection in time.")               \
  COUNTER(FAILED, "collab_requests_failed", "", "Requests that a fault of ours ended: 500, 502, 503, 504, health left out.")     \
  COUNTER(REMINDED, "collab_requests_reminded", "", "Requests reminded of.")                                                     \
  COUNTER(CLOSED_IDLE, "collab_requests_closed_idle", "", "Requests closed because nobody touched them.")                        \
  COUNTER(REQUESTS_DELETED, "collab_requests_deleted", "", "Requests deleted that were closed long ago (CollabRetention).")      \
  COUNTER(DEAD_LETTERS_RETIRED, "collab_dead_letters_retired", "", "Old dead letters deleted (CollabRetention).")                \
  COUNTER(PENDING_LIMITED, "collab_deliveries_over_limit", "",                                                                   \
          "Dead letters made of what was too much (CollabSubscriptionLimit).")                                                   \
  COUNTER(EVENTS_RETIRED, "collab_events_retired", "", "Old events deleted (CollabRetention).")                                  \
  COUNTER(PARTITIONS_DROPPED, "collab_partitions_dropped", "", "Days of the log of attempts dropped (CollabRetention).")         \
  COUNTER(VACUUMS, "collab_vacuums", "", "Times that the dispatcher vacuumed its live tables.")                                  \
  COUNTER(REINDEXED, "collab_indexes_remade", "", "Indexes of the live tables that the dispatcher made anew.")

typedef enum collab_counter_t {
#define COUNTER(symbol, metric, labels, help) COLLAB_COUNT_##symbol,
  COLLAB_COUNTERS(COUNTER)
#undef COUNTER
      COLLAB_COUNT_COUNT
} collab_counter_t;

/* COLLAB_COUNT_ATTEMPTS_V2_DELIVERED + 3 * channel + outcome; COLLAB_COUNT_ANSWERS_NONE + status / 100. */
enum { COLLAB_CHANNEL_V2, COLLAB_CHANNEL_V1, COLLAB_CHANNEL_LOG, COLLAB_CHANNELS };
enum { COLLAB_ATTEMPT_DELIVERED, COLLAB_ATTEMPT_RETRIED, COLLAB_ATTEMPT_DEAD, COLLAB_ATTEMPT_OUTCOMES };

void collab_meter_count(collab_counter_t counter, uint64_t n);
uint64_t collab_meter_counted(collab_counter_t counter);

/* An attempt that has ended; `status` 0: no answer. Counts it by channel and outcome, and its answer. */
void collab_meter_attempt(int channel, int outcome, int status);

/* ---- gauges: GAUGE(symbol, metric, help); what ends in _seconds is kept in microseconds; -1: not known ---- */

#define COLLAB_GAUGES(GAUGE)                                                                                                     \
  GAUGE(SLOTS, "collab_dispatch_slots", "Transfers that this node's dispatcher may have under way.")                             \
  GAUGE(SLOTS_BUSY, "collab_dispatch_slots_busy", "Of them, those in use.")                                                      \
  GAUGE(BACKLOG, "collab_backlog_deliveries", "Deliveries not yet done, all nodes (PostgreSQL's estimate).")                     \
  GAUGE(OLDEST_DUE, "collab_backlog_oldest_due_seconds", "For how long the longest waiting delivery has been due.")              \
  GAUGE(OUTBOX_OLDEST, "collab_outbox_oldest_seconds", "For how long the oldest event has waited in the outbox.")                \
  GAUGE(DEAD_LETTERS, "collab_dead_letters", "Deliveries given up and not replayed (PostgreSQL's estimate above 1000).")         \
  GAUGE(DEAD_TUPLES, "collab_live_tables_dead_tuples", "Dead rows in the live tables (PostgreSQL's estimate).")                  \
  GAUGE(PARTITIONS_AHEAD, "collab_partitions_ahead", "Days ahead for which the log of attempts has room.")                       \
  GAUGE(OLDEST_ATTEMPT, "collab_attempts_oldest_seconds", "Age of the oldest day in the log of attempts.")                       \
  GAUGE(HORIZON, "collab_horizon_seconds", "For how long the oldest snapshot in the database has kept dead rows alive.")         \
  GAUGE(PROBED_AT, "collab_probe_timestamp_seconds", "When the dispatcher last looked at the backlog.")                          \
  GAUGE(CLAIMED_AT, "collab_dispatch_claim_timestamp_seconds", "When the dispatcher last got through a claim.")                  \
  GAUGE(MOVED_AT, "collab_dispatch_moved_timestamp_seconds", "When it last did, or had no slot to claim for, or no proxy.")      \
  GAUGE(TURNED_AT, "collab_dispatch_turn_timestamp_seconds", "When the dispatcher's loop last turned.")                          \
  GAUGE(STARTED_AT, "collab_dispatch_start_timestamp_seconds", "When the dispatcher was started.")                               \
  GAUGE(DISPATCHERS, "collab_dispatchers", "Dispatchers at work on the database, all nodes.")                                    \
  GAUGE(WATCHED_AT, "collab_watch_timestamp_seconds", "When the node's watcher last looked whether anything is wrong.")          \
  GAUGE(FULL_AT, "collab_database_full_timestamp_seconds", "When the database last had no room on its disk.")                    \
  GAUGE(DENIED_AT, "collab_database_denied_timestamp_seconds", "When it last refused a statement for want of a privilege.")      \
  GAUGE(REACHED_AT, "collab_database_reached_timestamp_seconds", "When the node's watcher last had an answer of the database.")  \
  GAUGE(DRAINING_SINCE, "collab_draining_timestamp_seconds", "Since when the node has been draining (collabctl drain).")         \
  GAUGE(CLOCK_OFF, "collab_clock_off_seconds", "By how much this machine's clock differs from the database's, either way.")      \
  GAUGE(CERTIFICATE_UNTIL, "collab_certificate_expiry_timestamp_seconds", "When the certificate of the base URL expires.")

typedef enum collab_gauge_t {
#define GAUGE(symbol, metric, help) COLLAB_GAUGE_##symbol,
  COLLAB_GAUGES(GAUGE)
#undef GAUGE
      COLLAB_GAUGE_COUNT
} collab_gauge_t;

void collab_meter_set(collab_gauge_t gauge, int64_t value);
int64_t collab_meter_get(collab_gauge_t gauge);

/* ---- times: TIME(symbol, metric, labels, help) ---- */

#define COLLAB_TIMES(TIME)                                                                                                       \
  TIME(REQUEST, "collab_request_duration_seconds", "", "From a request's first line to the end of its handler, by operation.")   \
  TIME(GATE, "collab_database_wait_seconds", "", "How long requests waited for a database connection, those that had to.")       \
  TIME(CLAIM, "collab_dispatch_claim_seconds", "", "Round trip of a claim.")                                                     \
  TIME(SETTLE, "collab_dispatch_settle_seconds", "", "Round trip of a settlement.")                                              \
  TIME(OUTBOX, "collab_delivery_phase_seconds", "phase=\"outbox\"",                                                              \
       "Where the time goes; total: event to answer, first attempts that were delivered.")                                       \
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
  uint64_t bucket[COLLAB_TIME_BUCKETS]; /* not cumulated */
  uint64_t count, sum;                  /* sum: microseconds */
} collab_times_t;

/* Puts a time on record; one that is negative (not known, or a clock that was set back) is not. */
void collab_meter_time(collab_timed_t timed, int64_t microseconds);
collab_times_t collab_meter_times(collab_timed_t timed);

/* Estimates a quantile (0 to 1) in microseconds by the buckets; -1: nothing was measured. */
int64_t collab_meter_quantile(const collab_times_t *times, double quantile);

/* ---- requests, by operation ---- */

#define COLLAB_METER_OPERATIONS 96
#define COLLAB_METER_CLASSES 6 /* by the first digit of the status; 0: the client went away */

/* Names an operation; the index is its row's. 0 is for requests that are none. Parent, before the first request. */
void collab_meter_operation(int index, const char *name);
void collab_meter_request(int index, int status, int64_t microseconds);

/* What a SQLSTATE with which the database has refused a statement says of the database itself: its disk is full, a privilege is
 * missing. */
void collab_meter_sqlstate(const char *sqlstate);

/* May a line about a fault be logged? In an outage every request and every statement fails; this lets one line a second through,
 * of all processes of the node. True: *unsaid is how many have not been since the last one. */
bool collab_meter_may_say(uint64_t *unsaid);

/* The same for a line that must be logged: reserves the next second that is free, and returns its beginning. The caller waits for
 * it. */
apr_time_t collab_meter_say_at(apr_time_t now);

/* " (and 12 more such lines)", or "". */
const char *collab_meter_unsaid(apr_pool_t *pool, uint64_t unsaid);

/* How long its requests took; microseconds. */
collab_times_t collab_meter_operation_times(int index);

/* What was counted of an operation; NULL: there is none of that index. */
const char *collab_meter_requests(int index, uint64_t by_class[COLLAB_METER_CLASSES]);

/* ---- endpoints: the dispatcher's view of a subscription's receiver ---- */

#define COLLAB_METER_ENDPOINTS 256
#define COLLAB_METER_TEXT 120 /* bytes of an error */
#define COLLAB_METER_NAME 164 /* 40 characters */

typedef enum collab_endpoint_state_t {
  COLLAB_ENDPOINT_CLOSED, /* the breaker is closed: it answers */
  COLLAB_ENDPOINT_OPEN,   /* it does not; one probe at a time */
  COLLAB_ENDPOINT_SLOW    /* it does again; slow start */
} collab_endpoint_state_t;

typedef struct collab_endpoint_report_t {
  int64_t id; /* the subscription's; 0: a free row */
  collab_endpoint_state_t state;
  int in_flight, most; /* transfers under way, and how many there may be */
  int failures;        /* in a row */
  apr_time_t until;    /* nothing is sent to it before; 0: it may be called */
  apr_time_t failed_at;
  char error[COLLAB_METER_TEXT];                            /* the last; "": none yet */
  char company[COLLAB_METER_NAME], host[COLLAB_METER_NAME]; /* whose it is and where; "": not known yet */
} collab_endpoint_report_t;

/* Writes down how an endpoint is; `failed` is what has just gone wrong with it, NULL: nothing. The dispatcher alone. There are
 * rows for 256: where there are more endpoints, one in trouble takes the place of whoever was quiet longest and has none, and one
 * without trouble is left out until a row has been quiet for ten seconds. */
void collab_meter_endpoint(int64_t id, collab_endpoint_state_t state, int in_flight, int most, int failures, apr_time_t until,
                           const char *failed);

/* Whose endpoint it is, and the host that is called; nothing, when it has no row. The dispatcher alone. */
void collab_meter_endpoint_name(int64_t id, const char *company, const char *host);

/* A row, copied; false: it is free. */
bool collab_meter_endpoint_at(int row, collab_endpoint_report_t *endpoint);

/* Forgets endpoints, gauges and alarms that are a dispatcher's: one begins, or there is none any more. */
void collab_meter_forget(void);

/* ---- what is wrong, in words, for the log and the status page ---- */

#define COLLAB_ALARM_TEXT 480 /* bytes of an alarm's text */

/* Raises, changes or (NULL) ends an alarm. True when it was not raised before, or not ended: then it belongs into the log. */
bool collab_meter_alarm(collab_alarm_t alarm, const char *text);

/* Copies an alarm's text; false: there is none. */
bool collab_meter_alarm_text(collab_alarm_t alarm, char text[COLLAB_ALARM_TEXT]);

/* When it was raised; of use while it is. */
apr_time_t collab_meter_alarm_since(collab_alarm_t alarm);

/* What CollabAlertCommand was told of an alarm; the watcher's, in memory that outlives it. */
typedef struct collab_told_t {
  bool began;                    /* that it has begun, and not that it has ended */
  apr_time_t began_at, ended_at; /* when either was last told; 0: never */
  apr_time_t changed_at;         /* since when it has been otherwise than told; 0: it is not */
} collab_told_t;
collab_told_t *collab_meter_told(collab_alarm_t alarm);

/* ---- the companies' own rate limits, in memory that the workers can read ---- */

#define COLLAB_COMPANY_RATES 2048 /* companies that may have one */

typedef struct collab_company_rate_t {
  int64_t company;
  int requests; /* a minute */
} collab_company_rate_t;

/* Replaces all of them. The watcher alone. */
void collab_company_rates_set(const collab_company_rate_t *rates, int count);

/* A company's own limit, requests a minute; 0: it has none. Any process and thread; cheap. */
int collab_company_rate(int64_t company);

/* ---- the last hour ---- */

#define COLLAB_METER_SAMPLES 360
#define COLLAB_METER_EVERY apr_time_from_sec(10)

typedef struct collab_sample_t {
  apr_time_t at;
  double seconds;               /* since the sample before it; 0: not known, for the clock was set back */
  uint32_t requests, failed;    /* in that time; failed: by a fault of ours, as COLLAB_COUNT_FAILED has it */
  uint32_t delivered, retried;  /* retried: or given up */
  int64_t request_p95, lag_p95; /* microseconds; -1: there were none */
  int64_t backlog;              /* -1: not known */
} collab_sample_t;

/* Takes a sample when it is time. Cheap when it is not: called at the end of every request and in the dispatcher's loop. */
void collab_meter_tick(apr_time_t now);

/* Copies samples, oldest first; returns how many. */
int collab_meter_history(collab_sample_t samples[COLLAB_METER_SAMPLES]);

/* ---- for those who write it all out ---- */

typedef struct collab_metric_t {
  const char *metric, *labels, *help; /* help NULL: the row before it is of the same metric; labels "": none */
} collab_metric_t;

extern const collab_metric_t collab_meter_counters[COLLAB_COUNT_COUNT];
extern const collab_metric_t collab_meter_gauges[COLLAB_GAUGE_COUNT];
extern const collab_metric_t collab_meter_timed[COLLAB_TIME_COUNT];

/* When this memory was made: the parent's start. */
apr_time_t collab_meter_since(void);

/* The parent says that it stops, and is not restarted; its processes ask before they end. */
void collab_meter_stop(void);
bool collab_meter_stops(void);

#endif

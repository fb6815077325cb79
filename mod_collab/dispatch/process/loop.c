/* loop.c: the dispatcher's loop. It waits for four things at once (transfers, five database links, the wake-up pipe, the clock),
 * and then does all that has become possible. No part of it waits for another: a slow or absent database delays no transfer, and
 * a slow receiver delays no claim.
 *
 * Work that must wait has threads of its own: one for the event log and one for the audit log, which write to disks and programs
 * (eventlog/log.c), and one for each attempt to connect to the database (link.c). A further thread watches the loop
 * (watchdog.c).
 *
 * Wake-ups are hints. A worker writes to the pipe after a commit. Without a hint, the loop looks at the outbox twice a second. */
#include "collab_private.h"
#include "dispatch/baton.h"
#include "dispatch/claim/peers.h"
#include "dispatch/process/process.h"
#include "dispatch/send/call.h"
#include "dispatch/send/send.h"
#include "outbound/guard.h"

#include <errno.h>
#include <http_log.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/json.h"
#include "node/health.h"
#include "node/history.h"
#include "node/meter.h"

/* How long to wait for transfers under way. At a restart the parent checks this process after 0.75, 1.5 and 3 s, then kills
 * it. */
#define STOP_WITHIN apr_time_from_msec(1200)

#define SEND_AT_ONCE 64 /* maximum transfers that begin in one turn */

#define LINKS 5 /* the loop's database connections; the logs have their own */
#define WORK 5  /* kinds of statements besides the claim */

#define RELEASE_WITHIN apr_time_from_msec(300)

#define OTHER_FILES 64 /* descriptors besides the receivers' sockets: databases, logs, name look-ups */

static volatile sig_atomic_t told_to_stop;

static void on_stop(int signal) {
  (void)signal;
  told_to_stop = 1;
}

/* Sets a handler for every signal that matters, as mod_cgid does: a dispatcher that starts after a restart has inherited the
 * parent's handlers. */
static void set_signals(void) {
  struct sigaction stop = {.sa_handler = on_stop}, ignore = {.sa_handler = SIG_IGN};

  sigaction(SIGTERM, &stop, NULL);
  sigaction(SIGINT, &stop, NULL);
  sigaction(SIGHUP, &stop, NULL);
  sigaction(SIGUSR1, &ignore, NULL);
  sigaction(SIGWINCH, &ignore, NULL);
  sigaction(SIGPIPE, &ignore, NULL);
}

/* Returns the configured number of slots, or fewer if the limit on open files does not allow two sockets for each. A transfer may
 * need two while it tries several addresses of a host. A name look-up without a descriptor would fail as if the receiver had
 * failed. */
static int slots_of(const collab_dispatcher_t *d) {
  int wanted = d->config->dispatcher_slots;
  struct rlimit files;

  if (getrlimit(RLIMIT_NOFILE, &files) || files.rlim_cur == RLIM_INFINITY || files.rlim_cur >= 2 * (rlim_t)wanted + OTHER_FILES) {
    return wanted;
  }
  int most = files.rlim_cur > OTHER_FILES + 2 ? (int)(files.rlim_cur - OTHER_FILES) / 2 : 1;
  ap_log_error(APLOG_MARK, APLOG_WARNING, 0, d->s,
               COLLABNO(0634) "CollabDispatcher slots=%d: %lu open files are allowed (ulimit -n), enough for %d slots", wanted,
               (unsigned long)files.rlim_cur, most);
  return most;
}

static bool setup(collab_dispatcher_t *d) {
  int slots = slots_of(d);

  collab_baton_setup();
  collab_json_wipe(); /* the process reads credentials from JSON */
  if (collab_transport_init() || !collab_transfers_setup(&d->transfers, d->pool, d->s, slots)) {
    return false;
  }
  if (!collab_own_refresh(collab_time_clock())) {
    ap_log_error(APLOG_MARK, APLOG_WARNING, errno, d->s,
                 COLLABNO(0639) "this machine's interfaces cannot be read: the address guard does not know its own addresses");
  }
  collab_duties_setup(&d->duties, d->pool, d->s, d->config);
  collab_slots_setup(&d->slots, d->pool, slots);
  collab_endpoints_setup(d);
  collab_send_setup(d);
  collab_settle_setup(d);
  collab_replay_setup(d);
  d->keys = collab_keys_setup(d->pool, d->s, &d->transfers);
  return d->keys && collab_claim_setup(d);
}

static void list_links(collab_dispatcher_t *d, collab_link_t *links[LINKS]) {
  links[0] = &d->claims.link;
  links[1] = &d->settlements.link;
  links[2] = &d->duties.link;
  links[3] = &d->replays.link;
  links[4] = collab_keys_link(d->keys);
}

/* Takes the connections that have been opened. True: no attempt to connect is in progress. */
static bool take_connections(collab_dispatcher_t *d) {
  collab_link_t *links[LINKS];
  bool all = true;

  list_links(d, links);
  for (int i = 0; i < LINKS; i++) {
    collab_link_turn(links[i]);
    all = all && !links[i]->opening;
  }
  return all;
}

static void take_wake_ups(collab_dispatcher_t *d) {
  char bytes[256];
  while (read(d->wake, bytes, sizeof bytes) > 0) {
    collab_pace_hint(&d->pace);
    collab_log_wake(d->logs[COLLAB_EVENT_LOG]);
  }
}

static bool in_flight(const collab_dispatcher_t *d) {
  return d->slots.free < d->slots.count;
}

/* Whether deliveries must wait, because the node drains (collabctl drain) or is in maintenance. The dispatcher then claims
 * nothing, and finishes the deliveries that it holds. */
static bool must_wait(void) {
  return collab_meter_get(COLLAB_GAUGE_DRAINING_SINCE) > 0 || collab_health_on_hold();
}

/* In a new session, the dispatcher takes the lock on its number even if it can claim nothing, so that no other dispatcher takes
 * back the leases that it holds. */
static apr_time_t claim_due(const collab_dispatcher_t *d) {
  return (!d->slots.free || must_wait()) && collab_dispatcher_number_is_held(d) ? COLLAB_NEVER : collab_claim_due(d);
}

static apr_time_t duties_due(const collab_dispatcher_t *d) {
  return collab_duties_due(&d->duties);
}

static void begin_duty(collab_dispatcher_t *d) {
  collab_duties_begin(&d->duties);
}

/* The statements besides the claim, and when the next of each kind is due. */
static const struct {
  apr_time_t (*due)(const collab_dispatcher_t *d);
  void (*begin)(collab_dispatcher_t *d);
} work[WORK] = {{collab_settle_due, collab_settle_begin}, /* first: it also goes on while the dispatcher stops */
                {duties_due, begin_duty},
                {collab_callback_due, collab_callback_begin},
                {collab_subscription_retire_due, collab_subscription_retire_begin},
                {collab_replay_due, collab_replay_begin}};

static apr_time_t work_due(const collab_dispatcher_t *d, int i) {
  return d->stopping && i ? COLLAB_NEVER : work[i].due(d);
}

static apr_time_t earlier(apr_time_t a, apr_time_t b) {
  return a < b ? a : b;
}

/* How long poll may sleep, in milliseconds. A socket, the pipe or a signal ends the sleep early. */
static int sleep_time(collab_dispatcher_t *d, apr_time_t now) {
  long transfer = collab_transfers_due(&d->transfers);
  apr_time_t until = earlier(now + (d->stopping ? apr_time_from_msec(20) : apr_time_from_sec(1)), collab_answer_due(&d->answers));
  collab_link_t *links[LINKS];

  list_links(d, links);
  for (int i = 0; i < LINKS; i++) {
    until = links[i]->busy ? earlier(until, links[i]->deadline) : until;
  }
  for (int i = 0; i < WORK; i++) {
    until = earlier(until, work_due(d, i));
  }
  until = d->stopping ? until : earlier(until, claim_due(d));
  until = transfer >= 0 ? earlier(until, now + apr_time_from_msec(transfer)) : until;
  return until <= now || d->claims.taken_first ? 0 : (int)((until - now + 999) / 1000);
}

static void wait_for_something(collab_dispatcher_t *d) {
  collab_link_t *links[LINKS];
  struct pollfd fds[2 + LINKS] = {[LINKS] = {d->wake, POLLIN, 0}, {d->transfers.epoll, POLLIN, 0}};

  list_links(d, links);
  for (int i = 0; i < LINKS; i++) {
    fds[i] = collab_link_waits(links[i]);
  }
  if (poll(fds, 2 + LINKS, sleep_time(d, collab_time_clock())) > 0) {
    for (int i = 0; i < LINKS; i++) {
      if (fds[i].revents) { /* a closed idle connection stays readable, and would end every poll at once */
        collab_link_hear(links[i]);
      }
    }
  }
}

/* Whether the dispatcher has a good reason not to claim; its node then counts as healthy. True if deliveries must wait, if
 * this node's clock differs from the database's, or if no slot is free and a transfer is under way. False if all slots wait for a
 * settlement. */
static bool has_reason_to_wait(const collab_dispatcher_t *d) {
  const collab_slots_t *slots = &d->slots;
  bool transfers = false;

  for (int i = 0; slots->free == 0 && !transfers && i < slots->count; i++) {
    transfers = slots->all[i].state == COLLAB_SLOT_SENDING;
  }
  return transfers || must_wait() || collab_database_clock_differs(&d->clock);
}

static void take_finished(collab_dispatcher_t *d) {
  int free = d->slots.free;
  CURL *easy;
  CURLcode code;

  while (collab_transfers_finished(&d->transfers, &easy, &code)) {
    if (!collab_keys_finished(d->keys, easy, code)) {
      collab_send_finished(d, easy, code);
    }
  }
  collab_send_turn(d);
  if (d->slots.free > free) {
    collab_claim_freed(d);
  }
}

/* Takes the results of the statements that have finished. */
static void take_results(collab_dispatcher_t *d) {
  collab_notice_t notice;

  if (!collab_claim_must_wait(d)) {
    collab_link_step(&d->claims.link);
  }
  while (collab_peers_hear(d, &notice)) {
    collab_callback_changed(d, notice.said);
  }
  collab_credentials_turn(d->credentials, collab_time_clock());
  collab_local_alarm_turn(d, collab_time_clock());
  int free = d->slots.free;
  collab_link_step(&d->settlements.link);
  if (d->slots.free > free) {
    collab_claim_freed(d);
  }
  collab_link_step(&d->duties.link);
  if (d->duties.made_events) {
    d->duties.made_events = false;
    collab_pace_hint(&d->pace);
  }
  collab_link_step(&d->replays.link);
  collab_link_step(collab_keys_link(d->keys));
}

static void ask_database(collab_dispatcher_t *d) {
  for (int i = 0; i < WORK; i++) {
    if (work_due(d, i) <= collab_time_clock()) {
      work[i].begin(d);
    }
  }
  if (!d->stopping) {
    collab_peers_tell(d);
  }
}

/* Begins transfers for the claimed deliveries. */
static void send_claimed(collab_dispatcher_t *d) {
  collab_slot_t *slot;

  for (int n = SEND_AT_ONCE; n && (slot = collab_claim_next(d)); n--) {
    collab_send_begin(d, slot);
  }
}

static void turn(collab_dispatcher_t *d) {
  collab_watchdog_turned(d->watchdog);
  collab_stalls_turn(d, collab_time_clock()); /* before the first claim */
  take_wake_ups(d);
  take_connections(d);
  take_results(d);
  if (!d->stopping && claim_due(d) <= collab_time_clock()) { /* before the transfers, so that the database works during them */
    collab_claim_begin(d);
  }
  send_claimed(d);
  collab_transfers_turn(&d->transfers);
  take_finished(d);
  collab_keys_turn(d->keys, d->stopping);
  ask_database(d);
  if (has_reason_to_wait(d)) {
    collab_meter_note(COLLAB_GAUGE_MOVED_AT);
  }
  collab_meter_note(COLLAB_GAUGE_TURNED_AT);
  collab_meter_set(COLLAB_GAUGE_SLOTS_BUSY, d->slots.count - d->slots.free);
  collab_history_tick(collab_time_clock());
}

/* Releases the deliveries in flight, and the deliveries of a claim under way. If the database is unreachable, a dispatcher's
 * recovery takes them back later. */
static void release(collab_dispatcher_t *d) {
  collab_link_t *link = &d->claims.link;
  apr_time_t deadline = collab_time_clock() + RELEASE_WITHIN;

  if (link->busy) {
    collab_pg_wait(link->pg, deadline);
    collab_link_step(link);
  }
  collab_claim_release(d, deadline);
}

static void close_down(collab_dispatcher_t *d) {
  collab_watchdog_stop(d->watchdog);
  release(d);
  for (int i = 0; i < d->slots.count; i++) {
    collab_call_end(d, &d->slots.all[i]);
  }
  collab_keys_close(d->keys);
  collab_transfers_close(&d->transfers);
  curl_global_cleanup();
  bool ended = true;
  for (int i = 0; i < COLLAB_LOGS; i++) {
    ended = collab_log_ended(d->logs[i]) && ended;
  }
  if (!ended || !take_connections(d)) {
    _exit(0); /* a waiting thread must not delay the exit, and its memory must not be freed while it runs */
  }
}

int collab_dispatch_loop(collab_dispatcher_t *d) {
  pid_t parent = getppid();
  apr_time_t stop_at = 0;

  set_signals();
  if (!setup(d)) {
    ap_log_error(APLOG_MARK, APLOG_CRIT, 0, d->s, COLLABNO(0631) "the dispatcher could not be set up");
    return 1;
  }
  ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, d->s, COLLABNO(0632) "dispatcher ready: %d slots, at most %d for one endpoint",
               d->slots.count, d->config->dispatcher_per_endpoint);
  collab_shared_forget();
  collab_meter_note(COLLAB_GAUGE_STARTED_AT);
  collab_meter_set(COLLAB_GAUGE_SLOTS, d->slots.count);
  d->logs[COLLAB_EVENT_LOG] = collab_log_start(d->s, d->config, &collab_event_log, &d->outputs[COLLAB_EVENT_LOG]);
  d->logs[COLLAB_AUDIT_LOG] = collab_log_start(d->s, d->config, &collab_audit_log, &d->outputs[COLLAB_AUDIT_LOG]);
  d->watchdog = collab_watchdog_start(d);
  for (;;) {
    turn(d);
    if (!d->stopping && (told_to_stop || getppid() != parent)) {
      d->stopping = true;
      for (int i = 0; i < COLLAB_LOGS; i++) {
        collab_log_stop(d->logs[i]);
      }
      stop_at = collab_time_clock() + STOP_WITHIN;
    }
    if (d->stopping && (!in_flight(d) || collab_time_clock() > stop_at)) {
      break;
    }
    wait_for_something(d);
  }
  close_down(d);
  return 0;
}

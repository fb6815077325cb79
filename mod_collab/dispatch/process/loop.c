/* loop.c: the dispatcher's one loop. It waits for four things at once: transfers, five database links, the wake-up pipe, the
 * clock; and does whatever has become possible. Nothing in it waits for anything else: a database that is slow, or is not there,
 * holds up no transfer, a receiver that is slow no claim.
 *
 * What cannot be done without waiting has a thread of its own: the event log, for disks and programs (log.c), and each attempt to
 * connect to the database (link.c).
 *
 * Wake-ups are hints: a worker writes to the pipe after a commit; without one the outbox is looked at twice a second. */
#include "collab_private.h"
#include "dispatch/delivery/proof.h"
#include "dispatch/dispatch.h"
#include "dispatch/process/daemon.h"
#include "outbound/own.h"

#include <errno.h>
#include <http_log.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/json.h"
#include "base/meter.h"
#include "base/random.h"

#define STOP_WITHIN                                                                                                              \
  apr_time_from_msec(1200) /* the parent waits for us at a restart: it looks after 0.75, 1.5 and 3 s, then it kills */

#define LINKS 5 /* connections to the database; the event log has its own */

#define OTHER_FILES 64 /* that the process has open beside its receivers' sockets: databases, logs, look-ups */

#define CLOCK_SLACK apr_time_from_sec(1)

static volatile sig_atomic_t told_to_stop;

static void on_stop(int signal) {
  (void)signal;
  told_to_stop = 1;
}

/* In later generations the parent's handlers are inherited, so every signal that matters is set here (research: the mod_cgid
 * pattern). */
static void set_signals(void) {
  struct sigaction stop = {.sa_handler = on_stop}, ignore = {.sa_handler = SIG_IGN};

  sigaction(SIGTERM, &stop, NULL);
  sigaction(SIGINT, &stop, NULL);
  sigaction(SIGHUP, &stop, NULL);
  sigaction(SIGUSR1, &ignore, NULL);
  sigaction(SIGWINCH, &ignore, NULL);
  sigaction(SIGPIPE, &ignore, NULL);
}

/* As many as the directive says, if that many transfers can have their sockets: while one looks for an address that answers it
 * may have two. Without a descriptor a transfer would fail as if its receiver had. */
static int slots_of(const collab_dispatcher_t *d) {
  int wanted = d->config->dispatcher_slots;
  struct rlimit files;

  if (getrlimit(RLIMIT_NOFILE, &files) || files.rlim_cur == RLIM_INFINITY ||
      files.rlim_cur >= (rlim_t)(2 * wanted + OTHER_FILES)) {
    return wanted;
  }
  int most = files.rlim_cur > OTHER_FILES + 2 ? (int)(files.rlim_cur - OTHER_FILES) / 2 : 1;
  ap_log_error(APLOG_MARK, APLOG_WARNING, 0, d->s,
               COLLABNO(0634) "CollabDispatcher slots=%d: %lu open files are allowed (ulimit -n), enough for %d slots", wanted,
               (unsigned long)files.rlim_cur, most);
  return most;
}

static bool setup(collab_dispatcher_t *d) {
  const char *uuid = collab_random_uuid(d->pool);

  collab_json_wipe(); /* credentials are read from JSON */
  d->nslots = d->free = slots_of(d);
  if (!uuid || collab_transport_init() || !collab_transfers_setup(&d->transfers, d->pool, d->s, d->nslots)) {
    return false;
  }
  if (!collab_own_look(apr_time_now())) {
    ap_log_error(APLOG_MARK, APLOG_WARNING, errno, d->s,
                 COLLABNO(0639) "this machine's interfaces cannot be read: the address guard does not know its own addresses");
  }
  d->number = (int)(strtoul(uuid, NULL, 16) & 0x7fffffff);
  d->started = apr_time_now();
  apr_cpystrn(d->missed, "{}", sizeof d->missed);
  d->slots = apr_pcalloc(d->pool, (apr_size_t)d->nslots * sizeof *d->slots);
  for (int i = 0; i < d->nslots; i++) {
    if (!collab_send_setup(d, &d->slots[i])) {
      return false;
    }
    d->slots[i].next = d->spare;
    d->spare = &d->slots[i];
  }
  collab_endpoints_setup(d);
  if (!collab_reach_setup(d)) {
    return false;
  }
  collab_proofs_setup(d);
  d->tokens = apr_hash_make(d->pool);
  d->troubles = apr_hash_make(d->pool);
  collab_link_init(&d->claims, d->pool, d->s, d->config->dispatcher_dsn, "claims");
  d->claims.reports_login = true;
  apr_pool_create(&d->taken_pool, d->pool);
  apr_pool_tag(d->taken_pool, "collab_claimed_rows");
  collab_link_init(&d->settles, d->pool, d->s, d->config->dispatcher_dsn, "settlements");
  collab_duties_setup(&d->duties, d->pool, d->s, d->config);
  collab_link_init(&d->replays, d->pool, d->s, d->config->dispatcher_dsn, "replays");
  return (d->keys = collab_keys_setup(d->pool, d->s, &d->transfers)) != NULL;
}

static void list_links(collab_dispatcher_t *d, collab_link_t *links[LINKS]) {
  links[0] = &d->claims;
  links[1] = &d->settles;
  links[2] = &d->duties.link;
  links[3] = &d->replays;
  links[4] = collab_keys_link(d->keys);
}

/* Takes the connections that have been opened. Is none on its way any more? */
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
    d->claim_at = 0;
    collab_log_wake(d->log);
  }
}

static bool in_flight(const collab_dispatcher_t *d) {
  return d->free < d->nslots;
}

/* How long the loop may sleep, in milliseconds; a socket, the pipe or a signal ends it sooner. */
static int patience(const collab_dispatcher_t *d, apr_time_t now) {
  apr_time_t claim = d->claims.busy ? d->claims.deadline : collab_claim_due(d);
  apr_time_t settle = d->settles.busy ? d->settles.deadline : collab_settle_due(d);
  apr_time_t duty = d->duties.link.busy ? d->duties.link.deadline : d->stopping ? COLLAB_NEVER : collab_duties_due(&d->duties);
  apr_time_t replay = d->replays.busy ? d->replays.deadline : collab_replay_due(d), callback = collab_callback_due(d);
  apr_time_t retire = collab_retire_due(d);
  long transfer = collab_transfers_due(&d->transfers);
  apr_time_t until = now + (d->stopping ? apr_time_from_msec(20) : apr_time_from_sec(1));

  until = claim < until ? claim : until;
  until = settle < until ? settle : until;
  until = duty < until ? duty : until;
  until = replay < until ? replay : until;
  until = callback < until ? callback : until;
  until = retire < until ? retire : until;
  until = transfer >= 0 && now + apr_time_from_msec(transfer) < until ? now + apr_time_from_msec(transfer) : until;
  return until <= now || d->taken_first ? 0 : (int)((until - now + 999) / 1000);
}

static void wait_for_something(collab_dispatcher_t *d) {
  collab_link_t *links[LINKS];
  struct pollfd fds[2 + LINKS] = {[LINKS] = {d->wake, POLLIN, 0}, {d->transfers.epoll, POLLIN, 0}};

  list_links(d, links);
  for (int i = 0; i < LINKS; i++) {
    fds[i] = collab_link_waits(links[i]);
  }
  if (poll(fds, 2 + LINKS, patience(d, apr_time_now())) > 0) {
    for (int i = 0; i < LINKS; i++) {
      if (fds[i].revents) { /* else an idle connection that has ended would keep us awake until it is wanted */
        collab_link_hear(links[i]);
      }
    }
  }
}

bool collab_dispatch_drains(void) {
  return collab_meter_get(COLLAB_GAUGE_DRAINING_SINCE) > 0;
}

/* Who has no slot free does not claim, nor who waits for the operator's proxy, nor who drains. Then this node is as well as it was. Slots that wait to be settled are no such reason. */
static bool is_kept_waiting(const collab_dispatcher_t *d, apr_time_t now) {
  bool transfers = false;

  for (int i = 0; d->free == 0 && !transfers && i < d->nslots; i++) {
    transfers = d->slots[i].state == COLLAB_SLOT_SENDING;
  }
  return transfers || d->proxy_until > now || collab_dispatch_drains();
}

static void take_finished(collab_dispatcher_t *d) {
  CURL *easy;
  CURLcode code;

  while (collab_transfers_finished(&d->transfers, &easy, &code)) {
    if (!collab_keys_finished(d->keys, easy, code)) {
      collab_send_finished(d, easy, code);
    }
  }
}

static void turn(collab_dispatcher_t *d) {
  take_wake_ups(d);
  take_connections(d);
  if (d->telling) {
    collab_peers_told(d);
  } else if (d->claims.busy && !d->taken_first) {
    collab_claim_step(d);
  }
  collab_peers_hear(d);
  collab_proofs_turn(d, apr_time_now());
  collab_local_turn(d, apr_time_now());
  if (d->settles.busy) {
    collab_settle_step(d);
  }
  if (d->duties.link.busy && collab_duties_step(&d->duties)) {
    d->claim_at = 0;
  }
  if (d->replays.busy && *d->changing) {
    collab_callback_step(d);
  } else if (d->replays.busy && *d->retiring) {
    collab_retire_step(d);
  } else if (d->replays.busy) {
    collab_replay_step(d);
  }
  if (collab_claim_due(d) <= apr_time_now()) { /* before the transfers: the database has work meanwhile */
    collab_claim_begin(d);
  }
  collab_claim_send(d);
  collab_transfers_turn(&d->transfers);
  take_finished(d);
  collab_keys_turn(d->keys, d->stopping);
  if (collab_settle_due(d) <= apr_time_now()) {
    collab_settle_begin(d);
  }
  collab_peers_tell(d);
  if (!d->stopping && collab_duties_due(&d->duties) <= apr_time_now()) {
    collab_duties_begin(&d->duties);
  }
  if (collab_callback_due(d) <= apr_time_now()) {
    collab_callback_begin(d);
  }
  if (collab_retire_due(d) <= apr_time_now()) {
    collab_retire_begin(d);
  }
  if (collab_replay_due(d) <= apr_time_now()) {
    collab_replay_begin(d);
  }
  if (is_kept_waiting(d, apr_time_now())) {
    collab_meter_set(COLLAB_GAUGE_MOVED_AT, apr_time_now());
  }
  collab_meter_set(COLLAB_GAUGE_SLOTS_BUSY, d->nslots - d->free);
  collab_meter_tick(apr_time_now());
}

/* What is still under way is given back; where the database is away, whoever recovers our leases finds them. */
static void close_down(collab_dispatcher_t *d) {
  collab_claim_release(d);
  for (int i = 0; i < d->nslots; i++) {
    if (d->slots[i].state == COLLAB_SLOT_SENDING) {
      collab_transfers_end(&d->transfers, d->slots[i].easy);
    }
    curl_easy_cleanup(d->slots[i].easy);
    collab_transport_end(&d->slots[i].transport);
  }
  collab_keys_close(d->keys);
  collab_reach_close(d);
  collab_transfers_close(&d->transfers);
  curl_global_cleanup();
  if (!collab_log_ended(d->log) || !take_connections(d)) {
    _exit(0); /* what a thread waits for must not keep us, and its memory must not go while it runs */
  }
}

/* Everything here waits for a time of day. When that is taken back, what was to come in a moment would come that much later. */
static bool clock_went_back(collab_dispatcher_t *d) {
  apr_time_t before = d->turned_at, now = d->turned_at = apr_time_now();

  if (now > before - CLOCK_SLACK) {
    return false;
  }
  ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, d->s,
               COLLABNO(0633) "the machine's clock was set back by %" APR_TIME_T_FMT " s: the dispatcher begins anew",
               apr_time_sec(before - now));
  return true;
}

int collab_dispatch_loop(collab_dispatcher_t *d) {
  pid_t parent = getppid();
  apr_time_t stop_at = 0;

  set_signals();
  if (!setup(d)) {
    ap_log_error(APLOG_MARK, APLOG_CRIT, 0, d->s, COLLABNO(0631) "the dispatcher could not be set up");
    return 1;
  }
  ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, d->s, COLLABNO(0632) "dispatcher ready: %d slots, %d to an endpoint", d->nslots,
               d->config->dispatcher_per_endpoint);
  collab_meter_forget();
  collab_meter_set(COLLAB_GAUGE_STARTED_AT, apr_time_now());
  collab_meter_set(COLLAB_GAUGE_SLOTS, d->nslots);
  d->log = collab_log_start(d->s, d->config, d->log_fd);
  for (;;) {
    bool anew = clock_went_back(d);
    turn(d);
    if (!d->stopping && (told_to_stop || getppid() != parent || anew)) {
      d->stopping = true;
      collab_log_stop(d->log);
      stop_at = apr_time_now() + STOP_WITHIN;
    }
    if (d->stopping && (!in_flight(d) || apr_time_now() > stop_at)) {
      break;
    }
    wait_for_something(d);
  }
  close_down(d);
  return 0;
}

/* watchdog.c: a thread that ends the dispatcher when its loop is stuck, most likely in libcurl, because of what a receiver sends.
 *
 *   each second: has the loop turned? ──ten times no──> seize the baton ─> give up the deliveries ─> log ─> end the process
 *
 * The thread counts its own wake-ups, so the time in which the whole process is stopped does not count. While it ends the
 * process, the loop begins no other turn. If the loop turns at the last moment, the process goes on. The endpoint for which
 * libcurl works (node/stall.h) gets the blame: its deliveries in flight get an attempt (give_up.c), and this node's next
 * dispatcher holds it back for some minutes (stalls.c). All other deliveries are released, and no lease counts as lost.
 *
 * Nothing here may wait for long. If it does all the same, SIGALRM ends the process. */
#include "collab_private.h"
#include "dispatch/baton.h"
#include "dispatch/process/process.h"

#include <errno.h>
#include <http_log.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "node/timer.h"

#define TICKS 10 /* so many ticks without a turn of the loop, and it is stuck */
#define SEIZE_WITHIN apr_time_from_msec(500)
#define END_WITHIN 5 /* seconds; with the ticks, about as long as a lease outlasts the longest transfer */
#define WAIT apr_time_from_msec(1)
#define EXIT_CODE 3 /* docs/messages.md explains it (CB0642) */

struct collab_watchdog_t {
  server_rec *s;
  collab_dispatcher_t *d; /* belongs to the loop's thread until the baton is seized */
  apr_pool_t *pool;       /* the thread's own */
  pthread_t thread;
  int end; /* an eventfd, readable when the thread is to end */
  atomic_uint turns;
  atomic_bool ending; /* the loop must not begin another turn */
  atomic_int number;  /* the dispatcher's, as of the last turn */
};

static void log_end(const collab_watchdog_t *w, const collab_give_up_t *g, const collab_stall_t *stall) {
  if (g->endpoint) {
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, w->s,
                 COLLABNO(0635) "subscription %" APR_INT64_T_FMT ": its receiver has stalled the dispatcher (%d in a row) and is "
                                "not called for %" APR_TIME_T_FMT " s; the dispatcher ends: attempts used up: %d, other "
                                "deliveries released: %" APR_INT64_T_FMT,
                 g->endpoint, stall->in_a_row, apr_time_sec(stall->until - stall->at), g->attempts, g->released);
  } else {
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, w->s,
                 COLLABNO(0636) "the dispatcher's loop is stuck, %s; the dispatcher ends: deliveries released: %" APR_INT64_T_FMT,
                 g->slots ? "in libcurl, at no known receiver" : "and not at a receiver", g->released);
  }
  if (g->error) {
    ap_log_error(APLOG_MARK, APLOG_WARNING, 0, w->s,
                 COLLABNO(0637) "the stuck dispatcher could not give up its deliveries (%s): they are taken back as lost",
                 g->error);
  }
}

/* The alarm also ends the process when no thread of it gets on, because the signal's default action is the kernel's. */
static void limit_time(void) {
  sigset_t only;

  signal(SIGALRM, SIG_DFL);
  sigemptyset(&only);
  sigaddset(&only, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &only, NULL);
  alarm(END_WITHIN);
}

/* Ends the process, unless the loop has turned since `seen`. */
static void end_dispatcher(collab_watchdog_t *w, unsigned seen) {
  collab_stall_t stall = {.subscription = 0};

  atomic_store(&w->ending, true);
  bool seized = collab_baton_seize(SEIZE_WITHIN);
  if (atomic_load(&w->turns) != seen) {
    atomic_store(&w->ending, false);
    if (seized) {
      collab_baton_release();
    }
    return;
  }
  limit_time();
  collab_give_up_t g = {.pool = w->pool,
                        .config = collab_config_of(w->s),
                        .slots = seized ? &w->d->slots : NULL,
                        .number = atomic_load(&w->number),
                        .endpoint = collab_stall_noted()};
  if (g.endpoint) {
    stall = collab_stall_add(g.endpoint, collab_time_clock());
  }
  collab_give_up(&g);
  log_end(w, &g, &stall);
  _exit(EXIT_CODE);
}

static void *watch(void *data) {
  collab_watchdog_t *w = data;
  struct pollfd end = {w->end, POLLIN, 0};
  unsigned seen = 0;
  int ticks = 0, ended;

  while ((ended = poll(&end, 1, (int)apr_time_as_msec(collab_timer(COLLAB_TIMER_STALL_TICK)))) <= 0) {
    unsigned turns = atomic_load(&w->turns);
    if (ended < 0) {
      continue; /* EINTR: the process was stopped and goes on */
    }
    ticks = turns == seen ? ticks + 1 : 0;
    seen = turns;
    if (ticks >= TICKS) {
      end_dispatcher(w, seen);
    }
  }
  return NULL;
}

collab_watchdog_t *collab_watchdog_start(collab_dispatcher_t *d) {
  collab_watchdog_t *w = apr_pcalloc(d->pool, sizeof *w);
  sigset_t all, before;

  w->s = d->s;
  w->d = d;
  apr_pool_create(&w->pool, NULL);
  apr_pool_tag(w->pool, "collab_watchdog");
  w->end = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  sigfillset(&all); /* the loop's thread handles all signals */
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = w->end < 0 ? errno : pthread_create(&w->thread, NULL, watch, w);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (error) {
    ap_log_error(APLOG_MARK, APLOG_CRIT, error, d->s,
                 COLLABNO(0638) "the dispatcher has no watchdog: it stays when its loop is stuck");
    apr_pool_destroy(w->pool);
    return NULL;
  }
  return w;
}

void collab_watchdog_turned(collab_watchdog_t *w) {
  if (w) {
    atomic_store_explicit(&w->number, w->d->number.value, memory_order_relaxed);
    atomic_fetch_add(&w->turns, 1);
    while (atomic_load(&w->ending)) {
      apr_sleep(WAIT);
    }
  }
}

void collab_watchdog_stop(collab_watchdog_t *w) {
  if (w) {
    eventfd_write(w->end, 1);
    pthread_join(w->thread, NULL);
    close(w->end);
    apr_pool_destroy(w->pool);
  }
}

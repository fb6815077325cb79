/* watch_node.c: the row of this node in the table `node` (status/watch.h). From this row, other nodes learn that this node is
 * alive, and which alarms it has. collabctl drain writes its orders into the row. */
#include "status/watch.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/json_writer.h"
#include "base/text.h"
#include "base/time.h"
#include "collab_private.h"
#include "node/alarm.h"
#include "node/machine.h"
#include "node/meter.h"
#include "node/request_counts.h"
#include "node/shared.h"
#include "process/installation.h"

#define LEAVE_WITHIN apr_time_from_msec(500) /* short, because the parent waits for this process */
#define OLDER_MOST 6 /* reports of an earlier start, half a minute: its watcher may end late, so fewer tell nothing */

/* ---- draining ---- */

static uint64_t count_requests(void) {
  uint64_t by_class[COLLAB_COUNTED_CLASSES], count = 0;
  const char *name;

  for (int index = 0; index < COLLAB_COUNTED_OPERATIONS; index++) {
    if ((name = collab_request_counts(index, by_class)) && strncmp(name, "health_", 7)) {
      for (int class = 0; class < COLLAB_COUNTED_CLASSES; class ++) {
        count += by_class[class];
      }
    }
  }
  return count;
}

static void set_draining(collab_watch_t *w, bool drain) {
  if (drain) {
    collab_meter_note(COLLAB_GAUGE_DRAINING_SINCE);
  } else {
    collab_meter_set(COLLAB_GAUGE_DRAINING_SINCE, -1);
  }
  w->kept_at = 0; /* write the row now: an operator waits for it */
  if (drain) {
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, w->s,
                 COLLABNO(0706) "the node is draining: it is not ready, and its dispatcher claims nothing");
  } else {
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, w->s, COLLABNO(0707) "the node is no longer draining");
  }
}

void collab_watch_drain(collab_watch_t *w) {
  bool was = collab_meter_get(COLLAB_GAUGE_DRAINING_SINCE) > 0;
  collab_rows_t rows;

  bool read = !w->replaced && collab_watch_ask(w, STATEMENT(watch_drain), collab_watch_row(w), &rows);
  bool drain = read ? rows.count > 0 : was;
  uint64_t requests = count_requests();
  if (drain != was) {
    set_draining(w, drain);
  }
  if (drain != was || requests != w->requests || collab_meter_get(COLLAB_GAUGE_SLOTS_BUSY) > 0) {
    w->busy_at = collab_time_clock();
  }
  w->requests = requests;
}

/* ---- the row ---- */

static const char *problems_json(apr_pool_t *pool) {
  collab_problem_t problems[COLLAB_ALARM_COUNT];
  int n = collab_health_problems(problems);
  collab_json_writer_t *w = collab_json_writer_make(pool, 500);

  collab_write_open(w, NULL, "[");
  for (int i = 0; i < n; i++) {
    const collab_problem_t *problem = &problems[i];
    collab_write_strings(
        w, NULL, "reason", collab_alarms[problem->alarm].name, "status", collab_alarm_health_word(problem->health), "text",
        collab_text_clean(pool, problem->text, strlen(problem->text)), "since", collab_time_seconds(pool, problem->since), NULL);
  }
  collab_write_close(w, "]");
  return w->text;
}

static const char *rate_limit(const collab_watch_t *w) {
  return w->config->rate_requests ? apr_psprintf(w->round, "%d in %d s", w->config->rate_requests, w->config->rate_window)
                                  : "Off";
}

/* The name of a process's program; "": there is no such process, or it is hidden. */
static const char *program(const collab_watch_t *w, pid_t process, char name[32]) {
  int file = open(apr_psprintf(w->round, "/proc/%d/comm", (int)process), O_RDONLY | O_CLOEXEC);
  ssize_t len = file >= 0 ? read(file, name, 31) : 0;

  if (file >= 0) {
    close(file);
  }
  name[len > 0 ? len : 0] = '\0';
  return name;
}

/* Deletes the row of a node of 0.1.0 that died on this machine before this node was started: this node has replaced it. */
static void tidy(collab_watch_t *w) {
  const char *const here[] = {collab_machine_name(w->round), apr_itoa(w->round, (int)getppid()),
                              collab_time_micros(w->round, collab_shared_since())};
  collab_rows_t rows, none;
  char own[32], other[32];

  if (!*program(w, getppid(), own) || !collab_watch_ask(w, STATEMENT(watch_neighbours), here, &rows)) {
    return;
  }
  for (int row = 0; row < rows.count; row++) { /* one row per call, because the next statement frees the rows */
    pid_t process = (pid_t)collab_rows_integer(rows, row, "process");
    if (strcmp(program(w, process, other), own)) {
      const char *const values[] = {collab_machine_name(w->round), apr_itoa(w->round, (int)process)};
      collab_watch_ask(w, STATEMENT(watch_tidy), values, &none);
      return;
    }
  }
}

/* May the next write succeed all the same? It may after none was answered, as by a server that restarts, and after a lock, a
 * deadlock or a cancellation; and if another node wrote its row with the same name and process at the same time. */
static bool may_pass(collab_pg_state_t state, const char *sqlstate) {
  return state == COLLAB_PG_LOST || !strcmp(sqlstate, "55P03") || !strcmp(sqlstate, "40P01") || !strcmp(sqlstate, "57014") ||
         !strcmp(sqlstate, "23505");
}

/* Notes whether the database takes the watcher's write. A first failure that may pass is no fault yet. */
static void note_write(collab_watch_t *w, collab_pg_state_t state) {
  const char *sqlstate = state == COLLAB_PG_DONE ? "" : collab_pg_sqlstate(w->pg);
  bool first = may_pass(state, sqlstate) && !w->refused_once;

  w->refused_once = may_pass(state, sqlstate);
  w->found.wrote = !first;
  if (w->found.wrote && state != COLLAB_PG_DONE) {
    w->found.no_writes = apr_pstrcat(w->kept, collab_pg_one_line(w->kept, collab_pg_message(w->pg)),
                                     *sqlstate ? apr_pstrcat(w->kept, " (SQLSTATE ", sqlstate, ")", NULL) : NULL, NULL);
  }
}

/* Reads what watch_keep returns. Takes a new id if an earlier start goes on reporting with this one: the file was copied with its
 * machine's id, or two containers share a file or a host name. The row, and so draining, stays with this node. */
static void read_kept(collab_watch_t *w, collab_rows_t rows) {
  const char *replaced = collab_rows_text(rows, 0, "replaced"), *older = collab_rows_text(rows, 0, "older"), *next;
  collab_rows_t none;

  w->replaced = replaced && *replaced == 't';
  if (!older || collab_rows_integer(rows, 0, "older") < OLDER_MOST || !(next = collab_installation_next())) {
    return;
  }
  const char *const *row = collab_watch_row(w), *const values[] = {row[0], row[1], next};
  if (collab_watch_ask(w, STATEMENT(watch_move), values, &none)) {
    collab_installation_move(w->s);
  }
}

void collab_watch_keep(collab_watch_t *w) {
  const char *const *row = collab_watch_row(w);
  collab_rows_t rows;

  w->found.wrote = false;
  w->found.no_writes = NULL;
  if (!collab_pg_alive(w->pg)) { /* an earlier statement of this round had no answer: nothing is known about writes */
    return;
  }
  bool drains = collab_meter_get(COLLAB_GAUGE_DRAINING_SINCE) > 0;
  int64_t busy = collab_meter_get(COLLAB_GAUGE_SLOTS_BUSY);
  const char *const values[] = {row[0],
                                row[1],
                                collab_machine_name(w->round),
                                apr_itoa(w->round, (int)getppid()),
                                COLLAB_VERSION,
                                problems_json(w->round),
                                collab_time_micros(w->round, collab_shared_since()),
                                drains ? apr_itoa(w->round, (int)apr_time_sec(collab_time_clock() - w->busy_at)) : NULL,
                                apr_itoa(w->round, busy > 0 ? (int)busy : 0),
                                rate_limit(w),
                                w->config->subscription_limit,
                                w->config->outbound.http ? "true" : "false",
                                collab_installation_place(),
                                collab_installation_remark(w->round)};
  collab_pg_state_t state = collab_watch_run(w, STATEMENT(watch_keep), values, &rows);
  note_write(w, state);
  if (state == COLLAB_PG_DONE) {
    read_kept(w, rows);
  }
  tidy(w);
}

void collab_watch_leave(collab_watch_t *w) {
  apr_pool_clear(w->round);
  if (w->pg && collab_pg_alive(w->pg)) {
    collab_pg_run(w->pg, w->round, STATEMENT(watch_leave), collab_watch_row(w), collab_time_clock() + LEAVE_WITHIN);
  }
}

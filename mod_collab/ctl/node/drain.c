/* drain.c: collabctl drain: takes a node out of service without one failed HTTP request.
 *
 * 1. The command marks the node's row in the database. The node's watcher reads that row every second (status/watch.c). So drain
 *    needs no access to the node's memory, and the operator names no path or port.
 * 2. From then on /health/ready answers 503, so the load balancer sends nothing new. The node still answers HTTP requests. The
 *    dispatcher claims no more deliveries and finishes those it has.
 * 3. The watcher records the node's idle time in seconds. A node is idle while it answers no HTTP requests except health checks,
 *    and holds no deliveries.
 * 4. After --idle seconds, drain stops httpd as `apachectl graceful-stop` does: httpd first finishes the HTTP requests under way.
 *
 * Runs on the machine of the node, as a user who may signal httpd. */
#include "ctl/ctl.h"
#include "node/machine.h"

#include <apr_strings.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/pidfd.h>

#define WAIT 10
#define IDLE "5"
#define TIMEOUT "300"
#define KNOWS_WITHIN apr_time_from_sec(15) /* the watcher reads the mark within 1 s, but the database may be slow */
#define LOOK_AGAIN 500                     /* milliseconds between two queries of the node's row */
#define SAY_AGAIN apr_time_from_sec(10)

typedef struct node_t {
  const char *machine;
  const char *id; /* the node's, or host name and process id of a node of 0.1.0 */
  pid_t process;
  int fd; /* a pidfd, so that a new process with the same number is never signalled */
  apr_time_t until;
} node_t;

static collab_ctl_exit_t drain(collab_ctl_t *ctl);
static collab_ctl_exit_t end(collab_ctl_t *ctl);

// clang-format off
#define THE_PROCESS { "process", CTL_OPTIONAL, CTL_ID, INT_MAX, "process id of httpd's parent, if this machine has several nodes" }

static const collab_ctl_param_t drain_params[] = {
  THE_PROCESS,
  { "idle",         CTL_OPTIONAL, CTL_ID,   3600,  "seconds without a request or delivery before httpd is stopped (" IDLE ")" },
  { "timeout",      CTL_OPTIONAL, CTL_ID,   86400, "seconds to wait at most (" TIMEOUT "); the node then stays draining" },
  { "keep-running", CTL_OPTIONAL, CTL_FLAG, 0,     "only makes the node not ready; does not stop httpd" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t end_params[] = {
  THE_PROCESS,
  { NULL, 0, 0, 0, NULL }
};

const collab_ctl_command_t collab_ctl_drain[] = {
  { "end", "puts a draining node back into service",                    end_params,   NULL, NULL, end   },
  { "",    "makes the node not ready, and stops httpd once it is idle", drain_params, NULL, NULL, drain },
  { NULL }
};
// clang-format on

/* Waits up to `wait` milliseconds for httpd to end. Returns whether it has ended. */
static bool has_ended(const node_t *node, int wait) {
  struct pollfd ended = {node->fd, POLLIN, 0};

  return poll(&ended, 1, wait) > 0;
}

/* Finds the node of this machine. If the machine has several nodes, --process selects one. */
static collab_ctl_exit_t find(collab_ctl_t *ctl, node_t *node) {
  const char *names = "";
  int found = 0;
  collab_rows_t rows;

  node->machine = collab_machine_name(ctl->pool);
  apr_table_setn(ctl->args, "machine", node->machine);
  apr_table_setn(ctl->args, "place", collab_machine_place(ctl->pool));
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, STATEMENT(ctl_node_list), WAIT, &rows);
  for (int row = 0; outcome == CTL_DONE && row < rows.count; row++) {
    node_t each = {.process = (pid_t)collab_rows_integer(rows, row, "process")};
    if ((each.fd = pidfd_open(each.process, 0)) >= 0 && !has_ended(&each, 0)) {
      node->process = each.process;
      node->id = apr_pstrdup(ctl->pool, collab_rows_text(rows, row, "node"));
      node->fd = each.fd;
      names = apr_psprintf(ctl->pool, "%s%s%d", names, found++ ? ", " : "", (int)each.process);
    }
  }
  if (outcome == CTL_DONE && found != 1) {
    collab_ctl_say(
        ctl,
        found ? "process: this machine (%s) has more than one node; name one with --process: %s"
              : "this machine (%s) has no node that was seen in the last half minute: start httpd, or read its error log%s",
        node->machine, names);
    return CTL_REFUSED;
  }
  apr_table_setn(ctl->args, "node", outcome == CTL_DONE ? node->id : "");
  return outcome;
}

/* Reads the node's idle time in seconds (-1: the node is not draining), and the number of deliveries under way. */
static collab_ctl_exit_t read_node(collab_ctl_t *ctl, int *idle, int *under_way) {
  collab_rows_t rows;
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, STATEMENT(ctl_node_show), WAIT, &rows);

  if (outcome == CTL_DONE) {
    *idle = collab_rows_text(rows, 0, "idle") ? (int)collab_rows_integer(rows, 0, "idle") : -1;
    *under_way = (int)collab_rows_integer(rows, 0, "under_way");
  }
  return outcome;
}

/* Sets or clears the mark, and waits until the node has read it. */
static collab_ctl_exit_t set_draining(collab_ctl_t *ctl, const node_t *node, bool draining) {
  apr_time_t until = collab_time_clock() + KNOWS_WITHIN;
  collab_rows_t rows;
  int idle = -1, under_way;

  apr_table_setn(ctl->args, "draining", draining ? "true" : "false");
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, STATEMENT(ctl_node_drain), WAIT, &rows);
  while (outcome == CTL_DONE && (outcome = read_node(ctl, &idle, &under_way)) == CTL_DONE && (idle >= 0) != draining) {
    if (has_ended(node, LOOK_AGAIN)) {
      collab_ctl_say(ctl, "httpd (process %d) has ended", (int)node->process);
      return CTL_REFUSED;
    }
    if (collab_time_clock() > until) {
      collab_ctl_say(ctl, "the node does not react: check that its watcher, the process collab-watch, runs");
      return CTL_REFUSED;
    }
  }
  return outcome;
}

/* Waits until the node has been idle for --idle seconds. */
static collab_ctl_exit_t wait_until_idle(collab_ctl_t *ctl, const node_t *node) {
  const char *wanted = collab_ctl_value(ctl, "idle");
  apr_time_t say_at = collab_time_clock() + SAY_AGAIN;
  collab_ctl_exit_t outcome;
  int idle, under_way;

  while ((outcome = read_node(ctl, &idle, &under_way)) == CTL_DONE && idle < apr_atoi64(wanted ? wanted : IDLE)) {
    apr_time_t now = collab_time_clock();
    if (has_ended(node, LOOK_AGAIN)) {
      break;
    }
    if (now > node->until || idle < 0) {
      collab_ctl_say(ctl,
                     idle < 0
                         ? "another command has ended the drain: the node serves again"
                         : "the node is not idle, so httpd was not stopped; the node stays draining, deliveries under way: %d",
                     under_way);
      return idle < 0 ? CTL_REFUSED : CTL_UNREACHABLE;
    }
    if (now > say_at) {
      collab_ctl_say(ctl, "waiting: idle for %d s, deliveries under way: %d", idle, under_way);
      say_at = now + SAY_AGAIN;
    }
  }
  return outcome;
}

static collab_ctl_exit_t stop(collab_ctl_t *ctl, const node_t *node) {
  if (pidfd_send_signal(node->fd, SIGWINCH, NULL, 0) && errno != ESRCH) {
    collab_ctl_say(ctl, "httpd (process %d) cannot be stopped: %s", (int)node->process, strerror(errno));
    return CTL_REFUSED;
  }
  while (!has_ended(node, LOOK_AGAIN)) {
    if (collab_time_clock() > node->until) {
      collab_ctl_say(ctl, "httpd (process %d) still answers requests; it ends after the last one", (int)node->process);
      return CTL_UNREACHABLE;
    }
  }
  return CTL_DONE;
}

static collab_ctl_exit_t drain(collab_ctl_t *ctl) {
  const char *timeout = collab_ctl_value(ctl, "timeout");
  bool keep_running = collab_ctl_value(ctl, "keep_running");
  node_t node = {.until = collab_time_clock() + apr_time_from_sec(apr_atoi64(timeout ? timeout : TIMEOUT))};
  collab_ctl_exit_t outcome = find(ctl, &node);

  if (outcome == CTL_DONE && !keep_running && kill(node.process, 0)) {
    collab_ctl_say(ctl, "you may not signal httpd (process %d): run drain as root, or with --keep-running", (int)node.process);
    return CTL_REFUSED;
  }
  if (outcome != CTL_DONE || (outcome = set_draining(ctl, &node, true)) != CTL_DONE) {
    return outcome;
  }
  if (keep_running) {
    collab_ctl_tell(ctl, "the node (process %d on %s) is draining: /health/ready is 503", (int)node.process, node.machine);
    return CTL_DONE;
  }
  if ((outcome = wait_until_idle(ctl, &node)) == CTL_DONE && (outcome = stop(ctl, &node)) == CTL_DONE) {
    collab_ctl_tell(ctl, "httpd (process %d on %s) has stopped", (int)node.process, node.machine);
  }
  return outcome;
}

static collab_ctl_exit_t end(collab_ctl_t *ctl) {
  node_t node = {NULL};
  collab_ctl_exit_t outcome = find(ctl, &node);

  if (outcome == CTL_DONE && (outcome = set_draining(ctl, &node, false)) == CTL_DONE) {
    collab_ctl_tell(ctl, "the node (process %d on %s) serves", (int)node.process, node.machine);
  }
  return outcome;
}

/* status.c: collabctl status: shows the state of the whole exchange from the database, and whether it needs a person. The status
 * page of a node shows that node's counters (docs/status.md).
 *
 * Status applies the nodes' rules (node/health.h) to what it reads from the database and this machine, so it works without a
 * running node. It adds the findings that the nodes write to the table `node`. */
#include "base/json_writer.h"
#include "base/keyring.h"
#include "ctl/ctl.h"
#include "node/health.h"
#include "store/canary.h"
#include "store/facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WAIT 30

/* A reason why the exchange needs a person. */
typedef struct reason_t {
  const char *node; /* the node that found the reason; NULL: this program found it */
  const char *name, *health, *text;
} reason_t;

static collab_ctl_exit_t status(collab_ctl_t *ctl);

// clang-format off
static const char *const columns[] = {
  "schema", "dispatchers", "deliveries_to_do", "longest_overdue", "oldest_in_the_outbox", "dead_letters", "replays", "paused_subscriptions",
  "log_of_attempts", "dead_rows_in_live_tables", "most_stored_today", "oldest_snapshot", "held_by", NULL
};

const collab_ctl_command_t collab_ctl_status[] = {
  { "", "shows backlog, dead letters, nodes, and problems with their remedies", NULL, STATEMENT(ctl_status), columns, status, READS },
  { NULL }
};
// clang-format on

/* ---- the findings of this program ---- */

static int64_t seconds_of(collab_rows_t rows, const char *column) {
  const char *text = collab_rows_text(rows, 0, column); /* "12 s" */
  return text ? strtoll(text, NULL, 10) * APR_USEC_PER_SEC : -1;
}

/* Are the keys of --secrets-key those of another database, so that none opens the canary? False if the keys cannot be read. */
static bool has_foreign_keys(collab_ctl_t *ctl, collab_rows_t rows) {
  const char *path = collab_ctl_setting(ctl, "secrets_key", "COLLAB_SECRETS_KEY"), *error;
  const collab_keyring_t *ring = path ? collab_keyring_load(ctl->pool, path, &error) : NULL;

  return ring && collab_canary_verdict(ctl->pool, ring, rows) == COLLAB_CANARY_FOREIGN;
}

/* Evaluates the facts of the database; `shown` is the result of ctl_status. */
static collab_ctl_exit_t evaluate(collab_ctl_t *ctl, collab_rows_t shown) {
  collab_facts_t facts = collab_facts_none();
  collab_ctl_exit_t outcome;
  collab_rows_t rows;

  facts.outbox = seconds_of(shown, "oldest_in_the_outbox");
  apr_time_t before = apr_time_now();
  if ((outcome = collab_ctl_ask(ctl, STATEMENT(watch_look), WAIT, &rows)) != CTL_DONE) {
    return outcome;
  }
  collab_facts_read(ctl->pool, &facts, rows, before, apr_time_now());
  facts.foreign_keys = has_foreign_keys(ctl, rows);
  if ((outcome = collab_ctl_ask(ctl, STATEMENT(watch_privileges), WAIT, &rows)) != CTL_DONE) {
    return outcome;
  }
  facts.privileges_read = true;
  facts.missing = apr_pstrdup(ctl->pool, collab_rows_text(rows, 0, "missing"));
  facts.excess = apr_pstrdup(ctl->pool, collab_rows_text(rows, 0, "excess"));
  collab_health_evaluate(ctl->pool, &facts, NULL, NULL);
  return CTL_DONE;
}

/* ---- the reasons that this program and the nodes have found ---- */

static bool is_listed(const apr_array_header_t *reasons, const char *name) {
  for (int i = 0; i < reasons->nelts; i++) {
    if (!strcmp(APR_ARRAY_IDX(reasons, i, reason_t).name, name)) {
      return true;
    }
  }
  return false;
}

/* Returns the reasons why the exchange needs a person: first those that this program has found, then those that only the nodes
 * have found. */
static apr_array_header_t *collect(collab_ctl_t *ctl, collab_rows_t nodes) {
  static collab_problem_t problems[COLLAB_ALARM_COUNT];
  apr_array_header_t *reasons = apr_array_make(ctl->pool, 4, sizeof(reason_t));
  int n = collab_health_problems(problems);

  for (int i = 0; i < n; i++) {
    const collab_problem_t *problem = &problems[i];
    APR_ARRAY_PUSH(reasons, reason_t) =
        (reason_t){NULL, collab_alarms[problem->alarm].name, collab_alarm_health_word(problem->health), problem->text};
  }
  apr_array_header_t *own = apr_array_copy(ctl->pool, reasons);
  for (int row = 0; row < nodes.count; row++) {
    const char *name = collab_rows_text(nodes, row, "reason"), *health = collab_rows_text(nodes, row, "status");
    const char *text = collab_rows_text(nodes, row, "text");
    if (name && health && text && !is_listed(own, name)) {
      APR_ARRAY_PUSH(reasons, reason_t) = (reason_t){collab_rows_text(nodes, row, "node"), name, health, text};
    }
  }
  return reasons;
}

/* Returns the row of an alarm, or a substitute: a node of another version may have alarms that this program does not know. */
static const collab_alarm_row_t *row_of(const char *name) {
  static const collab_alarm_row_t unknown = {.remedy = "The node's status page has the remedy.", .anchor = ""};

  for (int i = 0; i < COLLAB_ALARM_COUNT; i++) {
    if (!strcmp(collab_alarms[i].name, name)) {
      return &collab_alarms[i];
    }
  }
  return &unknown;
}

static const char *health_of(const apr_array_header_t *reasons) {
  const char *word = collab_alarm_health_word(reasons->nelts ? COLLAB_ALARM_HEALTH_ATTENTION : COLLAB_ALARM_HEALTH_OK);

  for (int i = 0; i < reasons->nelts; i++) {
    const char *health = APR_ARRAY_IDX(reasons, i, reason_t).health;
    word = strcmp(health, collab_alarm_health_word(COLLAB_ALARM_HEALTH_FAILING)) ? word : health;
  }
  return word;
}

static const char *health_text(collab_ctl_t *ctl, const apr_array_header_t *reasons) {
  collab_json_writer_t *w = collab_json_writer_make(ctl->pool, 1000);

  collab_write_open(w, NULL, "{");
  collab_write_text(w, "status", health_of(reasons));
  collab_write_open(w, "problems", "[");
  for (int i = 0; i < reasons->nelts; i++) {
    const reason_t *reason = &APR_ARRAY_IDX(reasons, i, reason_t);
    const collab_alarm_row_t *row = row_of(reason->name);
    const char *runbook = apr_pstrcat(ctl->pool, COLLAB_RUNBOOKS "#", row->anchor, NULL);
    collab_write_strings(w, NULL, "node", reason->node, "reason", reason->name, "status", reason->health, "text", reason->text,
                         "remedy", row->remedy, "runbook", runbook, NULL);
  }
  collab_write_close(w, "]}");
  return w->text;
}

static int count_nodes(collab_rows_t nodes) {
  int count = 0;

  for (int row = 0; row < nodes.count; row++) {
    bool met = false;
    for (int before = 0; before < row && !met; before++) {
      met = !strcmp(collab_rows_text(nodes, before, "id"), collab_rows_text(nodes, row, "id"));
    }
    count += !met;
  }
  return count;
}

static void print(collab_ctl_t *ctl, collab_rows_t shown, collab_rows_t nodes, const apr_array_header_t *reasons) {
  const char *json = collab_rows_text(shown, 0, "json");

  if (collab_ctl_value(ctl, "json")) { /* append the last two members */
    printf("%.*s, \"nodes\": %d, \"health\": %s}\n", (int)strlen(json) - 1, json, count_nodes(nodes), health_text(ctl, reasons));
    return;
  }
  collab_ctl_print_record(ctl, shown, columns);
  printf("nodes: %d\nhealth: %s\n", count_nodes(nodes), health_of(reasons));
  for (int i = 0; i < reasons->nelts; i++) {
    const reason_t *reason = &APR_ARRAY_IDX(reasons, i, reason_t);
    const collab_alarm_row_t *row = row_of(reason->name);
    collab_ctl_tell(ctl, "problem: %s, %s%s%s: %s", reason->name, reason->health, reason->node ? ", node " : "",
                    reason->node ? reason->node : "", reason->text);
    collab_ctl_tell(ctl, "  %s (" COLLAB_RUNBOOKS "#%s)", row->remedy, row->anchor);
  }
}

static collab_ctl_exit_t status(collab_ctl_t *ctl) {
  collab_rows_t shown, nodes;
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, ctl->command->statement, WAIT, &shown);

  if (outcome != CTL_DONE || (outcome = evaluate(ctl, shown)) != CTL_DONE ||
      (outcome = collab_ctl_ask(ctl, STATEMENT(ctl_nodes), WAIT, &nodes)) != CTL_DONE) {
    return outcome;
  }
  const apr_array_header_t *reasons = collect(ctl, nodes);
  print(ctl, shown, nodes, reasons);
  return reasons->nelts ? CTL_REFUSED : CTL_DONE;
}

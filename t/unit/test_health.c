/* test_health.c: which facts raise an alarm (node/health.h). */
#include "base/time.h"
#include "node/health.h"
#include "node/meter.h"
#include "node/said.h"
#include "node/shared_private.h"

#include "tap.h"

#define JUDGED(names, ...)                                                                                                       \
  do {                                                                                                                           \
    collab_facts_t facts = fine();                                                                                               \
    __VA_ARGS__;                                                                                                                 \
    is_text(judged(&facts), names);                                                                                              \
  } while (0)

static collab_problem_t problems[COLLAB_ALARM_COUNT];
static int changes;

static void changed(void *data, collab_alarm_t alarm, const char *text) {
  (void)data, (void)alarm, (void)text;
  changes++;
}

/* The facts of a healthy node. */
static collab_facts_t fine(void) {
  static int minutes; /* each call is two minutes later, so no fault of an earlier call suppresses an alarm */
  collab_facts_t facts = collab_facts_none();

  facts.probed_at = facts.now += 2 * apr_time_from_sec(60) * minutes++;
  for (int i = 0; i < COLLAB_ALARM_COUNT; i++) { /* the cases take no time: no alarm may flap (test_damping.c) */
    collab_shared->alarm[i].flaps = (collab_flaps_t){.flapping = false};
  }

  facts.complete = true;
  facts.role = facts.wanted_role = "collab_api";
  facts.privileges_read = facts.disks_read = facts.wrote = true;
  facts.dispatchers = 1;
  facts.dispatcher = true;
  facts.turned_at = facts.moved_at = facts.now;
  facts.alone = 3600 * APR_USEC_PER_SEC;
  facts.outbox = facts.due = facts.requests = facts.failed = facts.dead = 0;
  return facts;
}

/* The names of the raised alarms, worst first. */
static const char *judged(const collab_facts_t *facts) {
  const char *names = "";

  collab_health_evaluate(tap_pool, facts, changed, NULL);
  int n = collab_health_problems(problems);
  for (int i = 0; i < n; i++) {
    names = apr_pstrcat(tap_pool, names, i ? " " : "", collab_alarms[problems[i].alarm].name, NULL);
  }
  return names;
}

static void reasons(void) {
  const int64_t second = APR_USEC_PER_SEC;

  JUDGED("", (void)facts);
  JUDGED("database", facts.no_database = "no route");
  is_text(problems[0].text, "no route");
  is_number(problems[0].health, COLLAB_ALARM_HEALTH_FAILING);
  JUDGED("database clock", facts.no_pool = "no place"; facts.clock_ahead = apr_time_from_sec(20)); /* other facts count on */
  is_text(problems[0].text, "no place");
  JUDGED("", (void)facts);
  JUDGED("schema", facts.wrong_schema = "old"; facts.complete = false);
  JUDGED("exchange", facts.exchange = "another"; facts.complete = false);
  JUDGED("role", facts.role = "collab_owner");
  JUDGED("role", facts.other_role = "collab_api");
  JUDGED("privilege", facts.missing = "collab_api lacks SELECT on note");
  JUDGED("excess-privilege", facts.excess = "PUBLIC has SELECT on note");
  JUDGED("excess-privilege", facts.privileges_read = false); /* unknown: the alarm stays */
  JUDGED("privilege excess-privilege", facts.privileges_read = false; facts.denied = "permission denied for table note");
  JUDGED("privilege", facts.denied = "permission denied"; facts.complete = false);
  JUDGED("drift", facts.drift_read = true; facts.drift = "index delivery.delivery_once is missing");
  JUDGED("drift", (void)facts); /* unknown: the alarm stays */
  JUDGED("", facts.drift_read = true);
  JUDGED("privilege excess-privilege", facts.missing = "a lacks b"; facts.excess = "a has c");
  is_text(problems[0].text, "a lacks b; a has c");
  is_text(problems[1].text, "a has c; a lacks b");
  JUDGED("privilege", facts.refused = facts.now - 59 * second);
  JUDGED("", facts.refused = facts.now - 61 * second);
  JUDGED("keys", facts.foreign_keys = true);
  JUDGED("clock", facts.clock_ahead = 3600 * second);
  is_text(problems[0].text, "the clock of this machine is 3600 s ahead of the database's: its dispatcher claims nothing");
  JUDGED("clock", facts.clock_ahead = -6 * second);
  is_text(problems[0].text, "the clock of this machine is 6 s behind the database's");
  JUDGED("", facts.clock_ahead = 4 * second);
  JUDGED("time", facts.parted_for = 5 * second; facts.clock_at = 1830000000 * second; facts.accepted_at = 1790000000 * second;
         facts.accepts_in = 71 * 3600 * second + 1);
  is_text(problems[0].text,
          "the database's clock says 2027-12-28T13:20:00Z, but the accepted time is 2026-09-21T14:13:20Z: deletion, "
          "closing, reminders, the sunset of V1 and the end of local faults go by the earlier one. The clock is "
          "accepted by collabctl clock accept, or when the gap has been constant for 72 more running hours");
  is_number(problems[0].health, COLLAB_ALARM_HEALTH_ATTENTION);
  JUDGED("time", facts.parted_for = 3600 * second);
  is_number(problems[0].health, COLLAB_ALARM_HEALTH_FAILING);
  JUDGED("", (void)facts);
  JUDGED("no-dispatcher", facts.dispatchers = 0; facts.waiting = 31 * second);
  JUDGED("", facts.dispatchers = 0; facts.waiting = 29 * second);
  JUDGED("", facts.dispatchers = 0; facts.waiting = -1);
  JUDGED("", facts.dispatchers = 0; facts.waiting = 105 * second; facts.alone = 29 * second);
  JUDGED("dispatcher", facts.turned_at = facts.now - 6 * second);
  is_text(problems[0].text, "the dispatcher has stood still for 6 s");
  JUDGED("dispatcher", facts.turned_at = facts.now - 6 * second; facts.stalled_by = 12);
  is_text(problems[0].text, "the dispatcher has stood still for 6 s, at the receiver of subscription 12");
  JUDGED("", facts.moved_at = facts.now - 29 * second); /* the dispatcher may wait for the database, up to 30 s */
  JUDGED("claims", facts.moved_at = facts.now - 31 * second);
  JUDGED("", facts.dispatcher = false; facts.moved_at = facts.turned_at = 0);
  JUDGED("", facts.outbox = 61 * second; facts.started_at = facts.probed_at - 29 * second);
  JUDGED("", facts.outbox = 61 * second; facts.started_at = facts.now - 50 * second; facts.probed_at = facts.now - 49 * second);
  JUDGED("lag", facts.outbox = 61 * second);
  apr_time_t *maintained_at = &collab_alarm_told(COLLAB_ALARM_MAINTENANCE)->seen_at; /* this or an earlier watcher has seen it */
  JUDGED("", facts.outbox = 900 * second; *maintained_at = facts.now - 70 * second; facts.probed_at = facts.now - 80 * second);
  JUDGED("", facts.outbox = 900 * second; *maintained_at = facts.now - 70 * second; facts.probed_at = facts.now - 11 * second);
  JUDGED("", facts.due = 900 * second; *maintained_at = facts.now - 300 * second);
  JUDGED("lag", facts.due = 900 * second; *maintained_at = facts.now - 301 * second);
  is_text(problems[0].text, "deliveries are late, the oldest by 301 s");
  JUDGED("lag", facts.due = 301 * second);
  JUDGED("", facts.due = 301 * second; facts.open = 1);
  JUDGED("errors", facts.requests = 100; facts.failed = 5);
  JUDGED("", facts.requests = 101; facts.failed = 5);
  JUDGED("", facts.requests = 4; facts.failed = 4);
  JUDGED("worker", facts.worker_at = facts.now - 3599 * second; facts.workers = 2; facts.date = 1790000000 * second);
  is_number(problems[0].health, COLLAB_ALARM_HEALTH_ATTENTION);
  JUDGED("", facts.worker_at = facts.now - 3600 * second; facts.workers = 2);
  JUDGED("", facts.dead = 9; facts.dead_whose = "9 of subscription 3 of x.test");
  JUDGED("dead-letters", facts.dead = 10; facts.dead_whose = "10 of subscription 3 of x.test");
  is_text(problems[0].text, "10 deliveries were given up: 10 of subscription 3 of x.test");
  JUDGED("dead-letters", facts.dead = -1); /* unknown: the alarm stays */
  JUDGED("dead-letters", facts.dead = 1; facts.dead_whose = "1 of subscription 3 of x.test");
  JUDGED("", facts.dead = 0);
  JUDGED("daily-limit", facts.stored_read = true; facts.near_limit = "Acme (7) 83 %");
  is_text(problems[0].text, "companies have used up most of their day: Acme (7) 83 %");
  JUDGED("daily-limit", (void)facts); /* unknown: the alarm stays */
  JUDGED("", facts.stored_read = true);
  JUDGED("server", facts.server_read = true; facts.server = "fsync is off");
  JUDGED("server", (void)facts); /* unknown: the alarm stays */
  JUDGED("", facts.server_read = true);
  JUDGED("issuer", facts.issuers_read = true; facts.issuers = "https://id.test: gone"; facts.keys_age = 3 * second);
  is_text(problems[0].text, "keys of issuers: https://id.test: gone");
  is_number(problems[0].health, COLLAB_ALARM_HEALTH_ATTENTION);
  is_number(collab_meter_get(COLLAB_GAUGE_KEYS_AGE), 3 * second);
  JUDGED("issuer", facts.issuers_read = true; facts.issuers = "https://id.test: gone"; facts.keyless = 1);
  is_number(problems[0].health, COLLAB_ALARM_HEALTH_FAILING);
  JUDGED("issuer", (void)facts); /* unknown: the alarm stays */
  is_number(problems[0].health, COLLAB_ALARM_HEALTH_FAILING);
  JUDGED("", facts.issuers_read = true);
  JUDGED("certificate", facts.certificate = facts.date + 13 * 86400 * second; facts.base_url = "https://x.test");
  JUDGED("certificate", facts.certificate = 0); /* unknown: the alarm stays */
  JUDGED("", facts.certificate = -1);
  JUDGED("", facts.certificate = facts.date + 15 * 86400 * second);
  JUDGED("no-node", facts.nodes = 0);
  JUDGED("silent-node", facts.silent = "b (process 7) for 16 s");
  is_text(problems[0].text, "not seen in the database: b (process 7) for 16 s");
  JUDGED("silent-node", facts.nodes = 0; facts.silent = "b (process 7) for 16 s"); /* not `no-node`: httpd may still run there */
  JUDGED("", (void)facts);
  JUDGED("database", facts.silent = "b (process 7) for 16 s"; facts.no_database = "gone"; facts.complete = false);
  JUDGED("", (void)facts);
  JUDGED("disk", facts.silent = "b (process 7) for 16 s"; facts.database_full = facts.now);
  JUDGED("", (void)facts);
  JUDGED("no-writes", facts.no_writes = "read-only"; facts.silent = "b (process 7) for 16 s");
  is_text(problems[0].text, "the database accepts no writes: read-only");
  JUDGED("no-writes", facts.wrote = false); /* unknown: the alarm stays */
  JUDGED("", (void)facts);
  JUDGED("disk", facts.no_writes = "no room"; facts.database_full = facts.now);
  JUDGED("", (void)facts);
  JUDGED("database", facts.no_writes = "gone"; facts.no_database = "gone"; facts.complete = false);
  JUDGED("", (void)facts);
  JUDGED("disk", facts.full = "the disk of the error log is full");
  JUDGED("disk", facts.disks_read = false);
  JUDGED("disk", facts.database_full = facts.now - 59 * second);
  JUDGED("", (void)facts);
}

/* A fault with an alarm suppresses the alarms of its consequences, until 75 s after its own alarm has ended. */
static void consequences(void) {
  const int64_t second = APR_USEC_PER_SEC;
  collab_facts_t facts = fine();
  apr_time_t now = facts.now;

  facts.outbox = facts.waiting = 3600 * second;
  facts.moved_at = now - 3600 * second;
  facts.requests = facts.failed = 100;
  facts.database_full = now;
  is_text(judged(&facts), "disk");
  facts.now = now + 59 * second;
  facts.turned_at = facts.now;
  is_text(judged(&facts), "disk");
  facts.now = now + 61 * second;
  facts.turned_at = facts.now;
  is_text(judged(&facts), "errors"); /* at once: they are counted from the end of the cause */
  ok(collab_health_errors_from() == now + 59 * second);
  facts.now = now + 135 * second;
  facts.turned_at = facts.now;
  is_text(judged(&facts), "claims errors");
  JUDGED("", (void)facts);
  JUDGED("errors lag", facts.outbox = 61 * second; facts.requests = facts.failed = 100);
  JUDGED("errors disk lag", facts.outbox = 62 * second; facts.requests = facts.failed = 100; facts.database_full = facts.now);
  JUDGED("", (void)facts);
  JUDGED("errors disk", facts.requests = facts.failed = 100; facts.full = "the disk of the error log is full");
  JUDGED("", (void)facts);
  /* an earlier watcher has seen the cause */
  JUDGED("", collab_alarm_told(COLLAB_ALARM_DATABASE)->seen_at = facts.now - 75 * second; facts.outbox = 61 * second);
  JUDGED("lag", collab_alarm_told(COLLAB_ALARM_DATABASE)->seen_at = facts.now - 76 * second; facts.outbox = 61 * second);
  JUDGED("", (void)facts);
  JUDGED("maintenance", facts.maintenance = "until noon");
  ok(collab_alarm_told(COLLAB_ALARM_MAINTENANCE)->seen_at > now); /* for the next watcher */
  JUDGED("", (void)facts);
}

static void together(void) {
  char text[COLLAB_ALARM_TEXT];

  changes = 0;
  JUDGED("keys clock", facts.foreign_keys = true; facts.clock_ahead = APR_USEC_PER_SEC * 60);
  is_number(changes, 2);
  JUDGED("keys clock", facts.foreign_keys = true; facts.clock_ahead = APR_USEC_PER_SEC * 61);
  is_number(changes, 2); /* other texts of the same alarms do not count as changes */
  JUDGED("database keys clock", facts.no_database = "gone";
         facts.complete = false); /* alarms about unknown facts stay as they are */
  collab_alarm_set(COLLAB_ALARM_LOGIN, "the dispatcher has no database");
  is_number(collab_health_problems(problems), 3); /* `login` follows from `database`, and is hidden */
  collab_alarm_set(COLLAB_ALARM_SECRETS, "the secrets of subscription 3 do not open");
  is_number(collab_health_problems(problems), 3);
  collab_shared_forget();
  ok(!collab_alarm_text(COLLAB_ALARM_LOGIN, text)); /* a dead dispatcher's alarms are forgotten */
  ok(collab_alarm_text(COLLAB_ALARM_KEYS, text));   /* the watcher's alarms are not */
  JUDGED("", (void)facts);
  collab_alarm_set(COLLAB_ALARM_PARTITIONS, "room for 1 day");
  collab_meter_set(COLLAB_GAUGE_PARTITIONS_AHEAD, 1);
  is_number(collab_health_problems(problems), 1);
  is_number(problems[0].health, COLLAB_ALARM_HEALTH_ATTENTION);
  collab_meter_set(COLLAB_GAUGE_PARTITIONS_AHEAD, 0);
  collab_health_problems(problems);
  is_number(problems[0].health, COLLAB_ALARM_HEALTH_FAILING);
  collab_alarm_set(COLLAB_ALARM_PARTITIONS, NULL);
  collab_meter_note(COLLAB_GAUGE_WATCHED_AT);
  is_number(collab_health_problems(problems), 0);
  collab_shared->noted_at[COLLAB_GAUGE_WATCHED_AT] -= apr_time_from_sec(16);
  is_number(collab_health_problems(problems), 1);
  is_number(problems[0].alarm, COLLAB_ALARM_WATCH);
}

/* A watcher that dies before its first check causes the same alarm as one that hangs later. collabctl has no watcher. */
static void never_watched(void) {
  collab_shared->noted_at[COLLAB_GAUGE_WATCHED_AT] = 0;
  collab_meter_set(COLLAB_GAUGE_WATCHED_AT, 0);
  is_number(collab_health_problems(problems), 0); /* collabctl: no node has been started */
  collab_meter_set(COLLAB_GAUGE_WATCHED_AT, -1);
  collab_shared->began = collab_time_clock();
  is_number(collab_health_problems(problems), 0); /* the watcher still has time for its first check */
  collab_shared->began = collab_time_clock() - apr_time_from_sec(16);
  is_number(collab_health_problems(problems), 1);
  is_number(problems[0].alarm, COLLAB_ALARM_WATCH);
  collab_shared->began = 0;
}

/* One line a second is logged; a line that must be logged gets the next free second. */
static void said(void) {
  uint64_t unsaid;
  apr_time_t now = collab_time_clock();

  ok(collab_said_may(&unsaid));
  is_number(unsaid, 0);
  for (int i = 0; i < 5; i++) {
    ok(!collab_said_may(&unsaid));
  }
  apr_time_t first = collab_said_next(now), second = collab_said_next(now);
  ok(first > now && first <= collab_time_clock() + APR_USEC_PER_SEC);
  is_number(second - first, APR_USEC_PER_SEC);
  ok(!collab_said_may(&unsaid));
  is_text(collab_said_unsaid(tap_pool, 6), " (and 6 more such lines)");
  is_text(collab_said_unsaid(tap_pool, 0), "");
}

static void table(void) {
  for (int i = 0; i < COLLAB_ALARM_COUNT; i++) {
    const collab_alarm_row_t *row = &collab_alarms[i];
    tap_row(row->name);
    ok(strspn(row->name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(row->name));
    ok(row->sentence[strlen(row->sentence) - 1] == '.');
    ok(row->remedy[strlen(row->remedy) - 1] == '.');
    ok(strspn(row->anchor, "abcdefghijklmnopqrstuvwxyz-") == strlen(row->anchor));
  }
  tap_row("");
}

int main(void) {
  tap_begin();
  reasons();
  consequences();
  together();
  never_watched();
  said();
  table();
  return tap_done();
}

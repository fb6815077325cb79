/* test_damping.c: which changes of an alarm are shown and reported (node/damping.h), and how reports are kept (node/reports.h).
 */
#include "base/time.h"
#include "node/damping.h"
#include "node/reports.h"
#include "node/shared_private.h"

#include "tap.h"

#define START apr_time_from_sec(1000000)

typedef struct alarm_t {
  bool raised, failing;
  apr_time_t began_at;
  collab_flaps_t flaps;
} alarm_t;

static const collab_damping_t rules = {.settle = apr_time_from_sec(15),
                                       .within = apr_time_from_sec(600),
                                       .quiet = apr_time_from_sec(300),
                                       .restart = apr_time_from_sec(120)};

/* Each row: the seconds at which the alarm begins (+), becomes failing (!), and ends (-), and the second of the last look; the
 * reports that are due, each with its second: began, ended with how long it lasted; "flapping" and "failing" where they hold. */
static const struct {
  const char *name, *changes;
  int seconds;
  const char *reports;
} cases[] = {
    {"a healthy node reports nothing", "", 1000, ""},
    {"an alarm is reported when it has lasted for 15 s, and when it has been over for 15 s", "+10 -50", 1000,
     "25 began, 65 ended after 40"},
    {"one that ends before 15 s is not reported", "+10 -24", 1000, ""},
    {"nor is an end that lasts less than 15 s", "+10 -50 +64", 400, "25 began"},
    {"a second outage is reported at once", "+10 -50 +96 -400", 1000,
     "25 began, 65 ended after 40, 96 began, 400 began flapping, 700 ended after 604"},
    {"even when the first is hours ago", "+10 -50 +7200", 8000, "25 began, 65 ended after 40, 7215 began"},
    {"and each of many outages, one every quarter of an hour", "+10 -60 +910 -960 +1810 -1860", 2700,
     "25 began, 75 ended after 50, 925 began, 975 ended after 50, 1825 began, 1875 ended after 50"},
    {"the fourth change within ten minutes makes it flap; it ends after five quiet minutes", "+10 -40 +70 -100", 1000,
     "25 began, 55 ended after 30, 70 began, 100 began flapping, 400 ended after 330"},
    {"a change in the quiet time begins it anew", "+10 -40 +70 -100 +399 -410", 1000,
     "25 began, 55 ended after 30, 70 began, 100 began flapping, 710 ended after 640"},
    {"one that stays raised is reported no further", "+10 -40 +70 -100 +130", 3000,
     "25 began, 55 ended after 30, 70 began, 100 began flapping"},
    {"short blips that flap are reported", "+10 -11 +20 -21", 1000, "21 began flapping, 321 ended after 301"},
    {"a change every two minutes ends with flapping, not with silence", "+10 -130 +250 -370 +490 -610 +730 -850", 2000,
     "25 began, 145 ended after 120, 250 began, 370 began flapping, 1150 ended after 900"},
    {"four changes in more than ten minutes do not flap", "+10 -211 +412 -613", 2000,
     "25 began, 226 ended after 201, 412 began, 628 ended after 201"},
    {"one that settles as raised after flapping has been reported, and so is its end", "+10 -11 +20 -21 +30 -2000", 3000,
     "21 began flapping, 2000 ended after 1980"},
    {"one that becomes failing is reported again", "+10 !300 -400", 1000,
     "25 began, 300 began failing, 415 ended failing after 390"},
    {"one that is failing is reported once", "+10 !12 -400", 1000, "25 began failing, 415 ended failing after 390"},
};

static void change(alarm_t *alarm, char what, apr_time_t now) {
  bool shown = alarm->raised || collab_flaps_at(&alarm->flaps, &rules, now);

  if (what == '!') {
    alarm->failing = true;
    return;
  }
  alarm->began_at = what == '+' && !shown ? now : alarm->began_at;
  alarm->raised = what == '+';
  alarm->failing = false;
  collab_flaps_note(&alarm->flaps, &rules, now);
}

/* The reports of an alarm that changes like this, as the watcher, which looks every second, makes them. */
static const char *reports(const char *changes, int seconds) {
  alarm_t alarm = {.raised = false};
  collab_report_t report = {.shown = false};
  const char *said = "";

  for (int second = 0; second <= seconds; second++) {
    apr_time_t now = START + apr_time_from_sec(second);
    while (*changes && atoi(changes + 1) == second) {
      change(&alarm, *changes, now);
      changes += strcspn(changes, " ");
      changes += *changes == ' ';
    }
    bool flapping = collab_flaps_at(&alarm.flaps, &rules, now);
    const collab_state_t state = {alarm.raised || flapping, flapping, alarm.failing, alarm.began_at, 0};
    const collab_call_t call = collab_damping_due(&report, &state, &rules, now);
    if (call.kind == COLLAB_CALL_NONE) {
      continue;
    }
    collab_damping_done(&report, &call);
    said = apr_psprintf(tap_pool, "%s%s%d %s%s%s", said, *said ? ", " : "", second,
                        call.kind == COLLAB_CALL_BEGAN ? "began" : "ended", call.flapping ? " flapping" : "",
                        call.failing ? " failing" : "");
    said = call.kind == COLLAB_CALL_BEGAN ? said : apr_psprintf(tap_pool, "%s after %d", said, (int)apr_time_sec(call.lasted));
  }
  return said;
}

/* A new process may not have met the fault yet: it reports no end for two minutes. A fault that it meets is not reported again.
 */
static void starts(void) {
  collab_report_t report = {.shown = true, .began_at = START - 100, .told_at = START};
  collab_state_t state = {.shown = false, .started_at = START};
  apr_time_t first = START + apr_time_from_sec(1);

  is_number(collab_damping_due(&report, &state, &rules, first).kind, COLLAB_CALL_NONE);
  is_number(collab_damping_due(&report, &state, &rules, START + apr_time_from_sec(119)).kind, COLLAB_CALL_NONE);
  collab_report_t met = report;
  state.shown = true;
  is_number(collab_damping_due(&met, &state, &rules, START + apr_time_from_sec(119)).kind, COLLAB_CALL_NONE);
  state.shown = false;
  const collab_call_t call = collab_damping_due(&report, &state, &rules, START + apr_time_from_sec(120));
  is_number(call.kind, COLLAB_CALL_ENDED);
  is_number(call.lasted, first - START + 100);
}

static const char *read_reports(const char *node, const char *text) {
  memset(collab_shared->told, 0, sizeof collab_shared->told);
  return collab_reports_read(tap_pool, node, apr_pstrdup(tap_pool, text));
}

/* What was reported outlives httpd in a file. Anything that is not wholly this node's file is left alone. */
static void kept(void) {
  const collab_call_t call = {.kind = COLLAB_CALL_BEGAN,
                              .failing = true,
                              .began_at = collab_time_clock() - apr_time_from_sec(50),
                              .at = collab_time_clock()};
  const collab_report_t *report = &collab_alarm_told(COLLAB_ALARM_DATABASE)->report;

  is_text(read_reports("a1", collab_reports_write(tap_pool, "a1")), NULL);
  ok(!report->shown);
  collab_alarm_report(COLLAB_ALARM_DATABASE, &call, "it is\ngone");
  const char *text = collab_reports_write(tap_pool, "a1");
  is_text(read_reports("a1", text), NULL);
  ok(report->shown && report->failing);
  is_text(collab_alarm_told(COLLAB_ALARM_DATABASE)->text, "it is gone");
  is_number((collab_time_clock() - report->began_at + APR_USEC_PER_SEC / 2) / APR_USEC_PER_SEC, 50);
  ok(strstr(text, "\nbegan database failing 20") != NULL);

  is_text(read_reports("b2", text), "it is of another node");
  ok(!report->shown);
  is_text(read_reports("a1", apr_pstrndup(tap_pool, text, strlen(text) - 4)), "it is not complete");
  ok(!report->shown);
  is_text(read_reports("a1", ""), "it is not complete");
  is_text(read_reports("a1", apr_pstrcat(tap_pool, text, "more\n", NULL)), "it has lines after its end");
  is_text(read_reports("a1", "node a1\nbegan database\nend\n"), "a line cannot be read");
  is_text(read_reports("a1", "node a1\nbegan database failing yesterday it is gone\nend\n"), "a line cannot be read");
  is_text(read_reports("a1", "node a1\nbegan of-another-version failing 2026-11-29T12:00:00Z it is gone\nend\n"), NULL);
  is_text(read_reports("a1", "node a1\nbegan lag attention 2999-11-29T12:00:00Z of the future\nend\n"), NULL);
  ok(collab_alarm_told(COLLAB_ALARM_LAG)->report.began_at <= collab_time_clock());
}

/* A flapping alarm is shown without a break, with a text that says so. */
static void shown(void) {
  char text[COLLAB_ALARM_TEXT];
  bool flapping;

  for (int i = 0; i < 3; i++) {
    ok(collab_alarm_set(COLLAB_ALARM_LAG, i % 2 ? NULL : "late"));
    is_number(collab_alarm_shown(COLLAB_ALARM_LAG, text, &flapping), i % 2 == 0);
    ok(!flapping);
  }
  ok(!collab_alarm_set(COLLAB_ALARM_LAG, NULL)); /* the fourth change */
  ok(!collab_alarm_text(COLLAB_ALARM_LAG, text));
  ok(collab_alarm_shown(COLLAB_ALARM_LAG, text, &flapping) && flapping);
  is_text(text, "flapping: at present over; before: late");
  ok(!collab_alarm_set(COLLAB_ALARM_LAG, "late again"));
  ok(collab_alarm_shown(COLLAB_ALARM_LAG, text, &flapping) && flapping);
  is_text(text, "flapping: late again");
}

int main(void) {
  tap_begin();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tap_row(cases[i].name);
    is_text(reports(cases[i].changes, cases[i].seconds), cases[i].reports);
  }
  tap_row("");
  starts();
  kept();
  shown();
  return tap_done();
}

/* test_memory.c: what the dispatcher remembers between two statements hides no delivery and no event (dispatch/claim/memory.h) */
#include "dispatch/claim/memory.h"
#include "tap.h"

#define MS APR_TIME_C(1000)
#define S APR_TIME_C(1000000)

static collab_memory_t memory;

/* A fan-out at `at` that takes so many events, of `asked`. Returns the event from which it reads. */
static int64_t fans_out(apr_time_t at, int64_t events, int64_t newest, int64_t asked) {
  int64_t since = collab_memory_outbox_since(&memory, at);

  collab_memory_taken(&memory, events, newest, events, events == asked, at, at + MS);
  return since;
}

static void test_marks(void) {
  memory = (collab_memory_t){.looked_at = 0};
  collab_memory_reset(&memory);
  is_number(fans_out(100 * S, 5, 50, 10), 0);           /* a new session reads all of the outbox */
  is_number(fans_out(100 * S + 50 * MS, 1, 51, 10), 0); /* a mark is at least 0.1 s old */
  fans_out(100 * S + 101 * MS, 1, 60, 10);
  is_number(fans_out(100 * S + 202 * MS, 0, 0, 10),
            51);                                        /* later than what was taken 0.1 s ago: no latecomer of 0.1 s is missed */
  is_number(fans_out(100 * S + 501 * MS, 0, 0, 10), 0); /* twice a second it reads further back: no mark is 3 s old yet */
  is_number(fans_out(100 * S + 600 * MS, 0, 0, 10), 60);
  fans_out(104 * S, 0, 0, 10);
  is_number(fans_out(108 * S, 1, 70, 10), 60); /* now there is one */
  is_number(fans_out(121 * S, 0, 0, 10), 0);   /* the rescan */
  is_number(collab_memory_outbox_since(&memory, 122 * S), 60);
  is_number(collab_memory_outbox_since(&memory, 122 * S), 60); /* no answer has come: the marks stay */
}

static void test_full_fan_outs(void) {
  memory = (collab_memory_t){.looked_at = 0};
  fans_out(100 * S, 10, 1000, 20);
  fans_out(101 * S, 10, 1010, 20);
  fans_out(102 * S, 10, 500, 10); /* latecomers, as many as asked for: there may be more after event 500 */
  is_number(fans_out(102 * S + 100 * MS, 10, 510, 10), 500);
  is_number(fans_out(102 * S + 201 * MS, 3, 513, 10), 500); /* a mark follows 0.1 s later */
  fans_out(102 * S + 302 * MS, 0, 0, 10);
  fans_out(102 * S + 501 * MS, 0, 0, 10);
  is_number(fans_out(102 * S + 700 * MS, 0, 0, 10), 1010); /* the outbox has been read to its end again */
}

static void test_slow_rescans(void) {
  memory = (collab_memory_t){.looked_at = 0};
  collab_memory_reset(&memory);
  is_number(fans_out(100 * S, 1, 9, 10), 0);
  collab_memory_outbox_since(&memory, 121 * S);
  collab_memory_taken(&memory, 0, 0, 0, false, 121 * S, 122 * S); /* the rescan took a second */
  for (int i = 0; i < 99; i++) {
    fans_out((123 + i) * S, 0, 0, 10);
    ok(!memory.outbox.whole);
  }
  is_number(fans_out(223 * S, 0, 0, 10), 0); /* rescans take one per cent of the time */
}

static void test_events(void) {
  memory = (collab_memory_t){.looked_at = 0};
  is_number(collab_memory_events(&memory, 0, 512), 10); /* a few always */
  is_number(collab_memory_events(&memory, 100, 512), 100);
  is_number(collab_memory_events(&memory, 1000, 512), 512);
  for (int i = 0; i < 100; i++) {
    collab_memory_taken(&memory, 10, i, 40, false, i, i);
  }
  is_number(collab_memory_events(&memory, 100, 512), 25); /* four deliveries for each event */
  collab_memory_taken(&memory, 0, 0, 0, false, 0, 0);
  is_number(collab_memory_events(&memory, 100, 512), 25);
}

static void test_looks(void) {
  memory = (collab_memory_t){.looked_at = 0};
  collab_memory_reset(&memory);
  is_number(memory.look_at, 0);
  collab_memory_look(&memory, 100 * S);
  ok(collab_memory_rescans(&memory, 7) && collab_memory_rescans(&memory, 8)); /* the first look of a session rescans all */
  collab_memory_looked(&memory, 9000 * S, 100 * S, 100 * S + MS);
  is_number(memory.look_at, 100 * S + 501 * MS);             /* from its end on: a slow look leaves time to others */
  is_number(collab_memory_look(&memory, 101 * S), 8995 * S); /* from the last look on, by the database's clock, with a margin */
  ok(!collab_memory_rescans(&memory, 7));
  collab_memory_hint(&memory);
  is_number(memory.look_at, 0);
  int seen[16] = {0};
  for (apr_time_t at = 102 * S; at < 125 * S; at += 500 * MS) {
    int parts = 0;
    collab_memory_look(&memory, at);
    for (int id = 0; id < 16; id++) {
      parts += collab_memory_rescans(&memory, 1600 + id);
      seen[id] += collab_memory_rescans(&memory, 1600 + id);
    }
    ok(parts <= 1);
    collab_memory_looked(&memory, at, at, at + MS);
  }
  for (int id = 0; id < 16; id++) {
    ok(seen[id] >= 1);
  }
  collab_memory_reset(&memory);
  collab_memory_look(&memory, 126 * S);
  ok(collab_memory_rescans(&memory, 7) && collab_memory_rescans(&memory, 8)); /* the next session's database may be another one */
}

/* A claim that begins at `began` by both clocks, and its report. */
static bool claims(collab_due_t *due, apr_time_t began, int leased, apr_time_t next, bool only_retries) {
  return collab_due_report(due, &(collab_due_report_t){leased, next, only_retries}, began, began, began + MS);
}

static void test_due_times(void) {
  collab_due_t due;

  collab_due_begin(&due);
  ok(!collab_due_is(&due, 100 * S));
  collab_due_made(&due, 3, 100 * S);
  ok(collab_due_is(&due, 100 * S) && !collab_due_is(&due, 100 * S - 1));
  is_number(due.waiting, 3);
  collab_due_made(&due, 2, 101 * S);
  is_number(due.waiting, 5);
  is_number(collab_due_ask(&due, false), 100 * S);
  ok(!claims(&due, 102 * S, 4, 101 * S, false));
  is_number(due.since, 101 * S);
  is_number(due.waiting, 1);
  claims(&due, 103 * S, 1, 500 * S, true); /* a retry is left */
  is_number(due.since, 500 * S);
  ok(due.only_retries);
  collab_due_made(&due, 1, 104 * S);
  ok(!due.only_retries);
  is_number(due.waiting, 1);
  is_number(due.since, 104 * S);
  claims(&due, 105 * S, 1, COLLAB_NEVER, false);
  is_number(due.since, COLLAB_NEVER);
  collab_due_found(&due, 90 * S); /* by a look */
  is_number(due.since, 90 * S);
  is_number(due.waiting, COLLAB_MANY);
  collab_due_found(&due, 95 * S); /* a look reads from a later time on, and does not see what is due before */
  is_number(due.since, 90 * S);
}

static void test_heard_meanwhile(void) {
  collab_due_t due;

  collab_due_begin(&due);
  collab_due_made(&due, 1, 100 * S);
  collab_due_ask(&due, false);
  collab_due_heard(&due, 90 * S, 101 * S); /* while the claim of 100 s is under way, which does not see this delivery */
  claims(&due, 100 * S, 1, COLLAB_NEVER, false);
  is_number(due.since, 90 * S);
  claims(&due, 100 * S, 0, 80 * S, false);
  is_number(due.since, 80 * S);
  claims(&due, 102 * S, 0, COLLAB_NEVER, false); /* this one began after it */
  is_number(due.since, COLLAB_NEVER);
}

static void test_catching_up(void) {
  collab_due_t due;

  collab_due_begin(&due);
  collab_due_found(&due, 10 * S);
  collab_due_catch_up(&due, 100 * S);
  ok(collab_due_catches_up(&due));
  is_number(collab_due_ask(&due, true), 10 * S);     /* a probe sends the oldest */
  is_number(collab_due_ask(&due, false), 100 * S);   /* the new ones first */
  ok(claims(&due, 101 * S, 2, COLLAB_NEVER, false)); /* none is left: the backlog's turn is now */
  is_number(due.since, 10 * S);
  is_number(due.fresh_since, 100 * S);
  is_number(collab_due_ask(&due, false), 10 * S);
  ok(!claims(&due, 110 * S, 8, 20 * S, false));
  is_number(due.since, 20 * S);
  collab_due_ask(&due, false);
  ok(!claims(&due, 120 * S, 2, 119 * S, false)); /* a new one is left */
  is_number(due.fresh_since, 119 * S);           /* a commit may be late by a second */
  collab_due_ask(&due, false);
  claims(&due, 130 * S, 8, 119 * S, false); /* the backlog is over */
  ok(!collab_due_catches_up(&due));
  is_number(due.since, 119 * S);
}

int main(void) {
  tap_begin();
  test_marks();
  test_full_fan_outs();
  test_slow_rescans();
  test_events();
  test_looks();
  test_due_times();
  test_heard_meanwhile();
  test_catching_up();
  return tap_done();
}

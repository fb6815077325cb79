/* legacy.c: collabctl doctor: names who still uses what CollabLegacySunset ends: the callers of deprecated operations, and the
 * companies with active V1 subscriptions. Runs in the workers' session. */
#include "ctl/doctor/doctor.h"

#include "base/time.h"

#define CHECK "legacy"
#define SHOWN "20"                                  /* callers, and companies */
#define SOON apr_time_from_sec(90 * INT64_C(86400)) /* before the end, members need this time to change their clients */

static const char *day(collab_doctor_t *doctor, collab_rows_t rows, int row, const char *column) {
  return apr_pstrndup(doctor->pool, collab_time_seconds(doctor->pool, collab_rows_integer(rows, row, column)), 10);
}

/* Time until CollabLegacySunset; negative when it is over. */
static apr_interval_time_t time_left(const collab_doctor_t *doctor) {
  return doctor->legacy_sunset - apr_time_now();
}

/* "end at 2027-01-02T00:00:00Z (CollabLegacySunset)" */
static const char *end_of(const collab_doctor_t *doctor) {
  return !doctor->legacy_sunset
             ? "do not end (CollabLegacySunset Off)"
             : apr_psprintf(doctor->pool, "%s at %s (CollabLegacySunset)", time_left(doctor) > 0 ? "end" : "ended",
                            collab_time_seconds(doctor->pool, doctor->legacy_sunset));
}

/* Adds a finding. It needs a person when the end is near or over. */
static void say(collab_doctor_t *doctor, const char *text) {
  if (doctor->legacy_sunset && time_left(doctor) <= SOON) {
    collab_doctor_odd(doctor, CHECK,
                      "Tell these members to change their clients to V2, or move the day: CollabLegacySunset. "
                      "docs/operations.md, \"The end of V1\".",
                      "%s", text);
  } else {
    collab_doctor_fine(doctor, CHECK, "%s", text);
  }
}

/* The texts of the rows from `from` to before `to`, and how many of `all` they leave out. */
static const char *list(collab_doctor_t *doctor, collab_rows_t rows, int from, int to, int all) {
  const char *text = "";

  for (int i = from; i < to; i++) {
    const char *company =
        apr_psprintf(doctor->pool, "%s (%s)", collab_rows_text(rows, i, "name"), collab_rows_text(rows, i, "company"));
    const char *since = day(doctor, rows, i, "since"), *caller = collab_rows_text(rows, i, "caller");
    const char *one =
        caller ? apr_psprintf(doctor->pool, "%s of %s: %s since %s, last %s", caller, company,
                              collab_rows_text(rows, i, "operations"), since, day(doctor, rows, i, "last"))
               : apr_psprintf(doctor->pool, "%s: %s since %s", company, collab_rows_text(rows, i, "subscriptions"), since);
    text = apr_pstrcat(doctor->pool, text, i > from ? "; " : "", one, NULL);
  }
  return to - from < all ? apr_psprintf(doctor->pool, "%s; and %d more", text, all - (to - from)) : text;
}

bool collab_doctor_legacy(collab_doctor_t *doctor, collab_pg_t *pg) {
  const char *const values[] = {SHOWN};
  int callers = 0;

  if (collab_pg_run(pg, doctor->pool, STATEMENT(watch_legacy), values, collab_time_clock() + COLLAB_DOCTOR_WAIT) !=
      COLLAB_PG_DONE) {
    return false;
  }
  collab_rows_t rows = collab_pg_rows(pg, 0);
  while (callers < rows.count && collab_rows_text(rows, callers, "caller")) {
    callers++;
  }
  if (callers) {
    say(doctor, apr_psprintf(doctor->pool, "callers of deprecated operations, which %s: %s (%s)", end_of(doctor),
                             collab_rows_text(rows, 0, "callers"),
                             list(doctor, rows, 0, callers, (int)collab_rows_integer(rows, 0, "callers"))));
  }
  if (callers < rows.count) {
    say(doctor, apr_psprintf(doctor->pool, "active V1 subscriptions, whose deliveries %s: %s (%s)", end_of(doctor),
                             collab_rows_text(rows, 0, "all_subscriptions"),
                             list(doctor, rows, callers, rows.count, (int)collab_rows_integer(rows, 0, "subscribers"))));
  }
  if (!rows.count) {
    collab_doctor_fine(doctor, CHECK, "nobody has used deprecated operations in 60 days, and no V1 subscription is active");
  }
  return true;
}

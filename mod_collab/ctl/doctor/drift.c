/* drift.c: collabctl doctor: names what is missing from the database's schema, or differs from what `collabctl migrate` stored.
 * Runs in the workers' session. */
#include "ctl/doctor/doctor.h"

#include <string.h>

#include "base/text.h"

#define WAIT apr_time_from_sec(5)

void collab_doctor_drift(collab_doctor_t *doctor, collab_pg_t *pg) {
  static const char remedy[] = "Run collabctl migrate --repair. docs/operations.md, \"The schema has changed\".";

  if (collab_pg_run(pg, doctor->pool, STATEMENT(watch_drift), NULL, collab_time_clock() + WAIT) != COLLAB_PG_DONE) {
    collab_doctor_wrong(doctor, "drift", remedy, "the schema cannot be compared with its list: %s",
                        collab_text_chomp(doctor->pool, collab_pg_message(pg)));
    return;
  }
  collab_rows_t rows = collab_pg_rows(pg, STATEMENT(watch_drift)->nparts - 1);
  const char *drift = collab_rows_text(rows, 0, "drift");
  if (drift) {
    collab_doctor_wrong(doctor, "drift", remedy, "%s", drift);
  } else if (strcmp(collab_rows_text(rows, 0, "listed"), "true")) {
    collab_doctor_odd(doctor, "drift", "Run collabctl migrate of the newest version.",
                      "the database has no list of what its schema must be");
  } else {
    collab_doctor_fine(doctor, "drift", "the schema has all indexes, constraints, triggers and functions");
  }
}

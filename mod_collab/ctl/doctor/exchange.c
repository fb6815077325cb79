/* exchange.c: collabctl doctor: checks that the database is that of this node's exchange (CollabExchange). */
#include "ctl/doctor/doctor.h"
#include "store/own_exchange.h"

#define WAIT apr_time_from_sec(5)

bool collab_doctor_exchange(collab_doctor_t *doctor, collab_pg_t *pg) {
  bool told = collab_pg_run(pg, doctor->pool, STATEMENT(exchange_look), NULL, collab_time_clock() + WAIT) == COLLAB_PG_DONE;
  const char *identity = told ? collab_rows_text(collab_pg_rows(pg, 0), 0, "identity") : NULL;

  if (!doctor->exchange) {
    if (identity) {
      collab_doctor_fine(doctor, "exchange", "this node serves any; to confine it to this one: CollabExchange %s", identity);
    }
    return true; /* without an identity, the schema is older: another check says so */
  }
  const char *fault = collab_own_exchange_fault(doctor->pool, doctor->exchange, identity);
  if (fault) {
    collab_doctor_wrong(doctor, "exchange",
                        "Mount or restore this exchange's database, or correct DBDParams. docs/operations.md, \"Another "
                        "exchange's database\".",
                        "%s", fault);
    return false;
  }
  collab_doctor_fine(doctor, "exchange", "the database is that of CollabExchange");
  return true;
}

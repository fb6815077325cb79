/* pg_sqlstate.c: tells by the SQLSTATE, and by PostgreSQL's function, whether a retry helps and whether the connection is still
 * usable. */
#include "store/pg.h"

#include <string.h>

/* The longest matching prefix decides. An SQLSTATE that is not listed is a fault of this module. */
static const struct {
  const char *prefix;
  collab_outcome_t outcome;
  bool drop;
} sqlstates[] = {
    {"", COLLAB_INTERNAL, false},     /* anything else: a constraint or a cast that validation should have caught */
    {"08", COLLAB_UNAVAILABLE, true}, /* connection exception */
    {"0A000", COLLAB_UNAVAILABLE,
     true}, /* cached plan must not change result type: a migration ran; prepare again on another connection */
    {"25006", COLLAB_UNAVAILABLE, true},  /* read-only: a former primary that is a standby now */
    {"25P03", COLLAB_UNAVAILABLE, true},  /* idle in transaction: the server ended the session */
    {"26000", COLLAB_UNAVAILABLE, false}, /* prepared statement unknown: prepared again by the caller */
    {"40", COLLAB_UNAVAILABLE, false},    /* serialization failure, deadlock: nothing was changed */
    {"42", COLLAB_UNAVAILABLE, false},    /* no such table, column or privilege: the schema is older than the module */
    {"53", COLLAB_UNAVAILABLE, false},    /* out of memory, disk or connections */
    {"55P03", COLLAB_UNAVAILABLE, false}, /* lock not available */
    {"57014", COLLAB_UNAVAILABLE, false}, /* statement timeout */
    {"57P", COLLAB_UNAVAILABLE, true},    /* shutdown, crash, starting up */
    {"58", COLLAB_UNAVAILABLE, false},    /* system error */
    {"XX", COLLAB_UNAVAILABLE, true},     /* internal error, corrupted data */
};

/* Is it PostgreSQL itself that has reached a limit, until somebody vacuums or ends a session? Every other 54000 is about the
 * statement's own values ("string is too long for tsvector"), and would come again. */
static bool is_out_of_numbers(const char *sqlstate, const char *function) {
  static const char *const functions[] = {"GetNewTransactionId", "GetNewMultiXactId", "PreCommit_Notify"};

  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    if (!strcmp(sqlstate, "54000") && !strcmp(function, functions[i])) {
      return true;
    }
  }
  return false;
}

collab_outcome_t collab_pg_outcome(const char *sqlstate, const char *function, bool *dropping) {
  int best = 0;

  for (int i = 1; i < (int)(sizeof sqlstates / sizeof *sqlstates); i++) {
    size_t len = strlen(sqlstates[i].prefix);
    if (!strncmp(sqlstate, sqlstates[i].prefix, len) && len > strlen(sqlstates[best].prefix)) {
      best = i;
    }
  }
  *dropping = sqlstates[best].drop || !*sqlstate;
  return *sqlstate && !is_out_of_numbers(sqlstate, function) ? sqlstates[best].outcome : COLLAB_UNAVAILABLE;
}

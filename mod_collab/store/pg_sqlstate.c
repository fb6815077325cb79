/* pg_sqlstate.c: tells by the SQLSTATE whether a retry helps and whether the connection is still usable. */
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

collab_outcome_t collab_pg_outcome(const char *sqlstate, bool *dropping) {
  int best = 0;
  for (int i = 1; i < (int)(sizeof sqlstates / sizeof *sqlstates); i++) {
    size_t len = strlen(sqlstates[i].prefix);
    if (!strncmp(sqlstate, sqlstates[i].prefix, len) && len > strlen(sqlstates[best].prefix)) {
      best = i;
    }
  }
  *dropping = sqlstates[best].drop || !*sqlstate;
  return *sqlstate ? sqlstates[best].outcome : COLLAB_UNAVAILABLE;
}

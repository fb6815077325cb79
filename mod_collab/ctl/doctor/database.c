/* database.c: collabctl doctor: checks the database as the workers and the dispatcher reach it, with the connection strings of
 * httpd's configuration. Runs as httpd's user. If the dispatcher has a user of its own, a second process checks that user's
 * login. */
#include "ctl/doctor/doctor.h"
#include "store/canary.h"
#include "store/facts.h"

#include <string.h>

#include "base/text.h"

#define MAINTAIN 170000 /* from this version of PostgreSQL on, the dispatcher itself vacuums the queue's tables */
#define NAPTIME 5       /* seconds: the recommended autovacuum_naptime */
#define CLOCK_SLACK apr_time_from_sec(5) /* equals the watcher's limit (node/health.h) */

/* Adds a finding: the database refuses a statement. A session that accepts no writes has its finding already. */
static void refused(collab_doctor_t *doctor, const collab_doctor_session_t *session) {
  const char *state = collab_pg_sqlstate(session->pg), *message = collab_text_chomp(doctor->pool, collab_pg_message(session->pg));

  if (!strcmp(state, "42501")) {
    collab_doctor_wrong(doctor, "privileges", "Run collabctl migrate, which grants all privileges.", "%s: %s", session->role,
                        message);
  } else if (strcmp(state, "25006")) {
    collab_doctor_wrong(doctor, "database", "Look it up in PostgreSQL's log. docs/operations.md, \"Database unreachable\".",
                        "%s: %s (SQLSTATE %s)", session->directive, message, *state ? state : "none");
  }
}

/* ---- checks in the workers' session ---- */

static void check_clock(collab_doctor_t *doctor, const collab_doctor_session_t *session) {
  apr_time_t clock = apr_atoi64(collab_doctor_column(session, "clock"));
  apr_interval_time_t off = clock < session->asked  ? session->asked - clock
                            : clock > session->told ? session->told - clock
                                                    : 0; /* the database's time lies between question and answer */

  if (off > CLOCK_SLACK || off < -CLOCK_SLACK) {
    collab_doctor_wrong(doctor, "clock", "Set both clocks by NTP. docs/operations.md, \"A clock is wrong\".",
                        "this machine's clock is %d s %s the database's", (int)apr_time_sec(off < 0 ? -off : off),
                        off < 0 ? "behind" : "ahead of");
  } else {
    collab_doctor_fine(doctor, "clock", "agrees with the database's");
  }
}

static void check_durability(collab_doctor_t *doctor, const collab_doctor_session_t *session) {
  bool fsync = collab_doctor_is(session, "fsync", "on");

  if (!fsync || !collab_doctor_is(session, "full_page_writes", "on")) {
    collab_doctor_wrong(doctor, "durability", "Set it to on in postgresql.conf and reload PostgreSQL.",
                        "PostgreSQL has %s = off: a crash of its machine may destroy the database",
                        fsync ? "full_page_writes" : "fsync");
  } else {
    collab_doctor_fine(doctor, "durability", "PostgreSQL keeps what it has committed");
  }
}

/* After an upgrade of the C library or of ICU, an index may have another order than the texts in it. */
static void check_collation(collab_doctor_t *doctor, const collab_doctor_session_t *session) {
  const char *before = collab_doctor_column(session, "collation"), *database = collab_doctor_column(session, "database");
  const char *now = collab_doctor_column(session, "provided");

  if (*before) {
    collab_doctor_wrong(doctor, "collation",
                        apr_psprintf(doctor->pool,
                                     "As a superuser: reindex database %s; then alter database %s refresh collation "
                                     "version.",
                                     database, database),
                        "the order of texts has changed from version %s to %s: lookups may miss rows, and duplicates may come in",
                        before, *now ? now : "none");
  } else {
    collab_doctor_fine(doctor, "collation", "the order of texts is that of the indexes");
  }
}

static void check_connections(collab_doctor_t *doctor, const collab_doctor_session_t *session) {
  int most = (int)apr_atoi64(collab_doctor_column(session, "connections")),
      reserved = (int)apr_atoi64(collab_doctor_column(session, "reserved"));
  const char *limit = collab_doctor_column(session, "most");

  if (*limit && doctor->connections > apr_atoi64(limit)) {
    collab_doctor_wrong(doctor, "connections",
                        apr_psprintf(doctor->pool,
                                     "As a superuser: alter role %s connection limit -1; alter database %s connection "
                                     "limit -1.",
                                     session->role, collab_doctor_column(session, "database")),
                        "this node may open %d connections, and the role %s or the database may have %s", doctor->connections,
                        session->role, limit);
    return;
  }
  if (doctor->connections > most - reserved) {
    collab_doctor_wrong(doctor, "connections",
                        "Raise max_connections (and restart PostgreSQL), or lower DBDMax or the number of httpd's processes.",
                        "this node may open %d connections (processes x DBDMax, and the dispatcher's), and the database has "
                        "max_connections = %d, %d of them reserved",
                        doctor->connections, most, reserved);
  } else {
    collab_doctor_fine(doctor, "connections", "this node may open %d of the database's %d", doctor->connections, most - reserved);
  }
}

/* Before PostgreSQL 17 only autovacuum keeps the queue's tables small. */
static void check_autovacuum(collab_doctor_t *doctor, const collab_doctor_session_t *session) {
  if (collab_doctor_is(session, "autovacuum", "off")) {
    collab_doctor_wrong(doctor, "autovacuum", "Set autovacuum = on in postgresql.conf and reload PostgreSQL.",
                        "the server has autovacuum = off: tables grow without bound");
  } else if (apr_atoi64(collab_doctor_column(session, "version")) < MAINTAIN &&
             apr_atoi64(collab_doctor_column(session, "naptime")) > NAPTIME) {
    collab_doctor_odd(doctor, "autovacuum",
                      "Run collabctl setup --autovacuum, or set autovacuum_naptime = 5s in postgresql.conf.",
                      "autovacuum_naptime is %s s: under load the queue's tables grow and deliveries get slower",
                      collab_doctor_column(session, "naptime"));
  } else {
    collab_doctor_fine(doctor, "autovacuum", "keeps the queue's tables small");
  }
}

/* Checks encoding and schema. False: the schema is missing, too old or unreadable, so the other checks cannot run. */
static bool check_schema(collab_doctor_t *doctor, collab_doctor_session_t *session) {
  static const char remedy[] = "Run collabctl migrate.";
  collab_rows_t rows;

  if (!collab_doctor_is(session, "encoding", "UTF8")) {
    collab_doctor_wrong(doctor, "schema", "Create a new database (createdb -E UTF8 -T template0), and restore into it.",
                        "the database's encoding is %s, wanted UTF8", collab_doctor_column(session, "encoding"));
  }
  if (collab_doctor_is(session, "migrated", "0")) {
    collab_doctor_wrong(doctor, "schema",
                        "If the exchange has data already, mount or restore its database; else: collabctl migrate.",
                        "no schema, wanted %" APR_INT64_T_FMT ": collabctl migrate", doctor->schema);
    return false;
  }
  if (!collab_doctor_ask(session, doctor->pool, STATEMENT(ctl_doctor_schema), &rows)) {
    refused(doctor, session);
    return false;
  }
  int64_t version = collab_rows_integer(rows, 0, "version");
  if (version < doctor->schema) {
    collab_doctor_wrong(doctor, "schema", remedy, "schema %" APR_INT64_T_FMT ", wanted %" APR_INT64_T_FMT ": collabctl migrate",
                        version, doctor->schema);
    return false;
  }
  collab_doctor_fine(doctor, "schema", "%" APR_INT64_T_FMT, version);
  return true;
}

static void check_canary(collab_doctor_t *doctor, collab_doctor_session_t *session) {
  switch (doctor->ring ? collab_canary_check(session->pg, doctor->pool, doctor->ring, collab_time_clock() + COLLAB_DOCTOR_WAIT)
                       : COLLAB_CANARY_ABSENT) {
  case COLLAB_CANARY_OPENS:
    collab_doctor_fine(doctor, "secrets", "the secrets key opens the database's sealed values");
    break;
  case COLLAB_CANARY_FOREIGN:
    collab_doctor_wrong(
        doctor, "secrets",
        "Give this node the CollabSecretsKey file that the other nodes have. docs/operations.md, \"The secrets key is "
        "lost\".",
        "the secrets key does not open the database's sealed values");
    break;
  case COLLAB_CANARY_UNKNOWN:
    refused(doctor, session);
    break;
  default: /* configtest could read the key file, but the file has disappeared since then */
    break;
  }
}

static void check_privileges(collab_doctor_t *doctor, collab_doctor_session_t *session) {
  collab_rows_t rows;

  if (!collab_doctor_ask(session, doctor->pool, STATEMENT(watch_privileges), &rows)) {
    refused(doctor, session);
    return;
  }
  const char *missing = collab_rows_text(rows, 0, "missing"), *excess = collab_rows_text(rows, 0, "excess");
  if (missing) {
    collab_doctor_wrong(doctor, "privileges", "Run collabctl migrate, which grants all privileges.", "%s", missing);
  }
  if (excess) {
    collab_doctor_odd(doctor, "privileges", "Find out who granted it. collabctl migrate revokes it.", "%s", excess);
  }
  if (!missing && !excess) {
    collab_doctor_fine(doctor, "privileges", "both roles have exactly the privileges that they need");
  }
}

static void check_sequences(collab_doctor_t *doctor, collab_doctor_session_t *session) {
  collab_rows_t rows;

  if (!collab_doctor_ask(session, doctor->pool, STATEMENT(ctl_doctor_sequences), &rows)) {
    refused(doctor, session);
    return;
  }
  const char *behind = collab_rows_text(rows, 0, "behind");
  if (behind) {
    collab_doctor_wrong(doctor, "sequences",
                        "Run collabctl migrate, which sets them. Find out what restored rows without their sequences.",
                        "new rows get numbers that are taken, or subscriptions miss new events: %s", behind);
  } else {
    collab_doctor_fine(doctor, "sequences", "none is behind its table");
  }
}

/* Requests may have the same case number, and then their files come into one folder. */
static void check_storages(collab_doctor_t *doctor, collab_doctor_session_t *session) {
  collab_rows_t rows;

  if (!collab_doctor_ask(session, doctor->pool, STATEMENT(ctl_doctor_storages), &rows)) {
    refused(doctor, session);
    return;
  }
  int count = (int)collab_rows_integer(rows, 0, "storages");
  if (count > 0) {
    collab_doctor_odd(
        doctor, "storages",
        "Where the storage makes folders: collabctl attachment set, with {token} in --path. Else say what happens to a "
        "name that is taken: --same-name overwrite, or number if the storage supports If-None-Match.",
        "default storages that have the files of all requests in one folder: %d (the first: %s)", count,
        collab_rows_text(rows, 0, "company"));
  } else {
    collab_doctor_fine(doctor, "storages", "each default storage says what happens to a name that is taken");
  }
}

/* Logins ignore the case of a user name, unless two names differ by it alone. */
static void check_names(collab_doctor_t *doctor, collab_doctor_session_t *session) {
  collab_rows_t rows;

  if (!collab_doctor_ask(session, doctor->pool, STATEMENT(ctl_doctor_names), &rows)) {
    refused(doctor, session);
    return;
  }
  if (collab_rows_text(rows, 0, "names")) {
    collab_doctor_odd(
        doctor, "names", "Tell these users to log in with their names as they are spelled here; no other spelling is accepted.",
        "user names that differ by case alone: %s (%s)", collab_rows_text(rows, 0, "names"), collab_rows_text(rows, 0, "first"));
  } else {
    collab_doctor_fine(doctor, "names", "no two user names differ by case alone");
  }
}

/* Does doctor itself check the subject of this alarm? The alarm `database` is not among them: in a database that answers, it says
 * that a node's workers cannot open a connection. */
static bool is_seen_here(const char *reason) {
  static const collab_alarm_t own[] = {
      COLLAB_ALARM_SCHEMA, COLLAB_ALARM_ROLE,    COLLAB_ALARM_PRIVILEGE,   COLLAB_ALARM_EXCESS,      COLLAB_ALARM_KEYS,
      COLLAB_ALARM_CLOCK,  COLLAB_ALARM_NO_NODE, COLLAB_ALARM_SILENT_NODE, COLLAB_ALARM_CERTIFICATE, COLLAB_ALARM_DRIFT};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    if (!strcmp(reason, collab_alarms[own[i]].name)) {
      return true;
    }
  }
  return false;
}

static const char *remedy_of_alarm(apr_pool_t *pool, const char *reason) {
  for (int alarm = 0; alarm < COLLAB_ALARM_COUNT; alarm++) {
    if (!strcmp(reason, collab_alarms[alarm].name)) {
      return apr_pstrcat(pool, collab_alarms[alarm].remedy, " docs/operations.md#", collab_alarms[alarm].anchor, NULL);
    }
  }
  return "See the status page of that node.";
}

/* Adds the alarms about missing and silent nodes. Returns the number of alarms; -1: the database refuses. */
static int check_nodes(collab_doctor_t *doctor, collab_doctor_session_t *session) {
  collab_facts_t facts = collab_facts_none();
  collab_problem_t problems[COLLAB_ALARM_COUNT];
  collab_rows_t rows;
  int shown = 0;

  if (!collab_doctor_ask(session, doctor->pool, STATEMENT(watch_look), &rows)) {
    return -1;
  }
  collab_facts_read(doctor->pool, &facts, rows, facts.date, apr_time_now());
  collab_health_evaluate(doctor->pool, &facts, NULL, NULL);
  int count = collab_health_problems(problems);
  for (int i = 0; i < count; i++) {
    const char *reason = collab_alarms[problems[i].alarm].name;
    if (problems[i].alarm == COLLAB_ALARM_NO_NODE || problems[i].alarm == COLLAB_ALARM_SILENT_NODE) {
      collab_doctor_wrong(doctor, "alarms", remedy_of_alarm(doctor->pool, reason), "%s: %s", reason, problems[i].text);
      shown++;
    }
  }
  return shown;
}

/* Adds the alarms that only a running node can raise. */
static void check_alarms(collab_doctor_t *doctor, collab_doctor_session_t *session) {
  collab_rows_t rows;
  int shown = check_nodes(doctor, session);

  if (shown < 0 || !collab_doctor_ask(session, doctor->pool, STATEMENT(ctl_doctor_alarms), &rows)) {
    refused(doctor, session);
    return;
  }
  for (int i = 0; i < rows.count; i++) {
    const char *reason = collab_rows_text(rows, i, "reason"), *node = collab_rows_text(rows, i, "node"),
               *text = collab_rows_text(rows, i, "text"), *remedy = remedy_of_alarm(doctor->pool, reason);
    if (is_seen_here(reason)) {
      continue;
    }
    bool failing = !strcmp(collab_rows_text(rows, i, "status"), collab_alarm_health_word(COLLAB_ALARM_HEALTH_FAILING));
    collab_doctor_say_t *say = failing ? collab_doctor_wrong : collab_doctor_odd;
    say(doctor, "alarms", remedy, "%s: %s: %s", node, reason, text);
    shown++;
  }
  if (!shown) {
    collab_doctor_fine(doctor, "alarms", "none");
  }
}

/* Names the nodes whose identity is not kept as it should be. */
static void check_identities(collab_doctor_t *doctor, collab_doctor_session_t *session) {
  collab_rows_t rows;

  if (!collab_doctor_ask(session, doctor->pool, STATEMENT(ctl_doctor_identities), &rows)) {
    refused(doctor, session);
    return;
  }
  for (int i = 0; i < rows.count; i++) {
    collab_doctor_odd(doctor, "nodes",
                      "Give each node a folder of its own for its error log, where httpd's first process may write.", "%s: %s",
                      collab_rows_text(rows, i, "node"), collab_rows_text(rows, i, "remark"));
  }
}

static void check_drift(collab_doctor_t *doctor, collab_doctor_session_t *session) {
  collab_doctor_drift(doctor, session->pg);
}

static void check_legacy(collab_doctor_t *doctor, collab_doctor_session_t *session) {
  if (!collab_doctor_legacy(doctor, session->pg)) {
    refused(doctor, session);
  }
}

void collab_doctor_dispatcher(collab_doctor_t *doctor) {
  collab_doctor_session_t dispatcher = {.directive = "CollabDispatcherDSN", .dsn = doctor->dispatcher, .role = "collab_dispatch"};

  if (doctor->dispatcher) {
    collab_doctor_log_in(doctor, &dispatcher);
  }
}

/* If the dispatcher has a user of its own, a compromised worker must not be able to log in as the dispatcher's role. */
static void check_separation(collab_doctor_t *doctor) {
  const char *error;

  if (doctor->dispatcher && collab_pg_connect(doctor->pool, doctor->dispatcher, &error)) {
    collab_doctor_odd(doctor, "database",
                      apr_psprintf(doctor->pool, "Let only %s log in with it: pg_ident.conf, or a password file of its own.",
                                   doctor->dispatcher_account.name),
                      "CollabDispatcherDSN: %s can also log in as collab_dispatch", doctor->account.name);
  }
}

void collab_doctor_database(collab_doctor_t *doctor) {
  static void (*const checks[])(collab_doctor_t *doctor, collab_doctor_session_t *session) = {
      check_privileges, check_drift,  check_canary, check_sequences, check_storages,
      check_names,      check_legacy, check_alarms, check_identities};
  collab_doctor_session_t workers = {.directive = "DBDParams", .dsn = doctor->params, .role = "collab_api"};
  collab_doctor_session_t dispatcher = {.directive = "CollabDispatcherDSN", .dsn = doctor->dispatcher, .role = "collab_dispatch"};
  bool in = collab_doctor_log_in(doctor, &workers);
  bool both = !doctor->own_user && doctor->dispatcher && collab_doctor_log_in(doctor, &dispatcher) && in;

  if (doctor->own_user) {
    check_separation(doctor);
  }

  if (workers.pg) {
    check_clock(doctor, &workers);
    check_connections(doctor, &workers);
    check_autovacuum(doctor, &workers);
    check_durability(doctor, &workers);
    check_collation(doctor, &workers);
  }
  bool fits = in && collab_doctor_exchange(doctor, workers.pg) && check_schema(doctor, &workers);
  for (size_t i = 0; fits && i < sizeof checks / sizeof *checks && collab_pg_alive(workers.pg); i++) {
    checks[i](doctor, &workers);
  }
  if (both && strcmp(collab_doctor_column(&workers, "server"), collab_doctor_column(&dispatcher, "server"))) {
    collab_doctor_wrong(doctor, "database", "Let DBDParams and CollabDispatcherDSN name the same server and database.",
                        "DBDParams leads to the database %s, CollabDispatcherDSN to another one (%s)",
                        collab_doctor_column(&workers, "database"), collab_doctor_column(&dispatcher, "database"));
  }
}

const apr_array_header_t *collab_doctor_callbacks(collab_doctor_t *doctor) {
  apr_array_header_t *urls = apr_array_make(doctor->pool, 20, sizeof(const char *));
  collab_doctor_session_t dispatcher = {.dsn = doctor->dispatcher};
  const char *error;

  if (doctor->dispatcher && (dispatcher.pg = collab_pg_connect(doctor->pool, doctor->dispatcher, &error)) &&
      collab_doctor_ask(&dispatcher, doctor->pool, STATEMENT(ctl_doctor_callbacks), &dispatcher.rows)) {
    for (int i = 0; i < dispatcher.rows.count; i++) {
      APR_ARRAY_PUSH(urls, const char *) = collab_rows_text(dispatcher.rows, i, "callback_url");
    }
  }
  return urls;
}

/* doctor.h: what the files of collabctl doctor share.
 *
 * httpd's own configuration (-D DUMP_COLLAB_SETTINGS) tells doctor what to check. Checks of the database, the service and the
 * receivers run as httpd's or the dispatcher's user, each in a process of its own. Checks that need root (keys, free space) run
 * in doctor's own process. A finding tells one fact about one subject. */
#ifndef COLLAB_CTL_DOCTOR_DOCTOR_H
#define COLLAB_CTL_DOCTOR_DOCTOR_H

#include "base/dsn.h"
#include "base/file_access.h"
#include "base/keyring.h"
#include "ctl/ctl.h"
#include "domain/outbound_rules.h"
#include "node/alarm.h"

/* A result of a check. */
typedef struct collab_finding_t {
  collab_alarm_health_t health;
  const char *check;  /* its subject, one word */
  const char *text;   /* the fact: a sentence without its full stop */
  const char *remedy; /* what to do; "": nothing */
} collab_finding_t;

/* A virtual host that serves the interface. */
typedef struct collab_doctor_server_t {
  const char *base_url, *token_key, *secrets_key;
  collab_outbound_t rules;
} collab_doctor_server_t;

typedef struct collab_doctor_t {
  collab_ctl_t *ctl;
  apr_pool_t *pool;
  apr_array_header_t *findings; /* collab_finding_t */

  /* httpd's configuration, set by configtest.c */
  const char *control; /* the apachectl that printed the configuration */
  collab_account_t account;
  collab_account_t dispatcher_account; /* CollabDispatcherUser, else httpd's user */
  bool own_user;                       /* there is a CollabDispatcherUser */
  const char *mpm, *version, *error_log, *event_log, *audit_log;
  const char *exchange;            /* CollabExchange; NULL: any */
  apr_time_t legacy_sunset;        /* CollabLegacySunset; 0: off */
  const char *params, *dispatcher; /* connection strings; NULL: none */
  int processes, process_limit;    /* maxima; process_limit also counts old processes that finish after a reload */
  int threads;                     /* of each process */
  int connections;                 /* maximum to the database from this node */
  int64_t schema;
  const apr_array_header_t *servers; /* collab_doctor_server_t, at least one */
  const collab_json_t *settings;     /* all that httpd printed */

  const collab_keyring_t *ring; /* of the first server, set by machine.c; NULL: its file has disappeared since configtest */
} collab_doctor_t;

/* ---- findings.c ---- */

void collab_doctor_fine(collab_doctor_t *doctor, const char *check, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Adds a finding that needs a person. A finding of collab_doctor_odd can wait a while (health: attention). A finding of
 * collab_doctor_wrong needs a person now (health: failing). */
typedef void collab_doctor_say_t(collab_doctor_t *doctor, const char *check, const char *remedy, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
collab_doctor_say_t collab_doctor_odd, collab_doctor_wrong;

/* Prints all findings, as JSON with --json. Returns CTL_REFUSED if one of them needs a person. */
collab_ctl_exit_t collab_doctor_report(const collab_doctor_t *doctor);

/* ---- the checks ---- */

/* configtest.c: reads the settings. False: httpd refuses its configuration, or the configuration does not use the module, so
 * nothing else can be checked. */
bool collab_doctor_settings(collab_doctor_t *doctor);

/* Reads the rules for calling receivers from httpd's first virtual host that serves the interface. `control` is httpd's
 * apachectl; NULL: the apachectl of the httpd that the module was built for. False: httpd prints no rules, because httpd is not
 * set up, or because this user may not read the keys. */
bool collab_doctor_rules(apr_pool_t *pool, const char *control, collab_outbound_t *rules);

/* issuers.c: names the trusted issuers whose tokens may live for ever. */
void collab_doctor_issuers(collab_doctor_t *doctor);

/* machine.c: checks the keys' owner and the free space, as the user who runs doctor. */
void collab_doctor_files(collab_doctor_t *doctor);
void collab_doctor_space(collab_doctor_t *doctor);

/* Each of these checks runs in a process of its own. collab_doctor_database (database.c) and collab_doctor_service (network.c:
 * the base URL) run as httpd's user, collab_doctor_outbound (network.c: the way to receivers) as the dispatcher's user. */
void collab_doctor_database(collab_doctor_t *doctor);
void collab_doctor_service(collab_doctor_t *doctor);
void collab_doctor_outbound(collab_doctor_t *doctor);

/* exchange.c: adds a finding: whether the database is that of CollabExchange. False: it is not, and nothing else may be checked
 * there. */
bool collab_doctor_exchange(collab_doctor_t *doctor, collab_pg_t *pg);

/* drift.c, in the workers' session `pg`: compares the schema with the list that `collabctl migrate` stored. */
void collab_doctor_drift(collab_doctor_t *doctor, collab_pg_t *pg);

/* legacy.c, in the workers' session `pg`: names who still uses what CollabLegacySunset ends. Returns false if the database
 * refuses the question. */
bool collab_doctor_legacy(collab_doctor_t *doctor, collab_pg_t *pg);

/* database.c, as CollabDispatcherUser: checks that user's login to the database. */
void collab_doctor_dispatcher(collab_doctor_t *doctor);

/* Returns the callback URLs of the newest active subscriptions; none if the database does not answer. */
const apr_array_header_t *collab_doctor_callbacks(collab_doctor_t *doctor);

/* ---- session.c: a session of the database as a program of httpd gets it ---- */

#define COLLAB_DOCTOR_WAIT apr_time_from_sec(5)

/* A session, and what it has answered (STATEMENT(ctl_doctor_session)). */
typedef struct collab_doctor_session_t {
  const char *directive, *dsn, *role; /* the expected role */
  collab_pg_t *pg;
  collab_rows_t rows;
  apr_time_t asked, told;
} collab_doctor_session_t;

/* A column of the answer; "": null. */
const char *collab_doctor_column(const collab_doctor_session_t *session, const char *column);
bool collab_doctor_is(const collab_doctor_session_t *session, const char *column, const char *value);

/* Runs a statement. Returns false if the database refuses it, or does not answer within COLLAB_DOCTOR_WAIT. */
bool collab_doctor_ask(collab_doctor_session_t *session, apr_pool_t *pool, const collab_statement_t *statement,
                       collab_rows_t *rows);

/* Logs in and adds a finding. Returns false if the login fails, or the session has the wrong role, or cannot be used. */
bool collab_doctor_log_in(collab_doctor_t *doctor, collab_doctor_session_t *session);

#endif

/* doctor.h: collabctl doctor, as its own files share it.
 *
 * What is looked at comes from httpd's own configuration (-D DUMP_COLLAB_SETTINGS). What httpd's user would meet is looked at as
 * that user, in processes of their own; what needs root, keys and free space, before that. A check says one thing about one
 * subject. */
#ifndef COLLAB_CTL_DOCTOR_DOCTOR_H
#define COLLAB_CTL_DOCTOR_DOCTOR_H

#include "base/access.h"
#include "base/alarm.h"
#include "base/dsn.h"
#include "base/outbound_rules.h"
#include "ctl/ctl.h"

/* Something that was found. */
typedef struct collab_finding_t {
  collab_health_t health;
  const char *check;  /* its subject, one word */
  const char *text;   /* what was seen, a sentence without its full stop */
  const char *remedy; /* "" where nothing needs one */
} collab_finding_t;

/* A server that serves the interface. */
typedef struct collab_doctor_server_t {
  const char *base_url, *token_key, *secrets_key;
  collab_outbound_t rules;
} collab_doctor_server_t;

typedef struct collab_doctor_t {
  collab_ctl_t *ctl;
  apr_pool_t *pool;
  apr_array_header_t *findings; /* collab_finding_t */

  /* what httpd says of its configuration, by settings.c */
  const char *control; /* the apachectl that was asked */
  collab_account_t account;
  const char *mpm, *version, *error_log, *event_log;
  const char *params, *dispatcher; /* connection strings; NULL: none */
  int connections;                 /* that the node may have */
  int64_t schema;
  const apr_array_header_t *servers; /* collab_doctor_server_t, at least one */

  const collab_keyring_t *ring; /* of the first server, by files.c; NULL: it could not be read */
} collab_doctor_t;

/* ---- report.c ---- */

void collab_doctor_fine(collab_doctor_t *doctor, const char *check, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Something that needs a person: soon (attention), or now (failing). */
void collab_doctor_odd(collab_doctor_t *doctor, const char *check, const char *remedy, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void collab_doctor_wrong(collab_doctor_t *doctor, const char *check, const char *remedy, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Prints all findings, as JSON with --json. CTL_REFUSED when one of them needs a person. */
collab_ctl_exit_t collab_doctor_report(const collab_doctor_t *doctor);

/* ---- the checks ---- */

/* settings.c. False: httpd does not take its configuration, so nothing else can be looked at. */
bool collab_doctor_settings(collab_doctor_t *doctor);

/* files.c: as who runs this. */
void collab_doctor_files(collab_doctor_t *doctor);
void collab_doctor_space(collab_doctor_t *doctor);

/* As httpd's user, each in a process of its own. database.c: the database; network.c: the base URL, and receivers.
 */
void collab_doctor_database(collab_doctor_t *doctor);
void collab_doctor_service(collab_doctor_t *doctor);
void collab_doctor_outbound(collab_doctor_t *doctor);

/* The callback URLs of some active subscriptions, the newest; empty when the database does not tell. */
const apr_array_header_t *collab_doctor_callbacks(collab_doctor_t *doctor);

#endif

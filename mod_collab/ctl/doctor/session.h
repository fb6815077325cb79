/* session.h: a session of the database as a program of httpd gets it, for the checks of doctor. */
#ifndef COLLAB_CTL_DOCTOR_SESSION_H
#define COLLAB_CTL_DOCTOR_SESSION_H

#include "ctl/doctor/doctor.h"

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

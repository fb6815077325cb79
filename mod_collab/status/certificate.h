/* certificate.h: when the certificates of the base URLs expire. For status/ alone, in the watcher. */
#ifndef COLLAB_STATUS_CERTIFICATE_H
#define COLLAB_STATUS_CERTIFICATE_H

#include <apr_time.h>
#include <httpd.h>

/* The certificate that expires first, of all base URLs of this configuration. */
typedef struct collab_certificate_t {
  apr_pool_t *pool;  /* belongs to this struct */
  apr_time_t until;  /* date of expiry of the certificate; 0: not known; -1: there is no certificate */
  char url[400];     /* the base URL of this certificate */
  apr_time_t due_at; /* by collab_time_clock: time of the next check */
  pid_t pid;         /* the child process that checks; 0: none */
  int answer;        /* our end of the pipe from the child process */
} collab_certificate_t;

/* Starts a check of all these certificates once an hour, and reads its result. Returns at once, because a child process makes the
 * connections. `now`: collab_time_clock. */
void collab_certificate_turn(collab_certificate_t *certificate, apr_time_t now);

#endif

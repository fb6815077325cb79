/* certificate.h: until when the certificate of the base URL is valid. For status/ alone; the watcher's. */
#ifndef COLLAB_STATUS_CERTIFICATE_H
#define COLLAB_STATUS_CERTIFICATE_H

#include <apr_time.h>
#include <httpd.h>

/* The certificate that expires first, of all base URLs of this configuration. */
typedef struct collab_certificate_t {
  server_rec *s;     /* the first server */
  apr_pool_t *pool;  /* of its own */
  apr_time_t until;  /* when it expires; 0: not known; -1: there is none */
  char url[400];     /* whose it is */
  apr_time_t due_at; /* when to look again */
  pid_t pid;         /* of the process that looks; 0: none */
  int answer;        /* what it writes to */
} collab_certificate_t;

/* Looks when it is time, once an hour, and takes what was found. Returns at once: a process of its own connects. */
void collab_certificate_turn(collab_certificate_t *certificate, apr_time_t now);

#endif

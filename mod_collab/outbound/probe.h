/* probe.h: checks a URL as the sender would, and reports each step, for collabctl check-url and doctor, and for the child process
 * of status/certificate.c. Name look-ups have no time limit, so never call these functions in a worker or the dispatcher. All
 * values are pool memory. */
#ifndef COLLAB_OUTBOUND_PROBE_H
#define COLLAB_OUTBOUND_PROBE_H

#include "domain/outbound_rules.h"

#define COLLAB_PROBE_BODY 4000 /* bytes of a body that are kept */

/* An address of the URL's host. */
typedef struct collab_probe_address_t {
  const char *text;
  const char *rule; /* the rule that covers the address, in words */
  bool allowed;
} collab_probe_address_t;

typedef struct collab_probe_t {
  const char *scheme, *host, *port;    /* as libcurl sees them; NULL where the URL has none */
  const char *pin;                     /* the address that the host is pinned to; NULL: it is looked up */
  const char *fault;                   /* why the URL itself is refused; NULL: only its addresses count */
  const apr_array_header_t *addresses; /* collab_probe_address_t */
  bool refused;                        /* by `fault`, or because of an address */
} collab_probe_t;

/* Splits the URL and looks up its host. */
void collab_probe_url(apr_pool_t *pool, const collab_outbound_t *rules, const char *url, collab_probe_t *probe);

/* A certificate of a server's chain; "" for a missing field. */
typedef struct collab_probe_certificate_t {
  const char *subject, *issuer, *until;
  apr_time_t expires; /* the time that `until` gives as text; 0: not known */
} collab_probe_certificate_t;

typedef struct collab_probe_answer_t {
  const char *error;                      /* NULL: the server answered */
  bool untrusted;                         /* the error is the server's certificate */
  const char *address;                    /* the address connected to, or the last one tried; "": none */
  const apr_array_header_t *certificates; /* collab_probe_certificate_t, the server's own first; also of an untrusted server */
  const char *protocol;                   /* "HTTP/1.1"; NULL: no answer */
  int status;                             /* 0: none */
  int milliseconds;
  const char *body; /* its beginning; "": none */
} collab_probe_answer_t;

/* Connects as the sender does and sends HEAD. Waits at most 30 seconds for the answer. */
void collab_probe_connect(apr_pool_t *pool, const collab_outbound_t *rules, const char *url, collab_probe_answer_t *answer);

/* Connects as the sender does, with a TLS handshake for https, but sends no request. Waits at most eight seconds. */
void collab_probe_greet(apr_pool_t *pool, const collab_outbound_t *rules, const char *url, collab_probe_answer_t *answer);

/* Sends GET as a client would: to any address, and over http, too. `ca`: the file of authorities that the client trusts; NULL:
 * the system's. Waits at most eight seconds. */
void collab_probe_get(apr_pool_t *pool, const char *url, const char *ca, collab_probe_answer_t *answer);

/* Makes a TLS handshake with this service's own URL, as a client would, and returns when its certificate expires, trusted or not;
 * 0: no answer. Waits at most eight seconds, twice that if the certificate is not trusted. */
apr_time_t collab_probe_expiry(apr_pool_t *pool, const char *url);

/* Why this process cannot use the system's file of certificate authorities, for example "/etc/x.pem cannot be read"; NULL: it
 * can. */
const char *collab_probe_authorities(apr_pool_t *pool);

#endif

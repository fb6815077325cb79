/* probe.h: a URL looked at as the sender would, and what was found: for collabctl check-url and doctor. Waits as long as it
 * takes; never in a worker or the dispatcher. All values are pool memory. */
#ifndef COLLAB_OUTBOUND_PROBE_H
#define COLLAB_OUTBOUND_PROBE_H

#include "base/outbound_rules.h"

#define COLLAB_PROBE_BODY 4000 /* bytes that are kept of a body */

/* An address of the URL's host. */
typedef struct collab_probe_address_t {
  const char *text;
  const char *rule; /* that it falls under, in words */
  bool allowed;
} collab_probe_address_t;

typedef struct collab_probe_t {
  const char *scheme, *host, *port;    /* as libcurl sees them; NULL where the URL has none */
  const char *pin;                     /* what the host is pinned to; NULL: it is looked up */
  const char *fault;                   /* why the URL is refused whatever its addresses are; NULL: it is not */
  const apr_array_header_t *addresses; /* collab_probe_address_t */
  bool refused;                        /* by `fault`, or because of an address */
} collab_probe_t;

/* Reads the URL and looks its host up. */
void collab_probe_url(apr_pool_t *pool, const collab_outbound_t *rules, const char *url, collab_probe_t *probe);

/* A certificate of a server's chain; "" where it does not say. */
typedef struct collab_probe_certificate_t {
  const char *subject, *issuer, *until;
  apr_time_t expires; /* `until`; 0: not known */
} collab_probe_certificate_t;

typedef struct collab_probe_answer_t {
  const char *error;   /* NULL: it answered */
  bool untrusted;      /* the error is its certificate */
  const char *address; /* connected to, or tried; "": none */
  const apr_array_header_t
      *certificates;    /* collab_probe_certificate_t, the server's own first; shown when it is not trusted, too */
  const char *protocol; /* "HTTP/2"; NULL: no answer */
  int status;           /* 0: none */
  int milliseconds;
  const char *body; /* its beginning; "": none */
} collab_probe_answer_t;

/* Connects as the sender does and asks with HEAD. */
void collab_probe_connect(apr_pool_t *pool, const collab_outbound_t *rules, const char *url, collab_probe_answer_t *answer);

/* The same without a request: it connects, and greets with TLS where the URL is https. Waits eight seconds at most. */
void collab_probe_greet(apr_pool_t *pool, const collab_outbound_t *rules, const char *url, collab_probe_answer_t *answer);

/* Asks with GET as a client does, not the sender: any address will do, and http. `ca`: the file of authorities that a client
 * trusts; NULL: the system's. Waits eight seconds at most. */
void collab_probe_get(apr_pool_t *pool, const char *url, const char *ca, collab_probe_answer_t *answer);

/* Greets this service's own URL over TLS as a client would, whoever has signed its certificate. Returns when that expires; 0:
 * nobody answers. Waits eight seconds at most, twice where it is not trusted. */
apr_time_t collab_probe_expiry(apr_pool_t *pool, const char *url);

/* What is wrong with the system's authorities, for whoever calls this: "/etc/x.pem cannot be read"; NULL: nothing. */
const char *collab_probe_authorities(apr_pool_t *pool);

#endif

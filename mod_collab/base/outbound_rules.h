/* outbound_rules.h: which addresses may be called, as the operator's directives say it: config/ fills it in, outbound/ obeys it.
 */
#ifndef COLLAB_BASE_OUTBOUND_RULES_H
#define COLLAB_BASE_OUTBOUND_RULES_H

#include <apr_network_io.h>

#include "collab.h"

/* One CollabOutboundHost NAME ADDRESS. */
typedef struct collab_host_pin_t {
  const char *name;
  const char *address;
} collab_host_pin_t;

/* Which addresses this server may call, for outbound/guard. */
typedef struct collab_outbound_t {
  const apr_array_header_t *allow;      /* apr_ipsubnet_t *: CollabOutboundAllow, beyond the public Internet */
  const apr_array_header_t *allow_text; /* const char *: the same as written */
  const apr_array_header_t *pins;       /* collab_host_pin_t: CollabOutboundHost */
  const char *ca;                       /* CollabOutboundCA: trusted certificates (PEM); NULL: the system's */
  const char *proxy;                    /* CollabOutboundProxy: http://host:port; NULL: none */
  bool http;                            /* CollabOutboundHTTP: plain http callbacks */
} collab_outbound_t;

/* What is asked of a storage that a file is streamed to, for outbound/upload. */
typedef struct collab_upload_limits_t {
  apr_interval_time_t patience; /* to connect, to take some more, and to answer */
  int64_t rate;                 /* bytes a second that it must take while there is something to take; 0: however few */
  apr_interval_time_t window;   /* over which they are counted */
} collab_upload_limits_t;

/* Is it an IPv4 or IPv6 address? */
bool collab_outbound_is_address(const char *text);

/* A network such as 10.1.0.0/16 or fd00::/8, or an address; NULL: it is none. Memory of the pool. */
apr_ipsubnet_t *collab_outbound_network(apr_pool_t *pool, const char *text);

/* Is it http://host:port? */
bool collab_outbound_is_proxy(apr_pool_t *pool, const char *text);

/* What is wrong with a file of certificates, as the end of a sentence (static); NULL: it has one. The pool is for temporary
 * things. */
const char *collab_outbound_ca_fault(apr_pool_t *pool, const char *path);

#endif

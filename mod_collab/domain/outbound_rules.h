/* outbound_rules.h: the operator's rules about addresses that may be called. config/ fills them in, outbound/ obeys them. */
#ifndef COLLAB_DOMAIN_OUTBOUND_RULES_H
#define COLLAB_DOMAIN_OUTBOUND_RULES_H

#include <apr_network_io.h>

#include "collab.h"

/* One CollabOutboundHost NAME ADDRESS. */
typedef struct collab_host_pin_t {
  const char *name;
  const char *address;
} collab_host_pin_t;

/* The rules for outbound/guard. */
typedef struct collab_outbound_t {
  const apr_array_header_t *allow;      /* apr_ipsubnet_t *: CollabOutboundAllow, beyond the public Internet */
  const apr_array_header_t *allow_text; /* const char *: `allow` as the operator wrote it */
  const apr_array_header_t *pins;       /* collab_host_pin_t: CollabOutboundHost */
  const char *ca;                       /* CollabOutboundCA: trusted certificates (PEM); NULL: the system's */
  const char *proxy;                    /* CollabOutboundProxy: http://host:port; NULL: none */
  bool http;                            /* CollabOutboundHTTP: plain http callbacks */
} collab_outbound_t;

/* Limits for a storage that a file is streamed to, for outbound/upload. */
typedef struct collab_upload_limits_t {
  apr_interval_time_t patience; /* time limit of each step: connecting, taking more bytes, answering */
  int64_t rate;                 /* bytes a second that the storage must take while it has bytes to take; 0: no minimum */
  apr_interval_time_t window;   /* time over which `rate` is measured */
} collab_upload_limits_t;

/* True for an IPv4 or IPv6 address. */
bool collab_outbound_is_address(const char *text);

/* Reads a network such as 10.1.0.0/16 or fd00::/8, or an address; NULL for anything else. Memory of the pool. */
apr_ipsubnet_t *collab_outbound_network(apr_pool_t *pool, const char *text);

/* True for http://host:port. */
bool collab_outbound_is_proxy(apr_pool_t *pool, const char *text);

/* Checks that a file contains a PEM certificate. Returns NULL, or the fault as the end of a sentence (static). The pool is for
 * temporary data. */
const char *collab_outbound_ca_fault(apr_pool_t *pool, const char *path);

#endif

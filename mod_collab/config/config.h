/* config.h: what the operator's directives say, per server. Read-only after post_config: any thread, any process.
 * Getters are not needed: after post_config every field has its final value (collab_config_of never shows an unset one). */
#ifndef COLLAB_CONFIG_CONFIG_H
#define COLLAB_CONFIG_CONFIG_H

#include <apr_network_io.h>
#include <httpd.h>

#include "collab.h"

/* One CollabOutboundHost NAME ADDRESS. */
typedef struct collab_host_pin_t {
  const char *name;
  const char *address;
} collab_host_pin_t;

/* Which addresses this server may call, for outbound/guard. */
typedef struct collab_outbound_t {
  const apr_array_header_t *allow;        /* apr_ipsubnet_t *: CollabOutboundAllow, beyond the public Internet */
  const apr_array_header_t *allow_text;   /* const char *: the same as written */
  const apr_array_header_t *pins;         /* collab_host_pin_t: CollabOutboundHost */
  bool http;                              /* CollabOutboundHTTP: plain http callbacks */
} collab_outbound_t;

/* Retry delays after the first attempt, in seconds (CollabWebhookRetry). */
typedef struct collab_schedule_t {
  int count;
  int delay[16];
} collab_schedule_t;

typedef struct collab_config_t {
  const char *service_name;       /* CollabServiceName, "Collaboration Request Exchange" */
  const char *base_url;           /* CollabBaseURL, without a trailing slash; required */
  const char *base_path;          /* its path, "" when it has none */
  const char *event_type_prefix;  /* CollabEventTypePrefix, "org.provider.core." */
  const char *event_source;       /* CollabEventSource, default the base URL */

  const char *token_key_path;     /* CollabTokenKey */
  int token_lifetime;             /* CollabTokenLifetime, seconds, 3600 */
  const char *secrets_key_path;   /* CollabSecretsKey */
  const void *token_key;          /* collab_jws_key_t *, loaded by mod_collab.c in post_config */
  const void *keyring;            /* collab_keyring_t *, likewise */

  apr_size_t max_body;            /* CollabMaxBody, bytes, 1048576 */
  const char *hours_high;         /* CollabResponseHours HIGH=1 MEDIUM=4 LOW=24, decimal text as statements bind it */
  const char *hours_medium;
  const char *hours_low;
  const char *subscription_limit; /* CollabSubscriptionLimit, decimal text, "50" */
  const char *login_failures;     /* CollabLoginLimit FAILURES WINDOW: "10" failures in "900" seconds, decimal text; "0" is off */
  const char *login_window;

  apr_interval_time_t database_wait; /* CollabDatabaseWait, 3 s */

  bool dispatcher;                /* CollabDispatcher On|Off, On */
  int dispatcher_slots;           /* slots=N: transfers in flight, 256 */
  int dispatcher_per_endpoint;    /* per-endpoint=N: of them to one subscription, 8 */
  const char *dispatcher_dsn;     /* CollabDispatcherDSN; required when the dispatcher is on */
  collab_schedule_t retry_v1;     /* CollabWebhookRetry V1 10 20 40 80 */
  collab_schedule_t retry_v2;     /* CollabWebhookRetry V2 3600 3600 */
  int webhook_timeout;            /* CollabWebhookTimeout, seconds, 30 */
  collab_outbound_t outbound;

  const char *first_file;         /* where the first Collab directive stands, for post_config's messages; NULL: this server uses none */
  unsigned first_line;
} collab_config_t;

/* The configuration of a server (virtual hosts inherit from the main server). Never NULL. */
const collab_config_t *collab_config_of(const server_rec *s);

#endif

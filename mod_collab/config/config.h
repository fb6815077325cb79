/* config.h: the values of the directives, per server. After check_config they are final, so any thread of any process may
 * read them. There are no getters, because the configuration that collab_config_of returns has no unset field. */
#ifndef COLLAB_CONFIG_CONFIG_H
#define COLLAB_CONFIG_CONFIG_H

#include <apr_network_io.h>
#include <httpd.h>

#include <http_config.h>

#include "base/address.h"
#include "base/dsn.h"
#include "base/file_access.h"
#include "collab.h"
#include "domain/issuer.h"
#include "domain/outbound_rules.h"
#include "domain/schedule.h"

/* The defaults are in the table of directives (config/directives.c). */
typedef struct collab_config_t {
  const char *service_name;      /* CollabServiceName */
  const char *base_url;          /* CollabBaseURL, without a trailing slash; NULL: none, so this server serves nothing */
  const char *base_path;         /* the path of base_url, "" when it has none */
  bool serve;                    /* CollabServe On; a virtual host does not inherit it */
  bool serves;                   /* this server serves the interface: set in check_config, like the members without a directive */
  bool require_tls;              /* CollabRequireTLS, default: On if the base URL is https, else Off */
  bool token_endpoint;           /* CollabTokenEndpoint */
  const char *event_type_prefix; /* CollabEventTypePrefix */
  const char *event_source;      /* CollabEventSource, default the base URL */

  const char *token_key_path;        /* CollabTokenKey */
  int token_lifetime;                /* CollabTokenLifetime, seconds */
  const char *secrets_key_path;      /* CollabSecretsKey */
  const void *token_key;             /* collab_jws_key_t *, loaded by mod_collab.c in check_config */
  const void *keyring;               /* collab_keyring_t *, loaded by mod_collab.c in check_config */
  const apr_array_header_t *issuers; /* collab_issuer_t: CollabTrustedIssuer */
  int issuer_trust;                  /* CollabIssuerTrust, seconds */
  const char *exchange;              /* CollabExchange, a UUID in lower case; NULL: any */
  void *trust;                       /* collab_trust_t *, the issuers with their keys, loaded like the keys; NULL: none */
  const void *pages;                 /* the public pages, printed in post_config (api/describe/pages.c) */

  apr_size_t max_body;                        /* CollabMaxBody, bytes */
  apr_interval_time_t body_timeout;           /* CollabBodyTimeout: time to receive a whole JSON body */
  const apr_array_header_t *shared_addresses; /* CollabSharedAddress: collab_address_rule_t */
  const apr_array_header_t *status_allow;     /* CollabStatusAllow: apr_ipsubnet_t *; never NULL after check_config */
  int wait_company, wait_all;                 /* CollabClientWait company=PERCENT all=PERCENT: of the threads; company 0: off */
  int wait_rate;                              /* CollabClientWait rate=BYTES: a second; 0: off */
  apr_off_t max_attachment;                   /* CollabMaxAttachment, bytes of all files of one upload */
  int attachment_slots;                       /* CollabAttachmentSlots: uploads at once in a child */
  collab_upload_limits_t attachment;          /* CollabAttachmentTimeout, CollabAttachmentMinRate: limits for a storage */
  const char *hours_high; /* CollabResponseHours HIGH=… MEDIUM=… LOW=…, decimal text as statements bind it */
  const char *hours_medium;
  const char *hours_low;
  int auto_close;                 /* CollabAutoClose: days until an idle request is closed; 0: off */
  const char *lenient;            /* CollabLenientInput, "true" or "false" as statements bind it */
  const char *request_notes;      /* CollabRequestLimit notes=NUMBER, half of it for each party; decimal text */
  const char *request_files;      /* CollabRequestLimit files=NUMBER, half of it for each party; decimal text */
  const char *request_responses;  /* CollabRequestLimit responses=NUMBER, half of it for each party; decimal text */
  const char *request_size;       /* CollabRequestLimit size=BYTES, half of them for each party; decimal text */
  const char *daily_requests;     /* CollabDailyLimit requests=NUMBER, decimal text; NULL: off */
  const char *daily_bytes;        /* CollabDailyLimit bytes=BYTES, decimal text; NULL: off */
  const char *subscription_limit; /* CollabSubscriptionLimit NUMBER, decimal text */
  const char *pending_limit;  /* CollabSubscriptionLimit pending=NUMBER: deliveries of one subscription, decimal text; "0": off */
  const char *login_failures; /* CollabLoginLimit FAILURES WINDOW, decimal text; WINDOW in seconds; FAILURES "0": off */
  const char *login_window;
  const char *login_address_failures; /* CollabLoginAddressLimit FAILURES WINDOW …: for one address */
  const char *login_address_window;
  const apr_array_header_t *login_address_rules; /* CollabLoginAddressLimit count=NETWORK exempt=NETWORK: collab_address_rule_t */
  const char *login_name_failures;               /* CollabLoginNameLimit FAILURES WINDOW: for one name, from all addresses */
  const char *login_name_window;
  int rate_requests; /* CollabRateLimit REQUESTS SECONDS: for one caller; 0: off */
  int rate_window;

  apr_interval_time_t database_wait; /* CollabDatabaseWait */

  bool dispatcher;                                /* CollabDispatcher On|Off */
  int dispatcher_slots;                           /* CollabDispatcher slots=N: transfers under way */
  int dispatcher_per_endpoint;                    /* CollabDispatcher per-endpoint=N: transfers under way to one subscription */
  int dispatcher_company, dispatcher_host;        /* CollabDispatcher company=N, host=N: shares of the slots; 0: a quarter */
  const char *dispatcher_dsn;                     /* CollabDispatcherDSN; required when the dispatcher is on */
  const collab_account_t *dispatcher_user;        /* CollabDispatcherUser; NULL: httpd's */
  const apr_array_header_t *alert_command;        /* CollabAlertCommand: an absolute path and arguments; NULL: none */
  const apr_array_header_t *member_alert_command; /* CollabMemberAlertCommand, in the form of CollabAlertCommand */
  const char *audit_log;                          /* CollabAuditLog, in the form of CollabEventLog */
  const char *event_log;                          /* CollabEventLog: an absolute path, or "|program arguments"; NULL: none */
  collab_schedule_t retry_v1;                     /* CollabWebhookRetry V1 … */
  collab_schedule_t retry_v2;                     /* CollabWebhookRetry V2 … */
  apr_interval_time_t duty_interval;              /* CollabDutyInterval */
  int retain_attempts;                            /* CollabRetention attempts=DAYS; 0: for ever */
  int retain_dead_letters;                        /* CollabRetention dead-letters=DAYS; 0: for ever */
  int retain_events;                              /* CollabRetention events=DAYS; 0: for ever */
  int retain_audit;                               /* CollabRetention audit=DAYS; 0: for ever */
  int retain_requests;               /* CollabRetention requests=DAYS: of closed requests, from their closure; 0: for ever */
  apr_interval_time_t horizon_alarm; /* CollabHorizonAlarm; 0: off */
  int webhook_timeout;               /* CollabWebhookTimeout, seconds */
  const bool *retry_status;          /* CollabWebhookRetryStatus: 100 elements, index status - 400; NULL: none */
  int retire_gone;                   /* CollabWebhookRetireGone; 0: off */
  bool secret_hold;                  /* CollabSecretHold */
  int breaker_pause;                 /* CollabWebhookBreaker hold PAUSE: seconds between probes; 0: mode count */
  bool breaker_in_order;             /* CollabWebhookBreaker … oldest-first */
  int secret_overlap;                /* CollabSecretOverlap USUAL LONGEST: seconds */
  int secret_overlap_max;
  apr_time_t legacy_sunset; /* CollabLegacySunset; 0: off */
  collab_outbound_t outbound;

  const char *first_file; /* place of the first Collab directive, for check_config's messages; NULL: the server has none */
  unsigned first_line;
} collab_config_t;

/* The configuration of a server (virtual hosts inherit from the main server). Never NULL. */
const collab_config_t *collab_config_of(const server_rec *s);

/* True if this server serves the interface: it has a base URL, its own or inherited, and CollabServe does not confine the
 * interface to other servers. */
bool collab_config_serves(const collab_config_t *config);

/* The serving servers (server_rec *), in the order of the configuration. The node's own processes use the base URL, keys and
 * event source of the first; NULL: none serves. To be called after collab_config_check. Memory of the configuration. */
const apr_array_header_t *collab_config_serving(void);
server_rec *collab_config_first(void);

/* Have the two servers the same value of each setting that can be inherited? */
bool collab_config_alike(const server_rec *s, const server_rec *other);

/* A server's host name with the place of its section, or "the main server". The names of the serving servers; of many, the
 * first ones. Memory of the pool. */
const char *collab_config_server_name(apr_pool_t *pool, const server_rec *s);
const char *collab_config_serving_names(apr_pool_t *pool);

/* Sentences (const char *) that say which servers answer requests whose Host is an address, such as those of health checks, at
 * the addresses of serving servers. None where httpd has no virtual hosts. Memory of the configuration. */
const apr_array_header_t *collab_config_reached(void);

/* True if the deprecated operations and payload version V1 have ended by `now` (CollabLegacySunset). */
bool collab_config_legacy_ended(const collab_config_t *config, apr_time_t now);

/* Finds the field `name`, a text that a directive sets, and its offset in collab_config_t. Statements bind the field as
 * config.<name>. False: there is no such field. */
bool collab_config_text(const char *name, int *offset);

/* Replaces each name in braces, such as {service_name}, by the text that a directive has set for it. Other names in braces stay.
 * Returns memory of the pool, or `text` itself. */
const char *collab_config_fill(apr_pool_t *pool, const collab_config_t *config, const char *text);

/* Returns the place of the directive that set a field, as "file:line"; NULL: no directive set the field. `field` is an offset,
 * such as offsetof(collab_config_t, token_key_path). check_config's messages use it. */
const char *collab_config_place(apr_pool_t *pool, const server_rec *s, size_t field);

/* Registered by mod_collab.c: the table of directives, and the functions that make and merge configurations. */
extern command_rec collab_config_directives[];
void *collab_config_create(apr_pool_t *pool, server_rec *s);
void *collab_config_merge(apr_pool_t *pool, void *base, void *over);

/* Checks the whole configuration of every server for mistakes that show only when all directives have been read: missing or
 * contradictory settings, a base path that nothing serves, a file that httpd's user cannot read. Logs each with file and line.
 * `read_dsn` is collab_dsn_read (store/dsn.h). Runs in configtest, too. False when there was a mistake; a likely mistake is only
 * a warning. */
bool collab_config_check(apr_pool_t *pconf, server_rec *s, collab_dsn_read_t *read_dsn);

/* Warns of an MPM whose processes serve one request at a time, with the number of connections that its processes may open. Called
 * in configtest, after the check. */
void collab_config_check_mpm(apr_pool_t *pool, server_rec *s);

/* Prints the settings that collabctl doctor checks, as one line of JSON; `schema` is the schema version that the module needs.
 * Called in configtest, after the check. */
void collab_config_dump(apr_pool_t *pool, server_rec *s, const char *schema);

/* Prints the table of directives as JSON, for docs/directives.md. Called in configtest. */
void collab_config_dump_directives(apr_pool_t *pool);

/* Puts the loaded keys into a server's configuration. Called once, before the first request. */
void collab_config_keys(server_rec *s, const void *token_key, const void *keyring);
void collab_config_trust(server_rec *s, void *trust);
void collab_config_pages(server_rec *s, const void *pages);

#endif

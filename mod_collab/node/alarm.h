/* alarm.h: the table of alarms, each of which needs a person. The status page, ?json, the metrics (collab_health),
 * CollabAlertCommand and collabctl status use this table. The raised alarms, with a text for each, are in the shared memory. Any
 * process and thread. */
#ifndef COLLAB_NODE_ALARM_H
#define COLLAB_NODE_ALARM_H

#include "collab.h"

typedef enum collab_health_t { COLLAB_HEALTH_OK, COLLAB_HEALTH_ATTENTION, COLLAB_HEALTH_FAILING } collab_health_t;

/* ALARM(symbol, name, health, sentence, remedy, anchor): the name is the label of the metric and the first argument of
 * CollabAlertCommand; the anchor is a heading of docs/operations.md. */

/* Alarms that the dispatcher raises when it meets a fault. They end with the dispatcher. */
#define COLLAB_DISPATCH_ALARMS(ALARM)                                                                                            \
  ALARM(LOGIN, "login", FAILING, "The dispatcher cannot log in to the database.",                                                \
        "Check CollabDispatcherDSN and that collab_dispatch may log in: collabctl doctor.", "database-unreachable")              \
  ALARM(EVENT_LOG, "event-log", FAILING, "The event log cannot be written.",                                                     \
        "Make room on its disk, or repair the program that reads it; events wait in the database.", "disk-full")                 \
  ALARM(AUDIT_LOG, "audit-log", ATTENTION, "The audit log cannot be written.",                                                   \
        "Make room on its disk, or repair the program that reads it; the rows wait in the database.", "disk-full")               \
  ALARM(HORIZON, "horizon", ATTENTION, "A long transaction keeps dead rows in the database.",                                    \
        "End the transaction that the alarm names: docs/operations.md, the horizon alarm.", "the-horizon-alarm")                 \
  ALARM(PARTITIONS, "partitions", ATTENTION, "The log of attempts lacks partitions for the coming days.",                        \
        "The error log says why the dispatcher cannot make them; collabctl migrate grants the rights.", "lag-grows")             \
  ALARM(CHANNEL, "channel", ATTENTION, "An active channel has no consumer, so its events are kept.",                             \
        "Start a dispatcher with CollabEventLog, or end the channel: collabctl channel off.", "disk-full")                       \
  ALARM(RETENTION, "retention", ATTENTION, "Rows are kept for longer than CollabRetention says.",                                \
        "Run the command that the alarm names as the owner, or end sessions that read the log of attempts.", "retention")        \
  ALARM(STALL, "stall", ATTENTION, "A receiver has stalled the dispatcher, which ended and was started again.",                  \
        "Tell the subscription's owner, and pause it if it happens again: collabctl subscription pause.",                        \
        "a-receiver-stalls-the-dispatcher")                                                                                      \
  ALARM(PENDING, "pending", ATTENTION, "A subscription has 90 % or more of the pending deliveries that it may have.",            \
        "collabctl subscription show says whether to have its receiver repaired or to resume it; then replay its dead letters.", \
        "too-many-deliveries-are-pending")                                                                                       \
  ALARM(VACUUM, "vacuum", ATTENTION, "PostgreSQL does not vacuum the queue's tables.",                                           \
        "Run collabctl migrate, which grants the right.", "lag-grows")                                                           \
  /* local faults (dispatch/settle/local_alarm.c): deliveries wait */                                                            \
  ALARM(PROXY, "proxy", ATTENTION, "The proxy of CollabOutboundProxy does not work; deliveries wait for it.",                    \
        "Have the proxy's operator repair it.", "lag-grows")                                                                     \
  ALARM(CA, "ca", ATTENTION, "The CA bundle cannot be read; deliveries over https wait for it.",                                 \
        "Put a file with certificates there that httpd's user may read, in a directory that it may enter.", "lag-grows")         \
  ALARM(SECRETS, "secrets", ATTENTION, "The secrets of a subscription do not open; its deliveries wait.",                        \
        "Put the key that sealed them back into the file of CollabSecretsKey, then reload httpd.", "the-secrets-key-is-lost")    \
  ALARM(RESOURCES, "resources", ATTENTION, "The dispatcher has no open file, memory or thread left; deliveries wait.",           \
        "Raise the limits of httpd's unit (LimitNOFILE, TasksMax) or give the machine memory.", "lag-grows")                     \
  ALARM(NAMES, "names", ATTENTION, "Names do not resolve on this node; deliveries wait.",                                        \
        "Check /etc/resolv.conf, and whether its name servers answer this machine.", "lag-grows")                                \
  ALARM(IPV4, "ipv4", ATTENTION, "This node reaches no endpoint over IPv4; deliveries wait.",                                    \
        "Check firewall, routes and CollabOutboundProxy: collabctl check-url URL --connect.", "lag-grows")                       \
  ALARM(IPV6, "ipv6", ATTENTION, "This node reaches no endpoint over IPv6; deliveries wait.",                                    \
        "Check firewall, routes and CollabOutboundProxy: collabctl check-url URL --connect.", "lag-grows")                       \
  ALARM(TLS, "tls", ATTENTION, "TLS fails with every receiver; deliveries over https wait.",                                     \
        "Compare CollabOutboundCA with the issuers of your receivers' certificates (collabctl check-url URL --connect).",        \
        "lag-grows")

/* Alarms that the watcher raises, from facts (node/health.h). */
#define COLLAB_WATCH_ALARMS(ALARM)                                                                                               \
  ALARM(DATABASE, "database", FAILING, "The database cannot be reached from this node, or refuses to answer.",                   \
        "Remove the reason that the alarm names: at PostgreSQL, in DBDParams, or in another application's use of mod_dbd.",      \
        "database-unreachable")                                                                                                  \
  ALARM(EXCHANGE, "exchange", FAILING, "The database is not that of this node's exchange.",                                      \
        "Mount or restore its database, or correct DBDParams. A copy that is to serve here: collabctl exchange adopt.",          \
        "another-exchanges-database")                                                                                            \
  ALARM(SCHEMA, "schema", FAILING, "The database's schema is not the one that this version needs.",                              \
        "Run collabctl migrate of this version.", "upgrade-and-rollback")                                                        \
  ALARM(ROLE, "role", FAILING, "The module is logged in to the database in the wrong role.",                                     \
        "DBDParams names collab_api, CollabDispatcherDSN names collab_dispatch.", "database-unreachable")                        \
  ALARM(PRIVILEGE, "privilege", FAILING, "The module lacks a privilege in the database.",                                        \
        "Run collabctl migrate, which grants all privileges.", "database-unreachable")                                           \
  ALARM(EXCESS, "excess-privilege", ATTENTION, "A role of the module has a privilege that it should not have.",                  \
        "Find out who granted it; collabctl migrate revokes it.", "database-unreachable")                                        \
  ALARM(DRIFT, "drift", ATTENTION, "The schema lacks an object, or has another one than this version made.",                     \
        "Run collabctl migrate --repair, which makes it anew.", "the-schema-has-changed")                                        \
  ALARM(KEYS, "keys", FAILING, "This node's keys do not decrypt the secrets in the database.",                                   \
        "Give this node the CollabSecretsKey file that the other nodes have.", "the-secrets-key-is-lost")                        \
  ALARM(DISPATCHER, "dispatcher", FAILING, "This node's dispatcher is stuck.",                                                   \
        "It ends after ten seconds, and another is started. If it does not, kill -9 its process: nothing is lost.",              \
        "a-receiver-stalls-the-dispatcher")                                                                                      \
  ALARM(CLAIMS, "claims", FAILING, "The claims of this node's dispatcher fail or get no answer.",                                \
        "Find the database's answer in the error log (CB0603), and run collabctl doctor.", "lag-grows")                          \
  ALARM(NO_DISPATCHER, "no-dispatcher", FAILING, "No dispatcher is at work on any node, and work is waiting.",                   \
        "Set CollabDispatcher On on a node, or find out from its error log why its dispatcher does not start.", "lag-grows")     \
  ALARM(LAG, "lag", ATTENTION, "Deliveries are late.",                                                                           \
        "Look at the status page: slots in use, claim times, the oldest snapshot.", "lag-grows")                                 \
  ALARM(ERRORS, "errors", FAILING, "Many requests are answered with 5xx.",                                                       \
        "Run collabctl doctor, and look up the error log's lines about these requests in docs/messages.md.",                     \
        "database-unreachable")                                                                                                  \
  ALARM(DEAD_LETTERS, "dead-letters", ATTENTION, "Deliveries were given up.",                                                    \
        "List them with collabctl deliveries --state dead, and replay them when the cause is gone.", "one-member-complains")     \
  ALARM(DAILY_LIMIT, "daily-limit", ATTENTION, "A company has used 80 % of what it may make and store in a day.",                \
        "Find out what it sends; collabctl company set gives it its own limit, collabctl company disable ends it.",              \
        "a-company-stores-too-much")                                                                                             \
  ALARM(DISK, "disk", FAILING, "A disk is full.", "Make room on it.", "disk-full")                                               \
  ALARM(NO_WRITES, "no-writes", FAILING, "The database accepts no writes.",                                                      \
        "Remove PostgreSQL's reason, which the alarm quotes: vacuum, or repair the standby.", "the-database-accepts-no-writes")  \
  ALARM(SERVER, "server", ATTENTION, "PostgreSQL is set up so that it may lose or miss rows.",                                   \
        "Switch on what the alarm names, or reindex the database: collabctl doctor has the commands.", "database-unreachable")   \
  ALARM(CLOCK, "clock", ATTENTION, "This machine's clock differs from the database's.", "Set both clocks by NTP.",               \
        "a-clock-is-wrong")                                                                                                      \
  ALARM(TIME, "time", ATTENTION, "The database's clock has left the accepted time: nothing is deleted or closed by it.",         \
        "If the database's clock is right: collabctl clock accept. Else set it by NTP.", "a-clock-is-wrong")                     \
  ALARM(MAINTENANCE, "maintenance", ATTENTION, "The exchange is in maintenance: writes are refused, and deliveries wait.",       \
        "End it when the work is done: collabctl maintenance off.", "refuse-writes-for-a-while")                                 \
  ALARM(CERTIFICATE, "certificate", ATTENTION, "The certificate of the base URL expires soon.",                                  \
        "Renew it on the server that terminates TLS, and reload that server (apachectl graceful).", "a-certificate-expires")     \
  ALARM(ISSUER, "issuer", ATTENTION, "The keys of an issuer of tokens cannot be confirmed.",                                     \
        "Have the issuer's operator repair it, or the key file: the tokens of an issuer without keys are refused.",              \
        "an-issuers-keys")                                                                                                       \
  ALARM(NO_NODE, "no-node", FAILING, "No node is at work.",                                                                      \
        "Start httpd on a node (systemctl start apache2); its error log says why it does not run.", "a-node-is-silent")          \
  ALARM(SILENT_NODE, "silent-node", FAILING, "A node has died, or its watcher hangs or does not reach the database.",            \
        "Start httpd there again, or run collabctl doctor there; kill -9 a collab-watch that hangs: another is started. If the " \
        "node will not return: collabctl nodes forget.",                                                                         \
        "a-node-is-silent")                                                                                                      \
  ALARM(WATCH, "watch", FAILING, "This node's watcher is stuck, so the alarms that it judges are not known.",                    \
        "kill -9 the process collab-watch: another is started.", "a-node-is-silent")

#define COLLAB_ALARMS(ALARM) COLLAB_DISPATCH_ALARMS(ALARM) COLLAB_WATCH_ALARMS(ALARM)

typedef enum collab_alarm_t {
#define ALARM(symbol, name, health, sentence, remedy, anchor) COLLAB_ALARM_##symbol,
  COLLAB_ALARMS(ALARM)
#undef ALARM
      COLLAB_ALARM_COUNT
} collab_alarm_t;

#define COLLAB_ALARM_WATCHED COLLAB_ALARM_DATABASE /* the watcher's first alarm */

/* The page with the runbooks. Links append # and an anchor. */
#define COLLAB_RUNBOOKS "docs/operations.md"

typedef struct collab_alarm_row_t {
  const char *name;
  collab_health_t health;
  const char *sentence, *remedy, *anchor;
} collab_alarm_row_t;

extern const collab_alarm_row_t collab_alarms[COLLAB_ALARM_COUNT];

/* "ok", "attention", "failing". */
const char *collab_health_word(collab_health_t health);

#define COLLAB_ALARM_TEXT 480 /* bytes of an alarm's text */

/* Raises an alarm, changes its text, or ends it (NULL). True when this call raised or ended it; then the caller logs that. */
bool collab_alarm_set(collab_alarm_t alarm, const char *text);

/* Copies a raised alarm's text. False when the alarm is not raised. */
bool collab_alarm_text(collab_alarm_t alarm, char text[COLLAB_ALARM_TEXT]);

/* The date when the alarm was raised, and how long ago that is; meaningful only while it is raised. */
apr_time_t collab_alarm_since(collab_alarm_t alarm);
apr_interval_time_t collab_alarm_age(collab_alarm_t alarm);

/* What CollabAlertCommand was last told about an alarm, and when the alarm was last raised. Belongs to the watcher, but outlives
 * it in the shared memory. All times are of collab_time_clock. */
typedef struct collab_told_t {
  bool began;                    /* the last call reported that the alarm began, not that it ended */
  apr_time_t began_at, ended_at; /* when a call last reported the beginning, and the end; 0: never */
  apr_time_t changed_at;         /* when the alarm began to differ from the last report; 0: no difference */
  apr_time_t seen_at;            /* when node/health.c last found the alarm raised, if it asks for that; 0: never */
} collab_told_t;
collab_told_t *collab_alarm_told(collab_alarm_t alarm);

#endif

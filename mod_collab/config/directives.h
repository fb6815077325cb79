/* directives.h: what the files with the setters of directives share. For config/ alone.
 *
 * A setter takes the value or returns what is wrong with it; httpd calls it with the value as the file has it. */
#ifndef COLLAB_CONFIG_DIRECTIVES_H
#define COLLAB_CONFIG_DIRECTIVES_H

#include "config/server.h"

/* The server's configuration, for a directive that is being read; notes where it stands. */
collab_config_t *collab_directive_settings(cmd_parms *cmd, collab_directive_t directive);

/* What a setter returns: the directive's name and what is wrong with its value. */
const char *collab_directive_wrong(cmd_parms *cmd, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A whole number within limits. */
bool collab_directive_number(const char *text, int64_t min, int64_t max, int64_t *value);

/* directives_delivery.c */
const char *collab_set_dispatcher(cmd_parms *cmd, void *dir, int argc, char *const argv[]);
const char *collab_set_dispatcher_dsn(cmd_parms *cmd, void *dir, const char *value);
const char *collab_set_webhook_retry(cmd_parms *cmd, void *dir, int argc, char *const argv[]);
const char *collab_set_webhook_timeout(cmd_parms *cmd, void *dir, const char *value);
const char *collab_set_webhook_retry_status(cmd_parms *cmd, void *dir, const char *value);
const char *collab_set_webhook_retire_gone(cmd_parms *cmd, void *dir, const char *value);
const char *collab_set_secret_hold(cmd_parms *cmd, void *dir, int on);
const char *collab_set_webhook_breaker(cmd_parms *cmd, void *dir, int argc, char *const argv[]);
const char *collab_set_secret_overlap(cmd_parms *cmd, void *dir, const char *usual, const char *most);
const char *collab_set_legacy_sunset(cmd_parms *cmd, void *dir, const char *value);
const char *collab_set_outbound_allow(cmd_parms *cmd, void *dir, const char *value);
const char *collab_set_outbound_http(cmd_parms *cmd, void *dir, int on);
const char *collab_set_outbound_host(cmd_parms *cmd, void *dir, const char *name, const char *address);
const char *collab_set_outbound_proxy(cmd_parms *cmd, void *dir, const char *value);
const char *collab_set_outbound_ca(cmd_parms *cmd, void *dir, const char *value);
const char *collab_set_event_log(cmd_parms *cmd, void *dir, const char *value);

/* directives_requests.c */
const char *collab_set_body_timeout(cmd_parms *cmd, void *dir, const char *value);
const char *collab_set_login_address_limit(cmd_parms *cmd, void *dir, int argc, char *const argv[]);

/* directives_duties.c */
const char *collab_set_duty_interval(cmd_parms *cmd, void *dir, const char *value);
const char *collab_set_retention(cmd_parms *cmd, void *dir, const char *value);
const char *collab_set_horizon_alarm(cmd_parms *cmd, void *dir, const char *value);
const char *collab_set_alert_command(cmd_parms *cmd, void *dir, int argc, char *const argv[]);

#endif

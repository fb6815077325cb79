/* directives.h: the readers of directives that no type of config/setting.h covers. For config/ alone.
 *
 * A reader puts the value where the row of its directive says, or returns what is wrong with it. */
#ifndef COLLAB_CONFIG_DIRECTIVES_H
#define COLLAB_CONFIG_DIRECTIVES_H

#include "config/setting.h"

/* directives_service.c */
collab_setting_read_t collab_read_service_name, collab_read_base_url, collab_read_event_type_prefix, collab_read_event_source;
collab_setting_read_t collab_read_key_file, collab_read_trusted_issuer;

/* directives_requests.c */
collab_setting_read_t collab_read_attachment_min_rate, collab_read_login_limit;
collab_setting_read_t collab_read_login_address_limit, collab_read_login_name_limit, collab_read_rate_limit;
collab_setting_read_t collab_read_shared_address, collab_read_subscription_limit;

/* directives_duties.c */
collab_setting_read_t collab_read_alert_command, collab_read_event_log;

/* directives_delivery.c */
collab_setting_read_t collab_read_dispatcher, collab_read_dispatcher_dsn, collab_read_webhook_retry;
collab_setting_read_t collab_read_webhook_retry_status, collab_read_webhook_breaker, collab_read_secret_overlap;
collab_setting_read_t collab_read_legacy_sunset;

/* directives_outbound.c */
collab_setting_read_t collab_read_outbound_allow, collab_read_outbound_host, collab_read_outbound_proxy, collab_read_outbound_ca;

#endif

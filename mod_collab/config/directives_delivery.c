/* directives_delivery.c: readers of the directives for the dispatcher and webhooks. The table is in directives.c. */
#include <string.h>

#include "base/time.h"
#include "config/setting.h"

/* Reads On or Off, then NAMED_NUMBERs. */
const char *collab_read_dispatcher(collab_setting_t *setting, int argc, char *const argv[]) {
  const char *wrong = NULL;

  if (argc < 1 || (ap_cstr_casecmp(argv[0], "on") && ap_cstr_casecmp(argv[0], "off"))) {
    return collab_setting_wrong(setting,
                                "takes On or Off, then slots=number, per-endpoint=number, company=number and host=number");
  }
  setting->config->dispatcher = !ap_cstr_casecmp(argv[0], "on");
  setting->fields = 1;
  for (int i = 1; i < argc && !wrong; i++) {
    wrong = collab_setting_named(setting, argv[i]);
  }
  return wrong;
}

const char *collab_read_dispatcher_dsn(collab_setting_t *setting, int argc, char *const argv[]) {
  (void)argc;
  const char *value = argv[0];

  if (!strchr(value, '=') && strncmp(value, "postgresql://", 13) && strncmp(value, "postgres://", 11)) {
    return collab_setting_wrong(setting, "takes a PostgreSQL connection string (host=... dbname=... user=...)");
  }
  setting->config->dispatcher_dsn = value;
  return NULL;
}

/* Reads the dispatcher's user. The dispatcher's groups are those that the system lists for that user. */
const char *collab_read_dispatcher_user(collab_setting_t *setting, int argc, char *const argv[]) {
  (void)argc;
  collab_account_t *account = apr_palloc(setting->pool, sizeof *account);

  account->name = argv[0];
  if (apr_uid_get(&account->uid, &account->gid, argv[0], setting->ptemp) != APR_SUCCESS) {
    return collab_setting_wrong(setting, "there is no system user %s (collabctl setup makes collab-dispatch)", argv[0]);
  }
  if (!account->uid) {
    return collab_setting_wrong(setting, "the dispatcher must not run as root");
  }
  setting->config->dispatcher_user = account;
  return NULL;
}

const char *collab_read_webhook_retry(collab_setting_t *setting, int argc, char *const argv[]) {
  collab_schedule_t schedule = {0, {0}};
  int64_t seconds;
  bool v1 = argc > 0 && !strcmp(argv[0], "V1");

  if (argc < 2 || (!v1 && strcmp(argv[0], "V2"))) {
    return collab_setting_wrong(setting, "takes V1 or V2, then the delay before each retry in seconds, or None");
  }
  if (argc > 17) {
    return collab_setting_wrong(setting, "takes at most 16 delays, not %d", argc - 1);
  }
  if (argc != 2 || ap_cstr_casecmp(argv[1], "none")) {
    for (int i = 1; i < argc; i++) {
      if (!collab_setting_number(argv[i], 1, 30 * 86400, &seconds)) {
        return collab_setting_wrong(setting, "takes delays of 1 to 2592000 seconds, not \"%s\"", argv[i]);
      }
      schedule.delay[schedule.count++] = (int)seconds;
    }
  }
  collab_config_t *config = setting->config;
  *(v1 ? &config->retry_v1 : &config->retry_v2) = schedule;
  setting->fields = v1 ? 1 : 2;
  return NULL;
}

const char *collab_read_webhook_retry_status(collab_setting_t *setting, int argc, char *const argv[]) {
  (void)argc;
  const char *value = argv[0];
  int64_t status;

  if (!ap_cstr_casecmp(value, "none")) {
    setting->config->retry_status = NULL;
    return NULL;
  }
  if (!collab_setting_number(value, 400, 499, &status)) {
    return collab_setting_wrong(setting, "takes statuses of 400 to 499, or None, not \"%s\"", value);
  }
  const bool *before = setting->config->retry_status;
  bool *retried = apr_pcalloc(setting->pool, 100 * sizeof *retried);
  if (before) {
    memcpy(retried, before, 100 * sizeof *retried);
  }
  retried[status - 400] = true;
  setting->config->retry_status = retried;
  return NULL;
}

const char *collab_read_webhook_breaker(collab_setting_t *setting, int argc, char *const argv[]) {
  int64_t seconds = 30;
  bool hold = argc > 0 && !ap_cstr_casecmp(argv[0], "hold");
  bool in_order = argc > 1 && !ap_cstr_casecmp(argv[argc - 1], "oldest-first");
  int count = argc - in_order;

  if (count < 1 || count > (hold ? 2 : 1) || (!hold && ap_cstr_casecmp(argv[0], "count")) ||
      (count == 2 && !collab_setting_number(argv[1], 1, 600, &seconds))) {
    return collab_setting_wrong(setting,
                                "takes count, or hold and 1 to 600 seconds between probes; then oldest-first, or nothing");
  }
  collab_config_t *settings = setting->config;
  settings->breaker_pause = hold ? (int)seconds : 0;
  settings->breaker_in_order = in_order;
  return NULL;
}

const char *collab_read_secret_overlap(collab_setting_t *setting, int argc, char *const argv[]) {
  const char *usual = argv[0], *most = argc > 1 ? argv[1] : NULL;
  const int64_t limit = 365 * 86400;
  int64_t seconds, maximum;

  if (!collab_setting_number(usual, 0, limit, &seconds) || (most && !collab_setting_number(most, 0, limit, &maximum))) {
    return collab_setting_wrong(setting, "takes the usual overlap and the longest, 0 to 31536000 seconds each");
  }
  collab_config_t *config = setting->config;
  config->secret_overlap = (int)seconds;
  config->secret_overlap_max = most                                   ? (int)maximum
                               : seconds > config->secret_overlap_max ? (int)seconds
                                                                      : config->secret_overlap_max;
  if (config->secret_overlap > config->secret_overlap_max) {
    return collab_setting_wrong(setting, "the usual overlap (%s) is longer than the longest (%s)", usual, most);
  }
  return NULL;
}

const char *collab_read_legacy_sunset(collab_setting_t *setting, int argc, char *const argv[]) {
  (void)argc;
  const char *value = argv[0];
  apr_time_t when = 0;

  if (ap_cstr_casecmp(value, "off") &&
      ((!collab_time_parse(value, &when) && !collab_time_parse(apr_pstrcat(setting->pool, value, "T00:00:00Z", NULL), &when)) ||
       when <= 0)) {
    return collab_setting_wrong(setting, "takes a date like 2027-01-02, a date-time, or Off, not \"%s\"", value);
  }
  setting->config->legacy_sunset = when;
  return NULL;
}

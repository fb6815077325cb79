/* directives_duties.c: the directives of what the dispatcher does of its own accord. The table is in directives.c. */
#include <apr_lib.h>
#include <string.h>

#include "collab_private.h"
#include "config/directives.h"

const char *collab_set_duty_interval(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  apr_interval_time_t interval;

  if (!apr_isdigit(*value) || ap_timeout_parameter_parse(value, &interval, "s") != APR_SUCCESS ||
      interval < apr_time_from_msec(50) || interval > apr_time_from_sec(300)) {
    return collab_directive_wrong(cmd, "takes a time of 50ms to 300s, not \"%s\"", value);
  }
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_DUTY_INTERVAL)->duty_interval = interval;
  return NULL;
}

const char *collab_set_retention(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  collab_config_t *config = collab_directive_settings(cmd, COLLAB_DIRECTIVE_RETENTION);
  const char *equals = strchr(value, '=');
  int64_t days = 0;

  if (equals && (!ap_cstr_casecmp(equals + 1, "off") || collab_directive_number(equals + 1, 1, 36500, &days))) {
    if (!strncmp(value, "attempts=", 9)) {
      config->retain_attempts = (int)days;
      return NULL;
    }
    if (!strncmp(value, "events=", 7)) {
      config->retain_events = (int)days;
      return NULL;
    }
  }
  return collab_directive_wrong(cmd, "takes attempts=days and events=days, 1 to 36500 or Off, not \"%s\"", value);
}

const char *collab_set_horizon_alarm(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  int64_t seconds = 0;

  if (ap_cstr_casecmp(value, "off") && !collab_directive_number(value, 1, 864000, &seconds)) {
    return collab_directive_wrong(cmd, "takes 1 to 864000 seconds, or Off, not \"%s\"", value);
  }
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_HORIZON_ALARM)->horizon_alarm = apr_time_from_sec(seconds);
  return NULL;
}

const char *collab_set_alert_command(cmd_parms *cmd, void *dir, int argc, char *const argv[]) {
  (void)dir;
  apr_finfo_t info;
  apr_array_header_t *words = NULL;

  if (argc != 1 || ap_cstr_casecmp(argv[0], "none")) {
    if (argc < 1 || *argv[0] != '/') {
      return collab_directive_wrong(cmd, "takes the absolute path of a program and its arguments, or None");
    }
    if (apr_stat(&info, argv[0], APR_FINFO_TYPE | APR_FINFO_PROT, cmd->temp_pool) != APR_SUCCESS || info.filetype != APR_REG ||
        !(info.protection & (APR_FPROT_UEXECUTE | APR_FPROT_GEXECUTE | APR_FPROT_WEXECUTE))) {
      return collab_directive_wrong(cmd, "%s is not a program", argv[0]);
    }
    words = apr_array_make(cmd->pool, argc, sizeof(const char *));
    for (int i = 0; i < argc; i++) {
      APR_ARRAY_PUSH(words, const char *) = argv[i];
    }
  }
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_ALERT_COMMAND)->alert_command = words;
  return NULL;
}

/* settings.c: finds the database and the keys.
 *
 * Looks in this order: the option, the environment variable, the settings file. `collabctl setup` writes the settings file, with
 * a line NAME=value for each environment variable and without any password; "#" begins a comment. */
#include "ctl/ctl.h"

#include "node/instance.h"

#include <apr_env.h>
#include <apr_strings.h>
#include <stdio.h>
#include <string.h>

#ifndef COLLAB_SYSCONFDIR
#define COLLAB_SYSCONFDIR "/usr/local/etc"
#endif
#define LINE_MAX_BYTES 4096

static const char *environment(apr_pool_t *pool, const char *name) {
  char *value = NULL;
  return apr_env_get(&value, name, pool) == APR_SUCCESS && *value ? value : NULL;
}

collab_ctl_exit_t collab_ctl_instance(const collab_ctl_t *ctl) {
  const char *given = collab_ctl_value(ctl, "instance"), *name = given ? given : environment(ctl->pool, "COLLAB_INSTANCE");

  if (name && !collab_instance_is_name(name)) { /* args.c has checked the option */
    collab_ctl_say(ctl, "COLLAB_INSTANCE: " COLLAB_INSTANCE_RULE);
    return CTL_REFUSED;
  }
  collab_instance_set(name);
  return CTL_DONE;
}

const char *collab_ctl_settings_file(apr_pool_t *pool) {
  const char *given = environment(pool, "COLLAB_SETTINGS"), *instance = collab_instance_name();

  return given ? given
               : apr_pstrcat(pool, COLLAB_SYSCONFDIR "/collabctl", instance ? "-" : "", instance ? instance : "", ".conf", NULL);
}

const char *collab_ctl_setting(const collab_ctl_t *ctl, const char *option, const char *name) {
  const char *value = collab_ctl_value(ctl, option);
  char line[LINE_MAX_BYTES];
  size_t len = strlen(name);

  value = value || collab_ctl_value(ctl, "instance") ? value : environment(ctl->pool, name);
  FILE *in = value ? NULL : fopen(collab_ctl_settings_file(ctl->pool), "re");
  while (in && !value && fgets(line, sizeof line, in)) {
    if (!strncmp(line, name, len) && line[len] == '=' && line[len + 1] != '\n') {
      value = apr_pstrmemdup(ctl->pool, line + len + 1, strcspn(line + len + 1, "\n"));
    }
  }
  if (in) {
    fclose(in);
  }
  return value;
}

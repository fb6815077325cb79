/* directives_duties.c: readers of the directives for alert commands and logs. The table is in directives.c. */
#include <string.h>
#include <unistd.h>

#include "config/setting.h"

/* Reads the absolute path of a program and its arguments, or None, into *command. */
static const char *read_command(collab_setting_t *setting, int argc, char *const argv[], const apr_array_header_t **command) {
  apr_finfo_t info = {.filetype = APR_NOFILE};
  apr_array_header_t *words = NULL;

  if (argc != 1 || ap_cstr_casecmp(argv[0], "none")) {
    if (argc < 1 || *argv[0] != '/') {
      return collab_setting_wrong(setting, "takes the absolute path of a program and its arguments, or None");
    }
    apr_status_t found = apr_stat(&info, argv[0], APR_FINFO_TYPE | APR_FINFO_PROT, setting->ptemp);
    bool missing = APR_STATUS_IS_ENOENT(found) || APR_STATUS_IS_ENOTDIR(found); /* check.c warns of it */
    if (!missing && (found != APR_SUCCESS || info.filetype != APR_REG ||
                     !(info.protection & (APR_FPROT_UEXECUTE | APR_FPROT_GEXECUTE | APR_FPROT_WEXECUTE)))) {
      return collab_setting_wrong(setting, "%s is not a program", argv[0]);
    }
    words = apr_array_make(setting->pool, argc, sizeof(const char *));
    for (int i = 0; i < argc; i++) {
      APR_ARRAY_PUSH(words, const char *) = argv[i];
    }
  }
  *command = words;
  return NULL;
}

const char *collab_read_alert_command(collab_setting_t *setting, int argc, char *const argv[]) {
  return read_command(setting, argc, argv, &setting->config->alert_command);
}

const char *collab_read_member_alert_command(collab_setting_t *setting, int argc, char *const argv[]) {
  return read_command(setting, argc, argv, &setting->config->member_alert_command);
}

/* Checks only that the program or the file's directory exists. httpd opens the log when it starts, like its own logs. */
const char *collab_read_log(collab_setting_t *setting, int argc, char *const argv[]) {
  (void)argc;
  const char *value = argv[0], *path = value;
  apr_finfo_t info;

  if (!ap_cstr_casecmp(value, "none")) {
    path = NULL;
  } else if (*value == '|') {
    char **words;
    const char *command = value + 1 + strspn(value + 1, "|");
    if (*command != '$' && (apr_tokenize_to_argv(command, &words, setting->ptemp) != APR_SUCCESS || !words[0] ||
                            (words[0][0] == '/' && access(words[0], X_OK)))) {
      return collab_setting_wrong(setting, "\"%s\" is not a program", command);
    }
  } else {
    path = ap_server_root_relative(setting->pool, value);
    if (!path || (apr_stat(&info, path, APR_FINFO_TYPE, setting->ptemp) == APR_SUCCESS && info.filetype == APR_DIR) ||
        apr_stat(&info, ap_make_dirstr_parent(setting->ptemp, path), APR_FINFO_TYPE, setting->ptemp) != APR_SUCCESS) {
      return collab_setting_wrong(setting, "\"%s\" cannot be a file", value);
    }
  }
  *(const char **)collab_setting_kept(setting) = path;
  return NULL;
}

/* arg_values.c: holds the values of a run under their bind names, and finds the user who runs collabctl.
 *
 * args.c sets the values of the command line; commands may add others. */
#include "ctl/ctl.h"

#include "base/json_writer.h"

#include <apr_env.h>
#include <apr_lib.h>
#include <apr_network_io.h>
#include <apr_user.h>
#include <string.h>

/* Returns the bind name of a parameter: "hours_high" for "hours-high", which statements bind as arg.hours_high. */
static const char *bind_name(apr_pool_t *pool, const collab_ctl_param_t *param) {
  if (param->bind) {
    return param->bind;
  }
  char *bind = apr_pstrdup(pool, param->name);
  for (char *c = bind; *c; c++) {
    *c = *c == '-' ? '_' : (char)apr_tolower(*c);
  }
  return bind;
}

const char *collab_ctl_value(const collab_ctl_t *ctl, const char *name) {
  return apr_table_get(ctl->args, name);
}

const char *collab_ctl_given(const collab_ctl_t *ctl, const collab_ctl_param_t *param) {
  return apr_table_get(ctl->args, bind_name(ctl->pool, param));
}

void collab_ctl_give(collab_ctl_t *ctl, const collab_ctl_param_t *param, const char *value) {
  apr_table_setn(ctl->args, bind_name(ctl->pool, param), value);
}

void collab_ctl_default(collab_ctl_t *ctl, const char *name, const char *value) {
  if (!collab_ctl_value(ctl, name)) {
    apr_table_setn(ctl->args, name, value);
  }
}

const char *collab_ctl_span_fault(const collab_ctl_t *ctl) {
  const char *since = collab_ctl_value(ctl, "since"), *until = collab_ctl_value(ctl, "until");

  /* both are date-times in UTC, of equal length */
  return since && until && strcmp(since, until) >= 0 ? "until: must be later than since" : NULL;
}

/* The system user of this process. */
static const char *system_user(apr_pool_t *pool) {
  char *name = NULL;
  apr_uid_t uid;
  apr_gid_t gid;

  if (apr_uid_current(&uid, &gid, pool) == APR_SUCCESS && apr_uid_name_get(&name, uid, pool) != APR_SUCCESS) {
    name = apr_psprintf(pool, "%u", (unsigned)uid); /* a uid without a name */
  }
  return name ? name : "?";
}

/* The user who called sudo, or NULL. */
static const char *sudo_user(apr_pool_t *pool) {
  char *name = NULL;
  return apr_env_get(&name, "SUDO_USER", pool) == APR_SUCCESS && *name ? name : NULL;
}

static const char *host_name(apr_pool_t *pool) {
  char host[APRMAXHOSTLEN + 1] = "?";
  apr_gethostname(host, sizeof host, pool);
  return apr_pstrdup(pool, host);
}

const char *collab_ctl_who(apr_pool_t *pool) {
  const char *name = sudo_user(pool);
  return apr_pstrcat(pool, name ? name : system_user(pool), "@", host_name(pool), NULL);
}

/* ---- for the audit ---- */

/* Returns the parameters of the command line, except secrets, as a JSON object. */
static const char *given_json(const collab_ctl_t *ctl) {
  static const char *const left_out[] = {"password", "admin-dsn", "yes"};
  collab_json_writer_t *w = collab_json_writer_make(ctl->pool, 500);

  collab_write_open(w, NULL, "{");
  for (const collab_ctl_param_t *param = ctl->command->params; param && param->name; param++) {
    bool shown = param->use != CTL_PRESET;
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++) {
      shown = shown && strcmp(param->name, left_out[i]);
    }
    if (shown) {
      collab_write_text_if_any(w, bind_name(ctl->pool, param), collab_ctl_given(ctl, param));
    }
  }
  collab_write_close(w, "}");
  return w->text;
}

void collab_ctl_describe(const collab_ctl_t *ctl) {
  const char *sudo = sudo_user(ctl->pool);

  apr_table_setn(ctl->args, "audit_what", ctl->name);
  apr_table_setn(ctl->args, "audit_system_user", system_user(ctl->pool));
  if (sudo) {
    apr_table_setn(ctl->args, "audit_sudo_user", sudo);
  }
  apr_table_setn(ctl->args, "audit_host", host_name(ctl->pool));
  if (!ctl->erases) {
    apr_table_setn(ctl->args, "audit_given", given_json(ctl));
  }
}

/* arg_values.c: the values of a run of collabctl, by their bind names, and the user who runs it.
 *
 * args.c sets those of the command line; commands may add others. */
#include "ctl/ctl.h"

#include <apr_env.h>
#include <apr_lib.h>
#include <apr_network_io.h>
#include <apr_user.h>
#include <string.h>

/* The bind name of a parameter: "hours_high" of "hours-high", which statements bind as arg.hours_high. */
static const char *bind_name(apr_pool_t *pool, const char *name) {
  char *bind = apr_pstrdup(pool, name);
  for (char *c = bind; *c; c++) {
    *c = *c == '-' ? '_' : (char)apr_tolower(*c);
  }
  return bind;
}

const char *collab_ctl_value(const collab_ctl_t *ctl, const char *name) {
  return apr_table_get(ctl->args, name);
}

const char *collab_ctl_given(const collab_ctl_t *ctl, const collab_ctl_param_t *param) {
  return apr_table_get(ctl->args, bind_name(ctl->pool, param->name));
}

void collab_ctl_give(collab_ctl_t *ctl, const collab_ctl_param_t *param, const char *value) {
  apr_table_setn(ctl->args, bind_name(ctl->pool, param->name), value);
}

void collab_ctl_default(collab_ctl_t *ctl, const char *name, const char *value) {
  if (!collab_ctl_value(ctl, name)) {
    apr_table_setn(ctl->args, name, value);
  }
}

const char *collab_ctl_span_fault(const collab_ctl_t *ctl) {
  const char *since = collab_ctl_value(ctl, "since"), *until = collab_ctl_value(ctl, "until");

  return since && until && strcmp(since, until) >= 0 ? "until: must be later than since"
                                                     : NULL; /* both are date-times in UTC, of equal length */
}

const char *collab_ctl_who(apr_pool_t *pool) {
  char host[APRMAXHOSTLEN + 1] = "?", *name = NULL;
  apr_uid_t uid;
  apr_gid_t gid;

  if (apr_env_get(&name, "SUDO_USER", pool) != APR_SUCCESS && apr_uid_current(&uid, &gid, pool) == APR_SUCCESS &&
      apr_uid_name_get(&name, uid, pool) != APR_SUCCESS) {
    name = apr_psprintf(pool, "%u", (unsigned)uid); /* an account without a name */
  }
  apr_gethostname(host, sizeof host, pool);
  return apr_pstrcat(pool, name ? name : "?", "@", host, NULL);
}

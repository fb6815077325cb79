/* superuser.c: opens the connection of PostgreSQL's superuser, for setup and for collabctl blocker. */
#include "ctl/setup/setup.h"

#include <apr_env.h>

#define POSTGRES "postgres"

collab_ctl_exit_t collab_setup_superuser(const collab_ctl_t *ctl, const char *given, const char *reach, const char *database,
                                         collab_ctl_t *admin) {
  apr_pool_t *pool = ctl->pool;
  apr_uid_t uid = 0;
  apr_gid_t gid = 0;

  if (!given && apr_uid_get(&uid, &gid, POSTGRES, pool) != APR_SUCCESS) {
    return collab_setup_failed(
        "PostgreSQL", "is not on this machine",
        "Install it (Debian: apt-get install postgresql), or name its server: --admin-dsn 'host=db.example.org user=postgres'");
  }
  *admin = *ctl;
  admin->pg = NULL;
  admin->args = apr_table_copy(pool, ctl->args);
  apr_table_setn(admin->args, "dsn",
                 apr_pstrcat(pool, "connect_timeout=5 ", given ? given : reach, given ? "" : " user=" POSTGRES, " dbname='",
                             database, "'", NULL));
  collab_setup_become(uid, gid);
  collab_ctl_exit_t outcome = collab_ctl_connect(admin);
  collab_setup_become(0, 0);
  apr_env_delete("PGPASSWORD", pool); /* the superuser's password, which the owner's connection must not use */
  if (outcome != CTL_DONE) {
    collab_setup_failed(
        "log in to PostgreSQL as its superuser", "",
        given ? "Check that this machine can reach the server, and that user and password are right (PGPASSWORD, ~/.pgpass)."
              : "Start it, run this command as root, or name its server and superuser with --admin-dsn.");
  }
  return outcome;
}

/* instance.c: collabctl setup --instance: an exchange in a further httpd of this machine, with a PostgreSQL cluster of its own.
 *
 * Debian's setup-instance copies /etc/apache2 with all that is in it: also the keys and the options of an exchange. So
 * 00-setup.conf says whose it is, and setup refuses that of another instance.
 *
 * The roles collab_owner, collab_api and collab_dispatch are those of a whole cluster, so two exchanges cannot share one: a node
 * of either could log in to the database of both. */
#include "ctl/setup/setup.h"

#include <apr_file_info.h>
#include <apr_fnmatch.h>
#include <apr_strings.h>
#include <string.h>
#include <unistd.h>

#include "node/instance.h"
#include "store/dsn.h"

/* A line of pg_lsclusters. */
typedef struct cluster_t {
  const char *id; /* "17/beta" */
  const char *version, *name, *port, *status;
} cluster_t;

/* "instance beta", or "the exchange without --instance". */
static const char *name_of(apr_pool_t *pool, const char *instance) {
  return instance ? apr_pstrcat(pool, "instance ", instance, NULL) : "exchange of this machine's usual httpd";
}

collab_ctl_exit_t collab_setup_own_folder(collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *instance = collab_instance_name(), *file = apr_pstrcat(pool, setup->folder, SETUP_CONF, NULL);
  const char *text = collab_setup_read(pool, file), *theirs = collab_setup_value(pool, text, SETUP_INSTANCE);

  if (instance && setup->debian && strcmp(setup->site, apr_pstrcat(pool, "/etc/apache2-", instance, NULL))) {
    return collab_setup_failed(apr_pstrcat(pool, "httpd ", setup->control, NULL),
                               apr_pstrcat(pool, "reads ", setup->site, ", not the folder of this instance", NULL),
                               "Unset APACHE_CONFDIR.");
  }
  if (!text || !strcmp(theirs ? theirs : "", instance ? instance : "")) {
    return CTL_DONE;
  }
  return collab_setup_failed(
      apr_pstrcat(pool, "configuration ", file, NULL),
      apr_pstrcat(pool, "is that of the ", name_of(pool, theirs), ", as after a copy of httpd's folder", NULL),
      instance ? apr_psprintf(
                     pool,
                     "Remove the copies, with the keys of the other exchange, and run setup again:\n"
                     "rm -r %s %s/*-enabled/collab* %s/*-available/collab*\n"
                     "If the file is that of this instance, made without --instance, add this line to it:\n" SETUP_INSTANCE "%s",
                     setup->folder, setup->site, setup->site, instance)
               : apr_psprintf(pool, "Name the instance: collabctl setup --instance %s", theirs));
}

/* ---- the cluster ---- */

/* Finds the clusters that the operator's `name` ("beta", "17/beta") means. Returns how many; *cluster is the last one. Sets
 * *newest to the newest version of any cluster. */
static int find_clusters(apr_pool_t *pool, const char *said, const char *name, cluster_t *cluster, const char **newest) {
  char *last, *rest;
  int count = 0;

  *newest = "VERSION";
  for (char *line = apr_strtok(apr_pstrdup(pool, said), "\n", &last); line; line = apr_strtok(NULL, "\n", &last)) {
    rest = line;
    cluster_t each = {.id = "", .version = apr_strtok(NULL, " ", &rest)};
    each.name = apr_strtok(NULL, " ", &rest);
    each.port = apr_strtok(NULL, " ", &rest);
    each.status = apr_strtok(NULL, " ", &rest);
    if (!each.status) {
      continue;
    }
    each.id = apr_pstrcat(pool, each.version, "/", each.name, NULL);
    *newest = each.version; /* pg_lsclusters sorts by version */
    if (!strcmp(name, each.name) || !strcmp(name, each.id)) {
      *cluster = each;
      count++;
    }
  }
  return count;
}

collab_ctl_exit_t collab_setup_cluster(collab_setup_t *setup) {
  static const char *const argv[] = {"pg_lsclusters", "-h", NULL};
  apr_pool_t *pool = setup->ctl->pool;
  const char *given = collab_ctl_value(setup->ctl, "cluster"), *name = given ? given : collab_instance_name(), *said = "",
             *newest;
  cluster_t cluster = {.id = ""};

  if (given && collab_ctl_value(setup->ctl, "admin_dsn")) {
    return collab_setup_failed("--cluster and --admin-dsn", "both name a server", "Give one of them.");
  }
  if (!name || collab_ctl_value(setup->ctl, "admin_dsn")) {
    return CTL_DONE;
  }
  const char *what = apr_pstrcat(pool, "PostgreSQL cluster ", name, NULL);
  if (collab_setup_run(pool, argv, &said)) {
    return collab_setup_failed(what, "pg_lsclusters of Debian's postgresql-common cannot be run",
                               "Install postgresql, or name another server: --admin-dsn 'host=db.example.org user=postgres'");
  }
  int count = find_clusters(pool, said, name, &cluster, &newest);
  if (count > 1) {
    return collab_setup_failed(what, "there are several with this name", "Name one with its version, such as --cluster 17/beta.");
  }
  if (!count) {
    return collab_setup_failed(what, "does not exist, and each exchange needs a cluster of its own",
                               apr_psprintf(pool, "Make it: pg_createcluster --start %s %s", newest, name));
  }
  if (strncmp(cluster.status, "online", strlen("online"))) {
    return collab_setup_failed(what, "does not run",
                               apr_psprintf(pool, "Start it: pg_ctlcluster %s %s start", cluster.version, cluster.name));
  }
  setup->cluster = cluster.id;
  setup->reach = apr_pstrcat(pool, "port=", cluster.port, NULL);
  return CTL_DONE;
}

/* ---- one exchange in a cluster ---- */

static bool same(const char *one, const char *other) {
  return one ? other && !strcmp(one, other) : !other;
}

/* Do both connection strings lead to one server? */
static bool same_server(apr_pool_t *pool, const char *one, const char *other) {
  collab_dsn_t a, b;

  if (collab_dsn_read(pool, one, &a) || collab_dsn_read(pool, other, &b)) {
    return false;
  }
  return same(a.host, b.host) && same(a.hostaddr, b.hostaddr) && same(a.port ? a.port : "5432", b.port ? b.port : "5432");
}

/* Refuses a cluster that another settings file of collabctl names, unless for the same exchange. */
static collab_ctl_exit_t compare(const collab_setup_t *setup, const char *path) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *text = collab_setup_read(pool, path), *dsn = collab_setup_value(pool, text, "COLLAB_DSN="),
             *theirs = collab_setup_value(pool, text, "COLLAB_EXCHANGE="), *ours = collab_ctl_expected(setup->ctl);

  if (!dsn || !same_server(pool, dsn, setup->owner) || (theirs && ours && !strcmp(theirs, ours))) {
    return CTL_DONE;
  }
  return collab_setup_failed(
      apr_pstrcat(pool, "PostgreSQL (", setup->reach, ")", NULL),
      apr_pstrcat(pool, "has the exchange of ", path,
                  ", and the roles collab_owner, collab_api and collab_dispatch are those of the "
                  "whole cluster: two exchanges cannot share one",
                  NULL),
      apr_psprintf(pool,
                   "Make a cluster of its own (pg_createcluster --start VERSION NAME), and name it: --cluster NAME.\n"
                   "If that other exchange is gone, remove %s.",
                   path));
}

collab_ctl_exit_t collab_setup_alone(collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *own = collab_ctl_settings_file(pool), *slash = strrchr(own, '/');
  const char *folder = slash ? apr_pstrmemdup(pool, own, slash - own) : ".";
  collab_ctl_exit_t outcome = CTL_DONE;
  apr_finfo_t entry;
  apr_dir_t *dir;

  if (apr_dir_open(&dir, folder, pool) != APR_SUCCESS) {
    return CTL_DONE; /* no settings file yet */
  }
  while (outcome == CTL_DONE && apr_dir_read(&entry, APR_FINFO_NAME, dir) == APR_SUCCESS) {
    bool settings = !strcmp(entry.name, "collabctl.conf") || !apr_fnmatch("collabctl-*.conf", entry.name, 0);
    const char *path = apr_pstrcat(pool, folder, "/", entry.name, NULL);
    if (settings && strcmp(path, own)) {
      outcome = compare(setup, path);
    }
  }
  apr_dir_close(dir);
  return outcome;
}

/* ---- the commands of this instance, for messages and to run them ---- */

const char *collab_setup_a2(const collab_setup_t *setup, const char *program) {
  const char *instance = collab_instance_name();

  return instance ? apr_pstrcat(setup->ctl->pool, "/usr/local/sbin/", program, "-", instance, NULL)
                  : apr_pstrcat(setup->ctl->pool, "/usr/sbin/", program, NULL);
}

const char *collab_setup_restart(const collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *instance = collab_instance_name();

  if (!setup->debian || collab_ctl_value(setup->ctl, "httpd")) {
    return apr_pstrcat(pool, setup->control, " restart", NULL);
  }
  if (!instance) {
    return "service apache2 restart";
  }
  return access("/run/systemd/system", F_OK) ? apr_psprintf(pool, "service apache2-%s restart", instance)
                                             : apr_psprintf(pool, "systemctl restart apache2@%s", instance);
}

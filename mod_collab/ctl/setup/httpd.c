/* httpd.c: collabctl setup: finds httpd and writes its configuration. The last step enables the module in httpd.
 *
 * httpd itself prints where its configuration is and which user it runs as (-D DUMP_RUN_CFG, -D DUMP_INCLUDES). On Debian's
 * apache2, the module is in mods-available, and a2enmod enables it. Elsewhere, collab.conf stands beside httpd.conf, which gets
 * an Include. Setup writes its options into ROOT/collab/00-setup.conf, which collab.conf includes at its end. In collab.conf
 * itself it changes only the path of the Location. */
#include "ctl/setup/setup.h"

#include "domain/format.h"
#include "node/instance.h"

#include <apr_strings.h>
#include <apr_uri.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define DISPATCHER_USER "collab-dispatch"
#define USUAL_REACH "host=/var/run/postgresql"
#define ARGUMENTS_MAX 40

static bool is_there(const char *path) {
  return access(path, F_OK) == 0;
}

/* ---- finding httpd ---- */

const char *collab_setup_control(apr_pool_t *pool) {
  static const char *const names[] = {"apache2ctl", "apachectl", NULL};
  const char *folder = apr_pstrmemdup(pool, COLLAB_HTTPD, strrchr(COLLAB_HTTPD, '/') - COLLAB_HTTPD);

  if (collab_instance_name()) {
    return apr_pstrcat(pool, "/usr/local/sbin/apache2ctl-", collab_instance_name(), NULL);
  }
  for (int i = 0; names[i]; i++) {
    const char *path = apr_pstrcat(pool, folder, "/", names[i], NULL);
    if (access(path, X_OK) == 0) {
      return path;
    }
  }
  return COLLAB_HTTPD;
}

/* Returns the text between `before` and `end` in httpd's dump, or NULL. */
static const char *between(apr_pool_t *pool, const char *dump, const char *before, char end) {
  const char *from = strstr(dump, before), *to = from ? strchr(from + strlen(before), end) : NULL;
  return to ? apr_pstrmemdup(pool, from + strlen(before), to - from - strlen(before)) : NULL;
}

/* Finds the user that httpd runs as: the configured one if root starts httpd, else the user who starts it. */
static bool find_user(collab_setup_t *setup) {
  const char *user = strstr(setup->dump, "\nUser: name="), *group = strstr(setup->dump, "\nGroup: name=");
  apr_pool_t *pool = setup->ctl->pool;
  char *name;

  apr_uid_current(&setup->uid, &setup->gid, pool);
  if (setup->uid) {
    setup->user = apr_uid_name_get(&name, setup->uid, pool) == APR_SUCCESS ? name : "?";
    return true;
  }
  setup->user = between(pool, setup->dump, "\nUser: name=\"", '"');
  return setup->user && group && sscanf(user, "\nUser: name=\"%*[^\"]\" id=%u", &setup->uid) == 1 &&
         sscanf(group, "\nGroup: name=\"%*[^\"]\" id=%u", &setup->gid) == 1;
}

static collab_ctl_exit_t no_httpd(const collab_setup_t *setup, int status, const char *said) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *instance = collab_instance_name(),
             *remedy = instance ? apr_pstrcat(pool,
                                              "Make this instance of Debian's apache2: "
                                              "sh /usr/share/doc/apache2/examples/setup-instance ",
                                              instance, NULL)
                                : "Install it (Debian: apt-get install apache2), or name its apachectl with --httpd.";

  return collab_setup_failed(apr_pstrcat(pool, "httpd ", setup->control, NULL),
                             status == 127 ? "cannot be run" : "its configuration has an error",
                             status == 127 ? remedy : collab_setup_what_matters(pool, said));
}

collab_ctl_exit_t collab_setup_httpd(collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *given = collab_ctl_value(setup->ctl, "httpd"), *said = "";

  setup->control = given ? given : collab_setup_control(pool);
  const char *const argv[] = {setup->control, "-t", "-D", "DUMP_RUN_CFG", "-D", "DUMP_INCLUDES", NULL};
  int status = collab_setup_run(pool, argv, &said);
  if (status) {
    return no_httpd(setup, status, said);
  }
  setup->dump = apr_pstrcat(pool, "\n", said, NULL);
  setup->config = between(pool, setup->dump, "\n  (*) ", '\n');
  const char *root = between(pool, setup->dump, "\nServerRoot: \"", '"');
  if (!root || !setup->config || !find_user(setup)) {
    return collab_setup_failed(setup->control, "does not print where its configuration is and which user it runs as",
                               "Name its apachectl with --httpd.");
  }
  setup->site = apr_pstrmemdup(pool, setup->config, strrchr(setup->config, '/') - setup->config);
  setup->debian = is_there("/usr/sbin/a2enmod") && is_there(apr_pstrcat(pool, setup->site, "/mods-available", NULL));
  setup->folder = apr_pstrcat(pool, root, "/collab", NULL);
  return collab_setup_say(SETUP_THERE, "httpd with %s, which runs as %s", setup->config, setup->user);
}

/* Makes the dispatcher's own user, in the group of httpd's user so that it can enter ROOT/collab. Without root, the dispatcher
 * runs as httpd's user. */
collab_ctl_exit_t collab_setup_dispatcher_user(collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *said = "";
  char *group;

  setup->dispatcher_user = setup->user;
  setup->dispatcher_uid = setup->uid;
  setup->dispatcher_gid = setup->gid;
  if (geteuid()) {
    return collab_setup_say(SETUP_THERE, "user %s, as whom workers and dispatcher run: only root can separate them", setup->user);
  }
  bool there = apr_uid_get(&setup->dispatcher_uid, &setup->dispatcher_gid, DISPATCHER_USER, pool) == APR_SUCCESS;
  if (apr_gid_name_get(&group, setup->gid, pool) != APR_SUCCESS) {
    return collab_setup_failed("user " DISPATCHER_USER, "the group of httpd's user has no name",
                               "Set Group in httpd's configuration.");
  }
  if (there) { /* it may have been made for an httpd of another group */
    const char *const argv[] = {"usermod", "--append", "--groups", group, DISPATCHER_USER, NULL};
    if (collab_setup_run(pool, argv, &said)) {
      return collab_setup_failed("user " DISPATCHER_USER, said, "Add it to the group of httpd's user yourself.");
    }
  } else {
    const char *const argv[] = {"useradd", "--system",          "--user-group",  "--groups",
                                group,     "--home-dir",        "/nonexistent",  "--no-create-home",
                                "--shell", "/usr/sbin/nologin", DISPATCHER_USER, NULL};
    if (collab_setup_run(pool, argv, &said) ||
        apr_uid_get(&setup->dispatcher_uid, &setup->dispatcher_gid, DISPATCHER_USER, pool) != APR_SUCCESS) {
      return collab_setup_failed("user " DISPATCHER_USER, said, "Make it yourself: a system user in the group of httpd's user.");
    }
  }
  setup->dispatcher_user = DISPATCHER_USER;
  return collab_setup_say(there ? SETUP_THERE : SETUP_DONE, "user %s, as whom the dispatcher runs", setup->dispatcher_user);
}

/* Takes the base URL from --base-url, or else from an earlier run, and splits it into host, port and path. */
collab_ctl_exit_t collab_setup_base_url(collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *given = collab_ctl_value(setup->ctl, "base_url");
  const char *before = collab_setup_read(pool, apr_pstrcat(pool, setup->folder, SETUP_CONF, NULL));
  apr_uri_t uri;

  given = given ? given : collab_setup_value(pool, before, "CollabBaseURL ");
  if (!given) {
    return collab_setup_failed("base URL", "is missing",
                               "Give the URL that clients use for the interface: --base-url https://exchange.example.org/collab");
  }
  setup->base_url = collab_format_base_url(pool, given);
  const char *wrong = collab_format_uri_fault(setup->base_url, true);
  if (wrong || apr_uri_parse(pool, setup->base_url, &uri) != APR_SUCCESS || strpbrk(setup->base_url, "\"\\$%?#")) {
    return collab_setup_failed("--base-url", wrong ? wrong : "has characters or parts that httpd's configuration cannot have",
                               "Use a URL such as https://exchange.example.org/collab");
  }
  setup->host = uri.hostname;
  setup->path = uri.path && *uri.path ? uri.path : "/";
  setup->port = uri.port ? uri.port : apr_uri_port_of_scheme(uri.scheme);
  return CTL_DONE;
}

/* ---- the configuration of httpd ---- */

/* Returns the path of a file of the module's configuration for this httpd. */
static const char *conf_file(const collab_setup_t *setup, const char *name) {
  return apr_pstrcat(setup->ctl->pool, setup->site, setup->debian ? "/mods-available/" : "/", name, NULL);
}

const char *collab_setup_debian_file(const collab_setup_t *setup, const char *folder, const char *name) {
  return apr_pstrcat(setup->ctl->pool, setup->site, "/", folder, "/", name, ".conf", NULL);
}

static collab_ctl_exit_t put(const collab_setup_t *setup, const char *path, const char *text) {
  return collab_setup_put(setup, &(collab_setup_file_t){"configuration", path, text, strlen(text), .mode = 0644});
}

/* Copies a shipped file to where this httpd reads it. A file that exists there already is the operator's, and stays. */
static collab_ctl_exit_t place(const collab_setup_t *setup, const char *name) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *to = conf_file(setup, name), *from = collab_ctl_shipped(pool, apr_pstrcat(pool, "conf/", name, NULL));
  const char *text = from ? collab_setup_read(pool, from) : NULL;

  if (!text && !is_there(to)) {
    return collab_setup_failed(to, "the shipped file is missing", "Install the module again.");
  }
  const collab_setup_file_t file = {"configuration", to, text, text ? strlen(text) : 0, .mode = 0644, .kept = true};
  return collab_setup_put(setup, &file);
}

collab_ctl_exit_t collab_setup_load_file(collab_setup_t *setup) {
  return setup->debian ? place(setup, "collab.load") : CTL_DONE;
}

collab_ctl_exit_t collab_setup_conf_file(collab_setup_t *setup) {
  return place(setup, "collab.conf");
}

/* Writes the path of the base URL into the interface's Location in collab.conf. */
collab_ctl_exit_t collab_setup_location(collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *file = conf_file(setup, "collab.conf"), *text = collab_setup_read(pool, file);
  const char *fresh = text ? collab_setup_location_text(pool, text, setup->path) : NULL;

  return fresh ? put(setup, file, fresh) : CTL_DONE;
}

/* The value of CollabDailyLimit: an exchange that setup makes has a limit; one that was made without keeps none. */
static const char *daily_limit(apr_pool_t *pool, const char *old) {
  return old ? collab_setup_value(pool, old, "CollabDailyLimit ") : "requests=10000 bytes=1g";
}

/* The lines of CollabTokenEndpoint: an exchange that setup makes has the endpoint; one that was made without keeps none. A module
 * of an earlier version ignores them. */
static const char *token_endpoint(apr_pool_t *pool, const char *old) {
  const char *value = old ? collab_setup_value(pool, old, "CollabTokenEndpoint ") : "On";

  return value ? apr_pstrcat(pool, "<IfDirective CollabTokenEndpoint>\nCollabTokenEndpoint ", value, "\n</IfDirective>\n", NULL)
               : "";
}

/* The lines that name the exchange, or say that setup has not ended. */
static const char *exchange_lines(const collab_setup_t *setup) {
  return setup->identity ? apr_pstrcat(setup->ctl->pool, "<IfDirective CollabExchange>\nCollabExchange ", setup->identity,
                                       "\n</IfDirective>\n", NULL)
         : setup->ended || setup->named ? ""
                                        : SETUP_UNFINISHED;
}

/* Writes ROOT/collab/00-setup.conf from the options of this run and of earlier ones. */
collab_ctl_exit_t collab_setup_options(collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *file = apr_pstrcat(pool, setup->folder, SETUP_CONF, NULL), *old = collab_setup_read(pool, file);
  const char *allow = collab_ctl_value(setup->ctl, "outbound_allow"), *daily = daily_limit(pool, old);

  allow = allow ? allow : collab_setup_value(pool, old, "CollabOutboundAllow ");
  const char *text =
      "# Written by each run of collabctl setup, from its options. collab.conf includes this folder at its end, in the order of\n"
      "# the names. Put directives of your own into another file of this folder that ends with .conf.\n";
  if (collab_instance_name()) {
    text = collab_setup_line(pool, text, SETUP_INSTANCE, collab_instance_name());
  }
  text = apr_pstrcat(
      pool, text,
      setup->confined ? "<IfDirective CollabServe>" SETUP_CONFINED "</IfDirective>\n<IfDirective !CollabServe>\n" : "", NULL);
  text = collab_setup_line(pool, text, "CollabBaseURL ", setup->base_url);
  text = apr_pstrcat(pool, text, setup->confined ? "</IfDirective>\n" : "", NULL);
  if (strncmp(setup->base_url, "https:", 6)) {
    text = collab_setup_line(pool, text, "CollabRequireTLS ", "Off");
  }
  if (!setup->local || strcmp(setup->reach, USUAL_REACH)) { /* otherwise collab.conf's own connection strings are right */
    if (!setup->api_file) {
      text = collab_setup_line(pool, text, "DBDParams ", apr_pstrcat(pool, "\"", setup->api, "\"", NULL));
    }
    text = collab_setup_line(pool, text, "CollabDispatcherDSN ", apr_pstrcat(pool, "\"", setup->dispatch, "\"", NULL));
  }
  if (setup->dispatcher_uid != setup->uid) {
    text = collab_setup_line(pool, text, "CollabDispatcherUser ", setup->dispatcher_user);
  }
  if (allow) {
    text = collab_setup_line(pool, text, "CollabOutboundAllow ", allow);
  }
  if (daily) {
    text = collab_setup_line(pool, text, "CollabDailyLimit ", daily);
  }
  if (is_there(apr_pstrcat(pool, setup->folder, "/authorities.pem", NULL))) {
    text = collab_setup_line(pool, text, "CollabOutboundCA ", "collab/authorities.pem");
  }
  return put(setup, file, apr_pstrcat(pool, text, token_endpoint(pool, old), exchange_lines(setup), NULL));
}

/* Returns the file of a site of another application, or NULL. Debian's two default sites do not count. */
static const char *other_site(const collab_setup_t *setup) {
  static const char *const ours[] = {"000-default.conf", "default-ssl.conf", SETUP_SITE ".conf", NULL};
  apr_pool_t *pool = setup->ctl->pool;
  const char *said = "", *const argv[] = {setup->control, "-t", "-D", "DUMP_VHOSTS", NULL};
  char *last;

  collab_setup_run(pool, argv, &said);
  for (char *line = apr_strtok(apr_pstrdup(pool, said), "\n", &last); line; line = apr_strtok(NULL, "\n", &last)) {
    char *file = strrchr(line, '('), *colon = file ? strrchr(file, ':') : NULL, *name = colon ? strrchr(file, '/') : NULL;
    bool known = !name;
    for (int i = 0; !known && ours[i]; i++) {
      known = !strncmp(name + 1, ours[i], strlen(ours[i])) && name + 1 + strlen(ours[i]) == colon;
    }
    if (!known) {
      return apr_pstrmemdup(pool, file + 1, colon - file - 1);
    }
  }
  return NULL;
}

/* The numbers are those of all sites: asks before setup changes them for others. */
static collab_ctl_exit_t ask_for_mpm(const collab_setup_t *setup, const char *file) {
  const char *other = is_there(file) || collab_ctl_value(setup->ctl, "yes") ? NULL : other_site(setup);
  return !other
             ? CTL_DONE
             : collab_setup_failed("--mpm", apr_pstrcat(setup->ctl->pool, "this httpd has other sites, such as ", other, NULL),
                                   "Processes and threads are those of all sites. If that is right, add --yes; else omit --mpm.");
}

/* With --mpm, writes a file that sets the measured numbers of processes and threads (docs/performance.md) for httpd's MPM event.
 * On Debian, the file is in conf-available, which httpd reads after the MPM's own configuration. Elsewhere, the file is beside
 * 00-setup.conf. */
collab_ctl_exit_t collab_setup_mpm(collab_setup_t *setup) {
  static const char text[] =
      "# The measured numbers of processes and threads. Written by collabctl setup --mpm; they need a restart of httpd.\n"
      "# ServerLimit leaves room for old processes that finish after a reload.\n"
      "<IfModule mpm_event_module>\n  ServerLimit 4\n  StartServers 1\n  ThreadLimit 256\n  ThreadsPerChild 256\n"
      "  MaxRequestWorkers 256\n  MinSpareThreads 1\n  MaxSpareThreads 256\n</IfModule>\n";
  const char *file = setup->debian ? collab_setup_debian_file(setup, "conf-available", SETUP_MPM)
                                   : apr_pstrcat(setup->ctl->pool, setup->folder, "/mpm.conf", NULL);

  if (collab_ctl_value(setup->ctl, "mpm")) {
    collab_ctl_exit_t outcome = ask_for_mpm(setup, file);
    return outcome == CTL_DONE ? put(setup, file, text) : outcome;
  }
  return is_there(file) ? CTL_DONE : collab_setup_say(SETUP_ADVISED, "one process of many threads: collabctl setup --mpm");
}

/* ---- configtest, then enabling ---- */

/* On Debian: returns false if setup's file FOLDER-available/NAME.conf exists but is not enabled. */
static bool enabled(const collab_setup_t *setup, const char *folder, const char *name) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *available = apr_pstrcat(pool, folder, "-available", NULL), *wanted = apr_pstrcat(pool, folder, "-enabled", NULL);
  return !setup->debian || !is_there(collab_setup_debian_file(setup, available, name)) ||
         is_there(collab_setup_debian_file(setup, wanted, name));
}

static bool site_enabled(const collab_setup_t *setup) {
  return enabled(setup, "sites", SETUP_SITE);
}

static bool mpm_enabled(const collab_setup_t *setup) {
  return enabled(setup, "conf", SETUP_MPM);
}

static bool module_enabled(const collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;
  return setup->debian ? is_there(apr_pstrcat(pool, setup->site, "/mods-enabled/collab.load", NULL))
                       : strstr(setup->dump, apr_pstrcat(pool, ") ", conf_file(setup, "collab.conf"), "\n", NULL)) != NULL;
}

static collab_ctl_exit_t test_it(collab_setup_t *setup, const char *const *argv) {
  const char *said = "";

  if (collab_setup_run(setup->ctl->pool, argv, &said)) {
    return collab_setup_failed("configtest", "httpd finds an error", collab_setup_what_matters(setup->ctl->pool, said));
  }
  return CTL_DONE;
}

/* Adds "-c DIRECTIVE" to httpd's command line. httpd reads the directive after its configuration. */
static void also(const char **argv, int *count, const char *directive) {
  argv[(*count)++] = "-c";
  argv[(*count)++] = directive;
}

/* Checks that httpd accepts the configuration, including the parts that are not enabled yet. */
collab_ctl_exit_t collab_setup_configtest(collab_setup_t *setup) {
  static const char *const modules[] = {"socache_shmcb", "ssl"};
  apr_pool_t *pool = setup->ctl->pool;
  const char *argv[ARGUMENTS_MAX] = {setup->control, "-t"};
  int count = 2;

  for (int i = 0; i < 2 && !site_enabled(setup); i++) {
    also(argv, &count, apr_pstrcat(pool, "<IfModule !", modules[i], "_module>", NULL));
    also(argv, &count,
         apr_pstrcat(pool, "LoadModule ", modules[i], "_module " COLLAB_LIBEXECDIR "/mod_", modules[i], ".so", NULL));
    also(argv, &count, "</IfModule>");
  }
  if (!module_enabled(setup)) {
    also(argv, &count, apr_pstrcat(pool, "Include \"", conf_file(setup, "collab.conf"), "\"", NULL));
  }
  if (!mpm_enabled(setup)) {
    also(argv, &count, apr_pstrcat(pool, "Include \"", collab_setup_debian_file(setup, "conf-available", SETUP_MPM), "\"", NULL));
  }
  if (!site_enabled(setup)) {
    also(argv, &count,
         apr_pstrcat(pool, "Include \"", collab_setup_debian_file(setup, "sites-available", SETUP_SITE), "\"", NULL));
  }
  collab_ctl_exit_t outcome = test_it(setup, argv);
  return outcome == CTL_DONE ? collab_setup_say(SETUP_DONE, "configtest: httpd accepts the configuration") : outcome;
}

/* Runs one of Debian's a2... programs. Reports a failure with its output. */
static collab_ctl_exit_t a2(collab_setup_t *setup, const char *program, const char *name) {
  const char *said = "", *const argv[] = {collab_setup_a2(setup, program), "-q", name, NULL};
  return collab_setup_run(setup->ctl->pool, argv, &said) ? collab_setup_failed(argv[0], name, said) : CTL_DONE;
}

static collab_ctl_exit_t enable_debian(collab_setup_t *setup) {
  const bool site = !site_enabled(setup),
             ssl = is_there(apr_pstrcat(setup->ctl->pool, setup->site, "/mods-enabled/ssl.load", NULL));
  const struct {
    const char *name, *enable, *disable;
    bool missing;
  } parts[] = {{"ssl", "a2enmod", "a2dismod", site && !ssl},
               {"collab", "a2enmod", "a2dismod", !module_enabled(setup)},
               {SETUP_MPM, "a2enconf", "a2disconf", !mpm_enabled(setup)},
               {SETUP_SITE, "a2ensite", "a2dissite", site}};
  const char *const argv[] = {setup->control, "-t", NULL};
  const int count = sizeof parts / sizeof *parts;
  collab_ctl_exit_t outcome = CTL_DONE;

  for (int i = 0; i < count && outcome == CTL_DONE; i++) {
    outcome = parts[i].missing ? a2(setup, parts[i].enable, parts[i].name) : CTL_DONE;
  }
  outcome = outcome == CTL_DONE ? test_it(setup, argv) : outcome;
  for (int i = count - 1; i >= 0 && outcome != CTL_DONE; i--) { /* restore httpd's state */
    if (parts[i].missing) {
      a2(setup, parts[i].disable, parts[i].name);
    }
  }
  return outcome;
}

/* Adds an Include to httpd.conf. Removes it again if httpd refuses it. */
static collab_ctl_exit_t enable_elsewhere(collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *old = collab_setup_read(pool, setup->config);
  const char *include = apr_pstrcat(pool, "\nInclude \"", conf_file(setup, "collab.conf"), "\"\n", NULL);
  const char *const argv[] = {setup->control, "-t", NULL};
  int file = old ? open(setup->config, O_WRONLY | O_APPEND | O_CLOEXEC) : -1;
  struct stat status = {0};
  const char *reason = file < 0 || fstat(file, &status) ? strerror(errno) : collab_setup_fault(&status, geteuid());

  if (!reason && write(file, include, strlen(include)) != (ssize_t)strlen(include)) {
    reason = strerror(errno);
  }
  collab_ctl_exit_t outcome =
      !reason ? test_it(setup, argv)
              : collab_setup_failed(setup->config, reason, apr_pstrcat(pool, "Add this line yourself:", include, NULL));
  if (file >= 0 && outcome != CTL_DONE && status.st_size == (off_t)strlen(old) && ftruncate(file, status.st_size)) {
    collab_setup_failed(setup->config, strerror(errno), apr_pstrcat(pool, "Remove this line:", include, NULL));
  }
  if (file >= 0) {
    close(file);
  }
  return outcome;
}

collab_ctl_exit_t collab_setup_enable(collab_setup_t *setup) {
  bool all = module_enabled(setup) && mpm_enabled(setup) && site_enabled(setup);
  collab_ctl_exit_t outcome = all ? CTL_DONE : setup->debian ? enable_debian(setup) : enable_elsewhere(setup);

  if (outcome == CTL_DONE) {
    collab_setup_say(all ? SETUP_THERE : SETUP_DONE, "the module is enabled");
  }
  return outcome;
}

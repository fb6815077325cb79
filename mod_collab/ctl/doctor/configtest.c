/* configtest.c: collabctl doctor: reads the settings that httpd prints, and reports the mistakes that configtest finds. */
#include "ctl/doctor/doctor.h"
#include "ctl/setup/setup.h"

#include <string.h>

#define DUMP "{\"version\":"
#define PROCESSES_MOST 4
#define THREADS_LEAST 64

/* Returns the error or warning in a line: the module's own without httpd's prefix ("CB0301: httpd.conf:12: ..."), any other as
 * the whole line. NULL: the line reports neither. Sets *mistake to false for the module's warnings, CB0306 and CB0310, else to
 * true. */
static const char *words_of(const char *line, bool *mistake) {
  const char *ours = strstr(line, "CB03");

  *mistake = !ours || (strncmp(ours, "CB0306", 6) != 0 && strncmp(ours, "CB0310", 6) != 0);
  if (ours) {
    return ours;
  }
  return strncmp(line, "AH00014", 7) && strncmp(line, "AH00558", 7) && strcmp(line, "Syntax OK") &&
                 strncmp(line, "Action '", 8) && strncmp(line, "The Apache error log", 20) && strncmp(line, DUMP, strlen(DUMP))
             ? line
             : NULL;
}

/* Adds a finding for each line that the module has written into configtest's output. If configtest has failed, httpd's own error
 * lines become findings, too. */
static void take_mistakes(collab_doctor_t *doctor, const char *said, bool failed) {
  char *last, *line = apr_strtok(apr_pstrdup(doctor->pool, said), "\n", &last);
  const char *before = "";

  for (; line; line = apr_strtok(NULL, "\n", &last)) {
    bool mistake;
    const char *words = words_of(line, &mistake);
    apr_size_t len = words ? strlen(words) : 0;
    if (!words || (!failed && strncmp(words, "CB03", 4) != 0)) {
      continue;
    }
    if (words[len - 1] == ':') { /* "Syntax error on line 12 of httpd.conf:", and the next line has the error */
      before = apr_pstrcat(doctor->pool, words, " ", NULL);
    } else {
      collab_doctor_say_t *say = mistake ? collab_doctor_wrong : collab_doctor_odd;
      say(doctor, "configtest",
          strncmp(words, "CB0306", 6) ? "Correct the named line, then: apachectl configtest."
                                      : "Put the issuer's JWKS into the file.",
          "%s%s", before, words);
      before = "";
    }
  }
}

static const char *text_of(const collab_json_t *object, const char *name) {
  return collab_json_string(collab_json_get(object, name));
}

static collab_outbound_t read_rules(apr_pool_t *pool, const collab_json_t *json) {
  const collab_json_t *allow = collab_json_get(json, "allow"), *hosts = collab_json_get(json, "hosts");
  apr_array_header_t *networks = apr_array_make(pool, 4, sizeof(apr_ipsubnet_t *));
  apr_array_header_t *pins = apr_array_make(pool, 4, sizeof(collab_host_pin_t));

  for (apr_size_t i = 0; i < collab_json_count(allow); i++) {
    APR_ARRAY_PUSH(networks, apr_ipsubnet_t *) = collab_outbound_network(pool, collab_json_string(collab_json_at(allow, i)));
  }
  for (apr_size_t i = 0; i < collab_json_count(hosts); i++) {
    const collab_json_t *host = collab_json_at(hosts, i);
    APR_ARRAY_PUSH(pins, collab_host_pin_t) = (collab_host_pin_t){text_of(host, "name"), text_of(host, "address")};
  }
  return (collab_outbound_t){.allow = networks,
                             .pins = pins,
                             .ca = text_of(json, "ca"),
                             .proxy = text_of(json, "proxy"),
                             .http = collab_json_true(collab_json_get(json, "http"))};
}

static void read_servers(collab_doctor_t *doctor, const collab_json_t *json) {
  apr_array_header_t *servers = apr_array_make(doctor->pool, 2, sizeof(collab_doctor_server_t));

  for (apr_size_t i = 0; i < collab_json_count(json); i++) {
    const collab_json_t *server = collab_json_at(json, i);
    APR_ARRAY_PUSH(servers, collab_doctor_server_t) =
        (collab_doctor_server_t){text_of(server, "baseUrl"), text_of(server, "tokenKey"), text_of(server, "secretsKey"),
                                 read_rules(doctor->pool, collab_json_get(server, "outbound"))};
  }
  doctor->servers = servers;
}

static collab_account_t read_account(const collab_json_t *user) {
  return (collab_account_t){text_of(user, "name"), (uid_t)collab_json_integer(collab_json_get(user, "uid")),
                            (gid_t)collab_json_integer(collab_json_get(user, "gid"))};
}

static void read_settings(collab_doctor_t *doctor, const collab_json_t *json) {
  const collab_json_t *own = collab_json_get(json, "dispatcherUser");

  doctor->settings = json;
  doctor->version = text_of(json, "version");
  doctor->schema = collab_json_integer(collab_json_get(json, "schemaVersion"));
  doctor->account = read_account(collab_json_get(json, "user"));
  doctor->own_user = own != NULL;
  doctor->dispatcher_account = own ? read_account(own) : doctor->account;
  doctor->mpm = text_of(json, "mpm");
  doctor->processes = (int)collab_json_integer(collab_json_get(json, "processes"));
  doctor->process_limit = (int)collab_json_integer(collab_json_get(json, "processLimit"));
  doctor->threads = (int)collab_json_integer(collab_json_get(json, "threads"));
  doctor->connections = (int)collab_json_integer(collab_json_get(json, "connections"));
  doctor->error_log = text_of(json, "errorLog");
  doctor->event_log = text_of(json, "eventLog");
  doctor->audit_log = text_of(json, "auditLog");
  doctor->exchange = text_of(json, "exchange");
  doctor->legacy_sunset = apr_time_from_sec(collab_json_integer(collab_json_get(json, "legacySunset")));
  doctor->params = text_of(json, "dbdParams");
  doctor->dispatcher = text_of(json, "dispatcherDsn");
  read_servers(doctor, collab_json_get(json, "servers"));
}

/* Checks the MPM, and its numbers of processes and threads. docs/performance.md, "The shipped settings", has measurements. */
static void check_mpm(collab_doctor_t *doctor) {
  static const char measured[] = "Set the measured values: collabctl setup --mpm, then restart httpd.";

  if (!strcmp(doctor->mpm, "prefork")) {
    collab_doctor_wrong(
        doctor, "mpm", "Debian: a2dismod mpm_prefork (and what needs it, such as mod_php), a2enmod mpm_event.",
        "httpd runs with the MPM prefork: each process serves one request at a time and keeps a connection to the "
        "database, and limits per process hold for one request");
  } else if (strcmp(doctor->mpm, "event")) {
    collab_doctor_odd(doctor, "mpm", "Debian: a2dismod mpm_worker, a2enmod mpm_event.",
                      "httpd runs with the MPM %s, where idle connections hold a thread; with event they do not", doctor->mpm);
  } else if (doctor->processes > PROCESSES_MOST || doctor->threads < THREADS_LEAST) {
    collab_doctor_odd(doctor, "mpm", measured,
                      "httpd has up to %d processes of %d threads: they use an eighth more processor time than one process, and "
                      "close connections that clients want to keep open",
                      doctor->processes, doctor->threads);
  } else if (doctor->process_limit <= doctor->processes) {
    collab_doctor_odd(
        doctor, "mpm", measured,
        "ServerLimit %d has no room for a new process while an old one finishes: after a reload no client is served "
        "until the slowest one is done",
        doctor->process_limit);
  } else {
    collab_doctor_fine(doctor, "mpm", "event, %d x %d threads", doctor->processes, doctor->threads);
  }
}

/* Runs the checks that need only the settings. Returns false if no other check makes sense. */
static bool check_settings(collab_doctor_t *doctor) {
  if (!doctor->servers->nelts) {
    collab_doctor_wrong(doctor, "configtest", "Include collab.conf, and set CollabBaseURL: collabctl setup does it.",
                        "no server of httpd has a CollabBaseURL, so nothing is served");
    return false;
  }
  if (doctor->account.uid == (uid_t)-1) {
    collab_doctor_wrong(doctor, "configtest", "Set User and Group in httpd's configuration.", "httpd has no User to run as");
    return false;
  }
  check_mpm(doctor);
  if (strcmp(doctor->version, COLLAB_VERSION)) {
    collab_doctor_odd(doctor, "version", "Install both from one package, then restart httpd.",
                      "httpd's module is %s, collabctl is " COLLAB_VERSION, doctor->version);
  }
  return true;
}

/* Runs httpd's configtest. Sets *status to its exit status and *said to its output. Returns the settings that it printed, or
 * NULL. */
static const collab_json_t *ask_httpd(apr_pool_t *pool, const char *control, int *status, const char **said) {
  const char *const argv[] = {control, "-t", "-D", "DUMP_COLLAB_SETTINGS", NULL}, *error;

  *status = collab_setup_run(pool, argv, said);
  const char *dump = strstr(*said, DUMP);
  return dump ? collab_json_parse(pool, dump, strcspn(dump, "\n"), &error) : NULL;
}

bool collab_doctor_rules(apr_pool_t *pool, const char *control, collab_outbound_t *rules) {
  int status;
  const char *said;
  const collab_json_t *json = ask_httpd(pool, control ? control : collab_setup_control(pool), &status, &said);
  const collab_json_t *server = json ? collab_json_at(collab_json_get(json, "servers"), 0) : NULL;

  if (status || !server) {
    return false;
  }
  *rules = read_rules(pool, collab_json_get(server, "outbound"));
  return true;
}

bool collab_doctor_settings(collab_doctor_t *doctor) {
  const char *given = collab_ctl_value(doctor->ctl, "httpd"), *said;
  int status;

  doctor->control = given ? given : collab_setup_control(doctor->pool);
  const collab_json_t *json = ask_httpd(doctor->pool, doctor->control, &status, &said);
  if (status == 127) {
    collab_doctor_wrong(doctor, "configtest", "Name the apachectl of your httpd: collabctl doctor --httpd /path/to/apachectl.",
                        "%s cannot be run", doctor->control);
    return false;
  }
  take_mistakes(doctor, said, status != 0);
  if (status) {
    return false;
  }
  if (!json) {
    collab_doctor_wrong(doctor, "configtest",
                        "Enable it: collabctl setup. If another httpd has it, name its apachectl: --httpd. If it is enabled, "
                        "install module and collabctl from one package.",
                        "httpd does not load the module, or loads another version of it");
    return false;
  }
  if (!doctor->findings->nelts) {
    collab_doctor_fine(doctor, "configtest", "httpd accepts its configuration");
  }
  read_settings(doctor, json);
  return check_settings(doctor);
}

/* suspects.c: collabctl doctor: names lines and modules of httpd's configuration that may stand in the interface's way, as httpd
 * has printed them (config/beside.c). */
#include "ctl/doctor/walk.h"

#include <apr_lib.h>
#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

#define NAMED_MOST 6 /* lines that a remedy names */

/* Whether a directive can cause such an answer more likely than others. */
static bool suits(const char *directive, const char *answer) {
  static const struct {
    const char *answer, *directives;
  } causes[] = {{"WWW-Authenticate", "Auth Require Satisfy Order"},
                {"invalid token", "RequestHeader Auth"},
                {"status 403", "Require Limit Deny Order Allow Rewrite"},
                {"status 405", "AllowMethods Limit Rewrite"},
                {"Location", "Redirect Rewrite ErrorDocument"},
                {"Cache-Control", "Header Expires"},
                {"Content-Encoding", "SetOutputFilter AddOutput Filter"},
                {"-Policy", "Header"},
                {"Set-Cookie", "Session Header"}};

  for (size_t i = 0; i < sizeof causes / sizeof *causes; i++) {
    const char *found = strstr(answer, causes[i].answer);
    for (const char *word = causes[i].directives; found && word; word = strchr(word, ' ')) {
      word += *word == ' ';
      if (!strncmp(directive, word, strcspn(word, " "))) {
        return true;
      }
    }
  }
  return false;
}

const char *collab_doctor_suspects(const collab_doctor_t *doctor, const char *answer) {
  const collab_json_t *lines = collab_json_get(doctor->settings, "beside");
  int named = 0, all = (int)collab_json_count(lines);
  const char *text = "";

  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < all; i++) {
      const collab_json_t *line = collab_json_at(lines, (apr_size_t)i);
      const char *directive = collab_json_string(collab_json_get(line, "directive"));
      const char *section = collab_json_string(collab_json_get(line, "section"));
      bool compresses = !strncmp(directive, "AddOutput", 9) || !strncmp(directive, "Filter", 6); /* causes no refusal */
      if (suits(directive, answer) != (round == 0) || named == NAMED_MOST || (round == 1 && compresses)) {
        continue;
      }
      text = apr_psprintf(
          doctor->pool, "%s%s%s:%d (%s%s%s)", text, named ? ", " : "", collab_json_string(collab_json_get(line, "file")),
          (int)collab_json_integer(collab_json_get(line, "line")), directive, section ? " in " : "", section ? section : "");
      named++;
    }
  }
  return !all ? "" : apr_psprintf(doctor->pool, " Lines that may cause it: %s%s.", text, all > named ? ", and others" : "");
}

/* PHP-FPM's pool of httpd's user: a text such as "php-fpm8.2 (process 123)"; NULL: there is none. */
static const char *pool_of(const collab_doctor_t *doctor) {
  DIR *processes = opendir("/proc");
  const char *found = NULL;
  char name[40] = "";

  for (struct dirent *entry; processes && !found && (entry = readdir(processes));) {
    const char *folder = apr_pstrcat(doctor->pool, "/proc/", entry->d_name, NULL);
    struct stat status;
    FILE *in = apr_isdigit(*entry->d_name) && !stat(folder, &status) && status.st_uid == doctor->account.uid
                   ? fopen(apr_pstrcat(doctor->pool, folder, "/comm", NULL), "re")
                   : NULL;
    if (in && fgets(name, sizeof name, in) && !strncmp(name, "php-fpm", 7)) {
      found = apr_psprintf(doctor->pool, "%.*s (process %s)", (int)strcspn(name, "\n"), name, entry->d_name);
    }
    if (in) {
      fclose(in);
    }
  }
  if (processes) {
    closedir(processes);
  }
  return found;
}

/* Does the module run programs in processes of their own? The password of the workers' role keeps those out of the database. */
static bool runs_outside(const char *module) {
  return !strncmp(module, "mod_cgi", 7) || !strncmp(module, "mod_fcgid", 9) || !strncmp(module, "mod_uwsgi", 9);
}

/* mod_info runs nothing, but it shows the password that DBDParams may have. */
static void warn_of_info(collab_doctor_t *doctor, const char *module) {
  if (!strcmp(module, "mod_info")) {
    collab_doctor_odd(doctor, "modules", "a2dismod info.",
                      "with mod_info, any .htaccess that may use SetHandler server-info shows the password in DBDParams");
  }
}

void collab_doctor_modules(collab_doctor_t *doctor) {
  const collab_json_t *modules = collab_json_get(doctor->settings, "modules");
  bool password = doctor->params && strstr(doctor->params, "password=");
  const char *list = password ? NULL : pool_of(doctor);

  list = list ? list : "";
  for (apr_size_t i = 0; i < collab_json_count(modules); i++) {
    const char *module = collab_json_string(collab_json_at(modules, i));
    if (password) {
      warn_of_info(doctor, module);
    }
    if (strcmp(module, "mod_info") != 0 && !(password && runs_outside(module))) {
      list = apr_pstrcat(doctor->pool, list, *list ? ", " : "", module, NULL);
    }
  }
  const char *user = doctor->account.name ? doctor->account.name : "httpd's user";
  if (*list && password) {
    collab_doctor_odd(doctor, "modules", "Give the exchange an httpd of its own, with its own User.",
                      "code that %s runs in httpd's processes, as %s, can search their memory", list, user);
  } else if (*list) {
    collab_doctor_odd(
        doctor, "modules",
        "Give the exchange an httpd of its own, with its own User, or take the login from them: collabctl setup --api-password.",
        "programs that %s runs as %s can log in to the database as this module does", list, user);
  }
}

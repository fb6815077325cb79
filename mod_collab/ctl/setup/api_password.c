/* api_password.c: collabctl setup --api-password: the role of the workers logs in with a password that only root can read.
 *
 * By peer authentication, whatever runs as httpd's user can log in as collab_api: PHP, CGI and other applications of the same
 * httpd, too. With this option, the password is in DBDParams in ROOT/collab/01-api-password.conf. httpd reads this file when it
 * starts, before it gives up root's rights. Once the file exists, each later run keeps it. */
#include "ctl/setup/setup.h"

#include "base/random.h"

#include <apr_strings.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#define API_FILE "/01-api-password.conf"
#define PASSWORD " password="

/* Returns the password in the text of the file; NULL: there is none. */
static const char *password_in(apr_pool_t *pool, const char *text) {
  const char *at = text ? strstr(text, PASSWORD) : NULL, *value = at ? at + strlen(PASSWORD) : NULL;
  return value ? apr_pstrmemdup(pool, value, strcspn(value, " \"\n")) : NULL;
}

/* Takes the password from an earlier run, or from the file that httpd's user could read until now; else draws one. */
collab_ctl_exit_t collab_setup_api_password(collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *path = apr_pstrcat(pool, setup->folder, API_FILE, NULL), *old = collab_setup_read(pool, path);

  if (!old && errno != ENOENT) {
    return collab_setup_failed(path, strerror(errno), "Run setup as root.");
  }
  if (!old && !collab_ctl_value(setup->ctl, "api_password")) {
    return CTL_DONE;
  }
  const char *shared = old ? NULL : collab_setup_read(pool, apr_pstrcat(pool, setup->folder, "/pgpass", NULL));
  const char *secret = old ? password_in(pool, old) : collab_setup_value(pool, shared, "*:*:*:collab_api:");
  if (!secret || collab_ctl_value(setup->ctl, "new_passwords")) {
    secret = collab_random_secret(pool);
  }
  if (!secret) {
    return collab_setup_failed(path, "the random number generator fails", "Run setup again.");
  }
  setup->api_file = path;
  setup->api_secret = secret;
  return CTL_DONE;
}

/* Writes the file, and removes the one that httpd's user can read. */
collab_ctl_exit_t collab_setup_api_file(collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;

  if (!setup->api_file) {
    return CTL_DONE;
  }
  const char *text =
      apr_pstrcat(pool,
                  "# The workers' connection, with the password of collab_api: for root alone, who starts httpd. Written by\n"
                  "# collabctl setup --api-password. For peer authentication, remove this file and run setup --write-hba.\n"
                  "DBDParams \"",
                  setup->api, "\"\n", NULL);
  collab_ctl_exit_t outcome =
      collab_setup_put(setup, &(collab_setup_file_t){"password", setup->api_file, text, strlen(text), .mode = 0600});
  if (outcome == CTL_DONE && setup->passwords && unlink(setup->passwords) && errno != ENOENT) {
    return collab_setup_failed(setup->passwords, strerror(errno), "Remove it: httpd's user can read it.");
  }
  return outcome;
}

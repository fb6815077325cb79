/* password.c: reads a new password and hashes it.
 *
 * user.c, member.c, demo.c and attachment.c (which seals the password) call it. The password comes from standard input or a file;
 * --password works, too, but prints a warning. Must never write the plain text anywhere, nor set it as a value that a statement
 * could bind.
 */
#include "ctl/ctl.h"

#include "auth/password.h"
#include "domain/domain.h"

#include <apr_lib.h>
#include <string.h>
#include <unistd.h>

#define FILE_MAX 4096

/* Prompts for a password twice, without echo. */
static const char *ask(collab_ctl_t *ctl) {
  char once[1024], again[sizeof once];
  apr_size_t size = sizeof once;
  if (apr_password_get("Password: ", once, &size) != APR_SUCCESS) {
    collab_ctl_say(ctl, "password: is too long");
    return NULL;
  }
  size = sizeof again;
  if (apr_password_get("Repeat it: ", again, &size) != APR_SUCCESS || strcmp(once, again)) {
    collab_ctl_say(ctl, "password: the two entries differ");
    return NULL;
  }
  return apr_pstrdup(ctl->pool, once);
}

/* Returns the only line of a file, without its line ending. */
static const char *read_line(collab_ctl_t *ctl, const char *path) {
  char *text = (char *)collab_ctl_file(ctl, path, FILE_MAX);
  apr_size_t len = text ? strlen(text) : 0;
  if (len && text[len - 1] == '\n') {
    text[--len] = '\0';
    if (len && text[len - 1] == '\r') {
      text[--len] = '\0';
    }
  }
  if (text && strpbrk(text, "\r\n")) {
    collab_ctl_say(ctl, "password: has more than one line");
    return NULL;
  }
  return text;
}

const char *collab_ctl_password_text(collab_ctl_t *ctl) {
  const char *given = collab_ctl_value(ctl, "password"), *path = collab_ctl_value(ctl, "password_file");
  if (given && path) {
    collab_ctl_say(ctl, "password: --password and --password-file exclude each other");
    return NULL;
  }
  if (given) {
    collab_ctl_say(ctl,
                   "warning: everybody on this machine can see the value of --password; use --password-file or standard input");
    return given;
  }
  return !path && isatty(STDIN_FILENO) ? ask(ctl) : read_line(ctl, path ? path : "-");
}

collab_ctl_exit_t collab_ctl_password(collab_ctl_t *ctl, const char *username) {
  const char *password = collab_ctl_password_text(ctl);
  if (!password) {
    return CTL_REFUSED;
  }
  const char *fault = collab_ctl_fault(ctl->pool, CTL_TEXT, PASSWORD_LENGTH, password);
  if (!fault) {
    fault = collab_new_password_fault(ctl->pool, password, username);
  }
  if (fault) {
    collab_ctl_say(ctl, "password: %s", fault);
    return CTL_REFUSED;
  }
  return collab_ctl_password_hash(ctl, password);
}

collab_ctl_exit_t collab_ctl_password_hash(collab_ctl_t *ctl, const char *password) {
  const char *hash = collab_password_hash(ctl->pool, password, COLLAB_PASSWORD_COST);
  if (!hash) {
    collab_ctl_say(ctl, "password: cannot be hashed");
    return CTL_REFUSED;
  }
  apr_table_setn(ctl->args, "password_hash", hash);
  return CTL_DONE;
}

/* instance.c: names this httpd, and the commands of its instance in texts (node/instance.h). */
#include "node/instance.h"

#include <string.h>

#include "base/text.h"

#define ROOT "/apache2-"

/* A command in a text, and what this instance has in its place: `before` NAME `after`. */
typedef struct command_t {
  const char *word, *before, *after;
} command_t;

static const command_t commands[] = {{"collabctl ", "collabctl --instance ", " "},
                                     {"apachectl", "apache2ctl-", ""},
                                     {"systemctl start apache2", "systemctl start apache2@", ""}};

static char own[COLLAB_INSTANCE_LENGTH + 1]; /* "": no instance */

bool collab_instance_is_name(const char *name) {
  apr_size_t len = strlen(name);

  for (const char *c = name; *c; c++) {
    if (!collab_text_is_alnum(*c) && (c == name || !collab_text_is_one_of(*c, "-_"))) {
      return false;
    }
  }
  return len && len <= COLLAB_INSTANCE_LENGTH;
}

const char *collab_instance_of_root(const char *root) {
  const char *slash = strrchr(root, '/'), *name = slash && !strncmp(slash, ROOT, strlen(ROOT)) ? slash + strlen(ROOT) : NULL;

  return name && collab_instance_is_name(name) ? name : NULL;
}

void collab_instance_set(const char *name) {
  apr_cpystrn(own, name ? name : "", sizeof own);
}

const char *collab_instance_name(void) {
  return *own ? own : NULL;
}

static bool in_word(char c) {
  return collab_text_is_alnum(c) || collab_text_is_one_of(c, "-_/@");
}

/* Does a command of collabctl stand here? In "another collabctl is at work", the program's name is none. */
static bool is_subcommand(const char *text) {
  return *text >= 'a' && *text <= 'z' && strncmp(text, "is ", 3) && strncmp(text, "from ", 5);
}

/* The command that stands at `at` in `text`; NULL: none. */
static const command_t *command_at(const char *text, const char *at) {
  for (apr_size_t i = 0; (at == text || !in_word(at[-1])) && i < sizeof commands / sizeof *commands; i++) {
    apr_size_t len = strlen(commands[i].word);
    if (!strncmp(at, commands[i].word, len) && (i ? !in_word(at[len]) : is_subcommand(at + len))) {
      return &commands[i];
    }
  }
  return NULL;
}

const char *collab_instance_text(apr_pool_t *pool, const char *text) {
  const char *result = "", *done = text;

  for (const char *at = text; *own && *at; at++) {
    const command_t *command = command_at(text, at);
    if (command) {
      result = apr_pstrcat(pool, result, apr_pstrmemdup(pool, done, at - done), command->before, own, command->after, NULL);
      done = at + strlen(command->word);
      at = done - 1;
    }
  }
  return done == text ? text : apr_pstrcat(pool, result, done, NULL);
}

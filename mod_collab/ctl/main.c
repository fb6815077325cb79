/* main.c: collabctl, the operator's command line: which noun, which verb, and help.
 *
 * Owns the table of nouns and the process. Connects as the owner of the database, outside of httpd: uses the layers below http,
 * never httpd's own. Must never write a password, a secret or a DSN to standard output or error. */
#include "ctl/ctl.h"

#include <apr_general.h>
#include <stdio.h>
#include <string.h>

// clang-format off
static const collab_ctl_noun_t nouns[] = {
  { "migrate",    "bring the database's schema and rights up to date",    collab_ctl_migrate    },
  { "company",    "member companies",                                     collab_ctl_company    },
  { "department", "departments of companies",                             collab_ctl_department },
  { "community",  "communities; companies that share one are partners",   collab_ctl_community  },
  { "user",       "people who log in",                                    collab_ctl_user       },
  { "principal",  "services that call with tokens of another issuer",     collab_ctl_principal  },
  { "form",       "contact documents: what a company wants to be told",   collab_ctl_form       },
  { "note",       "notes of collaboration requests",                      collab_ctl_note       },
  { "attachment", "where companies want attachments by default",          collab_ctl_attachment },
  { "search",     "the index of partner search, its synonyms",           collab_ctl_search     },
  { "status",     "backlog, dead letters, state of the tables",           collab_ctl_status     },
  { "channel",    "where events go: webhooks, the event log",              collab_ctl_channel    },
  { "subscriptions", "who is called, and how it goes there",            collab_ctl_subscriptions },
  { "deliveries", "what became of events: attempts, dead letters",        collab_ctl_deliveries },
  { "replay",     "deliveries made again",                                collab_ctl_replay     },
  { "check-url",  "whether a callback may be called, and what answers", collab_ctl_check_url },
  { "token",      "an access token of a user, for trying things out",    collab_ctl_token      },
  { "rotate-key", "seal all secrets with the newest key",                 collab_ctl_rotate_key },
  { "demo",       "fill an empty database with companies to try out",     collab_ctl_demo       },
  { "faultlab",   "kill the parts of an exchange of its own, and count",  collab_ctl_faultlab   },
  { NULL, NULL, NULL }
};
// clang-format on

static void print_params(const collab_ctl_param_t *params) {
  for (; params && params->name; params++) {
    if (params->use == CTL_ARGUMENT && params->help) {
      printf("  %-24s %s\n", params->name, params->help);
    } else if (params->use != CTL_ARGUMENT && params->use != CTL_PRESET) {
      printf("  --%-22s %s\n", params->name, params->help);
    }
  }
}

static void print_command(apr_pool_t *pool, const collab_ctl_noun_t *noun, const collab_ctl_command_t *command) {
  printf("collabctl %s%s%s %s\n", noun->name, *command->verb ? " " : "", command->verb,
         collab_ctl_synopsis(pool, command->params));
}

/* All nouns; or the commands of one; or one command. */
static collab_ctl_exit_t print_help(apr_pool_t *pool, const collab_ctl_noun_t *noun, const collab_ctl_command_t *command) {
  if (command) {
    printf("usage: ");
    print_command(pool, noun, command);
    printf("%s\n", command->help);
    print_params(command->params);
  } else if (noun) {
    for (command = noun->commands; command->verb; command++) {
      print_command(pool, noun, command);
      printf("    %s\n", command->help);
      if (!*command->verb) {
        print_params(command->params);
      }
    }
  } else {
    printf("usage: collabctl NOUN [VERB] [ARGUMENTS] [OPTIONS]\n\n");
    for (noun = nouns; noun->name; noun++) {
      printf("  %-24s %s\n", noun->name, noun->help);
    }
    printf("\n\"collabctl NOUN --help\" lists a noun's commands, \"collabctl NOUN VERB --help\" what a command takes.\n");
  }
  printf("\noptions everywhere:\n");
  print_params(collab_ctl_globals);
  return CTL_DONE;
}

static const collab_ctl_noun_t *find_noun(const char *name) {
  const collab_ctl_noun_t *noun = nouns;
  while (noun->name && strcmp(noun->name, name)) {
    noun++;
  }
  return noun->name ? noun : NULL;
}

/* The command of that verb, else what the noun itself does, if it does something. */
static const collab_ctl_command_t *find_command(const collab_ctl_noun_t *noun, const char *verb) {
  const collab_ctl_command_t *command = noun->commands;
  while (command->verb && *command->verb && strcmp(command->verb, verb)) {
    command++;
  }
  return command->verb ? command : NULL;
}

static bool asks(int count, const char *const *words, const char *option) {
  for (int i = 0; i < count && strcmp(words[i], "--"); i++) {
    if (!strcmp(words[i], option)) {
      return true;
    }
  }
  return false;
}

/* What the shell's words, without the program's name, come to. */
static collab_ctl_exit_t run(apr_pool_t *pool, int count, const char *const *words) {
  bool help = asks(count, words, "--help");
  const collab_ctl_noun_t *noun = count && *words[0] != '-' ? find_noun(words[0]) : NULL;

  if (!noun && asks(count, words, "--version")) {
    printf("collabctl %s\n", COLLAB_VERSION);
    return CTL_DONE;
  }
  if (!noun) {
    if (!help && count) {
      fprintf(stderr, "collabctl: unknown command; collabctl --help lists all\n");
    } else {
      print_help(pool, NULL, NULL);
    }
    return help ? CTL_DONE : CTL_USAGE;
  }
  const char *verb = count > 1 ? words[1] : "";
  const collab_ctl_command_t *command = find_command(noun, verb);
  bool itself = command && !*command->verb; /* the noun is the command */
  if (help) {
    return print_help(pool, noun, itself && command != noun->commands ? NULL : command);
  }
  if (!command) {
    fprintf(stderr, "collabctl: unknown command; collabctl %s --help lists all\n", noun->name);
    return CTL_USAGE;
  }

  collab_ctl_t ctl = {
      .pool = pool, .name = itself ? noun->name : apr_pstrcat(pool, noun->name, " ", verb, NULL), .command = command};
  int taken = itself ? 1 : 2;
  ctl.args = apr_table_make(pool, 16);
  collab_ctl_exit_t outcome = collab_ctl_read(&ctl, command->params, count - taken, words + taken);
  if (outcome != CTL_DONE) {
    return outcome;
  }
  return command->run ? command->run(&ctl) : collab_ctl_statement(&ctl);
}

int main(int argc, const char *const *argv) {
  apr_pool_t *pool;

  if (apr_app_initialize(&argc, &argv, NULL) != APR_SUCCESS || apr_pool_create(&pool, NULL) != APR_SUCCESS) {
    fprintf(stderr, "collabctl: APR does not start\n");
    return CTL_UNREACHABLE;
  }
  collab_ctl_exit_t outcome = run(pool, argc - 1, argv + 1);
  if (fflush(stdout) || ferror(stdout)) { /* a full disk, a closed pipe: what was asked for was done, but nobody could read it */
    fprintf(stderr, "collabctl: cannot write to standard output\n");
    outcome = outcome == CTL_DONE ? CTL_REFUSED : outcome;
  }
  apr_pool_destroy(pool);
  apr_terminate();
  return outcome;
}

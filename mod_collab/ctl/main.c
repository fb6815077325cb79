/* main.c: finds a command of collabctl by its noun and verb, and runs it.
 *
 * Owns the table of nouns and the process. collabctl runs outside httpd and connects as the owner of the database. It uses the
 * layers below http/ and nothing of httpd. Must never write a password, a secret or a DSN to standard output or error. */
#include "ctl/ctl.h"

#include <apr_general.h>
#include <apr_lib.h>
#include <stdio.h>
#include <string.h>

#define INSTANCE "--instance"

// clang-format off
const collab_ctl_noun_t collab_ctl_nouns[] = {
  { "setup",        "make database, keys and configuration; enable the module", collab_ctl_setup        },
  { "migrate",      "bring the database's schema and rights up to date",        collab_ctl_migrate      },
  { "company",      "member companies",                                         collab_ctl_company      },
  { "member",       "add a company with a user, a community and a form",        collab_ctl_member       },
  { "department",   "departments of companies",                                 collab_ctl_department   },
  { "community",    "communities; companies that share one are partners",       collab_ctl_community    },
  { "user",         "people who log in",                                        collab_ctl_user         },
  { "principal",    "services that call with tokens of another issuer",         collab_ctl_principal    },
  { "form",         "contact documents: what a company asks its submitters",    collab_ctl_form         },
  { "request",      "collaboration requests and their history",                 collab_ctl_request      },
  { "note",         "notes of collaboration requests",                          collab_ctl_note         },
  { "attachment",   "where companies want attachments by default",              collab_ctl_attachment   },
  { "search",       "the index of partner search, its synonyms",                collab_ctl_search       },
  { "status",       "backlog, dead letters, state of the tables",               collab_ctl_status       },
  { "doctor",       "faults of this node, each with its remedy",                collab_ctl_doctor       },
  { "nodes",        "the nodes of the exchange, one line each",                 collab_ctl_nodes        },
  { "drain",        "take this machine's node out of service, gently",          collab_ctl_drain        },
  { "maintenance",  "all nodes refuse writes for a while",                      collab_ctl_maintenance  },
  { "exchange",     "the exchange as a file; its identity; adopting a copy",    collab_ctl_exchange     },
  { "clock",        "the time by which the exchange deletes and closes",       collab_ctl_clock        },
  { "retention",    "for how long rows are kept at least",                      collab_ctl_retention    },
  { "blocker",      "what keeps dead rows or makes the service wait",           collab_ctl_blocker      },
  { "audit",        "who has changed what",                                     collab_ctl_audit_log    },
  { "channel",      "places that events go to: webhooks, event log",            collab_ctl_channel      },
  { "subscription", "webhook subscriptions and their receivers",                collab_ctl_subscription },
  { "deliveries",   "deliveries of events: attempts, dead letters",             collab_ctl_deliveries   },
  { "replay",       "deliveries made again",                                    collab_ctl_replay       },
  { "check-url",    "check a callback URL, and connect to it",                  collab_ctl_check_url    },
  { "token",        "print an access token of a user",                          collab_ctl_token        },
  { "token-key",    "the keys that sign access tokens",                         collab_ctl_token_key    },
  { "rotate-key",   "seal all secrets with the first key of a file",            collab_ctl_rotate_key   },
  { "demo",         "add sample members to an empty database",                  collab_ctl_demo         },
  { "faultlab",     "test: kill parts of a separate exchange under load",       collab_ctl_faultlab     },
  { NULL, NULL, NULL }
};
// clang-format on

static const collab_ctl_noun_t *find_noun(const char *name) {
  const collab_ctl_noun_t *noun = collab_ctl_nouns;
  while (noun->name && strcmp(noun->name, name)) {
    noun++;
  }
  return noun->name ? noun : NULL;
}

/* Returns the command with that verb, else the command of the noun itself, else NULL. */
static const collab_ctl_command_t *find_command(const collab_ctl_noun_t *noun, const char *verb) {
  const collab_ctl_command_t *command = noun->commands;
  while (command->verb && *command->verb && strcmp(command->verb, verb)) {
    command++;
  }
  return command->verb ? command : NULL;
}

/* Is `option` among the words before the end of the options ("--")? */
static bool asks(int count, const char *const *words, const char *option) {
  for (int i = 0; i < count && strcmp(words[i], "--"); i++) {
    if (!strcmp(words[i], option)) {
      return true;
    }
  }
  return false;
}

/* Reports an unknown noun (`noun` is NULL) or an unknown verb of `noun`. If `word` is empty, reports that the verb is missing.
 * Suggests a similar name if there is one. */
static collab_ctl_exit_t unknown(apr_pool_t *pool, const collab_ctl_noun_t *noun, const char *word) {
  const char *name = noun ? noun->name : NULL;
  const char *nearest = noun ? collab_ctl_nearest_verb(noun, word) : collab_ctl_nearest_noun(word);
  char *shown = apr_pstrdup(pool, word);

  for (char *c = shown; *c; c++) {
    *c = apr_iscntrl(*c) ? '?' : *c;
  }
  if (*word) {
    fprintf(stderr, "collabctl: unknown command \"%s%s%s\"; ", name ? name : "", name ? " " : "", shown);
  } else {
    fprintf(stderr, "collabctl: %s: which command? ", name);
  }
  if (nearest) {
    fprintf(stderr, "did you mean \"%s%s%s\"?\n", name ? name : "", name ? " " : "", nearest);
  } else if (!noun) {
    fprintf(stderr, "\"collabctl help\" lists all\n");
  } else {
    fprintf(stderr, "%s has", name);
    for (const collab_ctl_command_t *command = noun->commands; command->verb; command++) {
      fprintf(stderr, "%s %s", command == noun->commands ? "" : ",", command->verb);
    }
    fprintf(stderr, " (collabctl help %s)\n", name);
  }
  return CTL_USAGE;
}

/* Must the word after the noun be a verb? Not if the noun itself is a command with an argument. */
static bool wants_verb(const collab_ctl_noun_t *noun) {
  const collab_ctl_command_t *command = find_command(noun, "");
  return !command || (command != noun->commands && !(command->params && command->params->use == CTL_ARGUMENT));
}

/* Does the word after the noun ask for help? */
static bool is_help(const collab_ctl_noun_t *noun, const char *verb) {
  const collab_ctl_command_t *command = find_command(noun, "");
  return !strcmp(verb, "help") && !(command && command->params && command->params->use == CTL_ARGUMENT);
}

/* The number of words of --instance at the beginning of the command line: it may also stand before the noun. */
static int leading(int count, const char *const *words) {
  return count && !strncmp(words[0], INSTANCE "=", strlen(INSTANCE "=")) ? 1 : count > 1 && !strcmp(words[0], INSTANCE) ? 2 : 0;
}

/* Reads the words after noun and verb, with the `ahead` words that came before the noun. */
static collab_ctl_exit_t read_words(collab_ctl_t *ctl, const char *const *ahead, int nahead, int count,
                                    const char *const *words) {
  const char **all = apr_palloc(ctl->pool, sizeof *all * (size_t)(nahead + count + 1));

  memcpy(all, ahead, sizeof *all * (size_t)nahead);
  memcpy(all + nahead, words, sizeof *all * (size_t)count);
  collab_ctl_exit_t outcome = collab_ctl_read(ctl, ctl->command->params, nahead + count, all);
  return outcome == CTL_DONE ? collab_ctl_instance(ctl) : outcome;
}

/* Runs the command line, which comes without the program's name. */
static collab_ctl_exit_t run(apr_pool_t *pool, int count, const char *const *words) {
  const char *const *ahead = words;
  int nahead = leading(count, words);
  words += nahead;
  count -= nahead;
  bool first = count && !strcmp(words[0], "help");
  bool help = first || asks(count, words, "--help") || asks(count, words, "-h");

  if (first) {
    words++;
    count--;
  }
  const char *name = count && *words[0] != '-' ? words[0] : NULL;
  const collab_ctl_noun_t *noun = name ? find_noun(name) : NULL;
  if (!noun && asks(count, words, "--version")) {
    printf("collabctl %s\n", COLLAB_VERSION);
    return CTL_DONE;
  }
  if (!noun && (name || (count && !help))) {
    return unknown(pool, NULL, name ? name : words[0]);
  }
  const char *verb = noun && count > 1 ? words[1] : "";
  const collab_ctl_command_t *command = noun ? find_command(noun, verb) : NULL;
  if (noun && is_help(noun, verb)) {
    help = true;
    command = NULL;
  } else if (noun && *verb && *verb != '-' && wants_verb(noun) && (!command || !*command->verb)) {
    return unknown(pool, noun, verb);
  }
  if (help && asks(count, words, "--json")) {
    collab_ctl_help_json(pool, noun);
    return CTL_DONE;
  }
  bool itself = command && !*command->verb; /* the noun is the command */
  if (help || !noun) {
    collab_ctl_help(pool, noun, itself && command != noun->commands ? NULL : command);
    return help ? CTL_DONE : CTL_USAGE;
  }
  if (!command) {
    return unknown(pool, noun, "");
  }

  collab_ctl_t ctl = {
      .pool = pool, .name = itself ? noun->name : apr_pstrcat(pool, noun->name, " ", verb, NULL), .command = command};
  int taken = itself ? 1 : 2;
  ctl.args = apr_table_make(pool, 16);
  collab_ctl_exit_t outcome = read_words(&ctl, ahead, nahead, count - taken, words + taken);
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
  if (fflush(stdout) || ferror(stdout)) { /* a full disk or a closed pipe: the command is done, but its output is lost */
    fprintf(stderr, "collabctl: cannot write to standard output\n");
    outcome = outcome == CTL_DONE ? CTL_REFUSED : outcome;
  }
  apr_pool_destroy(pool);
  apr_terminate();
  return outcome;
}

/* help.c: prints help for people and the table of commands for programs, and suggests names for misspelt words.
 *
 * Reads only the tables of commands: no database, no file. */
#include "ctl/ctl.h"

#include "base/nearest.h"

#include <stdio.h>

/* ---- for people ---- */

static bool is_option(const collab_ctl_param_t *param) {
  return param->use != CTL_ARGUMENT && param->use != CTL_PRESET;
}

static void print_params(const collab_ctl_param_t *params) {
  for (; params && params->name; params++) {
    if (params->use == CTL_ARGUMENT && params->help) {
      printf("  %-24s %s\n", params->name, params->help);
    } else if (is_option(params)) {
      printf("  --%-22s %s\n", params->name, params->help);
    }
  }
}

const char *collab_ctl_synopsis(apr_pool_t *pool, const collab_ctl_param_t *params) {
  const char *text = "";
  for (const collab_ctl_param_t *p = params; p && p->name; p++) {
    if (p->use == CTL_ARGUMENT) {
      text = apr_pstrcat(pool, text, *text ? " " : "", p->name, NULL);
    }
  }
  for (const collab_ctl_param_t *p = params; p && p->name; p++) {
    if (p->use == CTL_REQUIRED) {
      text = apr_pstrcat(pool, text, *text ? " " : "", "--", p->name, " VALUE", NULL);
    }
  }
  for (const collab_ctl_param_t *p = params; p && p->name; p++) {
    if (p->use == CTL_OPTIONAL || p->use == CTL_CLEARABLE) {
      text = apr_pstrcat(pool, text, *text ? " [--" : "[--", p->name, p->kind == CTL_FLAG ? "]" : " VALUE]", NULL);
    }
  }
  return text;
}

static void print_command(apr_pool_t *pool, const collab_ctl_noun_t *noun, const collab_ctl_command_t *command) {
  const char *synopsis = collab_ctl_synopsis(pool, command->params);

  printf("collabctl %s%s%s%s%s\n", noun->name, *command->verb ? " " : "", command->verb, *synopsis ? " " : "", synopsis);
}

void collab_ctl_help(apr_pool_t *pool, const collab_ctl_noun_t *noun, const collab_ctl_command_t *command) {
  if (command) {
    printf("usage: ");
    print_command(pool, noun, command);
    printf("%s\n", command->help);
    print_params(command->params);
  } else if (noun) {
    printf("%s: %s\n\n", noun->name, noun->help);
    for (command = noun->commands; command->verb; command++) {
      print_command(pool, noun, command);
      printf("    %s\n", command->help);
      if (!*command->verb) {
        print_params(command->params);
      }
    }
  } else {
    printf("usage: collabctl NOUN [VERB] [ARGUMENTS] [OPTIONS]\n\n");
    for (noun = collab_ctl_nouns; noun->name; noun++) {
      printf("  %-24s %s\n", noun->name, noun->help);
    }
    printf("\n\"collabctl help NOUN\" lists the commands of a noun, \"collabctl help NOUN VERB\" the options of a command.\n"
           "-h or --help after a command does the same.\n");
  }
  printf("\noptions of all commands:\n");
  print_params(collab_ctl_globals);
}

/* ---- for programs ---- */

static const char *kind_of(const collab_ctl_param_t *param) {
  static const char *const names[] = {
      [CTL_TEXT] = "text",     [CTL_SOME] = "text", [CTL_NAME] = "text",     [CTL_EMAIL] = "email", [CTL_EMAILS] = "emails",
      [CTL_DOMAIN] = "domain", [CTL_ID] = "number", [CTL_SERIAL] = "number", [CTL_TIME] = "time",   [CTL_UUID] = "uuid",
      [CTL_HOURS] = "number",  [CTL_TAGS] = "tags", [CTL_ROLE] = "role",     [CTL_FLAG] = "flag",   [CTL_WORD] = "word"};
  return names[param->kind];
}

static void write_params(collab_json_writer_t *w, const char *name, const collab_ctl_param_t *params, bool options) {
  collab_write_open(w, name, "[");
  for (; params && params->name; params++) {
    if (params->use == CTL_PRESET || is_option(params) != options) {
      continue;
    }
    collab_write_open(w, NULL, "{");
    collab_write_text(w, "name", params->name);
    collab_write_text(w, "kind", kind_of(params));
    collab_write_boolean(w, "required", params->use == CTL_ARGUMENT || params->use == CTL_REQUIRED);
    collab_write_text(w, "help", params->help);
    collab_write_close(w, "}");
  }
  collab_write_close(w, "]");
}

static void write_noun(collab_json_writer_t *w, const collab_ctl_noun_t *noun) {
  collab_write_open(w, NULL, "{");
  collab_write_text(w, "name", noun->name);
  collab_write_text(w, "help", noun->help);
  collab_write_open(w, "commands", "[");
  for (const collab_ctl_command_t *command = noun->commands; command->verb; command++) {
    collab_write_open(w, NULL, "{");
    collab_write_text(w, "verb", command->verb);
    collab_write_text(w, "help", command->help);
    collab_write_boolean(w, "list", command->columns != NULL && command->run != collab_ctl_show);
    write_params(w, "arguments", command->params, false);
    write_params(w, "options", command->params, true);
    collab_write_close(w, "}");
  }
  collab_write_close(w, "]}");
}

void collab_ctl_help_json(apr_pool_t *pool, const collab_ctl_noun_t *only) {
  collab_json_writer_t *w = collab_json_writer_make(pool, 20000);

  collab_write_open(w, NULL, "{");
  collab_write_open(w, "nouns", "[");
  for (const collab_ctl_noun_t *noun = only ? only : collab_ctl_nouns; noun->name; noun++) {
    write_noun(w, noun);
    if (only) {
      break;
    }
  }
  collab_write_close(w, "]");
  write_params(w, "options", collab_ctl_globals, true);
  collab_write_close(w, "}");
  printf("%s\n", w->text);
}

/* ---- suggestions ---- */

const char *collab_ctl_nearest_noun(const char *word) {
  collab_nearest_t nearest = collab_nearest(word);

  for (const collab_ctl_noun_t *noun = collab_ctl_nouns; noun->name; noun++) {
    collab_nearest_try(&nearest, noun->name);
  }
  return nearest.name;
}

const char *collab_ctl_nearest_verb(const collab_ctl_noun_t *noun, const char *word) {
  collab_nearest_t nearest = collab_nearest(word);

  for (const collab_ctl_command_t *command = noun->commands; command->verb; command++) {
    if (*command->verb) {
      collab_nearest_try(&nearest, command->verb);
    }
  }
  return nearest.name;
}

const char *collab_ctl_nearest_option(const collab_ctl_param_t *params, const char *word) {
  const collab_ctl_param_t *const tables[] = {params, collab_ctl_globals};
  collab_nearest_t nearest = collab_nearest(word);

  for (int i = 0; i < 2; i++) {
    for (const collab_ctl_param_t *param = tables[i]; param && param->name; param++) {
      if (is_option(param)) {
        collab_nearest_try(&nearest, param->name);
      }
    }
  }
  return nearest.name;
}

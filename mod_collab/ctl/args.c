/* args.c: parses a command line with the table of its command's parameters (ctl/ctl.h).
 *
 * Owns the options that every command takes, and the checks of each kind of value. Lengths and formats are those of the
 * interface, so an operator cannot enter what a member could not. main.c calls this file first; password.c and attachment.c use
 * the checks. Must never touch the database. */
#include "ctl/ctl.h"

#include "auth/role.h"
#include "base/text.h"
#include "base/time.h"
#include "domain/format.h"
#include "node/instance.h"

#include <apr_lib.h>
#include <string.h>

#define HOURS_MAX 8784 /* a leap year */

// clang-format off
const collab_ctl_param_t collab_ctl_globals[] = {
  { "dsn",         CTL_OPTIONAL, CTL_SOME, 0, "connection string of the database's owner (default: COLLAB_DSN, else the settings file of setup)" },
  { "secrets-key", CTL_OPTIONAL, CTL_SOME, 0, "file of the keys that seal secrets at rest (default: COLLAB_SECRETS_KEY, else as above)" },
  { "instance",    CTL_OPTIONAL, CTL_WORD, 0, "the exchange of a further httpd of this machine, Debian's apache2@NAME (default: COLLAB_INSTANCE)" },
  { "sql",         CTL_OPTIONAL, CTL_SOME, 0, "folder of the SQL files (default: beside the program, else installed)" },
  { "json",        CTL_OPTIONAL, CTL_FLAG, 0, "prints JSON" },
  { "help",        CTL_OPTIONAL, CTL_FLAG, 0, "prints this text, as -h does; with --json, the table of commands" },
  { "version",     CTL_OPTIONAL, CTL_FLAG, 0, "prints the program's version" },
  { NULL, 0, 0, 0, NULL }
};
// clang-format on

/* ---- checks ---- */

static const char *tags_fault(apr_pool_t *pool, const char *value) {
  for (const char *tag = value, *end; *tag; tag = *end ? end + 1 : end) {
    end = tag + strcspn(tag, ",");
    const char *one = apr_pstrmemdup(pool, tag, end - tag);
    if (collab_text_is_blank(one)) {
      return "has an empty tag";
    }
    if (collab_text_length(one) > NAME_LENGTH) {
      return apr_psprintf(pool, "has a tag of more than %d characters", NAME_LENGTH);
    }
  }
  return NULL;
}

static const char *emails_fault(apr_pool_t *pool, const char *value) {
  char *rest, *list = apr_pstrdup(pool, value);

  for (const char *one = apr_strtok(list, ", ", &rest); one; one = apr_strtok(NULL, ", ", &rest)) {
    if (!collab_format_is_email(one)) {
      return apr_psprintf(pool, "\"%s\" is not an e-mail address", one);
    }
  }
  return strspn(value, ", ") == strlen(value) ? "must be e-mail addresses" : NULL;
}

static const char *number_fault(apr_pool_t *pool, const char *value, int64_t most) {
  int64_t number;
  if (!collab_text_integer(value, &number) || number < 1 || number > most) {
    return most >= INT32_MAX ? "must be a number, 1 or more" : apr_psprintf(pool, "must be a number from 1 to %d", (int)most);
  }
  return NULL;
}

/* Returns the date-time (RFC 3339) that a CTL_TIME means; an age counts back from now. NULL: the value is invalid, or an age from
 * before 1970. */
static const char *time_of(apr_pool_t *pool, const char *value) {
  static const char units[] = "smhd";
  static const apr_int64_t seconds[] = {1, 60, 3600, 86400};
  apr_size_t len = strlen(value);
  const char *unit = len > 2 && *value == '-' ? strchr(units, value[len - 1]) : NULL;
  apr_time_t when;
  int64_t count;
  apr_time_t now = apr_time_now();

  if (unit && apr_isdigit(value[1]) && collab_text_integer(apr_pstrmemdup(pool, value + 1, len - 2), &count) &&
      count <= apr_time_sec(now) / seconds[unit - units]) {
    return collab_time_micros(pool, now - apr_time_from_sec(count * seconds[unit - units]));
  }
  return collab_time_parse(value, &when) ? collab_time_micros(pool, when) : NULL;
}

const char *collab_ctl_fault(apr_pool_t *pool, collab_ctl_kind_t kind, apr_size_t max, const char *value) {
  if (!collab_text_is_utf8(value, strlen(value))) {
    return "is not UTF-8";
  }
  if (max && kind != CTL_ID && collab_text_length(value) > max) {
    return apr_psprintf(pool, "must have at most %d characters", (int)max);
  }
  switch (kind) {
  case CTL_SOME:
    return *value ? NULL : "must not be empty";
  case CTL_NAME:
    return collab_text_is_blank(value) ? "must not be blank" : NULL;
  case CTL_EMAIL:
    return collab_format_is_email(value) ? NULL : "must be an e-mail address";
  case CTL_DOMAIN:
    return collab_format_is_email(apr_pstrcat(pool, "x@", value, NULL)) ? NULL : "must be a domain name such as acme.example";
  case CTL_ID:
    return number_fault(pool, value, max ? (int64_t)max : INT32_MAX);
  case CTL_SERIAL:
    return number_fault(pool, value, INT64_MAX);
  case CTL_TIME:
    return time_of(pool, value) ? NULL : "must be a date-time such as 2030-01-31T08:00:00Z, or an age such as -2h";
  case CTL_UUID:
    return collab_text_uuid(pool, value) ? NULL : "must be an event's id (a UUID)";
  case CTL_HOURS:
    return number_fault(pool, value, HOURS_MAX);
  case CTL_TAGS:
    return tags_fault(pool, value);
  case CTL_EMAILS:
    return emails_fault(pool, value);
  case CTL_WORD:
    return collab_instance_is_name(value) ? NULL : COLLAB_INSTANCE_RULE;
  case CTL_ROLE:
    return collab_role_suffices(value, READER) ? NULL : "must be reader, member or integrator";
  default:
    return NULL;
  }
}

/* ---- reading ---- */

/* Finds the option that `word` names: "name" or "name=value". NULL: unknown. */
static const collab_ctl_param_t *find_option(const collab_ctl_param_t *params, const char *word) {
  size_t len = strcspn(word, "=");
  for (; params && params->name; params++) {
    if (params->use != CTL_ARGUMENT && params->use != CTL_PRESET && strlen(params->name) == len &&
        !strncmp(params->name, word, len)) {
      return params;
    }
  }
  return NULL;
}

static const collab_ctl_param_t *next_argument(const collab_ctl_param_t *param) {
  while (param && param->name && param->use != CTL_ARGUMENT) {
    param++;
  }
  return param && param->name ? param : NULL;
}

static char *lower(apr_pool_t *pool, const char *name) {
  char *text = apr_pstrdup(pool, name);
  for (char *c = text; *c; c++) {
    *c = (char)apr_tolower(*c);
  }
  return text;
}

/* Checks a value and sets it. Reports an invalid one and returns false. */
static bool set_value(collab_ctl_t *ctl, const collab_ctl_param_t *param, const char *value) {
  bool none = param->use == CTL_OPTIONAL && (param->kind == CTL_TEXT || param->kind == CTL_TAGS);
  bool empty = !*value && (none || param->use == CTL_CLEARABLE);
  const char *fault = empty ? NULL : collab_ctl_fault(ctl->pool, param->kind, param->max, value);
  if (fault) {
    collab_ctl_say(ctl, "%s: %s", lower(ctl->pool, param->name), fault);
    return false;
  }
  if (!empty || param->use == CTL_CLEARABLE) {
    collab_ctl_give(ctl, param, param->kind == CTL_TIME && !empty ? time_of(ctl->pool, value) : value);
  }
  return true;
}

static collab_ctl_exit_t usage(const collab_ctl_t *ctl, const char *problem, const char *what) {
  collab_ctl_say(ctl, "%s%s; usage: collabctl %s %s", problem, what, ctl->name,
                 collab_ctl_synopsis(ctl->pool, ctl->command->params));
  return CTL_USAGE;
}

static collab_ctl_exit_t unknown_option(const collab_ctl_t *ctl, const collab_ctl_param_t *params, const char *word) {
  const char *nearest = collab_ctl_nearest_option(params, word + 2);
  if (!nearest) {
    return usage(ctl, "unknown option ", word);
  }
  collab_ctl_say(ctl, "unknown option %s; did you mean --%s? (collabctl help %s)", word, nearest, ctl->name);
  return CTL_USAGE;
}

/* Reports a missing argument or option; sets the preset values. */
static collab_ctl_exit_t complete(collab_ctl_t *ctl, const collab_ctl_param_t *params) {
  for (; params && params->name; params++) {
    if (params->use == CTL_PRESET) {
      collab_ctl_give(ctl, params, params->help);
    } else if ((params->use == CTL_ARGUMENT || params->use == CTL_REQUIRED) && !collab_ctl_given(ctl, params)) {
      return usage(ctl, params->use == CTL_ARGUMENT ? "missing: " : "missing: --", params->name);
    }
  }
  return CTL_DONE;
}

collab_ctl_exit_t collab_ctl_read(collab_ctl_t *ctl, const collab_ctl_param_t *params, int count, const char *const *words) {
  const collab_ctl_param_t *argument = next_argument(params);
  bool plain = false, fine = true; /* plain: after "--" all words are arguments */

  for (int i = 0; i < count; i++) {
    const char *word = words[i];
    if (!plain && !strcmp(word, "--")) {
      plain = true;
    } else if (!plain && !strncmp(word, "--", 2)) {
      const collab_ctl_param_t *option = find_option(params, word + 2);
      option = option ? option : find_option(collab_ctl_globals, word + 2);
      const char *equals = strchr(word, '=');
      if (!option) {
        return unknown_option(ctl, params, apr_pstrmemdup(ctl->pool, word, strcspn(word, "=")));
      }
      if (option->kind == CTL_FLAG && equals) {
        return usage(ctl, "takes no value: --", option->name);
      }
      if (collab_ctl_given(ctl, option)) {
        return usage(ctl, "given twice: --", option->name);
      }
      if (option->kind != CTL_FLAG && !equals && i + 1 == count) {
        return usage(ctl, "no value for --", option->name);
      }
      fine &= set_value(ctl, option, option->kind == CTL_FLAG ? "true" : equals ? equals + 1 : words[++i]);
    } else if (argument) {
      fine &= set_value(ctl, argument, word);
      argument = next_argument(argument + 1);
    } else {
      return usage(ctl, "too many arguments", "");
    }
  }
  return fine ? complete(ctl, params) : CTL_REFUSED;
}

/* setting.c: reads a directive's value as its row says, sets the defaults, and makes httpd's commands from the rows
 * (config/setting.h).
 *
 * A default is read as if the configuration contained it. httpd's core calls this file while it reads the configuration. httpd
 * then still runs as the user that started it. Must not touch the database or the network. */
#include "config/setting.h"

#include <apr_lib.h>
#include <string.h>

#include "base/text.h"
#include "collab_private.h"

const char *collab_setting_wrong(const collab_setting_t *setting, const char *format, ...) {
  va_list args;

  va_start(args, format);
  const char *text = apr_pvsprintf(setting->pool, format, args);
  va_end(args);
  return apr_pstrcat(setting->pool, setting->name, ": ", text, NULL);
}

bool collab_setting_number(const char *text, int64_t min, int64_t max, int64_t *value) {
  return collab_text_integer(text, value) && *value >= min && *value <= max;
}

/* ---- by type ---- */

static bool is_flag(const collab_directive_t *row) {
  return row->type == ON_OFF || row->type == ON_OFF_TEXT;
}

static const char *milliseconds(apr_pool_t *pool, int64_t time) {
  return time % 1000 ? apr_psprintf(pool, "%" APR_INT64_T_FMT "ms", time)
                     : apr_psprintf(pool, "%" APR_INT64_T_FMT "s", time / 1000);
}

static const char *range_of(apr_pool_t *pool, int64_t min, int64_t max, const char *unit) {
  return apr_psprintf(pool, "%" APR_INT64_T_FMT " to %" APR_INT64_T_FMT " %s", min, max, unit);
}

const char *collab_setting_range(apr_pool_t *pool, const collab_directive_t *row) {
  const char *range = row->range;

  if (row->type == OWN || row->type == NAMED || is_flag(row)) {
    return NULL;
  }
  if (row->type == DURATION) {
    range = apr_psprintf(pool, "%s to %s", milliseconds(pool, row->min), milliseconds(pool, row->max));
  } else if (range == NULL) {
    range = range_of(pool, row->min, row->max, row->unit);
  }
  return row->or_off ? apr_pstrcat(pool, range, ", or Off", NULL) : range;
}

void *collab_setting_kept(const collab_setting_t *setting) {
  return (char *)setting->config + setting->row->kept[0].offset;
}

static void keep_integer(const collab_setting_t *setting, int64_t value) {
  if (setting->row->kept[0].size == sizeof(int64_t)) {
    *(int64_t *)collab_setting_kept(setting) = value;
  } else {
    *(int *)collab_setting_kept(setting) = (int)value;
  }
}

static const char *read_number(const collab_setting_t *setting, const char *text) {
  const collab_directive_t *row = setting->row;
  int64_t number = 0;

  if (!(row->or_off && !ap_cstr_casecmp(text, "off")) && !collab_setting_number(text, row->min, row->max, &number)) {
    return collab_setting_wrong(setting, "takes %s, not \"%s\"", collab_setting_range(setting->pool, row), text);
  }
  keep_integer(setting, row->type == SECONDS ? apr_time_from_sec(number) : number);
  return NULL;
}

static const char *read_duration(const collab_setting_t *setting, const char *text) {
  const collab_directive_t *row = setting->row;
  apr_interval_time_t time;

  if (!apr_isdigit(*text) || ap_timeout_parameter_parse(text, &time, "s") != APR_SUCCESS || time < apr_time_from_msec(row->min) ||
      time > apr_time_from_msec(row->max)) {
    return collab_setting_wrong(setting, "takes a time of %s, not \"%s\"", collab_setting_range(setting->pool, row), text);
  }
  keep_integer(setting, time);
  return NULL;
}

/* The index of the row's field of this name; -1: none. */
static int named_field(const collab_directive_t *row, const char *name, size_t len) {
  for (int i = 0; i < COLLAB_KEPT_MAX; i++) {
    if (row->kept[i].word && len == strlen(row->kept[i].word) && !strncmp(name, row->kept[i].word, len)) {
      return i;
    }
  }
  return -1;
}

const char *collab_setting_named(collab_setting_t *setting, const char *word) {
  const collab_directive_t *row = setting->row;
  size_t len = strcspn(word, "=");
  const char *text = word[len] ? word + len + 1 : "";
  bool off = row->or_off && !ap_cstr_casecmp(text, "off");
  int i = word[len] ? named_field(row, word, len) : -1;
  int64_t number = 0;

  if (i < 0 || !(off || collab_setting_number(text, row->kept[i].min, row->kept[i].max, &number))) {
    const char *range = i >= 0 && row->unit ? range_of(setting->pool, row->kept[i].min, row->kept[i].max, row->unit) : row->range;
    return collab_setting_wrong(setting, "takes %s, not \"%s\"", range, word);
  }
  void *field = (char *)setting->config + row->kept[i].offset;
  if (row->kept[i].text) {
    *(const char **)field = off ? "0" : text;
  } else {
    *(int *)field = (int)number;
  }
  setting->fields |= 1U << i;
  return NULL;
}

static const char *read_words(collab_setting_t *setting, int argc, char *const argv[]) {
  switch (setting->row->type) {
  case OWN:
    return setting->row->read(setting, argc, argv);
  case ON_OFF:
    *(bool *)collab_setting_kept(setting) = !ap_cstr_casecmp(argv[0], "on");
    return NULL;
  case ON_OFF_TEXT:
    *(const char **)collab_setting_kept(setting) = ap_cstr_casecmp(argv[0], "on") ? "false" : "true";
    return NULL;
  case DURATION:
    return read_duration(setting, argv[0]);
  case NAMED:
    return collab_setting_named(setting, argv[0]);
  default:
    return read_number(setting, argv[0]);
  }
}

/* ---- defaults ---- */

/* True if the row's first field has the C type that the row's type needs. The compiler cannot check this. */
static bool fits(const collab_directive_t *row) {
  size_t size = row->kept[0].size;
  bool text = row->kept[0].text;

  switch (row->type) {
  case ON_OFF:
    return size == sizeof(bool);
  case NUMBER:
    return !text && (size == sizeof(int) || size == sizeof(int64_t));
  case ON_OFF_TEXT:
    return text;
  case SECONDS:
  case DURATION:
    return !text && size == sizeof(apr_interval_time_t);
  case NAMED:
    return text || size == sizeof(int);
  default:
    return row->read != NULL;
  }
}

static void set_default(apr_pool_t *pool, collab_config_t *config, const collab_directive_t *row, const char *line) {
  collab_setting_t setting = {row, row->name, pool, pool, config, 0};
  apr_array_header_t *words = apr_array_make(pool, 4, sizeof(char *));
  const char *wrong = NULL;

  while (*line) {
    APR_ARRAY_PUSH(words, char *) = ap_getword_conf(pool, &line);
  }
  char *const *argv = (char *const *)words->elts;
  if (row->words == EACH_WORD) {
    for (int i = 0; i < words->nelts && !wrong; i++) {
      wrong = read_words(&setting, 1, argv + i);
    }
  } else {
    wrong = read_words(&setting, words->nelts, argv);
  }
  if (wrong) { /* a mistake in the table: the row contradicts itself, so httpd does not start */
    ap_log_assert(apr_pstrcat(pool, "the row's default is in its range; ", wrong, NULL), __FILE__, __LINE__);
  }
}

void collab_setting_defaults(apr_pool_t *pool, collab_config_t *config) {
  for (const collab_directive_t *row = collab_directives; row->name; row++) {
    if (!fits(row)) { /* a mistake in the table: the row contradicts collab_config_t */
      ap_log_assert(apr_psprintf(pool, "the first field of %s has the C type of the row's type", row->name), __FILE__, __LINE__);
    }
    char *last, *lines = apr_pstrdup(pool, row->initially ? row->initially : "");
    for (const char *line = apr_strtok(lines, "\n", &last); line; line = apr_strtok(NULL, "\n", &last)) {
      set_default(pool, config, row, line);
    }
  }
}

/* ---- called by httpd ---- */

/* Reads the words of a directive, and notes its file and line. */
static const char *read_directive(cmd_parms *cmd, int argc, char *const argv[]) {
  const collab_directive_t *row = cmd->info;
  collab_server_t *server = ap_get_module_config(cmd->server->module_config, &collab_module);
  collab_config_place_t *place = &server->at[row - collab_directives];
  collab_setting_t setting = {row, cmd->directive->directive, cmd->pool, cmd->temp_pool, &server->values, 0};
  const char *wrong = read_words(&setting, argc, argv);

  if (wrong) {
    return wrong;
  }
  place->file = cmd->directive->filename;
  place->line = (unsigned)cmd->directive->line_num;
  place->fields |= setting.fields ? setting.fields : ~0U; /* 0: all of them */
  if (server->values.first_file == NULL) {
    server->values.first_file = place->file;
    server->values.first_line = place->line;
  }
  return NULL;
}

static const char *take_flag(cmd_parms *cmd, void *dir, int on) {
  (void)dir;
  return read_directive(cmd, 1, (char *[]){on ? "On" : "Off"});
}

static const char *take_one(cmd_parms *cmd, void *dir, const char *word) {
  (void)dir;
  return read_directive(cmd, 1, (char *[]){(char *)word});
}

static const char *take_two(cmd_parms *cmd, void *dir, const char *first, const char *second) {
  (void)dir;
  return read_directive(cmd, second ? 2 : 1, (char *[]){(char *)first, (char *)second});
}

static const char *take_all(cmd_parms *cmd, void *dir, int argc, char *const argv[]) {
  (void)dir;
  return read_directive(cmd, argc, argv);
}

command_rec collab_setting_command(const collab_directive_t *row) {
  command_rec command = {
      .name = row->name, .func.take1 = take_one, .cmd_data = (void *)row, .req_override = RSRC_CONF, .errmsg = row->syntax};

  if (is_flag(row)) {
    command.args_how = FLAG;
    command.func.flag = take_flag;
    return command;
  }
  switch (row->words) {
  case ONE_WORD:
    command.args_how = TAKE1;
    break;
  case EACH_WORD:
    command.args_how = ITERATE;
    break;
  case TWO_WORDS:
  case ONE_OR_TWO_WORDS:
    command.args_how = row->words == TWO_WORDS ? TAKE2 : TAKE12;
    command.func.take2 = take_two;
    break;
  case ALL_WORDS:
    command.args_how = TAKE_ARGV;
    command.func.take_argv = take_all;
    break;
  }
  return command;
}

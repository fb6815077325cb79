/* ctl.h: collabctl, the operator's command line, as its own files share it.
 *
 * A command is a row: what it is called, what it takes, which statement does it. Most rows need no code; a row with a function
 * does something besides one statement. One file for each noun, with one table of its commands. A process runs one command and
 * ends. */
#ifndef COLLAB_CTL_CTL_H
#define COLLAB_CTL_CTL_H

#include "base/crypt.h"
#include "base/domain.h"
#include "base/json.h"
#include "store/pg.h"

/* What the shell gets to know. */
typedef enum collab_ctl_exit_t {
  CTL_DONE = 0,
  CTL_REFUSED = 1,    /* what was asked for cannot be; standard error names the field */
  CTL_USAGE = 2,      /* the command line is not one */
  CTL_UNREACHABLE = 3 /* the database does not answer: nothing was done, or its outcome is unknown (the message says which) */
} collab_ctl_exit_t;

/* How a value is checked. */
typedef enum collab_ctl_kind_t {
  CTL_TEXT,   /* any text */
  CTL_SOME,   /* any text but an empty one */
  CTL_NAME,   /* not blank */
  CTL_EMAIL,  /* contract.md 3 */
  CTL_DOMAIN, /* what may follow an e-mail's @ */
  CTL_ID,     /* a positive number */
  CTL_SERIAL, /* the same of a table that grows without end: 64 bits */
  CTL_TIME,   /* a date-time, or so long ago: -90s, -30m, -2h, -7d; its value is the date-time */
  CTL_UUID,   /* an event's id */
  CTL_HOURS,  /* a positive number of hours, at most a year */
  CTL_TAGS,   /* separated by commas, none blank */
  CTL_FLAG    /* takes no value */
} collab_ctl_kind_t;

typedef enum collab_ctl_use_t {
  CTL_ARGUMENT,  /* stands by itself, in the order of the table; required */
  CTL_REQUIRED,  /* --name VALUE */
  CTL_OPTIONAL,  /* --name VALUE; an empty CTL_TEXT or CTL_TAGS is none, as if it were not given */
  CTL_CLEARABLE, /* --name VALUE; an empty value takes back what was set */
  CTL_PRESET     /* cannot be given: the command's own value, in `help` */
} collab_ctl_use_t;

/* Something a command takes. A statement's bind arg.hours_high is the value of --hours-high. */
typedef struct collab_ctl_param_t {
  const char *name;
  collab_ctl_use_t use;
  collab_ctl_kind_t kind;
  apr_size_t max;   /* code points, of a CTL_ID the largest number; 0: no limit */
  const char *help; /* of an option; of an argument, too, where its name does not say it */
} collab_ctl_param_t;

typedef struct collab_ctl_t collab_ctl_t;
typedef struct collab_ctl_command_t collab_ctl_command_t;

struct collab_ctl_command_t {
  const char *verb; /* "" for a noun that is a command itself, after those that have a verb; NULL ends a table */
  const char *help;
  const collab_ctl_param_t *params;    /* ended by a NULL name; NULL: takes nothing */
  const collab_statement_t *statement; /* what does it when there is no function */
  const char *const *columns;          /* a list: what it shows, ended by NULL */
  collab_ctl_exit_t (*run)(collab_ctl_t *ctl);
};

typedef struct collab_ctl_noun_t {
  const char *name;
  const char *help;
  const collab_ctl_command_t *commands;
} collab_ctl_noun_t;

/* One run of the program. */
struct collab_ctl_t {
  apr_pool_t *pool;
  const char *name; /* "company add", for messages */
  const collab_ctl_command_t *command;
  apr_table_t *args; /* every value by its bind's name ("hours_high"), global options too; functions may add */
  collab_pg_t *pg;   /* opened by the first statement */
};

/* The nouns, each in its own file. */
extern const collab_ctl_command_t collab_ctl_migrate[], collab_ctl_company[], collab_ctl_department[], collab_ctl_community[],
    collab_ctl_user[], collab_ctl_principal[], collab_ctl_form[], collab_ctl_request[], collab_ctl_note[],
    collab_ctl_attachment[], collab_ctl_search[], collab_ctl_status[], collab_ctl_channel[], collab_ctl_subscription[],
    collab_ctl_deliveries[], collab_ctl_replay[], collab_ctl_check_url[], collab_ctl_rotate_key[], collab_ctl_token[],
    collab_ctl_token_key[], collab_ctl_demo[], collab_ctl_faultlab[], collab_ctl_setup[], collab_ctl_member[],
    collab_ctl_doctor[], collab_ctl_drain[];

/* All of them (main.c), ended by a NULL name. */
extern const collab_ctl_noun_t collab_ctl_nouns[];

/* ---- help.c ---- */

/* Prints all nouns; or the commands of one; or what one command takes. */
void collab_ctl_help(apr_pool_t *pool, const collab_ctl_noun_t *noun, const collab_ctl_command_t *command);

/* Prints the table of all commands, or of one noun's, as JSON: {nouns: [{name, help, commands: [{verb, help, list, arguments,
 * options}]}], options}; an argument or option is {name, kind, required, help}. For shells' completion and for tests. */
void collab_ctl_help_json(apr_pool_t *pool, const collab_ctl_noun_t *only);

/* "NAME --domain DOMAIN [--tags TAGS]". */
const char *collab_ctl_synopsis(apr_pool_t *pool, const collab_ctl_param_t *params);

/* What a misspelt word was meant to be: few letters away, or its beginning. NULL: nothing is near. An option is sought in
 * `params` and in those of all commands; `word` comes without its dashes. */
const char *collab_ctl_nearest_noun(const char *word);
const char *collab_ctl_nearest_verb(const collab_ctl_noun_t *noun, const char *word);
const char *collab_ctl_nearest_option(const collab_ctl_param_t *params, const char *word);

/* ---- args.c: the command line ---- */

/* The options that every command takes. */
extern const collab_ctl_param_t collab_ctl_globals[];

/* Reads words by `params` and the globals into ctl->args and checks every value; what is wrong is said, all at once. */
collab_ctl_exit_t collab_ctl_read(collab_ctl_t *ctl, const collab_ctl_param_t *params, int count, const char *const *words);

/* What is wrong with a value, or NULL; `max` as a param has it. */
const char *collab_ctl_fault(apr_pool_t *pool, collab_ctl_kind_t kind, apr_size_t max, const char *value);

/* The date-time (RFC 3339) that a value of kind CTL_TIME means now. NULL: it is none. */
const char *collab_ctl_time(apr_pool_t *pool, const char *value);

/* ---- values.c: what this run was given ---- */

/* A value by its bind's name, or NULL. */
const char *collab_ctl_value(const collab_ctl_t *ctl, const char *name);

/* The value that was given for a parameter ("true" for a flag), or NULL. */
const char *collab_ctl_given(const collab_ctl_t *ctl, const collab_ctl_param_t *param);

/* Gives a parameter its value. The caller owns the value, which must live as long as ctl->pool. */
void collab_ctl_give(collab_ctl_t *ctl, const collab_ctl_param_t *param, const char *value);

/* Gives a value by its bind's name, unless the command line did. The caller owns `value` as above. */
void collab_ctl_default(collab_ctl_t *ctl, const char *name, const char *value);

/* What is wrong with the time from --since to --until, or NULL. */
const char *collab_ctl_span_fault(const collab_ctl_t *ctl);

/* Who runs this, for the record: "ada@host", the one behind sudo. */
const char *collab_ctl_who(apr_pool_t *pool);

/* ---- settings.c ---- */

/* A global option's value: given on the command line, else the environment's `name`, else that line of the settings file; NULL:
 * none of them. `option` is the option's bind name ("secrets_key"). */
const char *collab_ctl_setting(const collab_ctl_t *ctl, const char *option, const char *name);

/* The path of the settings file, which need not exist: COLLAB_SETTINGS, else collabctl.conf below the sysconfdir of ./configure.
 */
const char *collab_ctl_settings_file(apr_pool_t *pool);

/* ---- files.c ---- */

/* The keys that seal secrets, of --secrets-key or COLLAB_SECRETS_KEY. NULL when that fails: said. */
const collab_keyring_t *collab_ctl_keyring(collab_ctl_t *ctl);

/* The content of a file ("-": standard input), at most `max` bytes, UTF-8 without NUL. NULL when that fails: said. */
const char *collab_ctl_file(collab_ctl_t *ctl, const char *path, apr_size_t max);

/* This program's own path. */
const char *collab_ctl_program(apr_pool_t *pool);

/* Where something that comes with the program is ("sql/schema"): beside it, so that a program that has been built but not
 * installed runs with its own tree's files, else where `make install` puts it. NULL when it is in neither place. */
const char *collab_ctl_shipped(apr_pool_t *pool, const char *name);

/* The folder of the SQL files: --sql, else beside the program, else where `make install` puts it. NULL when there is none: said.
 */
const char *collab_ctl_sql_folder(collab_ctl_t *ctl);

/* ---- run.c: statements and scripts ---- */

/* Opens the connection when there is none yet. */
collab_ctl_exit_t collab_ctl_connect(collab_ctl_t *ctl);

/* CTL_DONE unless --company names none, which is said: a filter that nothing passes looks as if nothing had happened. */
collab_ctl_exit_t collab_ctl_company_known(collab_ctl_t *ctl);

/* Runs a statement with the values that its binds name and gives its last part's rows. Of a statement that refuses (its file says
 * so), a first row whose column `refusal` is not null is a refusal: that text is said. `wait` in seconds. */
collab_ctl_exit_t collab_ctl_ask(collab_ctl_t *ctl, const collab_statement_t *statement, int wait, collab_rows_t *rows);

/* What a row without a function does: its statement, then what it answered on standard output: a list's columns, or the column
 * `said`. */
collab_ctl_exit_t collab_ctl_statement(collab_ctl_t *ctl);

/* The same of a row that shows one record: these columns, a line each (NULL ends them). */
collab_ctl_exit_t collab_ctl_record(collab_ctl_t *ctl, const char *const *columns);

/* The same of a row that shows one record of a list: the one that the argument `noun` ("replay") names. None is a refusal. */
collab_ctl_exit_t collab_ctl_one(collab_ctl_t *ctl, const char *noun, const char *const *columns);

/* The same of a row that drops something: without --yes it is refused, and the column `would` of `plan` tells what it would do. */
collab_ctl_exit_t collab_ctl_confirmed(collab_ctl_t *ctl, const collab_statement_t *plan);

/* The same of a row that goes on record with who runs it (arg.who). */
collab_ctl_exit_t collab_ctl_on_record(collab_ctl_t *ctl);

/* The same of a row that changes what its options say: without any it is refused. */
collab_ctl_exit_t collab_ctl_set(collab_ctl_t *ctl);

/* Runs a script (simple protocol) in the transaction that is open, else in one of its own. `what` it is, for messages. */
collab_ctl_exit_t collab_ctl_script(collab_ctl_t *ctl, const char *what, const char *sql);

/* Fills a table in the same way: `command` is a COPY … FROM STDIN, `rows` its input. */
collab_ctl_exit_t collab_ctl_copy(collab_ctl_t *ctl, const char *what, const char *command, const char *rows);

/* ---- versions.c: the versions of the schema that the files of sql/ make ---- */

#define COLLAB_CTL_BASELINE "0100"

typedef struct collab_ctl_sql_t {
  const char *path; /* below sql/: "schema/05_request.sql", "data/search_word.tsv" */
  const char *text;
  const char *checksum; /* hexadecimal */
} collab_ctl_sql_t;

typedef struct collab_ctl_version_t {
  const char *version;       /* "0101", or COLLAB_CTL_BASELINE */
  const char *name;          /* "canary" */
  const char *checksum;      /* of all its files, hexadecimal */
  apr_array_header_t *files; /* collab_ctl_sql_t, in the order in which they are loaded */
} collab_ctl_version_t;

/* Reads all versions, collab_ctl_version_t in the order of their numbers; `sql` is the folder of the SQL files. NULL: said. */
const apr_array_header_t *collab_ctl_versions(collab_ctl_t *ctl, const char *sql);

/* ---- print.c: what comes on standard output and standard error ---- */

/* "collabctl: company add: <message>" on standard error; control characters are shown as "?". */
void collab_ctl_say(const collab_ctl_t *ctl, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* One line: what was done, or that there was nothing to do. With --json it is {"message": ...}; a number (an id) stays as it is.
 */
void collab_ctl_tell(const collab_ctl_t *ctl, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Rows as a table with headings, or with --json as an array of the column `json`. Of no rows, a table says "none". */
void collab_ctl_print(const collab_ctl_t *ctl, collab_rows_t rows, const char *const *columns);

/* The same of one page of a list, whose rows have a `cursor`: a full one ends with how to get the next, unless --json asks for
 * JSON. True when the page is full: --limit rows. */
bool collab_ctl_print_page(const collab_ctl_t *ctl, collab_rows_t rows, const char *const *columns);

/* The same below what is printed already, after an empty line; nothing with --json, for the JSON above has it all. */
void collab_ctl_print_below(const collab_ctl_t *ctl, collab_rows_t rows, const char *const *columns);

/* The first row as lines "column: value" (a null is left out), or with --json its column `json`. */
void collab_ctl_print_record(const collab_ctl_t *ctl, collab_rows_t rows, const char *const *columns);

/* ---- password.c ---- */

/* Puts the hash of a new password (--password, --password-file, or standard input; asked for on a terminal) into ctl->args as
 * password_hash. */
collab_ctl_exit_t collab_ctl_password(collab_ctl_t *ctl);

/* The same of a password that is known and good. */
collab_ctl_exit_t collab_ctl_password_hash(collab_ctl_t *ctl, const char *password);

/* The plain text of such a password, unchecked. NULL when that fails: said. */
const char *collab_ctl_password_text(collab_ctl_t *ctl);

/* ---- form_check.c ---- */

/* Checks a form file and makes of it what ctl_form_add takes. NULL when something is wrong: said, all at once. */
const char *collab_ctl_form_check(collab_ctl_t *ctl, const collab_json_t *form);

#endif

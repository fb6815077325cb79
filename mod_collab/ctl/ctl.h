/* ctl.h: collabctl, the operator's command line: what its files share.
 *
 * A command is a row of a table: its name, its parameters, and the statement that it runs. Most rows need no code; a row has a
 * function when it does more than run one statement. Each noun has one file with one table of its commands. A process runs one
 * command and ends.
 *
 * "Reports" below means: prints a message to standard error (collab_ctl_say). */
#ifndef COLLAB_CTL_CTL_H
#define COLLAB_CTL_CTL_H

#include "base/crypt.h"
#include "base/domain.h"
#include "base/json.h"
#include "base/schema.h"
#include "store/pg.h"

/* The exit status. */
typedef enum collab_ctl_exit_t {
  CTL_DONE = 0,
  CTL_REFUSED = 1,    /* the command cannot be carried out; standard error names the field */
  CTL_USAGE = 2,      /* the command line is wrong */
  CTL_UNREACHABLE = 3 /* the database does not answer: nothing was done, or the outcome is unknown (the message says which) */
} collab_ctl_exit_t;

/* What a value may be. */
typedef enum collab_ctl_kind_t {
  CTL_TEXT,   /* any text */
  CTL_SOME,   /* any text, not empty */
  CTL_NAME,   /* not blank */
  CTL_EMAIL,  /* interface.md 3.9 */
  CTL_DOMAIN, /* what may follow the @ of an e-mail address */
  CTL_ID,     /* a positive number */
  CTL_SERIAL, /* the same with 64 bits, for the ids of tables that grow without end */
  CTL_TIME,   /* a date-time, or a time before now: -90s, -30m, -2h, -7d; ctl->args gets the date-time */
  CTL_UUID,   /* an event's id */
  CTL_HOURS,  /* a positive number of hours, at most a year */
  CTL_TAGS,   /* texts separated by commas, none of them blank */
  CTL_EMAILS, /* e-mail addresses separated by commas */
  CTL_ROLE,   /* a role within a company */
  CTL_FLAG    /* takes no value */
} collab_ctl_kind_t;

typedef enum collab_ctl_use_t {
  CTL_ARGUMENT,  /* a bare word, in the order of the table; required */
  CTL_REQUIRED,  /* --name VALUE */
  CTL_OPTIONAL,  /* --name VALUE; an empty CTL_TEXT or CTL_TAGS counts as not given */
  CTL_CLEARABLE, /* --name VALUE; an empty value clears what was set */
  CTL_PRESET     /* the operator cannot give it; the row sets the value, in `help` */
} collab_ctl_use_t;

/* A parameter of a command. A statement binds the value of --hours-high as arg.hours_high. */
typedef struct collab_ctl_param_t {
  const char *name;
  collab_ctl_use_t use;
  collab_ctl_kind_t kind;
  apr_size_t max;   /* in code points; of a CTL_ID the largest number; 0: no limit */
  const char *help; /* an argument whose name says enough has none */
} collab_ctl_param_t;

typedef struct collab_ctl_t collab_ctl_t;
typedef struct collab_ctl_command_t collab_ctl_command_t;

struct collab_ctl_command_t {
  const char *verb; /* "": the noun itself is the command; this row comes after those with a verb. NULL ends the table */
  const char *help;
  const collab_ctl_param_t *params;    /* ends with a NULL name; NULL: no parameters */
  const collab_statement_t *statement; /* runs when the row has no function */
  const char *const *columns;          /* of a list: the columns that it shows, ends with NULL */
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
  apr_table_t *args; /* every value by its bind name ("hours_high"), global options included; commands may add values */
  collab_pg_t *pg;   /* NULL until the first statement opens it */
  bool audited;      /* the audit has this command */
  bool erases;       /* the audit gets the ids of what the command is about, and nothing else of it */
};

/* The commands of each noun, in the file of that noun. */
extern const collab_ctl_command_t collab_ctl_migrate[], collab_ctl_company[], collab_ctl_department[], collab_ctl_community[],
    collab_ctl_user[], collab_ctl_principal[], collab_ctl_form[], collab_ctl_request[], collab_ctl_note[],
    collab_ctl_attachment[], collab_ctl_search[], collab_ctl_status[], collab_ctl_channel[], collab_ctl_subscription[],
    collab_ctl_deliveries[], collab_ctl_replay[], collab_ctl_check_url[], collab_ctl_rotate_key[], collab_ctl_token[],
    collab_ctl_token_key[], collab_ctl_demo[], collab_ctl_faultlab[], collab_ctl_setup[], collab_ctl_member[],
    collab_ctl_doctor[], collab_ctl_audit_log[], collab_ctl_nodes[], collab_ctl_blocker[], collab_ctl_drain[],
    collab_ctl_maintenance[];

/* All nouns (main.c); ends with a NULL name. */
extern const collab_ctl_noun_t collab_ctl_nouns[];

/* ---- help.c ---- */

/* Prints the parameters of `command`; or the commands of `noun`; or, when both are NULL, all nouns. */
void collab_ctl_help(apr_pool_t *pool, const collab_ctl_noun_t *noun, const collab_ctl_command_t *command);

/* Prints the table of all commands, or of the commands of one noun, as JSON: {nouns: [{name, help, commands: [{verb, help, list,
 * arguments, options}]}], options}; an argument or option is {name, kind, required, help}. Shell completion and tests read it. */
void collab_ctl_help_json(apr_pool_t *pool, const collab_ctl_noun_t *only);

/* The parameters in one line: "NAME --domain VALUE [--tags VALUE]". */
const char *collab_ctl_synopsis(apr_pool_t *pool, const collab_ctl_param_t *params);

/* The name that a misspelt word stands for: one that differs in few letters, or that begins with the word. NULL: none is near.
 * An option is looked up in `params` and in the global options; `word` comes without its dashes. */
const char *collab_ctl_nearest_noun(const char *word);
const char *collab_ctl_nearest_verb(const collab_ctl_noun_t *noun, const char *word);
const char *collab_ctl_nearest_option(const collab_ctl_param_t *params, const char *word);

/* ---- args.c: the command line ---- */

/* The options that every command takes; ends with a NULL name. */
extern const collab_ctl_param_t collab_ctl_globals[];

/* Reads the words of the command line into ctl->args, by `params` and the global options, and checks every value. Reports all
 * wrong values at once. */
collab_ctl_exit_t collab_ctl_read(collab_ctl_t *ctl, const collab_ctl_param_t *params, int count, const char *const *words);

/* What is wrong with a value, or NULL; `max` is that of a parameter. */
const char *collab_ctl_fault(apr_pool_t *pool, collab_ctl_kind_t kind, apr_size_t max, const char *value);

/* ---- arg_values.c: what this run was given ---- */

/* A value by its bind name, or NULL. */
const char *collab_ctl_value(const collab_ctl_t *ctl, const char *name);

/* The value of a parameter ("true" for a flag), or NULL. */
const char *collab_ctl_given(const collab_ctl_t *ctl, const collab_ctl_param_t *param);

/* Sets the value of a parameter. The text is not copied: it must live as long as ctl->pool. */
void collab_ctl_give(collab_ctl_t *ctl, const collab_ctl_param_t *param, const char *value);

/* Sets a value by its bind name unless the command line has set it. Does not copy the text either. */
void collab_ctl_default(collab_ctl_t *ctl, const char *name, const char *value);

/* What is wrong with the span from --since to --until, or NULL. */
const char *collab_ctl_span_fault(const collab_ctl_t *ctl);

/* The user who runs this, for the record: "ada@host"; under sudo the user who called sudo. */
const char *collab_ctl_who(apr_pool_t *pool);

/* Sets the values that ctl_audit_record binds: who runs which command, and what it was given, without what is secret. */
void collab_ctl_describe(const collab_ctl_t *ctl);

/* ---- settings.c ---- */

/* The value of a global option, `option` being its bind name ("secrets_key"): from the command line, else from the environment
 * variable `name`, else from the line `name` of the settings file. NULL: from none of them. */
const char *collab_ctl_setting(const collab_ctl_t *ctl, const char *option, const char *name);

/* The path of the settings file, which need not exist: COLLAB_SETTINGS, else collabctl.conf below the sysconfdir of ./configure.
 */
const char *collab_ctl_settings_file(apr_pool_t *pool);

/* ---- input_files.c ---- */

/* The keys that seal secrets, from --secrets-key or COLLAB_SECRETS_KEY. Reports a failure and returns NULL. */
const collab_keyring_t *collab_ctl_keyring(collab_ctl_t *ctl);

/* The content of a file ("-": standard input): at most `max` bytes of UTF-8 without NUL. Reports a failure and returns NULL. */
const char *collab_ctl_file(collab_ctl_t *ctl, const char *path, apr_size_t max);

/* This program's own path. */
const char *collab_ctl_program(apr_pool_t *pool);

/* The path of something that comes with the program ("sql/schema"): beside the program, so that a program that is built but not
 * installed uses the files of its own tree; else where `make install` puts it. NULL when it is in neither place. */
const char *collab_ctl_shipped(apr_pool_t *pool, const char *name);

/* The folder of the SQL files: --sql, else beside the program, else where `make install` puts it. Reports when there is none and
 * returns NULL. */
const char *collab_ctl_sql_folder(collab_ctl_t *ctl);

/* ---- run.c: statements and scripts ---- */

/* Opens the connection unless it is open. Reports a failure. */
collab_ctl_exit_t collab_ctl_connect(collab_ctl_t *ctl);

/* Reports when --company names no company: with a filter that nothing passes, it would look as if nothing had happened. */
collab_ctl_exit_t collab_ctl_company_known(collab_ctl_t *ctl);

/* Runs a statement with the values that its binds name, and sets *rows to the rows of its last part. Where the statement's file
 * says "refuses", the column `refusal` of the first row, unless null, is the text of a refusal, which is reported. Waits at most
 * `wait` seconds. The first statement of a command that changes anything also puts the command into the audit, in the same
 * transaction. */
collab_ctl_exit_t collab_ctl_ask(collab_ctl_t *ctl, const collab_statement_t *statement, int wait, collab_rows_t *rows);

/* Puts the command into the audit, in the open transaction or in one of its own, unless the audit has it. For a command that
 * makes its change otherwise than by a statement. */
collab_ctl_exit_t collab_ctl_audit(collab_ctl_t *ctl);

/* The same; with the value dry_run, what the statement has changed is rolled back. */
collab_ctl_exit_t collab_ctl_rehearse(collab_ctl_t *ctl, const collab_statement_t *statement, int wait, collab_rows_t *rows);

/* What a row without a function does: runs its statement and prints the result: the columns of a list, or the column `said`. */
collab_ctl_exit_t collab_ctl_statement(collab_ctl_t *ctl);

/* Runs the statement of the row and prints its record: these columns, one a line; `columns` ends with NULL. */
collab_ctl_exit_t collab_ctl_record(collab_ctl_t *ctl, const char *const *columns);

/* The same with the statement of a list, for the record that the argument `noun` ("replay") names. Reports when there is none. */
collab_ctl_exit_t collab_ctl_one(collab_ctl_t *ctl, const char *noun, const char *const *columns);

/* Runs the statement of a row that drops something. Without --yes it refuses, and reports what the row would do: the column
 * `would` of the statement `plan`. */
collab_ctl_exit_t collab_ctl_confirmed(collab_ctl_t *ctl, const collab_statement_t *plan);

/* Runs the statement of the row and puts on record who runs it (arg.who). */
collab_ctl_exit_t collab_ctl_on_record(collab_ctl_t *ctl);

/* Runs the statement of a row that changes what its options name. Refuses when no option is given. */
collab_ctl_exit_t collab_ctl_set(collab_ctl_t *ctl);

/* Runs a script (simple protocol) in the open transaction, else in one of its own. Messages call it `what`. */
collab_ctl_exit_t collab_ctl_script(collab_ctl_t *ctl, const char *what, const char *sql);

/* Fills a table in the same way: `command` is a COPY … FROM STDIN, and `rows` is its input. */
collab_ctl_exit_t collab_ctl_copy(collab_ctl_t *ctl, const char *what, const char *command, const char *rows);

/* ---- versions.c: the versions of the schema in the files of sql/ ---- */

#define COLLAB_CTL_BASELINE "0100"

typedef struct collab_ctl_sql_t {
  const char *path; /* relative to sql/: "schema/05_request.sql", "data/search_word.tsv" */
  const char *text;
  const char *checksum; /* hexadecimal */
} collab_ctl_sql_t;

typedef struct collab_ctl_version_t {
  const char *version;       /* "0101", or COLLAB_CTL_BASELINE */
  const char *name;          /* "canary" */
  const char *checksum;      /* over all its files, hexadecimal */
  apr_array_header_t *files; /* collab_ctl_sql_t, in the order in which they are loaded */
} collab_ctl_version_t;

/* Reads all versions (collab_ctl_version_t) in the order of their numbers; `sql` is the folder of the SQL files. Reports a
 * failure and returns NULL. */
const apr_array_header_t *collab_ctl_versions(collab_ctl_t *ctl, const char *sql);

/* ---- batches.c ---- */

/* Handles the rows of a batch (in memory that ends with it). Returns whether another batch is to follow. */
typedef bool collab_ctl_batch_t(void *data, collab_rows_t rows);

/* Runs a statement, which binds arg.requests (how many it is to take), in batches of about 50 ms, until `done` returns false.
 * Pauses after each for `rest` times as long as it took. */
collab_ctl_exit_t collab_ctl_batches(collab_ctl_t *ctl, const collab_statement_t *statement, int rest, collab_ctl_batch_t *done,
                                     void *data);

/* ---- rewrite.c ---- */

/* Makes the rendered texts of old rows anew where a migration has changed them; prints how many requests that concerns. Sets
 * *found to whether there was anything to do. */
collab_ctl_exit_t collab_ctl_rewrite(collab_ctl_t *ctl, bool *found);

/* ---- print.c: standard output and standard error ---- */

/* "collabctl: company add: <message>" on standard error; control characters are shown as "?". */
void collab_ctl_say(const collab_ctl_t *ctl, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints one line: what was done, or that there was nothing to do. With --json it is {"message": ...}, but a number (an id) stays
 * a number. */
void collab_ctl_tell(const collab_ctl_t *ctl, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints rows as a table with headings, "none" when there are no rows; with --json as an array of the column `json`. */
void collab_ctl_print(const collab_ctl_t *ctl, collab_rows_t rows, const char *const *columns);

/* Prints one page of a list in the same way. Below a full page (--limit rows), unless --json is given, it prints the option that
 * asks for the next page, from the column `cursor`. Returns whether the page is full. */
bool collab_ctl_print_page(const collab_ctl_t *ctl, collab_rows_t rows, const char *const *columns);

/* Prints an empty line and a table below what is printed already. Prints nothing with --json: the JSON above contains the rows.
 */
void collab_ctl_print_below(const collab_ctl_t *ctl, collab_rows_t rows, const char *const *columns);

/* Prints the first row as lines "column: value", without those that are null; with --json its column `json`. */
void collab_ctl_print_record(const collab_ctl_t *ctl, collab_rows_t rows, const char *const *columns);

/* ---- password.c ---- */

/* Reads a new password from --password, --password-file or standard input (on a terminal it asks) and sets password_hash in
 * ctl->args to its hash. Reports why a password is refused (auth/password.h). */
collab_ctl_exit_t collab_ctl_password(collab_ctl_t *ctl, const char *username);

/* Sets password_hash to the hash of this password, unchecked. */
collab_ctl_exit_t collab_ctl_password_hash(collab_ctl_t *ctl, const char *password);

/* Reads such a password and returns its plain text, unchecked. Reports a failure and returns NULL. */
const char *collab_ctl_password_text(collab_ctl_t *ctl);

/* ---- export.c: what the rows `export` of companies and users do ---- */

collab_ctl_exit_t collab_ctl_company_export(collab_ctl_t *ctl);
collab_ctl_exit_t collab_ctl_user_export(collab_ctl_t *ctl);

/* ---- erase.c: what the rows `erase` of users, companies and notes do ---- */

collab_ctl_exit_t collab_ctl_user_erase(collab_ctl_t *ctl);
collab_ctl_exit_t collab_ctl_company_erase(collab_ctl_t *ctl);
collab_ctl_exit_t collab_ctl_note_erase(collab_ctl_t *ctl);

/* ---- form_check.c ---- */

/* Checks a form file and returns it in the shape that ctl_form_add takes. NULL: it adds all faults. `faults` has only its pool.
 */
const char *collab_ctl_form_check(collab_faults_t *faults, const collab_json_t *form);

#endif

/* ctl.h: what the files of collabctl share. collabctl is the operator's command line.
 *
 * A command is a row of a table: its name, its parameters, and the statement that it runs. Most rows need no code; a row has a
 * function if it does more than run one statement. Each noun has one file with one table of its commands. A process runs one
 * command and ends.
 *
 * "Reports" below means: prints a message to standard error (collab_ctl_say). */
#ifndef COLLAB_CTL_CTL_H
#define COLLAB_CTL_CTL_H

#include "base/json.h"
#include "base/keyring.h"
#include "domain/domain.h"
#include "domain/schema.h"
#include "store/pg.h"

/* The exit codes of all commands. Scripts rely on them: a new command has no others. run.c decides what a failure of the database
 * is, args.c and main.c what a wrong command line is; a command's own function decides only whether it refuses. */
typedef enum collab_ctl_exit_t {
  CTL_DONE = 0,       /* done; or there was nothing to do; or an explicit --dry-run has printed its plan */
  CTL_REFUSED = 1,    /* refused, or somebody must act: a value is invalid, the database refuses, a plan awaits --yes, a check has
                       * found a fault. Standard error, or the report, says why; a repetition changes nothing */
  CTL_USAGE = 2,      /* the command line lacks something or has too much */
  CTL_UNREACHABLE = 3 /* not possible now, repeat: the database does not answer, or another session holds a lock. Nothing was
                       * done, or the outcome is unknown; the message says which */
} collab_ctl_exit_t;

/* The kinds of values. */
typedef enum collab_ctl_kind_t {
  CTL_TEXT,   /* any text */
  CTL_SOME,   /* any text, not empty */
  CTL_NAME,   /* not blank */
  CTL_EMAIL,  /* interface.md 3.9 */
  CTL_DOMAIN, /* a domain, as after the @ of an e-mail address */
  CTL_ID,     /* a positive number */
  CTL_SERIAL, /* a positive number of 64 bits, for ids of tables that grow without bound */
  CTL_TIME,   /* a date-time, or an age: -90s, -30m, -2h, -7d; ctl->args gets the date-time */
  CTL_UUID,   /* an event's id */
  CTL_HOURS,  /* a positive number of hours, at most a year */
  CTL_TAGS,   /* texts separated by commas, none of them blank */
  CTL_EMAILS, /* e-mail addresses separated by commas */
  CTL_ROLE,   /* a role within a company */
  CTL_WORD,   /* the name of an instance (node/instance.h) */
  CTL_FLAG    /* takes no value */
} collab_ctl_kind_t;

typedef enum collab_ctl_use_t {
  CTL_ARGUMENT,  /* a bare word, in the order of the table; required */
  CTL_REQUIRED,  /* --name VALUE */
  CTL_OPTIONAL,  /* --name VALUE; an empty CTL_TEXT or CTL_TAGS counts as not given */
  CTL_CLEARABLE, /* --name VALUE; an empty value clears what was set */
  CTL_PRESET     /* not on the command line: the value is the row's `help` */
} collab_ctl_use_t;

/* A parameter of a command. A statement binds the value of --hours-high as arg.hours_high. */
typedef struct collab_ctl_param_t {
  const char *name;
  collab_ctl_use_t use;
  collab_ctl_kind_t kind;
  apr_size_t max;   /* maximum length in code points; for a CTL_ID, the largest number; 0: no limit */
  const char *help; /* NULL only for an argument with a clear name */
  const char *bind; /* NULL: the bind is made from the name; else its name, because an argument has the same one */
} collab_ctl_param_t;

typedef struct collab_ctl_t collab_ctl_t;
typedef struct collab_ctl_command_t collab_ctl_command_t;

struct collab_ctl_command_t {
  const char *verb; /* "": the noun itself is the command; this row comes after those with a verb. NULL ends the table */
  const char *help;
  const collab_ctl_param_t *params;    /* ends with a NULL name; NULL: no parameters */
  const collab_statement_t *statement; /* runs when the row has no function */
  const char *const *columns;          /* of a list or (collab_ctl_show) a record, ends with NULL; NULL: neither */
  collab_ctl_exit_t (*run)(collab_ctl_t *ctl);
  bool reads; /* READS: changes nothing, so the audit has no row of it, except of an export */
};

#define READS true

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
  bool *late;        /* not NULL: a statement that another session's lock ends sets it, and reports nothing */
  bool audited;      /* the audit row of this run is written */
  bool erases;       /* the audit row has only ids, no values */
  bool any_exchange; /* the database need not be that of this machine's exchange: the command checks it itself */

  /* const char *; not NULL: collab_ctl_tell adds its lines here, and prints nothing */
  apr_array_header_t *told;
};

/* The commands of each noun, in the file of that noun. */
extern const collab_ctl_command_t collab_ctl_migrate[], collab_ctl_company[], collab_ctl_department[], collab_ctl_community[],
    collab_ctl_user[], collab_ctl_principal[], collab_ctl_form[], collab_ctl_request[], collab_ctl_note[],
    collab_ctl_attachment[], collab_ctl_search[], collab_ctl_status[], collab_ctl_channel[], collab_ctl_subscription[],
    collab_ctl_deliveries[], collab_ctl_replay[], collab_ctl_check_url[], collab_ctl_rotate_key[], collab_ctl_token[],
    collab_ctl_token_key[], collab_ctl_demo[], collab_ctl_faultlab[], collab_ctl_setup[], collab_ctl_member[],
    collab_ctl_doctor[], collab_ctl_audit_log[], collab_ctl_nodes[], collab_ctl_blocker[], collab_ctl_drain[],
    collab_ctl_maintenance[], collab_ctl_clock[], collab_ctl_retention[], collab_ctl_exchange[];

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

/* Returns the name that a misspelt word probably means: a name that differs in few letters, or begins with the word. NULL: no
 * name is similar. Options come from `params` and the global options; `word` has no leading dashes. */
const char *collab_ctl_nearest_noun(const char *word);
const char *collab_ctl_nearest_verb(const collab_ctl_noun_t *noun, const char *word);
const char *collab_ctl_nearest_option(const collab_ctl_param_t *params, const char *word);

/* ---- args.c: the command line ---- */

/* The options that every command takes; ends with a NULL name. */
extern const collab_ctl_param_t collab_ctl_globals[];

/* Parses the words of the command line with `params` and the global options, checks every value, and puts the values into
 * ctl->args. Reports all invalid values at once. */
collab_ctl_exit_t collab_ctl_read(collab_ctl_t *ctl, const collab_ctl_param_t *params, int count, const char *const *words);

/* Returns what is wrong with a value, or NULL. `max` is as in collab_ctl_param_t. */
const char *collab_ctl_fault(apr_pool_t *pool, collab_ctl_kind_t kind, apr_size_t max, const char *value);

/* ---- arg_values.c: the values of a run ---- */

/* Returns a value by its bind name, or NULL. */
const char *collab_ctl_value(const collab_ctl_t *ctl, const char *name);

/* Returns the value of a parameter ("true" for a flag), or NULL. */
const char *collab_ctl_given(const collab_ctl_t *ctl, const collab_ctl_param_t *param);

/* Sets the value of a parameter. The text is not copied: it must live as long as ctl->pool. */
void collab_ctl_give(collab_ctl_t *ctl, const collab_ctl_param_t *param, const char *value);

/* Sets a value by its bind name unless the command line has set it. Like collab_ctl_give, does not copy the text. */
void collab_ctl_default(collab_ctl_t *ctl, const char *name, const char *value);

/* Returns what is wrong with the span from --since to --until, or NULL. */
const char *collab_ctl_span_fault(const collab_ctl_t *ctl);

/* Returns the user who runs this command, as statements record it: "ada@host". Under sudo, this is the user who called sudo. */
const char *collab_ctl_who(apr_pool_t *pool);

/* Sets the values that ctl_audit_record binds: who runs the command, its name, and its parameters except secrets. */
void collab_ctl_describe(const collab_ctl_t *ctl);

/* ---- settings.c ---- */

/* Sets the instance that the command works on (node/instance.h): --instance, else COLLAB_INSTANCE, else none. Reports a wrong
 * name. */
collab_ctl_exit_t collab_ctl_instance(const collab_ctl_t *ctl);

/* Returns the value of a global option: from the command line, else from the environment variable `name`, else from the line
 * `name` of the settings file, else NULL. `option` is its bind name ("secrets_key"). --instance on the command line names the
 * settings file, so the environment then does not count. */
const char *collab_ctl_setting(const collab_ctl_t *ctl, const char *option, const char *name);

/* Returns the path of the settings file, which need not exist: COLLAB_SETTINGS, else collabctl.conf or collabctl-INSTANCE.conf in
 * ./configure's sysconfdir. */
const char *collab_ctl_settings_file(apr_pool_t *pool);

/* ---- exchange_check.c ---- */

/* The identity of this machine's exchange, in lower case: COLLAB_EXCHANGE of the environment or of the settings file; NULL: any.
 */
const char *collab_ctl_expected(const collab_ctl_t *ctl);

/* Checks that the database just connected to is that of this machine's exchange, or that `migrate` may give it its identity.
 * Reports another one. */
collab_ctl_exit_t collab_ctl_exchange_check(collab_ctl_t *ctl);

/* ---- input_files.c ---- */

/* Returns the keys that seal secrets, from the file that --secrets-key, COLLAB_SECRETS_KEY or the settings file names. Reports a
 * failure and returns NULL. */
const collab_keyring_t *collab_ctl_keyring(collab_ctl_t *ctl);

/* Returns the content of a file ("-": standard input): at most `max` bytes of UTF-8 without NUL. Reports a failure and returns
 * NULL. */
const char *collab_ctl_file(collab_ctl_t *ctl, const char *path, apr_size_t max);

/* Returns this program's own path. */
const char *collab_ctl_program(apr_pool_t *pool);

/* Returns the path of a shipped file or folder ("sql/schema"). Looks beside the program first, so that a program that is not
 * installed uses its own tree; then where `make install` puts it. NULL: it is in neither place. */
const char *collab_ctl_shipped(apr_pool_t *pool, const char *name);

/* Returns the folder of the SQL files: --sql, else beside the program, else where `make install` puts it. Reports a missing
 * folder and returns NULL. */
const char *collab_ctl_sql_folder(collab_ctl_t *ctl);

/* ---- run.c: statements and scripts ---- */

/* Opens the connection unless it is open. Reports a failure. */
collab_ctl_exit_t collab_ctl_connect(collab_ctl_t *ctl);

/* Reports a --company that does not exist. Without this check, a list would be empty, as if the company had no rows. */
collab_ctl_exit_t collab_ctl_company_known(collab_ctl_t *ctl);

/* Runs a statement with the values that its binds name, and sets *rows to the rows of its last part. Waits at most `wait`
 * seconds. If the first row has a `refusal` that is not null, reports the refusal and returns CTL_REFUSED. The command's
 * first statement that writes also puts the command into the audit, in the same transaction. */
collab_ctl_exit_t collab_ctl_ask(collab_ctl_t *ctl, const collab_statement_t *statement, int wait, collab_rows_t *rows);

/* Puts the command into the audit, unless this run has done so already. Uses the open transaction, or a transaction of its own.
 * For commands that collab_ctl_ask does not audit: they run a script, change files, or only read. */
collab_ctl_exit_t collab_ctl_audit(collab_ctl_t *ctl);

/* Like collab_ctl_ask, but rolls back the statement's changes if the value dry_run is set. */
collab_ctl_exit_t collab_ctl_rehearse(collab_ctl_t *ctl, const collab_statement_t *statement, int wait, collab_rows_t *rows);

/* Runs the command's statement. Prints the columns of a list, or the column `said`. A command without a function does only this.
 */
collab_ctl_exit_t collab_ctl_statement(collab_ctl_t *ctl);

/* Runs the command's statement and prints the record that it returns: these columns, one per line; `columns` ends with NULL. As
 * a command's function, collab_ctl_show does this with the columns of the command's row. */
collab_ctl_exit_t collab_ctl_record(collab_ctl_t *ctl, const char *const *columns);
collab_ctl_exit_t collab_ctl_show(collab_ctl_t *ctl);

/* Prints one record. The command's statement also lists such records; the argument called `noun` ("replay") selects one. Reports
 * a missing record. */
collab_ctl_exit_t collab_ctl_one(collab_ctl_t *ctl, const char *noun, const char *const *columns);

/* Reports what a command would do with --yes, and returns CTL_REFUSED. `format` follows "would ". */
collab_ctl_exit_t collab_ctl_planned(const collab_ctl_t *ctl, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* For a command that drops something: with --yes, runs the command's statement. Without --yes, reports what the command would do:
 * the column `would` of the statement `plan`. */
collab_ctl_exit_t collab_ctl_confirmed(collab_ctl_t *ctl, const collab_statement_t *plan);

/* Sets the value `who` (collab_ctl_who), which the command's statement records, and runs the statement. */
collab_ctl_exit_t collab_ctl_on_record(collab_ctl_t *ctl);

/* For a command whose options set something: runs the command's statement. Refuses if none of these options is given. */
collab_ctl_exit_t collab_ctl_set(collab_ctl_t *ctl);

/* Runs a script (simple protocol) in the open transaction, or in a transaction of its own. `what` is its name in messages. */
collab_ctl_exit_t collab_ctl_script(collab_ctl_t *ctl, const char *what, const char *sql);

/* Fills a table in the open transaction, or in a transaction of its own. `command` is a COPY … FROM STDIN, `rows` its input. */
collab_ctl_exit_t collab_ctl_copy(collab_ctl_t *ctl, const char *what, const char *command, const char *rows);

/* Runs a statement that makes what the file `what` says, in a transaction of its own and without an audit row. `wait` is as in
 * collab_ctl_ask. Sets *late to whether another session's lock, or a limit of time, has ended the statement: then nothing has
 * changed, and it reports nothing. */
collab_ctl_exit_t collab_ctl_attempt(collab_ctl_t *ctl, const char *what, const collab_statement_t *statement, int wait,
                                     bool *late);

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

/* Reads all versions (collab_ctl_version_t) from the folder `sql`, in the order of their numbers. Without --sql, the newest must
 * be the one that this program was built with. Reports a failure and returns NULL. */
const apr_array_header_t *collab_ctl_versions(collab_ctl_t *ctl, const char *sql);

/* ---- migration.c ---- */

/* Takes the lock under which one collabctl at a time migrates or fills the schema, for the rest of the session. Waits `seconds`
 * at most for another one. */
collab_ctl_exit_t collab_ctl_lock(collab_ctl_t *ctl, int seconds);

/* Applies and records a migration. Unless the database is `fresh`, and has no user yet, it holds back nobody for more than a
 * second at a time, and waits --wait seconds for a free lock. */
collab_ctl_exit_t collab_ctl_migration(collab_ctl_t *ctl, const collab_ctl_version_t *one, bool fresh);

/* Applies a script in the form of a migration, as collab_ctl_migration does, but records nothing. `what` is its name in messages.
 */
collab_ctl_exit_t collab_ctl_parts(collab_ctl_t *ctl, const char *what, const char *text);

/* ---- drift.c ---- */

/* Stores the list of facts that `folder`/facts.tsv has of the schema, for the nodes' watchers and doctor. Without the file:
 * nothing. */
collab_ctl_exit_t collab_ctl_facts(collab_ctl_t *ctl, const char *folder);

/* Makes anew what is missing from the schema or differs from its list, and prints each object. Sets *done to whether there was
 * any. Goes on after a failure, which it reports. */
collab_ctl_exit_t collab_ctl_repair(collab_ctl_t *ctl, bool *done);

/* Reports what is missing from the schema or differs from its list, and sets *found to whether there is anything. */
collab_ctl_exit_t collab_ctl_drift(collab_ctl_t *ctl, bool *found);

/* ---- batches.c ---- */

/* Handles the rows of a batch. Their memory ends with the batch. Returns whether another batch follows. */
typedef bool collab_ctl_batch_t(void *data, collab_rows_t rows);

/* Runs a statement in batches of about 50 ms until `done` returns false. arg.requests tells the statement how many requests to
 * take. Pauses after each batch for `rest` times its duration. */
collab_ctl_exit_t collab_ctl_batches(collab_ctl_t *ctl, const collab_statement_t *statement, int rest, collab_ctl_batch_t *done,
                                     void *data);

/* Like collab_ctl_batches, for each company of the value `companies` ("{3,7}") in turn: sets the value `id` to the company. */
collab_ctl_exit_t collab_ctl_batches_each(collab_ctl_t *ctl, const collab_statement_t *statement, int rest,
                                          collab_ctl_batch_t *done, void *data);

/* ---- rewrite.c ---- */

/* Rewrites the stored JSON texts of old rows if a migration has changed them, and prints the number of requests. Sets *found to
 * whether there was anything to do. */
collab_ctl_exit_t collab_ctl_rewrite(collab_ctl_t *ctl, bool *found);

/* ---- print.c: standard output and standard error ---- */

/* Prints "collabctl: company add: <message>" to standard error, with "?" for control characters. */
void collab_ctl_say(const collab_ctl_t *ctl, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints one line: what was done, or that there was nothing to do. With --json, prints {"message": ...}; a line that is only a
 * number (an id) stays as it is. */
void collab_ctl_tell(const collab_ctl_t *ctl, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints rows as a table with headings, or "none"; with --json as an array of the column `json`. */
void collab_ctl_print(const collab_ctl_t *ctl, collab_rows_t rows, const char *const *columns);

/* Prints one page of a list, as collab_ctl_print does. Returns whether the page is full (--limit rows). Below a full page, prints
 * the option for the next page: --before with the last row's column `cursor`. Omits the option with --json. */
bool collab_ctl_print_page(const collab_ctl_t *ctl, collab_rows_t rows, const char *const *columns);

/* Prints an empty line and a table. Prints nothing with --json: the record's JSON contains the rows. */
void collab_ctl_print_below(const collab_ctl_t *ctl, collab_rows_t rows, const char *const *columns);

/* Prints the first row as lines "column: value", without nulls; with --json its column `json`. */
void collab_ctl_print_record(const collab_ctl_t *ctl, collab_rows_t rows, const char *const *columns);

/* ---- password.c ---- */

/* Reads a new password from --password, --password-file or standard input (prompts on a terminal), and sets password_hash in
 * ctl->args to its hash. Reports why a password is refused (auth/password.h). */
collab_ctl_exit_t collab_ctl_password(collab_ctl_t *ctl, const char *username);

/* Sets password_hash to the hash of this password, unchecked. */
collab_ctl_exit_t collab_ctl_password_hash(collab_ctl_t *ctl, const char *password);

/* Reads a password as collab_ctl_password does, but returns its plain text, unchecked. Reports a failure and returns NULL. */
const char *collab_ctl_password_text(collab_ctl_t *ctl);

/* ---- export.c: the commands `export` of companies and users ---- */

collab_ctl_exit_t collab_ctl_company_export(collab_ctl_t *ctl);
collab_ctl_exit_t collab_ctl_user_export(collab_ctl_t *ctl);

/* ---- erase.c: the commands `erase` of users, companies and notes ---- */

collab_ctl_exit_t collab_ctl_user_erase(collab_ctl_t *ctl);
collab_ctl_exit_t collab_ctl_company_erase(collab_ctl_t *ctl);
collab_ctl_exit_t collab_ctl_note_erase(collab_ctl_t *ctl);

/* ---- form_check.c ---- */

/* Checks a form file and returns it in the shape that ctl_form_add takes. If the form has faults, adds all of them to `faults`
 * and returns NULL. The caller sets only the pool of `faults`. */
const char *collab_ctl_form_check(collab_faults_t *faults, const collab_json_t *form);

#define FORM_FIELDS_MAX 200

/* The members of a form's contact and of its fields. */
extern const collab_field_t collab_ctl_form_contact[], collab_ctl_form_field[];

/* Checks the fields of a form, and writes them as the member `fields` in the shape that ctl_form_add takes. `at`: the path of the
 * form with a dot behind it; "" in a file of its own. */
void collab_ctl_form_fields(collab_json_writer_t *w, collab_faults_t *faults, const char *at, const collab_json_t *fields);

/* ---- exchange/: the commands `export` and `apply` of the exchange ---- */

collab_ctl_exit_t collab_ctl_exchange_export(collab_ctl_t *ctl);
collab_ctl_exit_t collab_ctl_exchange_apply(collab_ctl_t *ctl);

#endif

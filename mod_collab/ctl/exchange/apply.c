/* apply.c: collabctl exchange apply: makes the members of the exchange as a document says (exchange.h).
 *
 * The whole document is checked first, alone and then against the exchange. Then one transaction compares and changes, a kind of
 * object after the other: each statement ctl_exchange_* handles all objects of its kind, writes their audit rows, and returns
 * what it has changed, which is the plan. A dry run does the same and rolls back, so it finds what a real run would find. Tables
 * are locked against other changes of members meanwhile, and one collabctl at a time applies a file. */
#include "ctl/exchange/exchange.h"

#include <string.h>

#include "base/text.h"

#define WAIT 600
#define LOCK_WAIT 10
#define VALUE_SHOWN 60 /* characters of a value in the plan; a longer one is not shown */

typedef struct change_t {
  const char *kind, *name;
  bool added;
  const collab_json_t *old, *new; /* the members that change */
  const char *old_text, *new_text;
} change_t;

typedef struct apply_t {
  collab_ctl_t *ctl;
  const char *path, *text; /* of the file */
  apr_array_header_t *passwords;
  apr_array_header_t *changes; /* change_t */
} apply_t;

/* ---- the file ---- */

/* Reads and checks the file, and sets arg.wanted. Reports all faults. */
static collab_ctl_exit_t read_file(apply_t *apply) {
  collab_ctl_t *ctl = apply->ctl;
  const char *path = collab_ctl_value(ctl, "file"), *error = "";
  collab_faults_t faults = {.pool = ctl->pool};

  apply->path = strcmp(path, "-") ? path : "standard input";
  apply->text = collab_ctl_file(ctl, path, COLLAB_EXCHANGE_BYTES);
  if (!apply->text) {
    return CTL_REFUSED;
  }
  const collab_json_t *document =
      collab_json_parse_within(ctl->pool, apply->text, strlen(apply->text), COLLAB_EXCHANGE_VALUES, &error);
  if (!document) {
    collab_ctl_say(ctl, "%s: %s", apply->path, error);
    return CTL_REFUSED;
  }
  const char *wanted = collab_exchange_wanted(&faults, document, apply->passwords);
  if (!wanted) {
    collab_exchange_report(ctl, "", apply->path, apply->text, &faults);
    return CTL_REFUSED;
  }
  apr_table_setn(ctl->args, "wanted", wanted);
  return CTL_DONE;
}

/* Checks the document against the exchange. Reports all faults. */
static collab_ctl_exit_t check(apply_t *apply) {
  collab_faults_t faults = {.pool = apply->ctl->pool, .strict = true};
  collab_rows_t rows;
  collab_ctl_exit_t outcome = collab_ctl_ask(apply->ctl, STATEMENT(ctl_exchange_faults), WAIT, &rows);

  for (int row = 0; outcome == CTL_DONE && row < rows.count; row++) {
    collab_faults_add(&faults, collab_rows_text(rows, row, "path"), COLLAB_FAULT_NOT_ALLOWED,
                      collab_rows_text(rows, row, "message"));
  }
  collab_exchange_report(apply->ctl, "", apply->path, apply->text, &faults);
  return outcome == CTL_DONE && faults.list ? CTL_REFUSED : outcome;
}

/* ---- initial passwords ---- */

static const char *usernames(const apply_t *apply) {
  collab_json_writer_t *w = collab_json_writer_make(apply->ctl->pool, 1000);

  collab_write_open(w, NULL, "[");
  for (int i = 0; i < apply->passwords->nelts; i++) {
    const collab_exchange_password_t *one = &APR_ARRAY_IDX(apply->passwords, i, collab_exchange_password_t);
    collab_write_open(w, NULL, "[");
    collab_write_text(w, NULL, one->username);
    collab_write_text(w, NULL, one->was);
    collab_write_close(w, "]");
  }
  collab_write_close(w, "]");
  return w->text;
}

/* The password of a user. `at` is where the search begins: the rows have the order of the passwords. */
static const char *password_of(const apply_t *apply, const char *username, int *at) {
  while (*at < apply->passwords->nelts) {
    const collab_exchange_password_t *one = &APR_ARRAY_IDX(apply->passwords, (*at)++, collab_exchange_password_t);
    if (!strcmp(one->username, username)) {
      return one->password;
    }
  }
  return NULL;
}

/* Hashes the passwords of those users who have none yet, and sets arg.hashes: before the transaction, because it takes long. A
 * dry run hashes nothing, and rolls back what it sets instead. */
static collab_ctl_exit_t hash_passwords(apply_t *apply) {
  collab_ctl_t *ctl = apply->ctl;
  collab_json_writer_t *w = collab_json_writer_make(ctl->pool, 1000);
  collab_rows_t rows;
  int at = 0;

  if (!apply->passwords->nelts) {
    return CTL_DONE;
  }
  collab_ctl_exit_t outcome = check(apply); /* in vain, if the exchange refuses the file */
  apr_table_setn(ctl->args, "usernames", usernames(apply));
  if (outcome == CTL_DONE) {
    outcome = collab_ctl_ask(ctl, STATEMENT(ctl_exchange_unset), WAIT, &rows);
  }
  collab_write_open(w, NULL, "{");
  for (int row = 0; outcome == CTL_DONE && row < rows.count; row++) {
    const char *username = collab_rows_text(rows, row, "username"), *password = password_of(apply, username, &at);
    if (password && !collab_ctl_value(ctl, "dry_run")) {
      outcome = collab_ctl_password_hash(ctl, password);
    }
    if (password && outcome == CTL_DONE) {
      collab_write_text(w, username, collab_ctl_value(ctl, "dry_run") ? "dry run" : collab_ctl_value(ctl, "password_hash"));
    }
  }
  collab_write_close(w, "}");
  apr_table_unset(ctl->args, "password_hash");
  apr_table_setn(ctl->args, "hashes", w->text);
  return outcome;
}

/* ---- the plan ---- */

/* Has the change this member as its only one? */
static bool is_only(const change_t *change, const char *name) {
  return collab_json_count(change->new) == 1 && collab_json_get(change->new, name);
}

static bool disables(const change_t *change) {
  const collab_json_t *active = collab_json_get(change->new, "active");
  return !change->added && active && !collab_json_true(active);
}

/* The members that change: "city \"Ulm\" -> \"Bonn\", description". */
static const char *members_of(apr_pool_t *pool, const change_t *change) {
  const char *text = "";

  for (const char *const *name = collab_json_names(pool, change->new); *name; name++) {
    const char *old = collab_json_text(pool, collab_json_get(change->old, *name));
    const char *new = collab_json_text(pool, collab_json_get(change->new, *name));
    bool shown = *old && collab_text_length(old) + collab_text_length(new) <= VALUE_SHOWN;
    text = apr_pstrcat(pool, text, *text ? ", " : "", *name, NULL);
    text = shown ? apr_pstrcat(pool, text, " ", old, " -> ", new, NULL) : text;
  }
  return text;
}

static void print_change(const collab_ctl_t *ctl, const change_t *change) {
  if (change->added) {
    collab_ctl_tell(ctl, "+ %s %s", change->kind, change->name);
  } else if (disables(change) && is_only(change, "active")) {
    collab_ctl_tell(ctl, "- %s %s: disabled", change->kind, change->name);
  } else {
    collab_ctl_tell(ctl, "~ %s %s: %s", change->kind, change->name, members_of(ctl->pool, change));
  }
}

static void write_change(collab_json_writer_t *w, const change_t *change) {
  bool disabled = disables(change) && is_only(change, "active");

  collab_write_open(w, NULL, "{");
  collab_write_text(w, "change", change->added ? "add" : disabled ? "disable" : "set");
  collab_write_text(w, "kind", change->kind);
  collab_write_text(w, "name", change->name);
  collab_write_json(w, "before", change->added ? NULL : change->old_text);
  collab_write_json(w, "after", change->new_text);
  collab_write_close(w, "}");
}

/* Prints the plan, and below it `message`; with --json one object. `done`: the changes are made. */
static void print(const apply_t *apply, bool done, const char *message) {
  const collab_ctl_t *ctl = apply->ctl;
  collab_json_writer_t *w = collab_ctl_value(ctl, "json") ? collab_json_writer_make(ctl->pool, 10000) : NULL;

  if (w) {
    collab_write_open(w, NULL, "{");
    collab_write_open(w, "changes", "[");
  }
  for (int i = 0; i < apply->changes->nelts; i++) {
    const change_t *change = &APR_ARRAY_IDX(apply->changes, i, change_t);
    if (w) {
      write_change(w, change);
    } else {
      print_change(ctl, change);
    }
  }
  if (w) {
    collab_write_close(w, "]");
    collab_write_boolean(w, "done", done);
    collab_write_text(w, "message", message);
    collab_write_close(w, "}");
    printf("%s\n", w->text);
  } else {
    collab_ctl_tell(ctl, "%s", message);
  }
}

/* ---- the transaction ---- */

static void add_changes(apply_t *apply, collab_rows_t rows) {
  apr_pool_t *pool = apply->ctl->pool;
  const char *error;

  for (int row = 0; row < rows.count; row++) {
    const char *added = collab_rows_text(rows, row, "added"), *old = collab_rows_text(rows, row, "old"),
               *new = collab_rows_text(rows, row, "new");
    APR_ARRAY_PUSH(apply->changes, change_t) = (change_t){
        .kind = collab_rows_text(rows, row, "kind"),
        .name = collab_rows_text(rows, row, "name"),
        .added = *added == 't',
        .old = collab_json_parse_within(pool, old, strlen(old), APR_SIZE_MAX, &error),
        .new = collab_json_parse_within(pool, new, strlen(new), APR_SIZE_MAX, &error),
        .old_text = old,
        .new_text = new,
    };
  }
}

/* Does the plan disable a company, while --yes is not given? */
static bool needs_yes(const apply_t *apply) {
  for (int i = 0; i < apply->changes->nelts && !collab_ctl_value(apply->ctl, "yes"); i++) {
    const change_t *change = &APR_ARRAY_IDX(apply->changes, i, change_t);
    if (!strcmp(change->kind, "company") && disables(change)) {
      return true;
    }
  }
  return false;
}

/* Enables and disables companies that were there, with their subscriptions. Not if it would be rolled back: locks on
 * subscriptions hold back deliveries. */
static collab_ctl_exit_t switch_companies(apply_t *apply) {
  collab_ctl_t *ctl = apply->ctl;
  collab_ctl_exit_t outcome = CTL_DONE;
  collab_rows_t rows;

  if (collab_ctl_value(ctl, "dry_run") || needs_yes(apply)) {
    return CTL_DONE;
  }
  for (int i = 0; i < apply->changes->nelts && outcome == CTL_DONE; i++) {
    const change_t *change = &APR_ARRAY_IDX(apply->changes, i, change_t);
    const collab_json_t *active = collab_json_get(change->new, "active");
    if (!strcmp(change->kind, "company") && !change->added && active) {
      apr_table_setn(ctl->args, "company", change->name);
      apr_table_setn(ctl->args, "active", collab_json_true(active) ? "true" : "false");
      outcome = collab_ctl_ask(ctl, STATEMENT(ctl_company_set), WAIT, &rows);
    }
  }
  apr_table_unset(ctl->args, "company");
  apr_table_unset(ctl->args, "active");
  return outcome;
}

/* Makes all changes in the open transaction. */
static collab_ctl_exit_t change(apply_t *apply) {
  static const collab_statement_t *const steps[] = {STATEMENT(ctl_exchange_communities), STATEMENT(ctl_exchange_companies),
                                                    STATEMENT(ctl_exchange_departments), STATEMENT(ctl_exchange_accounts),
                                                    STATEMENT(ctl_exchange_forms),       STATEMENT(ctl_exchange_storages),
                                                    STATEMENT(ctl_exchange_prune)};
  collab_ctl_exit_t outcome = CTL_DONE;
  collab_rows_t rows;

  for (size_t i = 0; i < sizeof steps / sizeof *steps && outcome == CTL_DONE; i++) {
    if ((outcome = collab_ctl_ask(apply->ctl, steps[i], WAIT, &rows)) == CTL_DONE) {
      add_changes(apply, rows);
    }
  }
  return outcome == CTL_DONE ? switch_companies(apply) : outcome;
}

/* Ends the transaction without its changes, prints the plan, and returns `outcome`. */
static collab_ctl_exit_t leave(apply_t *apply, collab_ctl_exit_t outcome, const char *message) {
  collab_rows_t rows;

  if (collab_pg_alive_in_transaction(apply->ctl->pg)) {
    (void)collab_ctl_ask(apply->ctl, STATEMENT(transaction_rollback), WAIT, &rows); /* it ends with the session, too */
  }
  if (message) {
    print(apply, false, message);
  }
  return outcome;
}

/* If storages have changed, names those that cannot be used yet. */
static collab_ctl_exit_t tell_storages(const apply_t *apply) {
  const char *domains = "";
  bool changed = false;
  collab_rows_t rows;

  for (int i = 0; i < apply->changes->nelts; i++) {
    changed |= !strcmp(APR_ARRAY_IDX(apply->changes, i, change_t).kind, "attachment");
  }
  if (!changed) {
    return CTL_DONE;
  }
  collab_ctl_exit_t outcome = collab_ctl_ask(apply->ctl, STATEMENT(ctl_exchange_unusable), WAIT, &rows);

  for (int row = 0; outcome == CTL_DONE && row < rows.count; row++) {
    domains = apr_pstrcat(apply->ctl->pool, domains, row ? ", " : "", collab_rows_text(rows, row, "domain"), NULL);
  }
  if (outcome == CTL_DONE && rows.count) {
    collab_ctl_say(apply->ctl,
                   "warning: storages without a password are not used until collabctl attachment set gives them one: %s",
                   domains);
  }
  return outcome;
}

/* Commits, unless there is nothing to do, or not to be done. */
static collab_ctl_exit_t finish(apply_t *apply) {
  collab_ctl_t *ctl = apply->ctl;
  const char *changes = apr_psprintf(ctl->pool, "%d change%s", apply->changes->nelts, apply->changes->nelts == 1 ? "" : "s");
  collab_ctl_exit_t outcome;
  collab_rows_t rows;

  if (!apply->changes->nelts) {
    return leave(apply, CTL_DONE, apr_pstrcat(ctl->pool, "nothing to do: the exchange is as ", apply->path, " says", NULL));
  }
  if (collab_ctl_value(ctl, "dry_run")) {
    return leave(apply, CTL_DONE, apr_pstrcat(ctl->pool, "would make ", changes, "; nothing is changed", NULL));
  }
  if (needs_yes(apply)) {
    collab_ctl_exit_t refused = leave(apply, CTL_REFUSED, apr_pstrcat(ctl->pool, "would make ", changes, NULL));
    collab_ctl_say(ctl, "a disabled company loses its pending deliveries; nothing is changed without --yes");
    return refused;
  }
  ctl->audited = false;
  if ((outcome = collab_ctl_audit(ctl)) != CTL_DONE ||
      (outcome = collab_ctl_ask(ctl, STATEMENT(transaction_commit), WAIT, &rows)) != CTL_DONE) {
    return leave(apply, outcome, NULL);
  }
  print(apply, true, apr_pstrcat(ctl->pool, "made ", changes, NULL));
  return tell_storages(apply);
}

/* Takes the locks, or reports that another session holds them. */
static collab_ctl_exit_t lock(apply_t *apply) {
  collab_ctl_t *ctl = apply->ctl;
  bool late = false;
  collab_rows_t rows;

  ctl->late = &late;
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, STATEMENT(ctl_exchange_lock), WAIT, &rows);
  ctl->late = NULL;
  if (late) {
    collab_ctl_say(ctl,
                   "another session is changing the members, see collabctl blocker list; nothing is changed, repeat the command");
  }
  return outcome;
}

collab_ctl_exit_t collab_ctl_exchange_apply(collab_ctl_t *ctl) {
  apply_t apply = {.ctl = ctl,
                   .passwords = apr_array_make(ctl->pool, 10, sizeof(collab_exchange_password_t)),
                   .changes = apr_array_make(ctl->pool, 100, sizeof(change_t))};
  collab_ctl_exit_t outcome;
  collab_rows_t rows;

  collab_ctl_describe(ctl);
  ctl->audited = true; /* the statements write the rows of the objects; finish() adds the command's */
  if ((outcome = read_file(&apply)) != CTL_DONE || (outcome = collab_ctl_lock(ctl, LOCK_WAIT)) != CTL_DONE ||
      (outcome = hash_passwords(&apply)) != CTL_DONE ||
      (outcome = collab_ctl_ask(ctl, STATEMENT(transaction_begin), WAIT, &rows)) != CTL_DONE) {
    return outcome;
  }
  if ((outcome = lock(&apply)) != CTL_DONE || (outcome = check(&apply)) != CTL_DONE || (outcome = change(&apply)) != CTL_DONE) {
    return leave(&apply, outcome, NULL);
  }
  return finish(&apply);
}

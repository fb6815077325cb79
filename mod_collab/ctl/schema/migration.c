/* migration.c: applies one migration of sql/migrations (migrate.c), and holds back nobody for more than a second at a time.
 *
 * While an `alter table` waits for a long transaction, every other statement on that table waits behind it. So PostgreSQL ends a
 * migration that has waited for its locks and held them for LIMIT milliseconds together. This file names who holds the lock,
 * pauses, and tries again, until --wait seconds have passed. LIMIT is below PostgreSQL's default deadlock_timeout, so a mutual
 * wait ends the migration and no statement of a node. It is a limit of the server for one command (ctl_migration_apply): it
 * counts also when this program is killed or stopped.
 *
 * A line "-- then" in the file begins the next part. Each part is a transaction, and the last part's transaction also records the
 * version. An interrupted migration begins again with its first part. A part with a line "-- slow: …" has no limit: it takes no
 * lock that holds others back, but reads or writes much. If it has several commands, they are one transaction. One command alone,
 * such as `create index concurrently`, is in none; it waits for older transactions, which this file names first. */
#include "ctl/ctl.h"

#include <string.h>

#define LIMIT "900"
#define PAUSE 3 /* seconds; longer than a try, so that what was held back can finish */
#define WAIT 60
#define LOCK_PAUSE apr_time_from_msec(200)
#define WAIT_FOR_LOCKS "300"
#define THEN "\n-- then\n"
#define SLOW "-- slow: "

/* Returns the first part of *rest, and sets *rest to what follows it; NULL: nothing. */
static const char *next_part(apr_pool_t *pool, const char **rest) {
  const char *part = *rest, *end = strstr(part, THEN);
  *rest = end ? end + strlen(THEN) : NULL;
  return end ? apr_pstrmemdup(pool, part, end - part) : part;
}

/* Sets the value `since`, the time before a try, for ctl_migration_holder. */
static collab_ctl_exit_t begin_try(collab_ctl_t *ctl) {
  collab_rows_t rows;
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, STATEMENT(ctl_migration_since), WAIT, &rows);

  if (outcome == CTL_DONE) {
    apr_table_set(ctl->args, "since", collab_rows_text(rows, 0, "since"));
  }
  return outcome;
}

/* Sets *said to a description of those that hold the lock, or for whom an index that is made or dropped `concurrently` may wait;
 * and *holders to their names. Both may be empty. */
static collab_ctl_exit_t find_holders(collab_ctl_t *ctl, bool concurrent, const char **holders, const char **said) {
  collab_rows_t rows;
  apr_table_set(ctl->args, "concurrent", concurrent ? "true" : "false");
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, STATEMENT(ctl_migration_holder), WAIT, &rows);

  *holders = *said = "";
  for (int row = 0; outcome == CTL_DONE && row < rows.count; row++) {
    *holders = apr_pstrcat(ctl->pool, *holders, collab_rows_text(rows, row, "holder"), " ", NULL);
    *said = apr_pstrcat(ctl->pool, *said, row ? "; " : "", collab_rows_text(rows, row, "said"), NULL);
  }
  return outcome;
}

/* Says who holds the lock, unless it has said so of the same holders, *told. */
static collab_ctl_exit_t tell_holders(collab_ctl_t *ctl, const char *what, const char **told) {
  const char *holders, *said;
  collab_ctl_exit_t outcome = find_holders(ctl, false, &holders, &said);

  if (outcome == CTL_DONE && (!*told || (*holders && strcmp(*told, holders)))) {
    collab_ctl_say(ctl, "%s: not applied yet, and tried again: %s", what,
                   *said ? apr_pstrcat(ctl->pool, "a lock is held by ", said, NULL) : "it was not done within a second");
    *told = holders;
  }
  return outcome;
}

/* Applies a slow part. PostgreSQL makes an index beside writers, but waits for every older transaction, perhaps for hours, and
 * says nothing meanwhile. So this names them first, unless it has named the same ones, *told. */
static collab_ctl_exit_t apply_slow(collab_ctl_t *ctl, const char *what, const char *part, const char **told) {
  const char *holders = "", *said = "";
  collab_ctl_exit_t outcome = CTL_DONE;

  if (strstr(part, " concurrently ") && (outcome = begin_try(ctl)) == CTL_DONE) {
    outcome = find_holders(ctl, true, &holders, &said);
  }
  if (outcome == CTL_DONE && *holders && strcmp(*told, holders)) {
    collab_ctl_say(ctl, "%s: may wait for the end of %s", what, said);
    *told = holders;
  }
  return outcome == CTL_DONE ? collab_ctl_script(ctl, what, part) : outcome;
}

/* Applies a part, and tries again while it cannot have its locks. */
static collab_ctl_exit_t apply_part(collab_ctl_t *ctl, const char *what) {
  const char *seconds = collab_ctl_value(ctl, "wait"), *told = NULL;
  apr_time_t until = collab_time_clock() + apr_time_from_sec(apr_atoi64(seconds ? seconds : WAIT_FOR_LOCKS));
  collab_ctl_exit_t outcome;
  bool late;

  for (;;) {
    if ((outcome = begin_try(ctl)) != CTL_DONE) {
      return outcome;
    }
    outcome = collab_ctl_attempt(ctl, what, STATEMENT(ctl_migration_apply), WAIT, &late);
    if (!late || (outcome = tell_holders(ctl, what, &told)) != CTL_DONE) {
      return outcome;
    }
    if (collab_time_clock() + apr_time_from_sec(PAUSE) > until) {
      collab_ctl_say(ctl, "%s: not applied: its locks are not free. Nothing of it was done; repeat collabctl migrate", what);
      return CTL_UNREACHABLE;
    }
    apr_sleep(apr_time_from_sec(PAUSE));
  }
}

/* Applies the parts. The last one also records the version if `records`. */
static collab_ctl_exit_t apply_parts(collab_ctl_t *ctl, const char *what, const char *text, bool records) {
  collab_ctl_exit_t outcome = CTL_DONE;
  const char *told = "";

  for (const char *rest = text; rest && outcome == CTL_DONE;) {
    const char *part = next_part(ctl->pool, &rest);
    bool slow = !strncmp(part, SLOW, strlen(SLOW)) || strstr(part, "\n" SLOW);
    if (slow && !rest && records) {
      collab_ctl_say(ctl, "%s: its last part records the version, and must not be slow", what);
      return CTL_REFUSED;
    }
    apr_table_setn(ctl->args, "script", part);
    apr_table_setn(ctl->args, "last", rest || !records ? "false" : "true");
    outcome = slow ? apply_slow(ctl, what, part, &told) : apply_part(ctl, what);
  }
  return outcome;
}

collab_ctl_exit_t collab_ctl_lock(collab_ctl_t *ctl, int seconds) {
  apr_time_t until = collab_time_clock() + apr_time_from_sec(seconds);
  collab_ctl_exit_t outcome;
  collab_rows_t rows;

  while ((outcome = collab_ctl_ask(ctl, STATEMENT(ctl_lock), WAIT, &rows)) == CTL_DONE && !collab_rows_integer(rows, 0, "held")) {
    if (collab_time_clock() > until) {
      collab_ctl_say(ctl, "another collabctl is changing the schema; repeat this command when it has ended");
      return CTL_UNREACHABLE;
    }
    apr_sleep(LOCK_PAUSE);
  }
  return outcome;
}

collab_ctl_exit_t collab_ctl_parts(collab_ctl_t *ctl, const char *what, const char *text) {
  apr_table_setn(ctl->args, "limit", LIMIT);
  return apply_parts(ctl, what, text, false);
}

collab_ctl_exit_t collab_ctl_migration(collab_ctl_t *ctl, const collab_ctl_version_t *one, bool fresh) {
  const collab_ctl_sql_t *file = &APR_ARRAY_IDX(one->files, 0, collab_ctl_sql_t);

  apr_table_setn(ctl->args, "limit", fresh ? "0" : LIMIT);
  collab_ctl_exit_t outcome = apply_parts(ctl, file->path, file->text, true);
  return outcome == CTL_DONE ? collab_ctl_audit(ctl) : outcome;
}

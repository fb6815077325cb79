/* search.c: collabctl search: rebuilds the index of partner search (docs/search.md), changes its words, and explains results.
 *
 * The index follows every change without these commands. */
#include "ctl/ctl.h"

#define REBUILD_WAIT 7200

static collab_ctl_exit_t rebuild(collab_ctl_t *ctl);

// clang-format off
static const collab_ctl_param_t synonym[] = {
  { "PHRASE", CTL_ARGUMENT, CTL_NAME, NAME_LENGTH, "a short form or a word, such as \"k8s\"" },
  { "means",  CTL_REQUIRED, CTL_NAME, NAME_LENGTH, "a phrase with the same meaning; either finds the other" },
  { "weight", CTL_OPTIONAL, CTL_SOME, 0,   "its weight relative to the searcher's own words: above 0, at most 1 (0.4)" },
  { "remove", CTL_OPTIONAL, CTL_FLAG, 0,   "removes the synonym" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t role_word[] = {
  { "WORD",   CTL_ARGUMENT, CTL_NAME, NAME_LENGTH, "a word that only says that a partner is wanted, such as \"vendor\"" },
  { "remove", CTL_OPTIONAL, CTL_FLAG, 0,   "makes it count again" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t explain[] = {
  { "QUERY",  CTL_ARGUMENT, CTL_NAME, 500, "the query of a member" },
  { "as",     CTL_REQUIRED, CTL_NAME, NAME_LENGTH, "the user whose partners are searched" },
  { "limit",  CTL_OPTIONAL, CTL_ID,   50,  "results, at most 50 (10)" },
  { NULL, 0, 0, 0, NULL }
};

static const char *const synonym_columns[] = { "phrase", "means", "weight", NULL };
static const char *const role_word_columns[] = { "word", NULL };
static const char *const explain_columns[] = { "place", "partner", "score", "why", NULL };

const collab_ctl_command_t collab_ctl_search[] = {
  { "rebuild",    "rebuilds the index while searches go on",              NULL,      NULL,                             NULL,              rebuild },
  { "synonym",    "makes two phrases find each other",                    synonym,   STATEMENT(ctl_search_synonym),    NULL,              NULL    },
  { "synonyms",   "lists the synonyms",                                   NULL,      STATEMENT(ctl_search_synonyms),   synonym_columns,   NULL, READS },
  { "role-word",  "makes a word of a query count nothing",                role_word, STATEMENT(ctl_search_role_word),  NULL,              NULL    },
  { "role-words", "lists the words that count nothing",                   NULL,      STATEMENT(ctl_search_role_words), role_word_columns, NULL, READS },
  { "explain",    "shows the results of a search, and why in this order", explain,   STATEMENT(ctl_search_explain),    explain_columns,   NULL, READS },
  { NULL }
};
// clang-format on

/* Writes the audit row, rebuilds the index, and then vacuums its tables, so that searches need not check the visibility of each
 * row. */
static collab_ctl_exit_t rebuild(collab_ctl_t *ctl) {
  collab_rows_t rows, none;
  collab_ctl_exit_t outcome = collab_ctl_audit(ctl);

  if (outcome == CTL_DONE) {
    outcome = collab_ctl_ask(ctl, STATEMENT(ctl_search_rebuild), REBUILD_WAIT, &rows);
  }
  if (outcome == CTL_DONE) {
    collab_ctl_tell(ctl, "%s", collab_rows_text(rows, 0, "said"));
    outcome = collab_ctl_ask(ctl, STATEMENT(ctl_search_vacuum), REBUILD_WAIT, &none);
  }
  return outcome;
}

/* role.h: the roles within a company (interface.md 4.10), which operations require and callers have. Any thread, any process; all
 * texts are static. */
#ifndef COLLAB_AUTH_ROLE_H
#define COLLAB_AUTH_ROLE_H

#include "collab.h"
#include "domain/outcome.h"

/* Who may call an operation: anyone, or an active account with at least this role. */
typedef enum collab_who_t {
  PUBLIC,    /* no token */
  READER,    /* reads, and changes the account's own password */
  MEMBER,    /* also works on requests */
  INTEGRATOR /* also manages webhooks, secrets and attachment configurations */
} collab_who_t;

/* The word of a role, as the database and the interface spell it; NULL for PUBLIC. */
const char *collab_role_word(collab_who_t who);

/* Whether an account may call an operation for `who`. `word`: the word of the account's role, or NULL if it has none. */
bool collab_role_suffices(const char *word, collab_who_t who);

/* The outcome of an operation for a caller without the necessary role; COLLAB_OUTCOME_COUNT if every role suffices. */
collab_outcome_t collab_role_refusal(collab_who_t who);

/* The role that an operation needs, as a sentence of its description; NULL if every role suffices. */
const char *collab_role_needed(collab_who_t who);

#endif

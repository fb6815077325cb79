/* outcome.c: the table of outcomes of an operation (domain/outcome.h).
 *
 * A statement returns the word of an outcome, and the URL of the problem type ends with that word. The rest of the outcome's row
 * goes into the response. The statement runner looks up outcomes by word; http/ and api/ look up rows by outcome. Must never log
 * or allocate: the response to "out of memory" is made from these rows. */
#include "domain/outcome.h"

#include <stddef.h>
#include <string.h>

static const collab_outcome_row_t rows[COLLAB_OUTCOME_COUNT] = {
#define OUTCOME(symbol, word, status, title, message) {word, status, title, message},
    COLLAB_OUTCOMES(OUTCOME)
#undef OUTCOME
};

const collab_outcome_row_t *collab_outcome_row(collab_outcome_t outcome) {
  return &rows[(unsigned)outcome < COLLAB_OUTCOME_COUNT ? outcome : COLLAB_INTERNAL];
}

collab_outcome_t collab_outcome_named(const char *word) {
  if (word == NULL) {
    return COLLAB_OUTCOME_COUNT;
  }
  int i = 0;
  while (i < COLLAB_OUTCOME_COUNT && strcmp(rows[i].word, word) != 0) {
    i++;
  }
  return (collab_outcome_t)i;
}

int collab_outcome_status(collab_outcome_t outcome) {
  return collab_outcome_row(outcome)->status;
}

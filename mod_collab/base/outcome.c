/* outcome.c: the table of what can come of an operation (base/outcome.h).
 *
 * Owns the rows. The word comes from SQL and goes into the problem type's URL, the rest goes into the answer.
 * Called by the statement runner (word to outcome) and by whoever writes an answer (outcome to row). Must never log or
 * allocate: an answer to "out of memory" is made from here. */
#include "base/outcome.h"

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

const char *collab_outcome_phrase(int status) {
  static const struct {
    int status;
    const char *phrase;
  } phrases[] = {
      {200, "OK"},
      {204, "No Content"},
      {304, "Not Modified"},
      {400, "Bad Request"},
      {401, "Unauthorized"},
      {403, "Forbidden"},
      {404, "Not Found"},
      {405, "Method Not Allowed"},
      {408, "Request Timeout"},
      {409, "Conflict"},
      {410, "Gone"},
      {413, "Content Too Large"},
      {414, "URI Too Long"},
      {415, "Unsupported Media Type"},
      {417, "Expectation Failed"},
      {422, "Unprocessable Content"},
      {429, "Too Many Requests"},
      {431, "Request Header Fields Too Large"},
      {500, "Internal Server Error"},
      {501, "Not Implemented"},
      {502, "Bad Gateway"},
      {503, "Service Unavailable"},
      {504, "Gateway Timeout"},
      {505, "HTTP Version Not Supported"},
  };

  for (unsigned i = 0; i < sizeof phrases / sizeof *phrases; i++) {
    if (phrases[i].status == status) {
      return phrases[i].phrase;
    }
  }
  return "";
}

int collab_outcome_status(collab_outcome_t outcome) {
  return collab_outcome_row(outcome)->status;
}

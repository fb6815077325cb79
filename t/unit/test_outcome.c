/* test_outcome.c: outcomes have unique words and titles, and the statuses and messages of the interface (domain/outcome.h). */
#include "tap.h"

#include "domain/outcome.h"

static void each_word_names_its_outcome(void) {
  for (int i = 0; i < COLLAB_OUTCOME_COUNT; i++) {
    const collab_outcome_row_t *row = collab_outcome_row((collab_outcome_t)i);

    tap_row(row->word);
    is_number(collab_outcome_named(row->word), i);
    is_number(collab_outcome_status((collab_outcome_t)i), row->status);
    ok(row->status >= 200 && row->status < 600);
    ok(row->title[0] != '\0');
    ok((row->status < 400) == (row->message[0] == '\0'));
    ok(strspn(row->word, "abcdefghijklmnopqrstuvwxyz-") == strlen(row->word)); /* it is part of a URL */
  }
  tap_row("");
}

static void other_words_name_none(void) {
  static const char *const words[] = {"", "OK", "ok ", "o", "closed-", "unknown\n", "200"};

  for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
    is_number(collab_outcome_named(words[i]), COLLAB_OUTCOME_COUNT);
  }
  is_number(collab_outcome_named(NULL), COLLAB_OUTCOME_COUNT);
}

/* A client that shows only the title still distinguishes the problem types. */
static void each_problem_has_a_title_of_its_own(void) {
  for (int i = 0; i < COLLAB_OUTCOME_COUNT; i++) {
    for (int j = 0; j < i && collab_outcome_status((collab_outcome_t)i) >= 400; j++) {
      tap_row(collab_outcome_row((collab_outcome_t)i)->word);
      ok(strcmp(collab_outcome_row((collab_outcome_t)i)->title, collab_outcome_row((collab_outcome_t)j)->title) != 0);
    }
  }
  tap_row("");
}

static void a_row_is_never_missing(void) {
  is_text(collab_outcome_row(COLLAB_OUTCOME_COUNT)->word, "internal");
  is_text(collab_outcome_row((collab_outcome_t)-1)->word, "internal");
  is_number(collab_outcome_status((collab_outcome_t)9999), 500);
}

/* The messages that clients rely on (interface.md 5.6), and the statuses (5.1). */
static void messages_are_as_specified(void) {
  is_text(collab_outcome_row(COLLAB_UNAUTHENTICATED)->message, "The authorization token provided was invalid.");
  ok(strstr(collab_outcome_row(COLLAB_BAD_LOGIN)->message, "authorization token") == NULL);
  is_text(collab_outcome_row(COLLAB_NO_INTERACTION)->message, "You are not able to interact with the referenced company.");
  is_text(collab_outcome_row(COLLAB_NOTE_CLOSED)->message,
          "Rejected by {service_name}: collaboration request {token} is closed. Create a new collaboration request instead.");
  is_number(collab_outcome_status(COLLAB_NOTE_CLOSED), 400);
  is_number(collab_outcome_status(COLLAB_CLOSED), 409);
  is_number(collab_outcome_status(COLLAB_NO_INTERACTION), 403);
  is_number(collab_outcome_status(COLLAB_TOO_MANY), 429);
  is_number(collab_outcome_status(COLLAB_UNAVAILABLE), 503);
}

int main(void) {
  tap_begin();
  each_word_names_its_outcome();
  other_words_name_none();
  each_problem_has_a_title_of_its_own();
  a_row_is_never_missing();
  messages_are_as_specified();
  return tap_done();
}

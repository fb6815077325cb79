/* role.c: the table of roles within a company (auth/role.h). An operation's statement refuses a caller without the necessary role
 * (sql/pieces/member.sql, sql/pieces/integrator.sql). httpd does not start if a statement lacks that check. */
#include "auth/role.h"

#include <string.h>

static const struct {
  const char *word;
  const char *needed;
  collab_outcome_t refusal;
} roles[] = {
    [PUBLIC] = {NULL, NULL, COLLAB_OUTCOME_COUNT},
    [READER] = {"reader", NULL, COLLAB_OUTCOME_COUNT},
    [MEMBER] = {"member", "The caller needs the role `member` or `integrator`.", COLLAB_MEMBER_ONLY},
    [INTEGRATOR] = {"integrator", "The caller needs the role `integrator`.", COLLAB_INTEGRATOR_ONLY},
};

const char *collab_role_word(collab_who_t who) {
  return roles[who].word;
}

bool collab_role_suffices(const char *word, collab_who_t who) {
  for (int role = INTEGRATOR; word && role >= READER; role--) {
    if (!strcmp(word, roles[role].word)) {
      return role >= (int)who;
    }
  }
  return who == PUBLIC;
}

collab_outcome_t collab_role_refusal(collab_who_t who) {
  return roles[who].refusal;
}

const char *collab_role_needed(collab_who_t who) {
  return roles[who].needed;
}

/* nearest.c: the known name that a mistyped word probably means (base/nearest.h). */
#include "base/nearest.h"

#include <string.h>

#define LONGEST 40 /* letters of a word or name; longer ones match nothing */

/* The number of letters that are missing, superfluous, wrong or swapped with the next one (optimal string alignment). */
static int distance(const char *a, const char *b) {
  int rows[3][LONGEST + 1], *before = rows[0], *above = rows[1], *row = rows[2];
  int la = (int)strlen(a), lb = (int)strlen(b);

  if (la > LONGEST || lb > LONGEST) {
    return LONGEST;
  }
  for (int j = 0; j <= lb; j++) {
    above[j] = j;
  }
  for (int i = 1; i <= la; i++) {
    row[0] = i;
    for (int j = 1; j <= lb; j++) {
      int best = above[j - 1] + (a[i - 1] != b[j - 1]);
      best = above[j] + 1 < best ? above[j] + 1 : best;
      best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before[j - 2] + 1 < best) {
        best = before[j - 2] + 1;
      }
      row[j] = best;
    }
    int *spare = before;
    before = above;
    above = row;
    row = spare;
  }
  return above[lb];
}

collab_nearest_t collab_nearest(const char *word) {
  return (collab_nearest_t){word, NULL, 2 * LONGEST};
}

void collab_nearest_try(collab_nearest_t *nearest, const char *name) {
  apr_size_t len = strlen(nearest->word);
  int wrong = len > 1 && !strncmp(nearest->word, name, len) ? 1 : distance(nearest->word, name);
  int far = 2 * wrong + (strlen(name) != len);

  if (far < nearest->far && wrong <= 1 + (int)len / 4) {
    nearest->far = far;
    nearest->name = name;
  }
}

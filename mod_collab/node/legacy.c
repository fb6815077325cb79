/* legacy.c: who still uses what CollabLegacySunset ends (node/legacy.h). */
#include "node/legacy.h"

#include "node/shared_private.h"

void collab_legacies_set(const collab_legacies_t *legacies) {
  collab_shared_begin(&collab_shared->legacies_turn);
  collab_shared->legacies = *legacies;
  collab_shared_end(&collab_shared->legacies_turn);
}

void collab_legacies(collab_legacies_t *legacies) {
  collab_shared_copy(legacies, &collab_shared->legacies, sizeof *legacies, &collab_shared->legacies_turn);
  for (int i = 0; i < 2 * COLLAB_LEGACY_SHOWN; i++) {
    collab_legacy_t *one = &legacies->shown[i];
    one->name[sizeof one->name - 1] = one->caller[sizeof one->caller - 1] = one->operations[sizeof one->operations - 1] = '\0';
  }
}

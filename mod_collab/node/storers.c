/* storers.c: the companies that have stored most today (node/storers.h). */
#include "node/storers.h"

#include <string.h>

#include "node/shared_private.h"

void collab_storers_set(const collab_storer_t storers[COLLAB_STORERS]) {
  collab_shared_begin(&collab_shared->storers_turn);
  memcpy(collab_shared->storer, storers, sizeof collab_shared->storer);
  collab_shared_end(&collab_shared->storers_turn);
}

void collab_storers(collab_storer_t storers[COLLAB_STORERS]) {
  collab_shared_copy(storers, collab_shared->storer, sizeof collab_shared->storer, &collab_shared->storers_turn);
  for (int i = 0; i < COLLAB_STORERS; i++) {
    storers[i].name[sizeof storers[i].name - 1] = '\0';
  }
}

/* storers.h: the companies that have stored most today. */
#ifndef COLLAB_NODE_STORERS_H
#define COLLAB_NODE_STORERS_H

#include "node/shared.h"

#define COLLAB_STORERS 5

typedef struct collab_storer_t {
  int64_t company; /* 0: none */
  int64_t requests, bytes;
  char name[COLLAB_SHARED_NAME];
} collab_storer_t;

/* Replaces them, the greatest first. The watcher alone. */
void collab_storers_set(const collab_storer_t storers[COLLAB_STORERS]);

/* Copies them. */
void collab_storers(collab_storer_t storers[COLLAB_STORERS]);

#endif

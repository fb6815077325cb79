/* legacy.h: who still uses what CollabLegacySunset ends, as the watcher last read it. The gauges COLLAB_GAUGE_LEGACY_CALLERS and
 * COLLAB_GAUGE_LEGACY_SUBSCRIPTIONS have the numbers of all. */
#ifndef COLLAB_NODE_LEGACY_H
#define COLLAB_NODE_LEGACY_H

#include "node/shared.h"

#define COLLAB_LEGACY_SHOWN 20 /* callers, and companies with V1 subscriptions */

/* A caller of deprecated operations, or a company with active V1 subscriptions. */
typedef struct collab_legacy_t {
  int64_t company;                 /* 0: none */
  char name[COLLAB_SHARED_NAME];   /* of the company */
  char caller[COLLAB_SHARED_NAME]; /* the user or principal; "": a company with V1 subscriptions */
  char operations[100];            /* of the caller, separated by ", " */
  int64_t subscriptions;           /* of the company */
  apr_time_t since;                /* first recorded use, or when the oldest subscription was made */
  apr_time_t last;                 /* the caller's last recorded use, which may be an hour older than the last use */
} collab_legacy_t;

/* Callers, the latest first, then companies, those with most subscriptions first. */
typedef struct collab_legacies_t {
  int callers, subscribers; /* how many there are */
  collab_legacy_t shown[2 * COLLAB_LEGACY_SHOWN];
} collab_legacies_t;

/* Replaces them. The watcher alone. */
void collab_legacies_set(const collab_legacies_t *legacies);

/* Copies them. */
void collab_legacies(collab_legacies_t *legacies);

#endif

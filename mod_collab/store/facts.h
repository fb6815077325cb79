/* facts.h: reads facts about the exchange's health from the database, for node/health.h. For the watcher and collabctl. */
#ifndef COLLAB_STORE_FACTS_H
#define COLLAB_STORE_FACTS_H

#include "node/health.h"
#include "store/pg.h"

/* Reads a row of STATEMENT(watch_look) into `facts`: clock, nodes, dispatchers, waiting work. `asked` and `answered` are the
 * dates, by this machine's clock, when the statement was sent and answered. Copies texts into `pool`. The row's canary is for
 * collab_canary_verdict(). */
void collab_facts_read(apr_pool_t *pool, collab_facts_t *facts, collab_rows_t rows, apr_time_t asked, apr_time_t answered);

#endif

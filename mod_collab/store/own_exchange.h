/* own_exchange.h: checks that a database is that of this node's exchange (CollabExchange). A restored dump, a wrong connection
 * string or an empty data directory would otherwise be served as if it were the exchange's. For every process that connects. */
#ifndef COLLAB_STORE_OWN_EXCHANGE_H
#define COLLAB_STORE_OWN_EXCHANGE_H

#include "store/pg.h"

/* Sets the identity that this process and its later children expect, a UUID in lower case; NULL: any, and nothing is checked.
 * The text is not copied. Call it while the process has one thread. */
void collab_own_exchange_expect(const char *identity);

/* The identity that this process expects; NULL: any. */
const char *collab_own_exchange_expected(void);

/* Why a database with this identity is not the expected one; NULL: it is. `identity` NULL: the database has none. Memory of the
 * pool. */
const char *collab_own_exchange_fault(apr_pool_t *pool, const char *expected, const char *identity);

/* Asks for the database's identity in a new session; one round trip, or none if any is expected. Waits as collab_pg_pin does.
 * False and *fault (pool memory): the session must not be used, because the database is another one, or does not answer. */
bool collab_own_exchange_check(collab_pg_t *pg, apr_pool_t *pool, const char **fault);

/* True if this process must not use the database that it is connected to: the watcher found a second ago that the database has
 * another identity than the expected one, or none. Any process of the node; cheap. */
bool collab_own_exchange_lost(void);

#endif

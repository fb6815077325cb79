/* jwks.h: reads a JWK set (RFC 7517): another issuer's public keys, each for one algorithm. Any thread, any process. */
#ifndef COLLAB_AUTH_JWKS_H
#define COLLAB_AUTH_JWKS_H

#include "auth/jws.h"
#include "domain/issuer.h"

#define COLLAB_JWKS_BYTES (256 * 1024)
#define COLLAB_JWKS_KEYS 64 /* usable keys of a set that are kept: the first */
#define COLLAB_JWKS_TRIED 4 /* keys that a token is tried with */

typedef struct collab_jwks_t collab_jwks_t; /* immutable; lives in its pool */

/* Reads a set of at most COLLAB_JWKS_BYTES. Leaves out each entry that is no usable key (RFC 7517, 5); auth/jwk.h lists the
 * reasons. So the set may have no key. Equal keys with the same kid are one. Returns NULL and *error (pool memory) only if the
 * text is larger, is not JSON outside of its entries, or lacks the array `keys`. */
const collab_jwks_t *collab_jwks_parse(apr_pool_t *pool, const char *text, apr_size_t len, const char **error);

/* Finds the keys with this id and algorithm, in the set's order, at most COLLAB_JWKS_TRIED. A NULL `kid` fits each key, an empty
 * one those without an id. Returns their number. */
int collab_jwks_find(const collab_jwks_t *set, const char *kid, const char *algorithm,
                     const collab_jws_key_t *found[COLLAB_JWKS_TRIED]);

/* The number of usable keys. */
int collab_jwks_count(const collab_jwks_t *set);

/* Is the array `keys` empty, so that the issuer says that it has no key? */
bool collab_jwks_is_empty(const collab_jwks_t *set);

/* "has no usable key: …", in `pool`, if the set has none, although it is not empty; NULL: it is usable, or empty. */
const char *collab_jwks_fault(apr_pool_t *pool, const collab_jwks_t *set);

/* Which entries were left out, and why: a text of a few lines' length, in the set's pool; NULL: none. */
const char *collab_jwks_left_out(const collab_jwks_t *set);

/* keyset.c: a process's copy of one trusted issuer's keys. It is read on demand, and refreshed when it is old, or when a token
 * names an unknown key id. All threads together keep a minimum interval between refreshes, also after failures. Any thread. */

typedef struct collab_keyset_t collab_keyset_t;

/* What a key set needs from its caller: mainly access to the stored keys of an issuer with a URL. collab_keyset_find passes its
 * `context` to these functions. */
typedef struct collab_keyset_source_t {
  /* If the stored set has another version than *version ("": none yet), returns its text and sets *version. NULL: the version is
   * the same, no set is stored, or, with *error set, the set could not be read. "": the stored keys have ended. */
  const char *(*read)(void *context, apr_pool_t *pool, const collab_issuer_t *issuer, const char **version, const char **error);
  /* Requests a fetch of the keys. Called when a token's key is not in the stored set. */
  void (*want)(void *context, apr_pool_t *pool, const collab_issuer_t *issuer);
  /* Logs a warning for the operator. */
  void (*warn)(void *context, const collab_issuer_t *issuer, const char *text);
} collab_keyset_source_t;

/* Makes the key set of `issuer`, which every child of this process may use. Reads the keys of a key file now; keys from a URL
 * are read later. `trust`: CollabIssuerTrust. *remark: what is wrong with the file; NULL: nothing. A file that cannot be used is
 * read again later, like one that is damaged later. NULL: out of memory. Lives in `pool`. */
collab_keyset_t *collab_keyset_make(apr_pool_t *pool, const collab_issuer_t *issuer, int trust, const char **remark);

/* The keys that a token may have been signed with: several if the issuer has published several under one id, or without one. */
typedef struct collab_found_keys_t {
  const collab_jws_key_t *keys[COLLAB_JWKS_TRIED];
  int count;
  unsigned number; /* of the set, for collab_keyset_again */
  bool refreshed;  /* the set was refreshed for this look-up */
} collab_found_keys_t;

/* Finds the keys with this id (NULL: the token names none) and algorithm. They live in `pool`. Returns COLLAB_OK;
 * COLLAB_UNAUTHENTICATED: no such key; or COLLAB_UNAVAILABLE: no key of this issuer is known. `now`: collab_time_clock. */
collab_outcome_t collab_keyset_find(collab_keyset_t *keys, apr_pool_t *pool, const collab_keyset_source_t *source, void *context,
                                    apr_time_t now, const char *kid, const char *algorithm, collab_found_keys_t *found);

/* Called when none of the keys that were `found` fits the token's signature. The issuer may have replaced a key and kept its id,
 * so this counts as an unknown key: refreshes the set, at most once a second, and requests a fetch. Returns true if there is a
 * new set: find the keys again. */
bool collab_keyset_again(collab_keyset_t *keys, apr_pool_t *pool, const collab_keyset_source_t *source, void *context,
                         apr_time_t now, const collab_found_keys_t *found);

/* How long keys of the issuer are trusted that cannot be confirmed, in seconds: `trust` (CollabIssuerTrust), but for a URL at
 * least four refreshes, so that a fault is reported before they end. */
int collab_keyset_trusted(const collab_issuer_t *issuer, int trust);

/* What is known of the keys of a key file. */
typedef struct collab_keys_report_t {
  const char *fault;       /* a word of sql/queries/api/watch_issuers.sql; NULL: none */
  const char *error;       /* why the last read failed, in the pool; NULL: it did not */
  const char *left_out;    /* entries of a set that was not reported before, in the pool; NULL: none */
  apr_interval_time_t age; /* since the keys were confirmed; -1: never */
} collab_keys_report_t;

/* Refreshes the set of a key file if it is due, and judges it. For the watcher. */
collab_keys_report_t collab_keyset_check(collab_keyset_t *keys, apr_pool_t *pool, const collab_keyset_source_t *source,
                                         void *context, apr_time_t now);

/* Call in each child of the process that made `keys`. Key sets that are read later live in a pool that the child's threads
 * share. If memory runs out, that pool calls the abort function of `pchild`, which in httpd ends the process. All sets end with
 * `pchild`. */
void collab_keyset_child_init(collab_keyset_t *keys, apr_pool_t *pchild);

#endif

/* credentials.c: the secrets that sign a subscription's deliveries, and the credentials for its callback: together, the proof
 * that a delivery is ours.
 *
 * The dispatcher opens a subscription's proof once. It keeps the proof for later deliveries while claims return the same sealed
 * bytes. It wipes all proofs every FORGET_EVERY, or when it holds AT_MOST of them. Runs in the dispatcher's loop. */
#include "dispatch/send/credentials.h"
#include "outbound/sign.h"

#include <apr_hash.h>
#include <apr_strings.h>
#include <string.h>

#include "base/seal.h"
#include "domain/domain.h"

#define FORGET_EVERY apr_time_from_sec(600)
#define AT_MOST 4096

struct collab_credentials_cache_t {
  const collab_keyring_t *keyring;
  apr_pool_t *pool;
  apr_hash_t *by_subscription;
  int made;
  apr_time_t forget_at;
};

/* Opened secrets and credentials, and the sealed columns that they were opened from. */
typedef struct kept_t {
  collab_credentials_t proof;
  const char *subscription, *uid, *secret, *previous, *auth;
} kept_t;

collab_credentials_cache_t *collab_credentials_setup(apr_pool_t *pool, const collab_keyring_t *keyring) {
  collab_credentials_cache_t *credentials = apr_pcalloc(pool, sizeof *credentials);

  credentials->keyring = keyring;
  apr_pool_create(&credentials->pool, pool);
  apr_pool_tag(credentials->pool, "collab_credentials");
  credentials->by_subscription = apr_hash_make(credentials->pool);
  return credentials;
}

static void forget(collab_credentials_cache_t *credentials, apr_time_t now) {
  apr_pool_clear(credentials->pool);
  credentials->by_subscription = apr_hash_make(credentials->pool);
  credentials->made = 0;
  credentials->forget_at = now + FORGET_EVERY;
}

static bool same(const char *a, const char *b) {
  return a && b ? !strcmp(a, b) : a == b;
}

static bool is_of(const kept_t *kept, const collab_claimed_row_t *claimed_row) {
  return same(kept->secret, claimed_row->callback.secret) && same(kept->previous, claimed_row->callback.previous_secrets) &&
         same(kept->auth, claimed_row->callback.auth) && same(kept->uid, claimed_row->callback.subscription_uid);
}

/* Opens a sealed column of the subscription. NULL: the column is null, or does not open. */
static const char *open_sealed(collab_credentials_cache_t *credentials, const kept_t *kept, const char *sealed,
                               const char *purpose) {
  apr_pool_t *pool = credentials->pool;
  const char *identity = apr_pstrcat(pool, "subscription/", kept->uid, "/", purpose, NULL);

  return sealed ? collab_unseal(pool, credentials->keyring, identity, sealed) : NULL;
}

/* Opens the replaced secrets, which are sealed with the same identity (collab_seal) as the current secret. Leaves out secrets
 * that do not open. */
static const char **open_previous(collab_credentials_cache_t *credentials, const kept_t *kept) {
  apr_pool_t *pool = credentials->pool;
  apr_array_header_t *opened = apr_array_make(pool, 4, sizeof(const char *));
  char *left = apr_pstrdup(pool, kept->previous ? kept->previous : ""), *sealed;

  while ((sealed = apr_strtok(left, " ", &left))) {
    const char *secret = open_sealed(credentials, kept, sealed, "secret");
    if (secret) {
      APR_ARRAY_PUSH(opened, const char *) = secret;
    }
  }
  APR_ARRAY_PUSH(opened, const char *) = NULL;
  return (const char **)opened->elts;
}

/* Opens all sealed columns of `kept`, or sets the error. */
static void open_all(collab_credentials_cache_t *credentials, kept_t *kept, const char *auth_type) {
  collab_credentials_t *proof = &kept->proof;
  const char *auth = open_sealed(credentials, kept, kept->auth, "auth");
  bool fine = true;

  proof->secret = open_sealed(credentials, kept, kept->secret, "secret");
  proof->previous = open_previous(credentials, kept);
  if (!proof->secret || (!auth && kept->auth)) {
    proof->error = "the subscription's secrets cannot be opened"; /* not final: the operator may restore the key */
    return;
  }
  proof->oauth = auth && !strcmp(auth_type, OAUTH2) ? auth : NULL;
  proof->header = proof->oauth ? NULL : collab_callback_header(credentials->pool, auth, &fine);
  if (!fine) {
    proof->error = "the subscription's callback authentication cannot be used";
    proof->final = true;
  }
}

void collab_credentials_turn(collab_credentials_cache_t *credentials, apr_time_t now) {
  if (credentials->forget_at <= now || credentials->made >= AT_MOST) {
    forget(credentials, now);
  }
}

const collab_credentials_t *collab_credentials_of(collab_credentials_cache_t *credentials,
                                                  const collab_claimed_row_t *claimed_row) {
  kept_t *kept = apr_hash_get(credentials->by_subscription, claimed_row->subscription, APR_HASH_KEY_STRING);
  if (kept && is_of(kept, claimed_row)) {
    return &kept->proof;
  }
  kept = apr_pcalloc(credentials->pool, sizeof *kept);
  kept->subscription = apr_pstrdup(credentials->pool, claimed_row->subscription);
  kept->uid = apr_pstrdup(credentials->pool, claimed_row->callback.subscription_uid);
  kept->secret = apr_pstrdup(credentials->pool, claimed_row->callback.secret);
  kept->previous = apr_pstrdup(credentials->pool, claimed_row->callback.previous_secrets);
  kept->auth = apr_pstrdup(credentials->pool, claimed_row->callback.auth);
  open_all(credentials, kept, claimed_row->callback.auth_type);
  apr_hash_set(credentials->by_subscription, kept->subscription, APR_HASH_KEY_STRING, kept);
  credentials->made++;
  return &kept->proof;
}

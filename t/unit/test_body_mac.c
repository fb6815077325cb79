/* test_body_mac.c: the keyed hash of a body is right, and survives the rotation of its key (domain/body_mac.h). */
#include "tap.h"

#include "base/keyring.h"
#include "base/seal.h"
#include "domain/body_mac.h"

#define KEY_A "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
#define KEY_B "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8e7e6e5e4e3e2e1e0"
/* The hash of the body {}, made by another implementation (Python's hmac and hashlib). */
#define MAC_OF_A "067a53c5a58abb319a225816a1d9c2356576e976d464b2d7a7bc9e02ad9a2bea"

static collab_keyring_t *ring_of(const char *text) {
  static int number;
  const char *error;
  collab_keyring_t *ring =
      collab_keyring_load(tap_pool, tap_file(apr_psprintf(tap_pool, "macs%d", number++), text, strlen(text)), &error);

  if (ring == NULL) {
    printf("Bail out! %s\n", error);
    exit(2);
  }
  return ring;
}

static void the_hash_has_a_key(void) {
  const collab_keyring_t *ring = ring_of("1 " KEY_A "\n2 " KEY_B "\n");
  const char *digest = collab_body_digest(tap_pool, "{}"), *other = collab_body_digest(tap_pool, "{ }");

  is_text(collab_body_mac(tap_pool, ring, 1, NULL, digest), MAC_OF_A);
  ok(strcmp(collab_body_mac(tap_pool, ring, 2, NULL, digest), MAC_OF_A) != 0);
  ok(strcmp(collab_body_mac(tap_pool, ring, 1, NULL, other), MAC_OF_A) != 0);
  is_text(collab_body_mac(tap_pool, ring, 3, NULL, digest), NULL);
  is_text(collab_body_mac(tap_pool, ring, 0, NULL, digest), NULL);
  is_text(collab_body_mac(tap_pool, ring, 256, NULL, digest), NULL);
}

static void a_key_that_is_gone_is_kept_sealed(void) {
  const collab_keyring_t *both = ring_of("2 " KEY_B "\n1 " KEY_A "\n"), *fresh = ring_of("2 " KEY_B "\n");
  const collab_keyring_t *third = ring_of("3 " KEY_A "\n2 " KEY_B "\n");
  const char *digest = collab_body_digest(tap_pool, "{}"), *kept = collab_body_mac_keep(tap_pool, both, 1);

  ok(strncmp(kept, "\\x0102", 6) == 0); /* sealed with the first key */
  is_text(collab_body_mac(tap_pool, fresh, 1, kept, digest), MAC_OF_A);
  is_text(collab_body_mac(tap_pool, fresh, 1, NULL, digest), NULL);
  is_text(collab_body_mac(tap_pool, fresh, 3, kept, digest), NULL); /* a kept key opens only for its own id */
  is_text(collab_body_mac(tap_pool, ring_of("1 " KEY_B "\n"), 5, kept, digest), NULL);
  is_text(collab_body_mac_keep(tap_pool, fresh, 1), NULL);
  /* the next rotation seals the kept key again */
  const char *again = collab_seal_again(tap_pool, third, "idempotency/mac/1", kept);
  ok(again != NULL && strncmp(again, "\\x0103", 6) == 0);
  is_text(collab_body_mac(tap_pool, third, 1, again, digest), MAC_OF_A);
}

int main(void) {
  tap_begin();
  the_hash_has_a_key();
  a_key_that_is_gone_is_kept_sealed();
  return tap_done();
}

/* test_login_name.c: the keyed hash of a login name depends only on the name and one key (auth/login_name.h). */
#include "tap.h"

#include "auth/login_name.h"
#include "base/keyring.h"

#define KEY_A "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
#define KEY_B "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8e7e6e5e4e3e2e1e0"
/* The hash of "hunter2" with key A, made by another implementation (Python's hmac and hashlib). */
#define MAC_OF_A "4a5deed53be592b46dfc7578b26db37a94b5d3f313001239992f71162687fb26"

static collab_keyring_t *ring_of(const char *text) {
  static int number;
  const char *error;
  collab_keyring_t *ring =
      collab_keyring_load(tap_pool, tap_file(apr_psprintf(tap_pool, "names%d", number++), text, strlen(text)), &error);

  if (ring == NULL) {
    printf("Bail out! %s\n", error);
    exit(2);
  }
  return ring;
}

int main(void) {
  tap_begin();
  is_text(collab_login_name_mac(tap_pool, ring_of("1 " KEY_A "\n"), "hunter2"), MAC_OF_A);
  is_text(collab_login_name_mac(tap_pool, ring_of("9 " KEY_A "\n1 " KEY_B "\n"), "hunter2"), MAC_OF_A);
  ok(strcmp(collab_login_name_mac(tap_pool, ring_of("1 " KEY_B "\n2 " KEY_A "\n"), "hunter2"), MAC_OF_A) != 0);
  ok(strcmp(collab_login_name_mac(tap_pool, ring_of("1 " KEY_A "\n"), "hunter3"), MAC_OF_A) != 0);
  ok(strlen(collab_login_name_mac(tap_pool, ring_of("1 " KEY_A "\n"), "")) == 64);
  return tap_done();
}

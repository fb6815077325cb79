/* test_new_password.c: a new password must be long, uncommon and unlike the user name (auth/password.h). */
#include "tap.h"

#include "auth/password.h"

static bool refused(const char *password, const char *username, const char *reason) {
  const char *fault = collab_new_password_fault(tap_pool, password, username);

  return reason ? fault && strstr(fault, reason) : !fault;
}

static void it_is_long_enough(void) {
  ok(refused("", "ada@acme.example", "at least 12 characters"));
  ok(refused("elevenchars", "ada@acme.example", "at least 12 characters"));
  ok(refused("twelve chars", "ada@acme.example", NULL));
  ok(refused("\xE8\xAA\x9E\xE8\xAA\x9E\xE8\xAA\x9E\xE8\xAA\x9E", "ada@acme.example", "at least 12")); /* 12 bytes */
  ok(refused("\xE8\xAA\x9E\xE8\xAA\x9E\xE8\xAA\x9E\xE8\xAA\x9E of a lock", "ada@acme.example", NULL));
}

static void it_is_not_common(void) {
  static const char *const common[] = {"123456789012", "passwordpassword", "PASSWORD1234", "1qaz2wsx3edc",
                                       "!qaz2wsx#edc", "zzzzzzzzzzzz",     "Welcome@1234", "iloveyouforever"};

  for (unsigned i = 0; i < sizeof common / sizeof *common; i++) {
    ok(refused(common[i], "ada@acme.example", "most common"));
  }
  ok(refused("passwordpassworf", "ada@acme.example", NULL));
}

static void it_does_not_contain_the_user_name(void) {
  ok(refused("my robin@acme.example", "robin@acme.example", "user name"));
  ok(refused("Robin Hood 1234", "robin@acme.example", "user name"));
  ok(refused("a ROBIN in a tree", "Robin", "user name"));
  ok(refused("ada of Lovelace", "ada@acme.example", NULL)); /* a name of three letters does not count */
  ok(refused("xx ada@acme.example", "ada@acme.example", "user name"));
  ok(refused("acme.example of us", "ada@acme.example", NULL));
}

/* collabctl demo sets the demo's password without a check. */
static void the_demos_password_complies(void) {
  static const char *const users[] = {"ada@acme.example", "ben@beta.example", "cleo@gamma.example"};

  for (unsigned i = 0; i < sizeof users / sizeof *users; i++) {
    ok(refused("exchange-demo", users[i], NULL));
  }
}

int main(void) {
  tap_begin();
  it_is_long_enough();
  it_is_not_common();
  it_does_not_contain_the_user_name();
  the_demos_password_complies();
  return tap_done();
}

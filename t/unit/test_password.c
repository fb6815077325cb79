/* test_password.c: a password matches only its own hash, and a check takes as long for an unknown user (auth/password.h). */
#include "tap.h"

#include "auth/password.h"

#include <time.h>

#define ROWS(table) (sizeof(table) / sizeof(table[0]))
#define CHEAP 4

static const char *repeated(int byte, int times) {
  char *text = apr_pcalloc(tap_pool, (apr_size_t)times + 1);
  memset(text, byte, (apr_size_t)times);
  return text;
}

static bool matches(const char *password, const char *hash) {
  return collab_password_matches(tap_pool, password, hash);
}

static void a_password_matches_its_hash_alone(void) {
  const char *const passwords[] = {"exchange-demo",
                                   "",
                                   " ",
                                   "p\xC3\xA4ssw\xC3\xB6rd \xF0\x9F\x94\x91",
                                   "\x01\xFF",
                                   repeated('x', 71),
                                   repeated('x', 72),
                                   repeated('x', 73),
                                   repeated('x', 191),
                                   repeated('x', 5000)};

  for (unsigned i = 0; i < ROWS(passwords); i++) {
    const char *hash = collab_password_hash(tap_pool, passwords[i], CHEAP);
    ok(hash != NULL && strncmp(hash, "$2y$04$", 7) == 0 && strlen(hash) == 60);
    for (unsigned k = 0; k < ROWS(passwords); k++) {
      ok(matches(passwords[k], hash) == (k == i)); /* not cut at 72 bytes */
    }
  }
  const char *hash = collab_password_hash(tap_pool, "Secret", CHEAP);
  ok(!matches("secret", hash));
  ok(!matches("Secret ", hash));
  ok(!matches(" Secret", hash));
  ok(strcmp(hash, collab_password_hash(tap_pool, "Secret", CHEAP)) != 0); /* each hash has its own salt */
}

static void costs(void) {
  ok(strncmp(collab_password_hash(tap_pool, "x", COLLAB_PASSWORD_COST), "$2y$10$", 7) == 0);
  ok(matches("x", collab_password_hash(tap_pool, "x", 5)));
  is_text(collab_password_hash(tap_pool, "x", 3), NULL);
  is_text(collab_password_hash(tap_pool, "x", 0), NULL);
  is_text(collab_password_hash(tap_pool, "x", -1), NULL);
  is_text(collab_password_hash(tap_pool, "x", 32), NULL);
}

/* Another implementation's hash of base64(SHA-256("exchange-demo")). */
static void a_known_hash(void) {
  ok(matches("exchange-demo", "$2y$04$CCCCCCCCCCCCCCCCCCCCC.Y2lf/FcAQrsO8ovDnv0aa.H2.E4W5TS"));
  ok(!matches("exchange-demo2", "$2y$04$CCCCCCCCCCCCCCCCCCCCC.Y2lf/FcAQrsO8ovDnv0aa.H2.E4W5TS"));
}

/* Contents of httpd's password files, or of a wrong column: none of them is a hash of this service. */
static void no_other_format_counts(void) {
  static const char *const hashes[] = {
      "",
      "x",
      "exchange-demo",
      "*",
      "!",
      "$",
      "$2y$",
      "$2y$10$",
      "{SHA}iqmNVD3uEvwGuuHpfTzK7Fd4Wqk=",
      "$apr1$abcdefgh$0bW7VQdrHo9E6PzVdCXo10",
      "$1$abcdefgh$Zq4.2ZNTtE9rMJ5JtFLV60",
      "$2y$10$too.short",
      "$2y$10$abcdefghijklmnopqrstuuqYNLbYpVzLkwNjjTKxZzqEJsMKXgcx6x",
      "$2y$99$abcdefghijklmnopqrstuuqYNLbYpVzLkwNjjTKxZzqEJsMKXgcx6",
      "$2y$xx$abcdefghijklmnopqrstuuqYNLbYpVzLkwNjjTKxZzqEJsMKXgcx6",
      "$2y$04$??????????????????????qYNLbYpVzLkwNjjTKxZzqEJsMKXgcx6",
      "$2x$04$abcdefghijklmnopqrstuuqYNLbYpVzLkwNjjTKxZzqEJsMKXgcx6",
      "0123456789012345678901234567890123456789012345678901234567890",
  };

  for (unsigned i = 0; i < ROWS(hashes); i++) {
    tap_row(hashes[i]);
    ok(!matches("exchange-demo", hashes[i]));
    ok(!matches(hashes[i], hashes[i]));
  }
  tap_row("");
}

static double seconds_of(const char *hash) {
  struct timespec begin, end;

  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
  matches("a guess", hash);
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
  return (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
}

/* The time must not reveal which users exist. Takes the shortest of three runs, to exclude the machine's load. */
static void an_unknown_user_takes_as_long(void) {
  const char *hash = collab_password_hash(tap_pool, "exchange-demo", COLLAB_PASSWORD_COST);
  double known = 9, unknown = 9, broken = 9;

  ok(!matches("exchange-demo", NULL));
  ok(!matches("", NULL));
  for (int i = 0; i < 3; i++) {
    double a = seconds_of(hash), b = seconds_of(NULL), c = seconds_of("*");
    if (a < known) {
      known = a;
    }
    if (b < unknown) {
      unknown = b;
    }
    if (c < broken) {
      broken = c;
    }
  }
  if (!ok(unknown > known * 0.7 && unknown < known * 1.4)) {
    printf("# %f and %f seconds\n", known, unknown);
  }
  if (!ok(broken > known * 0.7 && broken < known * 1.4)) {
    printf("# %f and %f seconds\n", known, broken);
  }
}

int main(void) {
  tap_begin();
  a_password_matches_its_hash_alone();
  costs();
  a_known_hash();
  no_other_format_counts();
  an_unknown_user_takes_as_long();
  return tap_done();
}

/* test_random.c: random tokens and ids have their form, are evenly spread, and never repeat (base/random.h). */
#include "tap.h"

#include "base/random.h"

#include <apr_hash.h>
#include <sys/wait.h>

#define DRAWS 2000

/* Draws many values: each has the right length and alphabet, none repeats, and all characters are about equally frequent. */
static void draws(const char *(*draw)(apr_pool_t *), size_t length, const char *alphabet) {
  apr_hash_t *seen = apr_hash_make(tap_pool);
  double count[256] = {0}, chi = 0;
  size_t size = strlen(alphabet);
  int bad = 0;

  for (int i = 0; i < DRAWS; i++) {
    const char *value = draw(tap_pool);
    if (value == NULL || strlen(value) != length || strspn(value, alphabet) != length) {
      bad++;
      continue;
    }
    if (apr_hash_get(seen, value, APR_HASH_KEY_STRING)) {
      bad++;
    }
    apr_hash_set(seen, value, APR_HASH_KEY_STRING, value);
    for (const char *p = value; *p; p++) {
      count[(unsigned char)*p]++;
    }
  }
  is_number(bad, 0);
  double expected = (double)DRAWS * (double)length / (double)size;
  for (const char *p = alphabet; *p; p++) {
    chi += (count[(unsigned char)*p] - expected) * (count[(unsigned char)*p] - expected) / expected;
  }
  /* For a fair draw chi is about `size`; it exceeds this limit once in millions of runs. Bytes modulo 62 give over 4 * size. */
  if (!ok(chi < 2.2 * (double)size)) {
    printf("# chi square %f of %d\n", chi, (int)size);
  }
}

static void uuid(void) {
  apr_hash_t *seen = apr_hash_make(tap_pool);
  int bad = 0;

  for (int i = 0; i < DRAWS; i++) {
    const char *value = collab_random_uuid(tap_pool);
    if (strlen(value) != 36 || strspn(value, "0123456789abcdef-") != 36 || value[8] != '-' || value[13] != '-' ||
        value[18] != '-' || value[23] != '-' || value[14] != '4' || !strchr("89ab", value[19]) ||
        apr_hash_get(seen, value, APR_HASH_KEY_STRING)) {
      bad++;
    }
    apr_hash_set(seen, value, APR_HASH_KEY_STRING, value);
  }
  is_number(bad, 0);
}

/* httpd forks its workers: a child must not repeat its parent's or its sibling's values. */
static void a_forked_process_draws_others(void) {
  char values[3][64] = {{0}};

  collab_random_token(tap_pool); /* the generator is seeded before the fork */
  for (int i = 0; i < 2; i++) {
    int ends[2];
    if (pipe(ends) != 0) {
      exit(2);
    }
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
      const char *value = collab_random_token(tap_pool);
      _exit(write(ends[1], value, strlen(value)) == 20 ? 0 : 1);
    }
    close(ends[1]);
    is_number(read(ends[0], values[i], 63), 20);
    close(ends[0]);
    waitpid(pid, NULL, 0);
  }
  apr_cpystrn(values[2], collab_random_token(tap_pool), sizeof(values[2]));
  ok(strcmp(values[0], values[1]) != 0 && strcmp(values[0], values[2]) != 0 && strcmp(values[1], values[2]) != 0);
}

int main(void) {
  static const char base64url[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  tap_begin();
  draws(collab_random_token, 20, apr_pstrndup(tap_pool, base64url, 62));
  draws(collab_random_secret, 43, base64url);
  const char *secret = collab_random_webhook_secret(tap_pool);
  ok(!strncmp(secret, "whsec_", 6) && strlen(secret) == 50 && strlen(secret) - 1 == strcspn(secret, "="));
  ok(strcmp(secret, collab_random_webhook_secret(tap_pool)) != 0);
  uuid();
  a_forked_process_draws_others();
  return tap_done();
}

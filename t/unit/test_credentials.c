/* test_credentials.c: a subscription's secrets are opened once, kept for ten minutes, and then wiped from the process's memory
 * (dispatch/send/credentials.h) */
#include "dispatch/send/credentials.h"
#include "tap.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/json.h"
#include "base/keyring.h"
#include "base/random.h"
#include "base/seal.h"

#define CHUNK 65536
#define SHADOW 0x10000000UL                                               /* only a sanitizer's own mappings are larger */
#define FREED "malloc() writes over the beginning of what it gets back: " /* filler, which is not searched for */
#define MASK 0x55 /* keeps the words masked in this program's own memory, so that the search does not find them there */

static collab_credentials_cache_t *credentials;
static const collab_keyring_t *keyring;

/* Makes a random word of 24 letters, which no memory contains by chance, and masks it. */
static void invent(char *masked) {
  const char *uuid = collab_random_uuid(tap_pool);
  for (int i = 0; i < 24; i++) {
    masked[i] = uuid[i] ^ MASK;
  }
  explicit_bzero((char *)uuid, strlen(uuid));
}

static void unmask(char *out, const char *masked) {
  for (int i = 0; i < 24; i++) {
    out[i] = masked[i] ^ MASK;
  }
  out[24] = '\0';
}

static int places_in(const char *bytes, size_t len, const char *masked) {
  int places = 0;
  for (size_t at = 0; at + 24 <= len; at++) {
    int same = 0;
    while (same < 24 && bytes[at + same] == (char)(masked[same] ^ MASK)) {
      same++;
    }
    places += same == 24;
  }
  return places;
}

static int places_between(int memory, char *chunk, unsigned long from, unsigned long to, const char *masked) {
  int places = 0;
  for (unsigned long at = from; at < to; at += CHUNK - 23) { /* 23: a word may cross the end of a chunk */
    ssize_t got = pread(memory, chunk, to - at < CHUNK ? to - at : CHUNK, (off_t)at);
    places += got > 0 ? places_in(chunk, (size_t)got, masked) : 0;
  }
  return places;
}

/* Counts the word's copies in the writable memory of this process. */
static int places_of(const char *masked) {
  static char *chunk; /* mapped separately, and not searched */
  unsigned long from, to;
  char rights[8], line[512];
  int places = 0, memory = open("/proc/self/mem", O_RDONLY);
  FILE *maps = fopen("/proc/self/maps", "r");

  if (!chunk) {
    chunk = mmap(NULL, CHUNK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  }
  while (fgets(line, sizeof line, maps)) {
    if (sscanf(line, "%lx-%lx %7s", &from, &to, rights) != 3 || strncmp(rights, "rw", 2) || to - from > SHADOW) {
      continue;
    }
    unsigned long ours = (unsigned long)chunk; /* may lie in a line's range: /proc joins adjacent mappings */
    bool split = from <= ours && ours < to;
    places += places_between(memory, chunk, from, split ? ours : to, masked);
    places += split ? places_between(memory, chunk, ours + CHUNK, to, masked) : 0;
  }
  explicit_bzero(chunk, CHUNK);
  fclose(maps);
  close(memory);
  return places;
}

static const char *sealed(const char *purpose, const char *before, const char *masked, const char *behind) {
  char word[25], text[200];
  unmask(word, masked);
  apr_snprintf(text, sizeof text, "%s%s%s", before, word, behind);
  const char *made = collab_seal(tap_pool, keyring, apr_pstrcat(tap_pool, "subscription/u/", purpose, NULL), text);
  explicit_bzero(word, sizeof word);
  explicit_bzero(text, sizeof text);
  return made;
}

static void setup(void) {
  const char *error, *ring = "1 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\n";
  keyring = collab_keyring_load(tap_pool, tap_file("ring", ring, strlen(ring)), &error);
  collab_json_wipe();
  credentials = collab_credentials_setup(tap_pool, keyring);
}

/* httpd binds all functions of a module and its libraries when it loads them. A program binds each at its first call, and then
 * the dynamic linker saves the vector registers, with the word just copied, on the stack. So this program restarts itself, bound
 * like a module. */
static void bind_like_a_module(char **arguments) {
  if (!getenv("LD_BIND_NOW")) {
    setenv("LD_BIND_NOW", "1", 1);
    execv("/proc/self/exe", arguments);
  }
}

int main(int count, char **arguments) {
  static char secret[24], password[24];
  apr_time_t began = apr_time_now();

  (void)count;
  bind_like_a_module(arguments);
  tap_begin();
  setup();
  invent(secret);
  invent(password);
  collab_claimed_row_t claimed_row = {
      .subscription = "7",
      .callback = {.subscription_uid = "u",
                   .auth_type = "BEARER",
                   .secret = sealed("secret", "", secret, ""),
                   .auth = sealed("auth", "{\"type\":\"BEARER\",\"token\":\"" FREED, password, "\"}")}};
  is_number(places_of(secret), 0);
  is_number(places_of(password), 0);

  collab_credentials_turn(credentials, began);
  const collab_credentials_t *proof = collab_credentials_of(credentials, &claimed_row);
  is_text(proof->error, NULL);
  ok(proof->secret && places_in(proof->secret, strlen(proof->secret), secret) == 1);
  ok(proof->header && places_in(proof->header, strlen(proof->header), password) == 1);

  collab_credentials_turn(credentials, began + apr_time_from_sec(600) - 1);
  ok(collab_credentials_of(credentials, &claimed_row) == proof); /* not opened again */
  ok(places_of(secret) >= 1);
  ok(places_of(password) >= 2); /* the decrypted credentials, and the header */

  collab_credentials_turn(credentials, began + apr_time_from_sec(600));
  is_number(places_of(secret), 0);
  is_number(places_of(password), 0);
  proof = collab_credentials_of(credentials, &claimed_row);
  ok(proof->secret && places_in(proof->secret, strlen(proof->secret), secret) == 1); /* opened again */
  return tap_done();
}

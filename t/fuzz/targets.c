/* targets.c: the list of targets (targets.h), and functions that several of them share. */
#include "targets.h"

#include "base/text.h"

#include <unistd.h>

#define RING "1 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n"

const fuzz_target_t fuzz_targets[] = {
    {"json", fuzz_json},
    {"text", fuzz_text},
    {"time", fuzz_time},
    {"schema", fuzz_schema},
    {"dsn", fuzz_dsn},
    {"jws", fuzz_jws},
    {"seal", fuzz_seal},
    {"jwks", fuzz_jwks},
    {"claims", fuzz_claims},
    {"oauth", fuzz_oauth},
    {"query", fuzz_query},
    {"path", fuzz_path},
    {"problem", fuzz_problem},
    {"form", fuzz_form},
    {"hba", fuzz_hba},
    {"multipart", fuzz_multipart},
    {"location", fuzz_location},
    {"settings", fuzz_settings},
    {0},
};

const collab_jws_key_t *fuzz_key;
const collab_keyring_t *fuzz_ring;

/* Writes a new file with this text, and returns its path. */
static const char *key_file(apr_pool_t *pool, const char *text) {
  char *path = apr_pstrdup(pool, "/tmp/collab-fuzz-XXXXXX");
  int file = mkstemp(path);
  MUST(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text) && close(file) == 0);
  return path;
}

void fuzz_begin(apr_pool_t *pool) {
  const char *error, *key = key_file(pool, FUZZ_KEY), *ring = key_file(pool, RING);

  fuzz_key = collab_jws_key_load(pool, key, &error);
  fuzz_ring = collab_keyring_load(pool, ring, &error);
  MUST(fuzz_key != NULL && fuzz_ring != NULL && unlink(key) == 0 && unlink(ring) == 0);
}

void fuzz_faults(const collab_faults_t *faults) {
  MUST(faults->list == NULL || faults->strict || faults->list->nelts <= COLLAB_MAX_FAULTS);
  for (int i = 0; faults->list && i < faults->list->nelts; i++) {
    const collab_fault_t *fault = &APR_ARRAY_IDX(faults->list, i, collab_fault_t);
    MUST(collab_text_is_utf8(fault->field, strlen(fault->field)));
    MUST((unsigned)fault->code < COLLAB_FAULT_COUNT && fault->field_id >= 0);
    MUST(*fault->message && collab_text_is_utf8(fault->message, strlen(fault->message)));
  }
}

/* targets.h: the fuzz targets: one function for each parser of untrusted bytes. A function checks properties that must hold for
 * any input, and aborts when one is violated.
 *
 * fuzz.c runs the targets on inputs of libFuzzer (`make fuzz`), t/unit/test_fuzz.c on those of t/fuzz/corpus. Put an input that
 * broke something into build/obj/fuzz-corpus, under a descriptive name, and run `build/fuzz --pack`. */
#ifndef COLLAB_FUZZ_TARGETS_H
#define COLLAB_FUZZ_TARGETS_H

#include "auth/jws.h"
#include "base/keyring.h"
#include "domain/schema.h"

#include <apr_strings.h>
#include <stdlib.h>
#include <string.h>

#define MUST(condition) ((condition) ? (void)0 : abort())

/* The data is not a string: no NUL follows its last byte. */
typedef void fuzz_run_t(apr_pool_t *pool, const char *data, size_t len);

typedef struct fuzz_target_t {
  const char *name; /* the target's archive in t/fuzz/corpus has the same name */
  fuzz_run_t *run;
} fuzz_target_t;

extern const fuzz_target_t fuzz_targets[]; /* ends with {0} */

/* Loads the keys. Call it once, before any target. */
void fuzz_begin(apr_pool_t *pool);

/* The loaded keys: one for HS256 with the bytes FUZZ_KEY, and a key ring for secrets. */
#define FUZZ_KEY "0123456789abcdef0123456789abcdef"
extern const collab_jws_key_t *fuzz_key;
extern const collab_keyring_t *fuzz_ring;

/* Checks the faults of a body or a parameter: their texts are UTF-8, and their number is within the limit. */
void fuzz_faults(const collab_faults_t *faults);

fuzz_run_t fuzz_json, fuzz_text, fuzz_time, fuzz_schema, fuzz_dsn;   /* texts.c */
fuzz_run_t fuzz_jws, fuzz_seal, fuzz_jwks, fuzz_claims, fuzz_oauth; /* tokens.c */
fuzz_run_t fuzz_multipart, fuzz_query, fuzz_path, fuzz_problem;      /* requests.c */
fuzz_run_t fuzz_form, fuzz_hba, fuzz_location, fuzz_settings;        /* files.c */

#endif

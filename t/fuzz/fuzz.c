/* fuzz.c: libFuzzer's way into the targets (targets.h). COLLAB_FUZZ names one of them, default json. */
#include "targets.h"

#include <apr_general.h>
#include <stdio.h>

static apr_pool_t *lasting, *scratch;
static const fuzz_target_t *target;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  const char *name = getenv("COLLAB_FUZZ");

  (void)argc, (void)argv;
  if (name == NULL)
    name = "json";
  for (size_t i = 0; i < FUZZ_TARGETS; i++) {
    if (strcmp(fuzz_targets[i].name, name) == 0)
      target = &fuzz_targets[i];
  }
  if (target == NULL) {
    fprintf(stderr, "COLLAB_FUZZ=%s: there is no such target\n", name);
    exit(2);
  }
  apr_initialize();
  apr_pool_create(&lasting, NULL);
  apr_pool_create(&scratch, lasting);
  fuzz_begin(lasting);
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
  target->run(scratch, (const char *)data, len);
  apr_pool_clear(scratch);
  return 0;
}

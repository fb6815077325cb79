/* fuzz.c: the entry points of libFuzzer for the targets (targets.h). COLLAB_FUZZ names one of them, default json.
 *
 * APR's pools hand out pieces of large blocks, in which the sanitizer sees no overrun. Here each piece is a separate
 * block, which is freed when its input is done. An input that takes more than a second of processor time is a failure. */
#include "targets.h"

#include <apr_general.h>
#include <stdio.h>
#include <time.h>

#define SLOW 1.0 /* seconds */

static apr_pool_t *lasting, *scratch;
static const fuzz_target_t *target;
static void **pieces;
static size_t count, room, kept;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

/* Replaces APR's function. */
void *apr_palloc(apr_pool_t *pool, apr_size_t size) {
  void *piece = malloc(size ? size : 1);

  (void)pool;
  if (count == room) {
    pieces = realloc(pieces, (room = room ? 2 * room : 1024) * sizeof *pieces);
  }
  pieces[count++] = piece;
  return piece;
}

static double processor_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  const char *name = getenv("COLLAB_FUZZ");

  (void)argc, (void)argv;
  name = name ? name : "json";
  for (target = fuzz_targets; target->name && strcmp(target->name, name) != 0;) {
    target++;
  }
  if (target->name == NULL) {
    fprintf(stderr, "COLLAB_FUZZ=%s: no such target\n", name);
    exit(2);
  }
  apr_initialize();
  apr_pool_create(&lasting, NULL);
  apr_pool_create(&scratch, lasting);
  fuzz_begin(lasting);
  kept = count;
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
  double start = processor_time();

  target->run(scratch, (const char *)data, len);
  apr_pool_clear(scratch);
  while (count > kept) {
    free(pieces[--count]);
  }
  if (processor_time() - start > SLOW) {
    fprintf(stderr, "slow: more than a second of processor time\n");
    abort();
  }
  return 0;
}

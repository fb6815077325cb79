/* tap.h: prints the results of a unit test in TAP. Every test program includes it once and ends with `return tap_done();`.
 *
 * A check prints its expression, so most need no name. A loop over a table first names the row with tap_row(). Scratch files live
 * in one folder per run, which tap_done() removes. */
#ifndef COLLAB_TAP_H
#define COLLAB_TAP_H

#include <apr_file_io.h>
#include <apr_general.h>
#include <apr_pools.h>
#include <apr_strings.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int tap_count, tap_failures;
static const char *tap_context = "";
static apr_pool_t *tap_pool; /* lives as long as the program */
static char tap_folder[64];
static apr_array_header_t *tap_files;

#define ok(condition) tap_result((condition), #condition, __FILE__, __LINE__)
#define is_text(got, want) tap_text((got), (want), #got, __FILE__, __LINE__)
#define is_number(got, want) tap_number((long long)(got), (long long)(want), #got, __FILE__, __LINE__)

static inline bool tap_result(bool passed, const char *what, const char *file, int line) {
  tap_count++;
  if (!passed) {
    tap_failures++;
  }
  printf("%sok %d - %s%s%s\n", passed ? "" : "not ", tap_count, tap_context, *tap_context ? ": " : "", what);
  if (!passed) {
    printf("# at %s line %d\n", file, line);
  }
  return passed;
}

static inline bool tap_text(const char *got, const char *want, const char *what, const char *file, int line) {
  bool same = got == want || (got != NULL && want != NULL && strcmp(got, want) == 0);
  tap_result(same, what, file, line);
  if (!same) {
    printf("#  got: %s\n# want: %s\n", got ? got : "(null)", want ? want : "(null)");
  }
  return same;
}

static inline bool tap_number(long long got, long long want, const char *what, const char *file, int line) {
  tap_result(got == want, what, file, line);
  if (got != want) {
    printf("#  got: %lld\n# want: %lld\n", got, want);
  }
  return got == want;
}

/* Names the subject of the following checks; "" ends it. Characters other than printable ASCII become dots. */
static inline void tap_row(const char *name) {
  char *clean = apr_pstrndup(tap_pool, name, 60);
  for (char *p = clean; *p; p++) {
    if (*p < ' ' || *p > '~' || *p == '#') {
      *p = '.';
    }
  }
  tap_context = clean;
}

static inline void tap_begin(void) {
  if (apr_initialize() != APR_SUCCESS || apr_pool_create(&tap_pool, NULL) != APR_SUCCESS) {
    exit(2);
  }
  tap_files = apr_array_make(tap_pool, 16, sizeof(const char *));
}

/* Writes a scratch file with these bytes and mode 0600, and returns its path. */
static inline const char *tap_file(const char *name, const void *bytes, size_t len) {
  if (!*tap_folder) {
    apr_snprintf(tap_folder, sizeof(tap_folder), "/tmp/collab-unit-XXXXXX");
    if (mkdtemp(tap_folder) == NULL) {
      exit(2);
    }
  }
  const char *path = apr_pstrcat(tap_pool, tap_folder, "/", name, NULL);
  FILE *file = fopen(path, "wb");
  if (file == NULL || fwrite(bytes, 1, len, file) != len || fclose(file) != 0 || chmod(path, 0600) != 0) {
    exit(2);
  }
  APR_ARRAY_PUSH(tap_files, const char *) = path;
  return path;
}

static inline int tap_done(void) {
  printf("1..%d\n", tap_count);
  for (int i = 0; i < tap_files->nelts; i++) {
    unlink(APR_ARRAY_IDX(tap_files, i, const char *));
  }
  if (*tap_folder) {
    rmdir(tap_folder);
  }
  apr_pool_destroy(tap_pool);
  apr_terminate();
  return tap_failures > 0;
}

#endif

/* test_fuzz.c: every input of t/fuzz/corpus passes its target (t/fuzz), whole and truncated to every length.
 * A violated property aborts the program. Run from the top of the tree, as `make check-unit` does. */
#include "tap.h"

#include "../fuzz/targets.h"

#include <dirent.h>

#define CORPUS "build/obj/fuzz-corpus/" /* unpacked by the build */

static void replay(const fuzz_target_t *target, const char *path) {
  apr_pool_t *pool;
  apr_file_t *file;
  apr_finfo_t info;
  apr_size_t len;

  apr_pool_create(&pool, tap_pool);
  if (!ok(apr_file_open(&file, path, APR_FOPEN_READ, 0, pool) == APR_SUCCESS)) {
    return;
  }
  apr_file_info_get(&info, APR_FINFO_SIZE, file);
  char *text = malloc((size_t)info.size + 1);
  if (info.size > 0 && apr_file_read_full(file, text, (apr_size_t)info.size, &len) != APR_SUCCESS) {
    exit(2);
  }
  for (size_t cut = 0; cut <= (size_t)info.size; cut += (size_t)info.size > 4096 ? 997 : 1) {
    char *exact = malloc(cut ? cut : 1); /* ends with its allocation, so that a sanitizer sees a read past it */
    memcpy(exact, text, cut);
    target->run(pool, exact, cut);
    free(exact);
  }
  free(text);
  apr_pool_destroy(pool);
}

int main(void) {
  tap_begin();
  fuzz_begin(tap_pool);
  for (int i = 0; fuzz_targets[i].name; i++) {
    const char *folder = apr_pstrcat(tap_pool, CORPUS, fuzz_targets[i].name, NULL);
    DIR *dir = opendir(folder);
    int files = 0;

    for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
      if (entry->d_name[0] == '.') {
        continue;
      }
      tap_row(apr_pstrcat(tap_pool, fuzz_targets[i].name, "/", entry->d_name, NULL));
      replay(&fuzz_targets[i], apr_pstrcat(tap_pool, folder, "/", entry->d_name, NULL));
      files++;
    }
    if (dir != NULL) {
      closedir(dir);
    }
    tap_row(folder);
    ok(files > 0);
  }
  tap_row("");
  return tap_done();
}

/* machine.c: asks the system which machine this is (node/machine.h). */
#include "node/machine.h"

#include <apr_network_io.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

const char *collab_machine_name(apr_pool_t *pool) {
  char host[APRMAXHOSTLEN + 1] = "";

  return apr_gethostname(host, sizeof host, pool) == APR_SUCCESS ? apr_pstrdup(pool, host) : "";
}

const char *collab_machine_place(apr_pool_t *pool) {
  char boot[40] = "", space[40] = "";
  int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
  ssize_t len = file >= 0 ? read(file, boot, sizeof boot - 1) : 0;

  if (file >= 0) {
    close(file);
  }
  boot[len > 0 ? len : 0] = '\0';
  boot[strcspn(boot, "\n")] = '\0';
  len = readlink("/proc/self/ns/pid", space, sizeof space - 1);
  space[len > 0 ? len : 0] = '\0';
  return *boot && *space ? apr_pstrcat(pool, boot, " ", space, NULL) : "";
}

/* check_mpm.c: warns of an MPM without threads (config/config.h). Runs in configtest alone, because an MPM knows its numbers only
 * when all checks have run. */
#include <ap_mpm.h>

#include "config/check.h"
#include "config/dbd.h"

void collab_config_check_mpm(apr_pool_t *pool, server_rec *s) {
  collab_check_t check = {pool, s, NULL, true};
  int threaded = AP_MPMQ_NOT_SUPPORTED, processes = 0;
  const server_rec *first = collab_config_first();

  ap_mpm_query(AP_MPMQ_IS_THREADED, &threaded);
  if (first == NULL || threaded != AP_MPMQ_NOT_SUPPORTED) {
    return;
  }
  ap_mpm_query(AP_MPMQ_MAX_DAEMONS, &processes);
  const collab_dbd_t dbd = collab_dbd_of(pool, s);
  collab_check_warning(
      &check, collab_config_of(first)->first_file, collab_config_of(first)->first_line,
      "httpd runs with the MPM %s, whose processes serve one request at a time: %d processes with up to %d "
      "connections each (DBDMax) need %d of PostgreSQL's max_connections; use the MPM event, or an httpd of its own",
      ap_show_mpm(), processes, dbd.max, processes * dbd.max);
}

/* dispatcher.h: the dispatcher process. The loop's thread owns everything here; each log and the watchdog have threads
 * of their own.
 *
 *   process/    the parent's side (daemon.c), the main loop (loop.c), and what ends a dispatcher that is stuck (watchdog.c)
 *   claim/      what is due, and what of it this dispatcher leases
 *   endpoint/   the endpoints and their limits, and the slots
 *   send/       an attempt: body, signatures, transfer, answer
 *   settle/     what an answer means, and its record
 *   replay/     makes deliveries due again
 *   duties/     periodic work
 *   eventlog/   the event log and the audit log, each in a thread of its own (log.c), and their output (sink.c)
 *   keys/       fetches the keys of other issuers (key_fetch.c)
 *
 * process/ calls the other directories. It hands each slot from claim/ to send/, which hands it to settle/; all of these call
 * endpoint/, and settle/ and replay/ tell claim/ what is due again. All of them use the files in the directory above: link.c,
 * a database connection that reconnects; database_clock.c, the time that deliveries carry; transfers.c, the HTTP transfers in
 * progress; baton.c, which thread may use the state; alarm.c, the alarms. */
#ifndef COLLAB_DISPATCH_PROCESS_DISPATCHER_H
#define COLLAB_DISPATCH_PROCESS_DISPATCHER_H

#include "dispatch/duties/duties.h"
#include "dispatch/eventlog/log.h"
#include "dispatch/keys/key_fetch.h"
#include "dispatch/process/delivery.h"
#include "dispatch/process/stalls.h"
#include "dispatch/process/watchdog.h"

enum { COLLAB_EVENT_LOG, COLLAB_AUDIT_LOG, COLLAB_LOGS };

typedef struct collab_dispatcher_t {
  server_rec *s;
  const collab_config_t *config;
  apr_pool_t *pool;
  int wake;                           /* read end of the wake-up pipe */
  const collab_log_output_t *outputs; /* of each log */
  collab_log_t *logs[COLLAB_LOGS];    /* NULL: none */
  collab_transfers_t transfers;
  collab_delivery_t delivery;
  collab_duties_t duties;
  collab_keys_t *keys;
  collab_watchdog_t *watchdog; /* NULL: none */
  collab_stalls_t stalls;
  bool stopping;
} collab_dispatcher_t;

/* Runs until the process is told to stop (loop.c). Returns the exit code. */
int collab_dispatch_loop(collab_dispatcher_t *d);

#endif

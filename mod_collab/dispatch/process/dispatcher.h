/* dispatcher.h: the dispatcher's process. Everything here belongs to its one thread; the event log has another.
 *
 *   process/    the process: the parent's side of it (daemon.c), its main loop (loop.c)
 *   delivery/   the deliveries: claimed, sent, settled
 *   duties/     what is done of its own accord, and when
 *   eventlog/   the event log, in a thread of its own (log.c), and its bytes (sink.c)
 *   keys/       keys of other issuers, fetched (jwks.c)
 *
 * process/ calls the others, which do not call one another; all use what lies beside them: link.c, a database connection that
 * comes back; transfers.c, the HTTP transfers under way; alarm.c, an alarm on record and in the log. */
#ifndef COLLAB_DISPATCH_PROCESS_DISPATCHER_H
#define COLLAB_DISPATCH_PROCESS_DISPATCHER_H

#include "dispatch/delivery/delivery.h"
#include "dispatch/duties/duties.h"
#include "dispatch/eventlog/log.h"
#include "dispatch/keys/jwks.h"

typedef struct collab_dispatcher_t {
  server_rec *s;
  const collab_config_t *config;
  apr_pool_t *pool;
  int wake;          /* read end */
  int log_fd;        /* of CollabEventLog; -1: there is none */
  collab_log_t *log; /* NULL: there is none */
  collab_transfers_t transfers;
  collab_delivery_t delivery;
  collab_duties_t duties;
  collab_keys_t *keys;
  apr_time_t turned_at; /* the loop's last turn */
  bool stopping;
} collab_dispatcher_t;

/* loop.c: runs until told to stop. Returns the exit code. */
int collab_dispatch_loop(collab_dispatcher_t *d);

#endif

/* dispatcher.h: the dispatcher process, and the structure of all its parts, which the loop hands down. The loop's thread owns
 * everything here; each log and the watchdog have threads of their own.
 *
 *   process/    the parent's side (daemon.c), the main loop (loop.c), and what ends a dispatcher that is stuck (watchdog.c)
 *   claim/      fans out events, and leases what this dispatcher sends next
 *   endpoint/   the endpoints and their limits, and the slots
 *   send/       an attempt: body, signatures, transfer, answer
 *   settle/     what an answer means, and its record
 *   replay/     makes deliveries due again
 *   duties/     periodic work
 *   eventlog/   the event log and the audit log, each in a thread of its own (log.c), and their output (sink.c)
 *   keys/       fetches the keys of other issuers (key_fetch.c)
 *
 * process/ calls the other directories. A delivery goes through three of them in its slot: the loop takes the slot from claim/ to
 * send/, which ends the attempt in settle/ and puts the slot in line for its settlement. All three call endpoint/. settle/ and
 * replay/ tell claim/ what is due again. All use the files in the directory above: link.c, a database connection that reconnects;
 * database_clock.c, the time that deliveries carry; transfers.c, the HTTP transfers in progress; baton.c, which thread may use
 * the state; alarm.c, the alarms.
 *
 * The head of each directory's main header (claim.h, process.h …) lists its files. */
#ifndef COLLAB_DISPATCH_DISPATCHER_H
#define COLLAB_DISPATCH_DISPATCHER_H

#include "dispatch/claim/claim.h"
#include "dispatch/claim/dispatcher_number.h"
#include "dispatch/claim/memory.h"
#include "dispatch/claim/pace.h"
#include "dispatch/database_clock.h"
#include "dispatch/duties/duties.h"
#include "dispatch/endpoint/endpoint.h"
#include "dispatch/eventlog/log.h"
#include "dispatch/keys/key_fetch.h"
#include "dispatch/replay/replay.h"
#include "dispatch/send/access_token.h"
#include "dispatch/send/answer.h"
#include "dispatch/send/credentials.h"
#include "dispatch/settle/local_alarm.h"
#include "dispatch/settle/settle.h"
#include "dispatch/transfers.h"

enum { COLLAB_EVENT_LOG, COLLAB_AUDIT_LOG, COLLAB_LOGS };

struct collab_dispatcher_t {
  server_rec *s;
  const collab_config_t *config;
  apr_pool_t *pool;
  int wake;                           /* read end of the wake-up pipe */
  const collab_log_output_t *outputs; /* of each log */
  collab_log_t *logs[COLLAB_LOGS];    /* NULL: none */
  collab_transfers_t transfers;
  collab_database_clock_t clock;
  /* claim/ */
  collab_claims_t claims;
  collab_pace_t pace;
  collab_memory_t memory;
  collab_dispatcher_number_t number;
  collab_leases_t leases;
  apr_time_t tell_at; /* no notification of other dispatchers before this (peers.c) */
  /* endpoint/ */
  collab_endpoints_t endpoints;
  collab_slots_t slots;
  /* send/ */
  collab_answers_t answers;
  collab_credentials_cache_t *credentials;
  collab_access_tokens_t tokens;
  apr_time_t mismatch_at; /* when the log last reported a possible secret mismatch (send.c) */
  /* settle/ */
  collab_local_faults_t faults;
  collab_settlements_t settlements;
  collab_retirements_t retirements;
  apr_hash_t *failures; /* by subscription (failure_log.c) */
  /* replay/ */
  collab_replays_t replays;
  collab_callbacks_t callbacks;
  /* the rest */
  collab_duties_t duties;
  collab_keys_t *keys;
  struct collab_watchdog_t *watchdog; /* NULL: none */
  apr_time_t stalls_at;               /* when the holds of stalled endpoints were last applied (process/stalls.c); 0: not yet */
  bool stopping;
};

#endif

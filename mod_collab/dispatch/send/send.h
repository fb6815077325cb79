/* send.h: one attempt of one delivery (send.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_SEND_SEND_H
#define COLLAB_DISPATCH_SEND_SEND_H

#include "dispatch/database_clock.h"
#include "dispatch/send/access_token.h"
#include "dispatch/send/credentials.h"
#include "dispatch/settle/attempt_report.h"
#include "dispatch/settle/local_fault.h"
#include "dispatch/settle/settle.h"

/* The components that an attempt uses. */
typedef struct collab_sender_t {
  const server_rec *s;
  const collab_config_t *config;
  collab_calls_t *calls;
  collab_slots_t *slots;
  collab_endpoints_t *endpoints;
  collab_settlements_t *settlements;
  collab_local_faults_t *faults;
  collab_credentials_cache_t *credentials;
  collab_access_tokens_t *tokens;
  collab_failure_log_t *failure_log;
  const collab_database_clock_t *clock;
  apr_time_t mismatch_at; /* when the log last reported a possible secret mismatch */
} collab_sender_t;

/* Registers the sender's callbacks with the other components, which must be set up already. */
void collab_send_setup(collab_sender_t *sender);

/* Begins the attempt for the slot's claimed row. */
void collab_send_begin(collab_sender_t *sender, collab_slot_t *slot);

/* Takes a finished transfer of a slot. */
void collab_send_finished(collab_sender_t *sender, CURL *easy, CURLcode code);

/* Once per turn of the loop, after the finished transfers: ends the attempts whose headers are complete, and the reading of
 * answers for which no time or no slot is left. `stopping`: of all answers. */
void collab_send_turn(collab_sender_t *sender, bool stopping);

#endif

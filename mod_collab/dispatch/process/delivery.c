/* delivery.c: sets up and joins the components that claim, send and settle deliveries.
 *
 *   claim ──> slot ──> send ──> verdict ──> settle
 *
 *   claim.c                 fans out new events, leases due deliveries; describes the protocol
 *     dispatcher_number.c   the dispatcher's number, which identifies its leases
 *     rescan.c              when a claim looks beyond the cached due times
 *     pace.h                when the next claim begins
 *     peers.c               notifications between dispatchers
 *   endpoint.c              the state of endpoints: how many transfers each may have under way
 *     strangers.c           looks up the tenants of endpoints, for the shares of the slots (dispatch/endpoint/share.c)
 *     breaker.c             the endpoints' circuit breakers
 *     due.c                 the endpoints' cached due times
 *   slot.c                  the slots, each for one transfer
 *   send.c                  one attempt: body, signatures, transfer
 *     call.c                one HTTP request
 *     answer.c              reads the answer; its headers decide
 *     credentials.c         the secrets that sign deliveries, and the credentials for callbacks
 *     access_token.c        access tokens for callbacks
 *   verdict.c               what the result of a transfer means
 *     local_fault.c         local faults: their detection and their alarms
 *     stage.c               whether all receivers fail at the same stage, which is a local fault too
 *   settle.c                records the results of many attempts in one statement
 *     lease.c               leases: their duration, renewal and recovery
 *     failure_log.c         logs failing subscriptions
 *     attempt_meters.c      the metrics of attempts
 *   replay.c                makes the deliveries of replays, on a connection of its own
 *     callback_changed.c    reacts when an owner changes a callback; on replay.c's connection
 *     subscription_retire.c switches off a subscription whose callback answers 410 repeatedly; on replay.c's connection
 *
 * Runs in the dispatcher process, before its loop begins and after it ends. */
#include "dispatch/process/delivery.h"

static void join_claims(collab_delivery_t *delivery, const server_rec *s) {
  collab_claims_t *claims = &delivery->claims;

  claims->s = s;
  claims->config = collab_config_of(s);
  claims->number = &delivery->number;
  claims->rescan = &delivery->rescan;
  claims->pace = &delivery->pace;
  claims->clock = &delivery->clock;
  delivery->clock = (collab_database_clock_t){.link = &claims->link};
  delivery->pace.clock = &delivery->clock;
  claims->slots = &delivery->slots;
  claims->endpoints = &delivery->endpoints;
  claims->strangers = (collab_strangers_t){.link = &claims->link, .endpoints = &delivery->endpoints};
  claims->leases = &delivery->leases;
  delivery->peers = (collab_peers_t){.link = &claims->link,
                                     .rescan = &delivery->rescan,
                                     .pace = &delivery->pace,
                                     .slots = &delivery->slots,
                                     .leases = &delivery->leases,
                                     .endpoints = &delivery->endpoints};
}

static void join_settlements(collab_delivery_t *delivery, apr_pool_t *pool, const server_rec *s) {
  collab_settlements_t *settlements = &delivery->settlements;

  settlements->config = collab_config_of(s);
  settlements->slots = &delivery->slots;
  settlements->leases = &delivery->leases;
  settlements->endpoints = &delivery->endpoints;
  settlements->retirements = &delivery->retirements;
  delivery->leases = (collab_leases_t){.s = s,
                                       .config = collab_config_of(s),
                                       .pool = pool,
                                       .link = &settlements->link,
                                       .slots = &delivery->slots,
                                       .endpoints = &delivery->endpoints,
                                       .pace = &delivery->pace,
                                       .number = &delivery->number,
                                       .started = collab_time_clock(),
                                       .missed = "{}"};
}

static void join_replays(collab_delivery_t *delivery, const server_rec *s) {
  collab_link_t *link = &delivery->replays.link;
  const collab_config_t *config = collab_config_of(s);

  delivery->replays.s = s;
  delivery->replays.pace = &delivery->pace;
  delivery->retirements = (collab_retirements_t){.s = s, .config = config, .link = link};
  delivery->callbacks = (collab_callbacks_t){
      .config = config, .link = link, .endpoints = &delivery->endpoints, .tokens = &delivery->tokens, .pace = &delivery->pace};
}

static void join_sender(collab_delivery_t *delivery, apr_pool_t *pool, const server_rec *s, collab_transfers_t *transfers) {
  const collab_config_t *config = collab_config_of(s);

  delivery->calls = (collab_calls_t){.config = config, .transfers = transfers};
  delivery->faults =
      (collab_local_faults_t){.s = s, .config = config, .clock = &delivery->clock, .endpoints = &delivery->endpoints};
  delivery->credentials = collab_credentials_setup(pool, config->keyring);
  delivery->tokens = (collab_access_tokens_t){.pool = pool,
                                              .by_key = apr_hash_make(pool),
                                              .slots = &delivery->slots,
                                              .calls = &delivery->calls,
                                              .faults = &delivery->faults};
  delivery->failure_log = (collab_failure_log_t){.s = s, .by_subscription = apr_hash_make(pool)};
  delivery->sender = (collab_sender_t){.s = s,
                                       .config = config,
                                       .calls = &delivery->calls,
                                       .slots = &delivery->slots,
                                       .endpoints = &delivery->endpoints,
                                       .settlements = &delivery->settlements,
                                       .faults = &delivery->faults,
                                       .credentials = delivery->credentials,
                                       .tokens = &delivery->tokens,
                                       .failure_log = &delivery->failure_log,
                                       .clock = &delivery->clock};
}

bool collab_delivery_setup(collab_delivery_t *delivery, apr_pool_t *pool, const server_rec *s, collab_transfers_t *transfers,
                           int slots) {
  const char *dsn = collab_config_of(s)->dispatcher_dsn;

  join_claims(delivery, s);
  join_settlements(delivery, pool, s);
  join_replays(delivery, s);
  join_sender(delivery, pool, s, transfers);
  collab_link_init(&delivery->claims.link, pool, s, dsn, "claims");
  delivery->claims.link.reports_login = true;
  apr_pool_create(&delivery->claims.taken_pool, pool);
  apr_pool_tag(delivery->claims.taken_pool, "collab_claimed_rows");
  collab_link_init(&delivery->settlements.link, pool, s, dsn, "settlements");
  delivery->settlements.link.refused_pause = COLLAB_SETTLE_REFUSED_PAUSE;
  collab_link_init(&delivery->replays.link, pool, s, dsn, "replays");
  collab_slots_setup(&delivery->slots, pool, slots);
  collab_endpoints_setup(&delivery->endpoints, pool, s, &delivery->pace, &delivery->slots);
  collab_send_setup(&delivery->sender);
  return collab_dispatcher_number_setup(&delivery->number, pool, &delivery->claims.link, &delivery->pace, &delivery->clock);
}

void collab_delivery_close(collab_delivery_t *delivery) {
  for (int i = 0; i < delivery->slots.count; i++) {
    collab_call_end(&delivery->calls, &delivery->slots.all[i]);
  }
}

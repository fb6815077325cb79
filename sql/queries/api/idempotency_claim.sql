-- idempotency_claim: claims a key in the transaction of its request's work. A key is free again after a day of accepted time.
-- * `ok`: this is the first request with the key.
-- * `replayed`: the work is done. Returns the stored response, and what identifies the body: its hash, the id of the hash's key, and
--   that key if it is stored (domain/body_mac.h). This session writes a message into the WAL, so that its commit waits for the standby.
--   The first request's commit may not have waited long enough; then only the primary has the work.
-- * `key-in-progress`: another session does the work, under a lock that ends with its transaction. This session does not wait.
-- binds: caller.user, arg.scope, arg.key, arg.body_hash, arg.body_key
-- outcomes: ok, unauthenticated, replayed, key-in-progress
-- with: caller
, day_ago as materialized (select accepted_now() - interval '24 hours' as at),
prior_claim as (
    select i.body_hash, i.body_key, i.outcome, i.answer, i.etag, pg_logical_emit_message(true, 'collab', '') from idempotency i, caller
     where i.account = caller.id and i.scope = $2 and i.key = $3 and i.created_at > (select at from day_ago)
), new_claim as (
    insert into idempotency as i (account, scope, key, body_hash, body_key)
    select caller.id, $2, $3, $4, $5::smallint from caller
     where not exists (select from prior_claim)
       and pg_try_advisory_xact_lock({lock.idempotency}, hashtext(caller.id || ' ' || $2 || ' ' || $3))
    on conflict (account, scope, key) do update
       set body_hash = excluded.body_hash, body_key = excluded.body_key, outcome = null, answer = null, etag = null, created_at = excluded.created_at
     where i.created_at <= (select at from day_ago) returning i.key
), expired_claim as (
    delete from idempotency
     where (account, scope, key) in (select account, scope, key from idempotency
                                      where created_at <= (select at from day_ago) and (scope, key) <> ($2, $3)
                                      order by created_at limit 10 for update skip locked)
)
select case when not exists (select from caller)      then 'unauthenticated'
            when exists (select from new_claim)       then 'ok'
            when not exists (select from prior_claim) then 'key-in-progress'
            else 'replayed' end as outcome,
       (select id from caller) as account, (select role from caller) as role, (select outcome from prior_claim) as word, (select answer from prior_claim) as answer,
       (select etag from prior_claim) as etag,
       (select body_hash from prior_claim) as body_hash, (select body_key from prior_claim) as body_key,
       (select m.secret from prior_claim join idempotency_mac m on m.key = prior_claim.body_key) as mac_key

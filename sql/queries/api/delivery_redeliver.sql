-- delivery_redeliver: starts a replay of one delivery, which sends the event of an attempt to its subscription again (replay_feed.sql).
-- Serves subscriptions of both versions. A subscription gets at most ten such replays a minute.
-- binds: path.id, path.deliveryId, value.v1_ended
-- outcomes: ok, unauthenticated, unknown, integrator-only, precondition-failed, inactive, pending, filtered, too-many
-- with: caller, integrator
-- The row lock lets only one redelivery to a subscription begin at a time, so that the limits hold. The other locks are as in replay_start.sql.
select s.id, pg_advisory_xact_lock_shared({lock.dead_letter_retire}, 0), pg_advisory_xact_lock_shared({lock.request_delete}, 0)
  from subscription s join integrator on s.company = integrator.company where s.id = $1::bigint for no key update of s
-- then
-- with: caller, integrator
, target as (
    select s.id, s.company, s.queue, s.active and not (s.version = 'V1' and $3::boolean) as active, s.event_types, s.case_directions, s.partner_companies,
           channel.event_types as channel_types, fits({request.if_match}, {request.if_none_match}, subscription_tag(s.id, s.updated_at, {config.event_type_prefix})) as fits
      from subscription s join caller on s.company = caller.company join channel on channel.name = 'webhooks-' || lower(s.version)
     where s.id = $1::bigint
), chosen as (          -- + 0 forces the index on attempt ids, instead of reading all attempts of the subscription
    select e.id, e.uid, exists (select from delivery d where d.event = e.id and d.queue + 0 = s.queue)
                        or exists (select from replay_item i where i.event = e.id and i.subscription = s.id) as pending,
           coalesce(e.subscription = s.id, admits(s.event_types, s.case_directions, s.partner_companies, s.company, e)
                                           and (s.channel_types is null or e.type = any (s.channel_types))) as admitted
      from target s join attempt a on a.subscription + 0 = s.id and a.id = $2::bigint join event e on e.id = a.event
), latest as (
    select count(*) as n, ceil(extract(epoch from min(created_at) + interval '1 minute' - statement_timestamp())) as seconds
      from (select r.created_at from replay r join target on r.subscription = target.id
             where r.created_at > statement_timestamp() - interval '1 minute' and r.wanted::json ->> 'event' is not null
             order by r.created_at desc limit 10) x
), decision as (
    select case when not exists (select from caller)                                     then 'unauthenticated'
                when not exists (select from target) or not exists (select from chosen)  then 'unknown'
                when not exists (select from integrator)                                 then 'integrator-only'
                when not (select fits from target)                                       then 'precondition-failed'
                when not (select active from target)                                     then 'inactive'
                when (select pending from chosen)                                        then 'pending'
                when not (select admitted from chosen)                                   then 'filtered'
                when (select n from latest) >= 10                                        then 'too-many'
                else 'ok' end as outcome
), new_replay as (
    insert into replay (wanted, who, rate, total, subscription)
    select json_build_object('subscription', target.id, 'event', chosen.uid)::text, 'account ' || caller.id || ' of ' || caller.domain, 10, 1, target.id
      from decision, caller, target, chosen where decision.outcome = 'ok' returning id, subscription, who
), new_item as (        -- if an operator's replay has listed the event meanwhile, this replay ends without a delivery
    insert into replay_item (replay, subscription, event, dead_letter)
    select new_replay.id, new_replay.subscription, chosen.id, (select d.id from dead_letter d where d.event = chosen.id and d.subscription = new_replay.subscription)
      from new_replay, chosen on conflict (event, subscription) do nothing
), new_act as (insert into replay_act (replay, act, who) select id, 'begun', who from new_replay),
act as (
    select 'webhook.redelivered' as what, new_replay.subscription, null as request, null::jsonb as before,
           jsonb_build_object('replay', new_replay.id, 'event_id', chosen.uid) as after from new_replay, chosen
),
-- piece: audit_row
select decision.outcome, latest.seconds, 
       (select '{"eventId":"' || uid || '"}' from chosen where decision.outcome = 'ok') as body
  from decision, latest

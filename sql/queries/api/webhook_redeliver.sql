-- webhook_redeliver: starts a replay to a subscription of either version. The replay sends the subscription's dead letters, and the
-- events that it missed while it was inactive, oldest event first (replay_feed.sql). Searches the first 100,000 dead letters and
-- the first 500,000 events between value.since and value.until, and takes at most 10,000 events. `until`: all events before this
-- time have been considered.
-- Numbers say which events came before the last activation (0103_event_order.sql). An event of the minute after it was missed, too, if
-- it left no trace: it fanned out before the activation was committed. Times bound the search, with an hour for a clock that was set.
-- A company gets at most ten plans a minute, on all nodes together. Only a plan that is carried out counts.
-- binds: path.id, value.since, value.until, value.v1_ended
-- outcomes: ok, unauthenticated, unknown, integrator-only, precondition-failed, inactive, redelivering, too-many
-- with: caller, integrator
-- The row lock lets only one redelivery to a subscription begin at a time, so that only one runs. Redeliveries of a single event
-- (delivery_redeliver) do not count. The other locks are as in replay_start.sql. enable_seqscan is off, because the next part may be
-- planned while the dispatcher's tables are empty, and run when they are full.
select s.id, set_config('enable_seqscan', 'off', true), pg_advisory_xact_lock_shared({lock.dead_letter_retire}, 0), pg_advisory_xact_lock_shared({lock.request_delete}, 0)
  from subscription s join integrator on s.company = integrator.company where s.id = $1::bigint for no key update of s
-- then
-- with: caller, integrator
-- The lock on the row lets only one plan of a company run at a time, so that the limit holds.
insert into redelivery_plan as p (company, since, plans)
select s.company, statement_timestamp(), 0 from subscription s join integrator on s.company = integrator.company where s.id = $1::bigint
on conflict (company) do update
   set since = case when p.since between statement_timestamp() - interval '1 minute' and statement_timestamp() then p.since else statement_timestamp() end,
       plans = case when p.since between statement_timestamp() - interval '1 minute' and statement_timestamp() then p.plans else 0 end
-- then
-- with: caller, integrator
, target as (
    select s.id, s.company, s.queue, s.active and not (s.version = 'V1' and $4::boolean) as active, s.event_types, s.case_directions, s.partner_companies,
           channel.event_types as channel_types, channel.id as channel, s.made_from, s.active_from, s.active_since + interval '1 minute' as settled_at,
           greatest($2::timestamptz, s.created_at - interval '1 hour', attempts_kept_since()) as missed_since, s.active_since + interval '1 hour' as missed_end,
           fits({request.if_match}, {request.if_none_match}, subscription_tag(s.id, s.updated_at, {config.event_type_prefix})) as fits
      from subscription s join caller on s.company = caller.company join channel on channel.name = 'webhooks-' || lower(s.version)
     where s.id = $1::bigint
), planned as (
    select p.plans, ceil(extract(epoch from p.since + interval '1 minute' - statement_timestamp()))::int as seconds
      from redelivery_plan p join caller on p.company = caller.company
), decision as (
    select case when not exists (select from caller)     then 'unauthenticated'
                when not exists (select from target)     then 'unknown'
                when not exists (select from integrator) then 'integrator-only'
                when not (select fits from target)       then 'precondition-failed'
                when not (select active from target)     then 'inactive'
                when exists (select from target, replay r, lateral (select from replay_item i where i.replay = r.id and i.subscription = target.id limit 1) i
                              where r.state in ('running', 'paused') and (r.subscription is null or r.wanted::json ->> 'event' is null)) then 'redelivering'
                when (select plans from planned) >= 10   then 'too-many'
                else 'ok' end as outcome
), counted as (
    update redelivery_plan p set plans = p.plans + 1 from decision, caller where decision.outcome = 'ok' and p.company = caller.company
), span as (
    select target.*, least($3::timestamptz, statement_timestamp()) as until,
           -- concurrent events may have ids and times in different orders
           (select id from event where created_at >= $2::timestamptz - interval '1 minute' order by created_at limit 1) as first_event
      from target, decision where decision.outcome = 'ok'
), bound as (           -- the ends of both searches: last_letter for dead letters, missed_until for missed events
    select span.*,
           coalesce((select event from dead_letter where subscription = span.id and event >= span.first_event order by event offset 100000 limit 1),
                    9223372036854775807) as last_letter,
           coalesce((select created_at from event where created_at >= span.missed_since and created_at < least(span.until, span.missed_end)
                      order by created_at offset 500000 limit 1), least(span.until, span.missed_end)) as missed_until
      from span
), failed as (
    select e.id as event, d.id as dead_letter, e.created_at
      from bound s join dead_letter d on d.subscription = s.id and d.event >= s.first_event and d.event < s.last_letter join event e on e.id = d.event
     where e.created_at >= $2::timestamptz and e.created_at < s.until
       and coalesce(e.subscription = s.id, admits(s.event_types, s.case_directions, s.partner_companies, s.company, e)
                                           and (s.channel_types is null or e.type = any (s.channel_types)))
), attempted as materialized (
    select a.event, a.success from bound s join attempt a on a.subscription = s.id and a.created_at >= s.missed_since - interval '1 hour'
     where s.missed_since < s.missed_until
), missed as (
    select e.id as event, null::bigint as dead_letter, e.created_at
      from bound s join event e on e.created_at >= s.missed_since and e.created_at < s.missed_until and s.company in (e.submit_company, e.receive_company)
     where e.subscription is null and e.id > s.made_from and admits(s.event_types, s.case_directions, s.partner_companies, s.company, e)
       and (s.channel_types is null or e.type = any (s.channel_types))
       and e.id not in (select event from attempted where success)      -- hashed once, as below
       and (e.id <= s.active_from
            or e.created_at < s.settled_at and e.id not in (select event from attempted)
               and not exists (select from outbox o where o.channel = s.channel and o.event = e.id))
       and not exists (select from dead_letter d where d.event = e.id and d.subscription = s.id)
), candidate as (
    select x.event, x.dead_letter, x.created_at from (select * from failed union all select * from missed) x, span
     where not exists (select from delivery d where d.event = x.event and d.queue + 0 = span.queue)
       and not exists (select from replay_item i where i.event = x.event and i.subscription = span.id)
     order by x.created_at, x.event limit 10000
), plan as (
    select count(*) as n, min(created_at) as oldest, case when count(*) = 10000 then max(created_at) end as last from candidate
), new_replay as (
    insert into replay (wanted, who, rate, total, subscription)
    select json_strip_nulls(json_build_object('subscription', span.id, 'since', stamp($2::timestamptz), 'until', stamp($3::timestamptz), 'missed', true))::text,
           'account ' || caller.id || ' of ' || caller.domain, 10, plan.n, span.id
      from caller, span, plan where plan.n > 0 returning id, subscription, who
), new_item as (
    insert into replay_item (replay, subscription, event, dead_letter)
    select new_replay.id, new_replay.subscription, event, dead_letter from candidate, new_replay order by event on conflict (event, subscription) do nothing
), new_act as (insert into replay_act (replay, act, who) select id, 'begun', who from new_replay),
shown_redelivery as (   -- webhook_redelivery.sql
    insert into redelivery (subscription, replay, events, last_letter)
    select new_replay.subscription, new_replay.id, array(select event from candidate), coalesce((select max(dead_letter) from candidate), 0) from new_replay
    on conflict (subscription) do update set replay = excluded.replay, events = excluded.events, last_letter = excluded.last_letter
),
act as (
    select 'webhook.redelivered' as what, new_replay.subscription, null as request, null::jsonb as before,
           jsonb_build_object('replay', new_replay.id, 'since', stamp($2::timestamptz), 'until', stamp($3::timestamptz), 'count', plan.n) as after from new_replay, plan
),
-- piece: audit_row
select decision.outcome, (select seconds from planned) as seconds,
       (select row_to_json(x)::text from (
            select plan.n as "count", stamp(plan.oldest) as "oldest",
                   stamp(least(bound.until, (select created_at from event where id = bound.last_letter), plan.last,
                               case when bound.missed_until < least(bound.until, bound.missed_end) then bound.missed_until end)) as "until"
              from plan, bound) x) as body
  from decision

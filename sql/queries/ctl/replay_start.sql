-- ctl_replay_start: starts a replay of the deliveries that ctl_replay_plan shows: lists them for the dispatcher, oldest event first.
-- binds: arg.rate, arg.who, arg.why
-- The locks: between selection and commit no dead letter is retired (dead_letter_retire.sql), and no request is deleted.
select pg_advisory_xact_lock_shared({lock.dead_letter_retire}, 0), pg_advisory_xact_lock_shared({lock.request_delete}, 0)
-- then
-- with: replay_candidate
, total as (
    select count(*) filter (where left_out is null) as n, count(*) filter (where left_out is not null) as left_out, count(*) as found from replay_candidate
),
-- piece: replay_reason
, new_replay as (
    insert into replay (wanted, who, why, rate, total)
    select json_strip_nulls(json_build_object(
               'subscription', {arg.subscription}::bigint, 'company', {arg.company}::text, 'deadLetter', {arg.dead_letter}::bigint, 'event', {arg.event}::uuid,
               'request', {arg.request}::text, 'since', {arg.since}::text, 'until', {arg.until}::text, 'all', {arg.all}::boolean, 'missed', {arg.missed}::boolean,
               'refusedSinceRotation', {arg.refused_since_rotation}::boolean))::text, $2, $3, $1::int, total.n
      from total where total.n > 0 returning id
), new_item as (
    insert into replay_item (replay, subscription, event, dead_letter)
    select new_replay.id, subscription, event, dead_letter from replay_candidate, new_replay where left_out is null order by event, subscription
), new_act as (insert into replay_act (replay, act, who) select id, 'begun', $2 from new_replay)
select case when total.n = 0 then 'there is nothing to make again' || case when total.left_out > 0 then ', and ' || total.left_out || ' left out' else '' end || ': ' || (select text from reason)
       end as refusal,
       new_replay.id, total.n as total, replay_batches(total.n, $1::int) as seconds,
       json_build_object('id', new_replay.id, 'dryRun', false, 'deliveries', total.n, 'rate', $1::int, 'seconds', replay_batches(total.n, $1::int)) as json
  from total left join new_replay on true

-- replay_feed: makes the next batch of a running replay: deliveries of the original events, without attempts, due now. Deletes the
-- dead letters that these deliveries replace.
-- * Only one dispatcher feeds at a time: it holds the advisory lock, and then the lock of the replay's row.
-- * A batch adds deliveries for an endpoint only until `rate` deliveries, a second's worth, are due there. So new events do not queue
--   behind all the old ones.
-- * The endpoints take turns, each with its oldest event first.
-- * A batch never adds more deliveries than arg.most, the limit of pending deliveries, leaves room for; 0: there is no limit.
-- * An endpoint whose last attempt failed gets one delivery at a time.
-- * If the last five attempts at an endpoint have failed since the replay began or was resumed, the endpoint is set aside until a delivery
--   succeeds there. Otherwise the replay would only make dead letters again. When only such endpoints are left, the replay pauses.
--   A member's replay, which no operator would resume, ends instead; the deliveries that it has not made stay as they were.
-- * A replay of a single delivery ignores these failures.
-- arg.pause: seconds between batches, and between runs while there is nothing to feed.
-- binds: arg.pause, arg.most
with recursive duty_lock as materialized (select pg_try_advisory_xact_lock({lock.replay}, 0) as mine),
due_replay as (
    select r.id, r.rate, r.batch, r.total, r.tried_from, r.subscription is not null as of_member from replay r
     where (select mine from duty_lock) and r.state = 'running' and r.next_at <= clock_timestamp()
     order by r.next_at, r.id limit 1 for update skip locked
), endpoint (replay, subscription) as (
    (select i.replay, i.subscription from replay_item i join due_replay on i.replay = due_replay.id order by i.replay, i.subscription limit 1)
    union all
    select next_endpoint.replay, next_endpoint.subscription from endpoint, lateral (
           select i.replay, i.subscription from replay_item i
            where i.replay = endpoint.replay and i.subscription > endpoint.subscription order by i.replay, i.subscription limit 1) next_endpoint
), endpoint_quota as (
    select endpoint.subscription, least(due_replay.batch, due_replay.rate - waiting.n, $2::bigint - pending.n, case when recent_attempts.failing then 1 end) as quota,
           due_replay.total > 1 and coalesce(recent_attempts.aside, false) as aside, recent_attempts.error
      from endpoint, due_replay, lateral (
           select count(*) as n from (select from delivery d
                                       where d.claim is null and d.queue = (select queue from subscription where id = endpoint.subscription) and d.due_at <= statement_timestamp()
                                       limit due_replay.rate) x) waiting, lateral (     -- null: no limit
           select case when $2::bigint > 0 then (select count(*) from (select from delivery d where d.queue = (select queue from subscription where id = endpoint.subscription)
                                                                        order by d.queue, d.due_at limit $2::bigint) x) end as n) pending, lateral (
           select count(*) = 5 and bool_and(not success) as aside, (array_agg(not success order by created_at desc, id desc))[1] as failing,
                  (array_agg(error order by created_at desc, id desc))[1] as error
             from (select * from attempt where subscription = endpoint.subscription and counted and created_at >= due_replay.tried_from
                    order by created_at desc, id desc limit 5) x) recent_attempts
), trouble as (         -- why endpoints are set aside: the error of the first one; no row: none is set aside
    select format('subscription %s fails (%s)', (array_agg(subscription order by subscription))[1], (array_agg(error order by subscription))[1])
           || case when count(*) > 1 then ', and so do ' || count(*) - 1 || ' others' else '' end as reason
      from endpoint_quota where aside having count(*) > 0
), selected_item as (
    select turn.id from endpoint_quota, due_replay, lateral (
           select i.id, row_number() over (order by i.id) as n from replay_item i
            where i.replay = due_replay.id and i.subscription = endpoint_quota.subscription and not endpoint_quota.aside order by i.id limit greatest(endpoint_quota.quota, 0)) turn
     order by turn.n, turn.id limit (select batch from due_replay)
), item as (
    delete from replay_item where id = any (array(select id from selected_item)) returning subscription, event, dead_letter
), deliverable_item as (    -- key share: a transaction that deletes or deactivates the subscription commits first, or waits and drops the deliveries
    select item.subscription, s.queue, item.event, item.dead_letter
      from item join subscription s on s.id = item.subscription join event e on e.id = item.event
     where s.active for key share of s
), deleted_dead_letter as (    -- another replay may have deleted it already
    delete from dead_letter d using deliverable_item where d.id = deliverable_item.dead_letter returning d.event, deliverable_item.queue
), new_delivery as (
    insert into delivery (event, queue, taken_at)
    select event, queue, null::timestamptz from deliverable_item where dead_letter is null union all select event, queue, null from deleted_dead_letter
        on conflict (event, (queue + 0)) do nothing returning id
), batch_result as (
    select due_replay.id, due_replay.of_member, (select count(*) from item) as taken, (select count(*) from new_delivery) as made,
           (select count(*) from (select from replay_item i where i.replay = due_replay.id limit due_replay.batch + 1) remaining_item)
               <= (select count(*) from selected_item) as ended,
           exists (select from endpoint_quota) and not exists (select from endpoint_quota where not aside) as stuck, (select reason from trouble) as reason
      from due_replay
), dropped_item as (
    delete from replay_item i using batch_result c where c.stuck and c.of_member and i.replay = c.id
), changed_replay as (
    update replay r
       set done = r.done + c.made, left_out = r.left_out + c.taken - c.made, batch = least(2 * r.batch, r.rate),
           next_at = clock_timestamp() + $1::float8 * interval '1 second',
           state = case when c.ended then 'done' when c.stuck and c.of_member then 'cancelled' when c.stuck then 'paused' else 'running' end,
           reason = c.reason, finished_at = case when c.ended or c.stuck and c.of_member then clock_timestamp() end
      from batch_result c where r.id = c.id returning r.id, r.state, r.done, r.left_out, r.reason
), new_act as (
    insert into replay_act (replay, act, who, why) select id, state, 'dispatcher', reason from changed_replay where state <> 'running'
)
select changed_replay.id, batch_result.of_member, batch_result.made, changed_replay.state, changed_replay.done, changed_replay.left_out, changed_replay.reason,
       least(extract(epoch from (select min(r.next_at) from replay r where r.state = 'running' and r.id is distinct from changed_replay.id) - clock_timestamp()),
             $1::numeric) as next_in
  from duty_lock left join changed_replay on true left join batch_result on true

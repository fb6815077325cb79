-- pending_limit: makes dead letters of the oldest deliveries of a subscription that has more than arg.most pending, at most arg.rows
-- at a time, unless another dispatcher is doing so. Leased deliveries count but stay. Paused subscriptions stay unchanged. Age counts
-- from when a delivery was made, so a replayed one is as old as its replay.
-- Returns the subscriptions with at least 90 % of arg.most, most pending first: `n`, its deliveries counted up to arg.most + 1,
-- and `dead_letters`, the number of its deliveries that this run made dead letters.
-- The first part takes the lock before the snapshot of the second, so no two dispatchers count the same excess. The first part passes its
-- result to the second in a setting of this transaction.
-- binds: arg.most, arg.rows
select set_config('collab.limits', pg_try_advisory_xact_lock({lock.pending_limit}, 0)::text, true)
-- then
with recursive queue_count (queue, n) as (      -- hops from queue to queue through the index. Does nothing while the table is so small that
                                                -- no queue can be near the limit: a row takes at least 80 bytes
    select 0::bigint, 0::bigint where pg_relation_size('collab.delivery') >= 80 * $1::bigint * 9 / 10
    union all
    select next_queue.queue,
           case when exists (select from subscription s where s.queue = next_queue.queue)
                then (select count(*) from (select from delivery d where d.queue = next_queue.queue order by d.queue, d.due_at limit $1::bigint + 1) x) end
      from queue_count cross join lateral (
           select d.queue from delivery d where d.queue > queue_count.queue order by d.queue, d.due_at limit 1) next_queue
), full_queue as materialized (
    select s.id as subscription, s.paused_since is not null as paused, queue_count.n from queue_count join subscription s using (queue)
     where queue_count.n >= $1::bigint * 9 / 10
), limited_subscription as materialized (       -- key share: a transaction that deletes or deactivates the subscription commits first, or waits
    select id, queue from subscription
     where current_setting('collab.limits')::boolean and paused_since is null
       and id = any (array(select subscription from full_queue where n > $1::bigint and not paused))
     order by id limit 1 for key share skip locked
), earliest_delivery as materialized (          -- the arg.most + arg.rows deliveries due first, or all if there are fewer
    select d.id, d.place, d.claim from limited_subscription cross join lateral (
           select id, ctid as place, claim from delivery where queue = limited_subscription.queue
            order by due_at, id + 0 limit $1::bigint + $2::bigint) d
), excess_delivery as materialized (
    select ctid as place, id, event, queue, attempts from delivery
     where ctid = any (array(select place from earliest_delivery where claim is null
                              order by id limit greatest(0, (select count(*) from earliest_delivery) - $1::bigint)))
       and claim is null
       for update skip locked
), new_dead_letter as (
    insert into dead_letter (event, subscription, reason)
    select event, limited_subscription.id, 'more than ' || $1 || ' deliveries were pending' from excess_delivery join limited_subscription using (queue) order by excess_delivery.id
    on conflict (event, subscription) do nothing
), new_attempt as (
    insert into attempt (subscription, event, number, success, error, duration_ms, created_at, dead_letter, delivery_queue)
    select limited_subscription.id, event, attempts + 1, false, 'more than ' || $1 || ' deliveries were pending', 0, clock_timestamp(), true, queue
      from excess_delivery join limited_subscription using (queue) order by excess_delivery.id
), ended_delivery as (delete from delivery where ctid = any (array(select place from excess_delivery)))
select full_queue.subscription, paused, n, case when limited_subscription.id is null then 0 else (select count(*) from excess_delivery) end as dead_letters
  from full_queue left join limited_subscription on limited_subscription.id = full_queue.subscription
 order by n desc, full_queue.subscription

-- legacy_end: once V1 has ended by the accepted time, makes dead letters of the deliveries that wait for its subscriptions, at most
-- arg.rows at a time. Leased deliveries stay; their dispatcher ends them.
-- binds: arg.sunset, arg.rows
with recursive legacy as materialized (
    select coalesce((select accepted_now()) >= timestamptz 'epoch' + $1::bigint * interval '1 microsecond', false) as ended
), waiting (queue) as (         -- hops from queue to queue through the index
    select 0::bigint where (select ended from legacy)
    union all
    select next_queue.queue
      from waiting cross join lateral (
           select d.queue from delivery d where d.queue > waiting.queue order by d.queue, d.due_at limit 1) next_queue
), ended_subscription as materialized (      -- key share: a transaction that deletes or deactivates the subscription commits first, or waits
    select id, queue from subscription
     where version = 'V1' and queue = any (array(select queue from waiting))
     order by id limit 100 for key share skip locked
), waiting_delivery as materialized (
    select d.place from ended_subscription cross join lateral (
           select ctid as place from delivery where queue = ended_subscription.queue and claim is null
            order by due_at, id + 0 limit $2::int) d
     limit $2::int
), ended_delivery as materialized (
    select ctid as place, id, event, queue, attempts from delivery
     where ctid = any (array(select place from waiting_delivery)) and claim is null
       for update skip locked
), new_dead_letter as (
    insert into dead_letter (event, subscription, reason)
    select event, ended_subscription.id, 'sunset: payload version V1 has ended' from ended_delivery join ended_subscription using (queue) order by ended_delivery.id
    on conflict (event, subscription) do nothing
), new_attempt as (
    insert into attempt (subscription, event, number, success, error, duration_ms, created_at, dead_letter, delivery_queue)
    select ended_subscription.id, event, attempts + 1, false, 'sunset: payload version V1 has ended', 0, clock_timestamp(), true, queue
      from ended_delivery join ended_subscription using (queue) order by ended_delivery.id
), deleted_delivery as (delete from delivery where ctid = any (array(select place from ended_delivery)))
select count(*) as done from ended_delivery

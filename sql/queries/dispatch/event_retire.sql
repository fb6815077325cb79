-- event_retire: deletes events older than arg.days days that no row refers to, a batch at a time, unless another dispatcher is doing
-- so. An event stays while it is undelivered, has a dead letter or is part of a replay. Deliveries in dropped
-- queues and dead letters of deleted subscriptions do not keep an event, even if queue_drop.sql has not deleted them yet: they are
-- deleted with the event. If they are locked, the event stays.
-- binds: arg.days, arg.after
-- last: where the next batch begins; null: no further batch.
with duty_lock as materialized (select pg_try_advisory_xact_lock({lock.event_retire}, 0) as mine),
batch as (
    select id, created_at from event
     where (select mine from duty_lock) and created_at > $2::timestamptz and created_at < (select accepted_now()) - $1::int * interval '1 day'
       and id + 0 <= (select i.event from ids_before((select accepted_now()) - $1::int * interval '1 day') i)
     order by created_at limit 1000
), unreferenced_event as materialized (
    select e.id from batch e
     where not exists (select from channel c join outbox x on x.channel = c.id and x.event = e.id)
       and not exists (select from (select queue from delivery where event = e.id offset 0) x join subscription s using (queue))        -- offset 0 forces a lookup by event
       and not exists (select from (select subscription from dead_letter where event = e.id offset 0) x join subscription s on s.id = x.subscription)
       and not exists (select from replay_item x where x.event = e.id)
), dropped_delivery as materialized (
    select d.place, d.event from unreferenced_event cross join lateral (select ctid as place, event from delivery where event = unreferenced_event.id for update skip locked) d
), dropped_dead_letter as materialized (
    select l.place, l.event from unreferenced_event cross join lateral (select ctid as place, event from dead_letter where event = unreferenced_event.id for update skip locked) l
), deletable_event as materialized (
    select id from unreferenced_event
      left join (select event, count(*) as n from dropped_delivery group by event) d on d.event = unreferenced_event.id
      left join (select event, count(*) as n from dropped_dead_letter group by event) l on l.event = unreferenced_event.id
     where (select count(*) from delivery x where x.event = unreferenced_event.id) = coalesce(d.n, 0)
       and (select count(*) from dead_letter x where x.event = unreferenced_event.id) = coalesce(l.n, 0)
), deleted_delivery as (
    delete from delivery where ctid = any (array(select place from dropped_delivery where event in (select id from deletable_event)))
), deleted_dead_letter as (
    delete from dead_letter where ctid = any (array(select place from dropped_dead_letter where event in (select id from deletable_event)))
), deleted_event as (delete from event where id = any (array(select id from deletable_event)) returning id)
select (select count(*) from deleted_event) as done, case when count(*) = 1000 then max(created_at) end as last from batch

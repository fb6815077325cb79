-- event_retire: deletes events older than arg.days days that nothing refers to any more, a batch at a time, unless another
-- dispatcher is doing it. An event stays, however old, while it is to be delivered, has a dead letter or is about to be replayed.
-- Deliveries and dead letters that were dropped do not keep it (queue_drop.sql has not reached them yet): they are deleted with
-- it, unless another session has locked them.
-- binds: arg.days, arg.after
-- last: the next batch begins after it; null: this was the last one.
with alone as materialized (
    select pg_try_advisory_xact_lock({lock.event_retire}, 0) as mine
), stretch as (
    select id, created_at from event
     where (select mine from alone) and created_at > $2::timestamptz and created_at < statement_timestamp() - $1::int * interval '1 day'
     order by created_at limit 1000
), over as materialized (
    select e.id from stretch e
     where not exists (select from channel c join outbox x on x.channel = c.id and x.event = e.id)
       and not exists (select from (select queue from delivery where event = e.id offset 0) x join subscription s using (queue))        -- offset 0: looks up by event
       and not exists (select from (select subscription from dead_letter where event = e.id offset 0) x join subscription s on s.id = x.subscription)
       and not exists (select from replay_item x where x.event = e.id)
), dropped as materialized (
    select d.place, d.event from over cross join lateral (select ctid as place, event from delivery where event = over.id for update skip locked) d
), buried as materialized (
    select l.place, l.event from over cross join lateral (select ctid as place, event from dead_letter where event = over.id for update skip locked) l
), free as materialized (
    select id from over
      left join (select event, count(*) as n from dropped group by event) d on d.event = over.id
      left join (select event, count(*) as n from buried group by event) l on l.event = over.id
     where (select count(*) from delivery x where x.event = over.id) = coalesce(d.n, 0)
       and (select count(*) from dead_letter x where x.event = over.id) = coalesce(l.n, 0)
), deliveries as (
    delete from delivery where ctid = any (array(select place from dropped where event in (select id from free)))
), letters as (
    delete from dead_letter where ctid = any (array(select place from buried where event in (select id from free)))
), gone as (
    delete from event where id = any (array(select id from free)) returning id
)
select (select count(*) from gone) as done, case when count(*) = 1000 then max(created_at) end as last from stretch

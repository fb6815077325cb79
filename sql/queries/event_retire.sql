-- event_retire: deletes events older than so many days that nothing refers to any more, a stretch at a time, unless another dispatcher is at it.
-- What is still to be delivered, waits among the dead letters or is about to be sent again keeps its event, however old.
-- binds: arg.days, arg.after
-- last: where the next stretch begins after; null when this was the last one.
with alone as materialized (
    select pg_try_advisory_xact_lock('collab.event'::regclass::oid::int, 1) as mine
), stretch as (
    select id, created_at from event
     where (select mine from alone) and created_at > $2::timestamptz and created_at < statement_timestamp() - $1::int * interval '1 day'
     order by created_at limit 1000
), gone as (
    delete from event
     where id = any (array(
           select e.id from stretch e
            where not exists (select from channel c join outbox x on x.channel = c.id and x.event = e.id)
              and not exists (select from delivery x where x.event = e.id)
              and not exists (select from dead_letter x where x.event = e.id)
              and not exists (select from replay_item x where x.event = e.id)))
    returning id
)
select (select count(*) from gone) as done, case when count(*) = 1000 then max(created_at) end as last from stretch

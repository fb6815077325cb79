-- ctl_channel_list: the channels, each with the number of its waiting events, and whether it has a consumer.
with holder as (
    select l.classid, l.objid
      from pg_locks l join pg_database b on b.oid = l.database and b.datname = current_database()
     where l.locktype = 'advisory' and l.objsubid = 2 and l.granted
)
select name, active, consumed, waiting, oldest,
       json_build_object('name', name, 'active', active, 'consumed', consumed, 'waiting', waiting, 'oldest', oldest) as json
  from channel c, lateral (
       select case when c.id = 3 then exists (select from holder where classid = {lock.channel}::int::oid and objid = c.id::int::oid)
                   else exists (select from holder where classid = {lock.dispatcher}::int::oid) end as consumed,
              (select count(*) from outbox o where o.channel = c.id) as waiting,
              stamp((select e.created_at from event e
                      where e.id = (select o.event from outbox o where o.channel = c.id order by o.event limit 1))) as oldest) x
 order by id

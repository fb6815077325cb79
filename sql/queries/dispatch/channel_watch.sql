-- channel_watch: returns the event log's channel if it is active without a consumer. Also deletes the outbox rows left in inactive
-- channels.
with deleted_row as (    -- added by transactions that were open when the channel was deactivated
    delete from outbox
     where (channel, event) in (
           select c.id, x.event
             from channel c, lateral (select o.event from outbox o where o.channel = c.id order by o.event limit 1000) x
            where not c.active)
)
select c.name
  from channel c
 where c.id = 3 and c.active
   and not exists (select from pg_locks l join pg_database b on b.oid = l.database and b.datname = current_database()
                    where l.locktype = 'advisory' and l.classid = {lock.channel}::int::oid and l.objid = c.id::int::oid and l.objsubid = 2 and l.granted)

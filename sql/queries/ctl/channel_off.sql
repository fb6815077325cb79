-- ctl_channel_off: deactivates a channel without a consumer: from now on no event is kept for it. `waiting`: the number of events that
-- wait for it now. ctl_channel_empty or a dispatcher (channel_watch) deletes them.
-- binds: arg.name
with named_channel as (
    select id, id = 3 as can_end,
           exists (select from pg_locks l join pg_database b on b.oid = l.database and b.datname = current_database()
                    where l.locktype = 'advisory' and l.classid = {lock.channel}::int::oid and l.objid = channel.id::int::oid and l.objsubid = 2
                      and l.granted) as consumed
      from channel where name = $1
), ended_channel as (
    update channel c set active = false from named_channel where c.id = named_channel.id and named_channel.can_end and not named_channel.consumed and c.active
)
select case when not exists (select from named_channel)  then 'NAME: there is no channel ' || $1
            when not (select can_end from named_channel) then 'NAME: ' || $1 || ' is for the members'' webhooks and cannot be ended'
            when (select consumed from named_channel)    then 'NAME: ' || $1 || ' is being consumed: remove CollabEventLog from the configuration first'
       end as refusal,
       (select count(*) from outbox join named_channel on outbox.channel = named_channel.id) as waiting

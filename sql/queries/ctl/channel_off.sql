-- ctl_channel_off: ends a channel that nobody consumes any more: from now on no event is kept for it. `waiting`: how many events
-- wait for it at that moment. After it, a dispatcher deletes them as well (channel_watch).
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
            when (select consumed from named_channel)    then 'NAME: ' || $1 || ' is being consumed: take CollabEventLog out of the configuration first'
       end as refusal,
       (select count(*) from outbox join named_channel on outbox.channel = named_channel.id) as waiting

-- ctl_channel_empty: takes away what an inactive channel has left, a bounded number at a time.
-- binds: arg.name
with deleted_row as (
    delete from outbox
     where (channel, event) in (
           select c.id, x.event
             from channel c, lateral (select o.event from outbox o where o.channel = c.id order by o.event limit 10000) x
            where c.name = $1 and not c.active)
    returning event
)
select count(*) as gone from deleted_row

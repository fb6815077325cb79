-- ctl_channel_empty: deletes outbox rows of an inactive channel, at most 10,000 at a time.
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

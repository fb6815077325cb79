-- outbox_row: an outbox row of `event` (id, type: just written) for each channel that wants it. Every statement that writes an
-- event uses this, so that no channel misses one.
outbox_row as (
    insert into outbox (channel, event)
    select channel.id, event.id from event, channel
     where channel.active and (channel.event_types is null or event.type = any (channel.event_types))
)

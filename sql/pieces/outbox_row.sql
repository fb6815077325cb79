-- outbox_row: adds an outbox row of the new `event` (id, type) for each channel that wants it. Statements that add an event use this,
-- so that no channel misses one.
outbox_row as (
    insert into outbox (channel, event)
    select channel.id, event.id from event, channel
     where channel.active and (channel.event_types is null or event.type = any (channel.event_types))
)

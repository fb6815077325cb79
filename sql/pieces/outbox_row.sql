-- outbox_row: adds an outbox row of the new `event` (id, type) for each channel that wants it. All statements that add an event
-- of a request use this piece, so that no channel misses the event.
outbox_row as (
    insert into outbox (channel, event)
    select channel.id, event.id from event, channel
     where channel.active and (channel.event_types is null or event.type = any (channel.event_types))
)

-- spread: a copy of `event` (id, type: just written) for each channel that wants it. Whoever writes an event uses this, so none goes past a channel.
spread as (
    insert into outbox (channel, event)
    select channel.id, event.id from event, channel
     where channel.active and (channel.event_types is null or event.type = any (channel.event_types))
)

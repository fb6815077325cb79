-- event_log_enter: makes this session the consumer of the event log's channel until the session ends, unless another session is.
-- Success activates the channel.
with channel_lock as materialized (select pg_try_advisory_lock({lock.channel}, 3) as entered),
changed_channel as (
    update channel set active = true from channel_lock where channel.id = 3 and not channel.active and channel_lock.entered returning channel.id
)
select entered, exists (select from changed_channel) as begun from channel_lock

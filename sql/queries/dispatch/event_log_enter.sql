-- event_log_enter: makes this session the consumer of the event log until the session ends, unless another session is. The
-- channel is active from then on.
with mine as materialized (
    select pg_try_advisory_lock({lock.channel}, 3) as entered
), begun as (
    update channel set active = true from mine where channel.id = 3 and not channel.active and mine.entered returning channel.id
)
select entered, exists (select from begun) as begun from mine

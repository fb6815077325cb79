-- claim_outbox: takes events from the outbox for fan-out, at most arg.events of each payload version's channel.
outbox_event_v2 as (     -- one transaction deletes the outbox row and writes the event's deliveries, so the fan-out can be repeated after a crash
    delete from outbox
     where ctid = any (array(
           select ctid from outbox where channel = 1 and event >= {arg.outbox_since}::bigint order by event limit {arg.events}::int for update skip locked))
    returning event, clock_timestamp() as at
), outbox_event_v1 as (  -- each version has its own channel and limit
    delete from outbox
     where ctid = any (array(
           select ctid from outbox where channel = 2 and event >= {arg.outbox_since}::bigint order by event limit {arg.events}::int for update skip locked))
    returning event, clock_timestamp() as at
), outbox_event as (select 'V2' as version, event, at from outbox_event_v2 union all select 'V1', event, at from outbox_event_v1)

-- claim_due_deliveries: the deliveries that wait at the endpoints that the dispatcher names (claim_endpoints). With arg.look it also
-- finds unknown endpoints, which are only reported. `due_candidate` has the deliveries that may be sent.
unknown_queue (queue, high) as (    -- queues with work whose endpoints are unknown: hops through the index past the known and the dropped queues
    (select found.queue, gap.high
       from (select lag(queue, 1, 0::bigint) over (order by queue) as low, queue as high
               from (select s.queue from known_endpoint join subscription s on s.id = known_endpoint.subscription
                     union all select queue from (select queue from dropped_queue order by queue limit 1000) dropped
                     union all select 9223372036854775807) boundary) gap,
            lateral (select d.queue from delivery d
                      where d.claim is null and d.queue > gap.low and d.queue < gap.high
                      order by d.queue, d.due_at limit 1) found
      where {arg.look}::boolean)
    union all
    select found.queue, unknown_queue.high
      from unknown_queue, lateral (
           select d.queue from delivery d
            where d.claim is null and d.queue > unknown_queue.queue and d.queue < unknown_queue.high
            order by d.queue, d.due_at limit 1) found
), scanned_endpoint as materialized (
    select known_endpoint.subscription, s.queue, s.version, case when reports then 0 else slots_left end as slots_left, in_flight, timestamptz 'epoch' + since * interval '1 microsecond' as since
      from known_endpoint left join subscription s on s.id = known_endpoint.subscription and s.paused_since is null where since is not null
    union all
    select s.id, s.queue, s.version, 0, 0, timestamptz 'epoch'           -- no slots: the dispatcher must first learn the company and host
      from unknown_queue join subscription s on s.queue = unknown_queue.queue and s.paused_since is null
), earliest_delivery as (           -- reads slots_left + 1 deliveries of each endpoint, to see whether one remains. If retries get no slot, it
                                    -- reads 64, to find a first attempt behind the retries. It reads none of a deleted or paused subscription
    select scanned_endpoint.subscription, scanned_endpoint.version, scanned_endpoint.in_flight, scanned_endpoint.slots_left,
           d.id, d.place, d.attempts > 0 as retry, d.due_at
      from scanned_endpoint left join lateral (
           select id, ctid as place, attempts, due_at from delivery
            where claim is null and queue = scanned_endpoint.queue and due_at >= scanned_endpoint.since
            order by due_at, id + 0 limit case when {arg.retry_slots}::int > 0 then scanned_endpoint.slots_left + 1 else 64 end) d on true
), due_candidate as (
    select id, place, null::bigint as event, subscription, version, retry, due_at, in_flight + turn as turn from (
        select *, row_number() over (partition by subscription order by due_at, id) as turn from earliest_delivery
         where due_at <= statement_timestamp() and (not retry or {arg.retry_slots}::int > 0)) d
     where turn <= slots_left
)

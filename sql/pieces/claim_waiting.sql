-- claim_waiting: the deliveries that wait at the endpoints that the dispatcher asks about (claim_known) and, with arg.look, at
-- unknown ones. `ahead` has the earliest deliveries of each endpoint, one more than may be sent; `due` has those that may be
-- sent.
hop (queue, high) as (       -- queues of unknown endpoints with work: hops through the index between the known queues and the dropped ones
    (select found.queue, gap.high
       from (select lag(queue, 1, 0::bigint) over (order by queue) as low, queue as high
               from (select s.queue from known join subscription s on s.id = known.subscription
                     union all select queue from (select queue from dropped_queue order by queue limit 1000) dropped
                     union all select 9223372036854775807) boundary) gap,
            lateral (select d.queue from delivery d
                      where d.claim is null and d.queue > gap.low and d.queue < gap.high
                      order by d.queue, d.due_at limit 1) found
      where {arg.look}::boolean)
    union all
    select found.queue, hop.high
      from hop, lateral (select d.queue from delivery d
                          where d.claim is null and d.queue > hop.queue and d.queue < hop.high
                          order by d.queue, d.due_at limit 1) found
), asked as materialized (
    select known.subscription, s.queue, s.version, slots_left, in_flight, timestamptz 'epoch' + since * interval '1 microsecond' as since
      from known left join subscription s on s.id = known.subscription and s.paused_since is null where since is not null
    union all
    select s.id, s.queue, s.version, {arg.first_limit}::int, 0, timestamptz 'epoch' from hop join subscription s on s.queue = hop.queue and s.paused_since is null
), ahead as (           -- one more than slots_left, to know what remains (nothing if the subscription is gone); 64 when retries get no
                        -- slot, to find a first attempt behind them
    select asked.subscription, asked.version, asked.in_flight, asked.slots_left, d.id, d.place, d.attempts > 0 as retry, d.due_at
      from asked left join lateral (
           select id, ctid as place, attempts, due_at from delivery
            where claim is null and queue = asked.queue and due_at >= asked.since
            order by due_at, id + 0 limit case when {arg.retry_slots}::int > 0 then asked.slots_left + 1 else 64 end) d on true
), due as (
    select id, place, null::bigint as event, subscription, version, retry, due_at, in_flight + turn as turn from (
        select *, row_number() over (partition by subscription order by due_at, id) as turn from ahead
         where due_at <= statement_timestamp() and (not retry or {arg.retry_slots}::int > 0)) d
     where turn <= slots_left
)

-- delivery_look: looks for deliveries that other processes have written: due from arg.since on at the endpoints that the dispatcher
-- knows (arg.known), due at any time at those that it rescans (arg.rescanned), and at all others, with the columns of their subscription.
-- binds: arg.known, arg.since, arg.rescanned
-- Returns at least one row: the time (now), and an endpoint that is not paused, with the due time of the earliest of these deliveries.
with recursive known_endpoint as materialized (
    select a.subscription, a.since, s.queue, s.paused_since
      from (select subscription, timestamptz 'epoch' + $2::bigint * interval '1 microsecond' as since from unnest($1::bigint[]) as k (subscription)
            union all select subscription, 'epoch' from unnest($3::bigint[]) as r (subscription)) a
      join subscription s on s.id = a.subscription
), unknown_queue (queue, high) as (    -- queues with work whose endpoints are unknown: hops through the index past the known and the dropped queues
    (select found.queue, gap.high
       from (select lag(queue, 1, 0::bigint) over (order by queue) as low, queue as high
               from (select queue from known_endpoint
                     union all select queue from (select queue from dropped_queue order by queue limit 1000) dropped
                     union all select 9223372036854775807) boundary) gap,
            lateral (select d.queue from delivery d
                      where d.claim is null and d.queue > gap.low and d.queue < gap.high
                      order by d.queue, d.due_at limit 1) found)
    union all
    select found.queue, unknown_queue.high
      from unknown_queue, lateral (
           select d.queue from delivery d
            where d.claim is null and d.queue > unknown_queue.queue and d.queue < unknown_queue.high
            order by d.queue, d.due_at limit 1) found
), looked_at_endpoint as (
    select subscription, queue, since from known_endpoint where paused_since is null
    union all
    select s.id, s.queue, timestamptz 'epoch' from unknown_queue join subscription s using (queue) where s.paused_since is null
)
select (extract(epoch from statement_timestamp()) * 1000000)::bigint as now, found.subscription, (extract(epoch from found.next) * 1000000)::bigint as next,
       s.version, s.company, s.callback_url, (extract(epoch from s.callback_since) * 1000000)::bigint as callback_since
  from (select) one
  left join (select subscription, d.due_at as next
               from looked_at_endpoint cross join lateral (
                    select due_at from delivery
                     where claim is null and queue = looked_at_endpoint.queue and due_at >= looked_at_endpoint.since
                     order by due_at, id + 0 limit 1) d) found on true
  left join lateral (select * from subscription where id = found.subscription limit 1) s on true

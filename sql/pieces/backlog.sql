-- backlog: the amount and age of pending work, without the rows of dropped queues, which are deleted later. Needs `with recursive`.
-- Deliveries of a paused subscription count, but are never late. The piece counts up to 1,000 rows of each kind; beyond that it
-- returns PostgreSQL's estimate. The estimate includes the rows of dropped queues, so while such rows are being deleted, the piece
-- counts up to 100,000 rows.
-- Ages are in microseconds; null: no such row.
gap (low, high) as materialized (           -- the ranges between the dropped queues
    select lag(queue, 1, 0::bigint) over (order by queue), queue
      from (select queue from (select queue from dropped_queue order by queue limit 1000) dropped union all select 9223372036854775807) boundary
), letter_gap (low, high) as materialized (
    select lag(subscription, 1, 0::bigint) over (order by subscription), subscription
      from (select subscription from (select subscription from dropped_queue where subscription is not null order by queue limit 1000) dropped union all select 9223372036854775807) boundary
), endpoint (queue, high, due_at, n) as (    -- the first due delivery of each queue, found by hopping through the index
    (select first_delivery.queue, gap.high, first_delivery.due_at, 1 from gap, lateral (
            select d.queue, d.due_at from delivery d
             where d.claim is null and d.queue > gap.low and d.queue < gap.high
             order by d.queue, d.due_at limit 1) first_delivery)
    union all
    select next_delivery.queue, endpoint.high, next_delivery.due_at, n + 1 from endpoint, lateral (
           select d.queue, d.due_at from delivery d
            where d.claim is null and d.queue > endpoint.queue and d.queue < endpoint.high
            order by d.queue, d.due_at limit 1) next_delivery
     where n < 1000
), backlog_count as (    -- among many dead rows it is expensive to find the first thousand live ones, so deliveries are only estimated
    select case when dead_tuples < 10000 or most > 1000
                then (select count(*) from (select from gap, lateral (
                             select from delivery d where d.queue > gap.low and d.queue < gap.high limit most) x limit most) y) end as deliveries,
           (select count(*) from (select from letter_gap gap, lateral (
                   select from dead_letter l where l.subscription > gap.low and l.subscription < gap.high limit most) x limit most) y) as dead_letters,
           most, dead_tuples
      from (select pg_stat_get_dead_tuples('collab.delivery'::regclass) + pg_stat_get_dead_tuples('collab.outbox'::regclass) as dead_tuples,
                   case when exists (select from dropped_queue where due_to < 'infinity') then 100000 else 1000 end as most) x
), day as (
    select (clock_timestamp() at time zone 'UTC')::date as today,
           (select min(c.relname) from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'collab.attempt'::regclass) as oldest
), backlog as (
    select case when deliveries < most then deliveries
                when deliveries = most then greatest(most, pg_stat_get_live_tuples('collab.delivery'::regclass))
                else pg_stat_get_live_tuples('collab.delivery'::regclass) end as backlog,
           case when dead_letters < most then dead_letters else greatest(most, pg_stat_get_live_tuples('collab.dead_letter'::regclass)) end as dead_letters,
           dead_tuples,
           (select greatest(0, extract(epoch from clock_timestamp() - min(due_at)) * 1000000)::bigint from endpoint
             where queue <> all (array(select queue from subscription where paused_since is not null))) as oldest_due,
           (select (extract(epoch from clock_timestamp() - created_at) * 1000000)::bigint
              from event where id = (select min(x.event) from unnest('{1,2}'::smallint[]) webhooks, lateral (
                                            select o.event from outbox o where o.channel = webhooks order by o.event limit 1) x)) as outbox_oldest,
           (select greatest(0, min(n) - 1) from generate_series(0, 366) n
             where to_regclass('collab.attempt_' || to_char(today + n, 'YYYYMMDD')) is null) as partitions_ahead,
           (extract(epoch from clock_timestamp() - to_date(right(oldest, 8), 'YYYYMMDD')::timestamp at time zone 'UTC') * 1000000)::bigint as oldest_attempt,
           (select count(*) from pg_locks l join pg_database b on b.oid = l.database and b.datname = current_database()
             where l.locktype = 'advisory' and l.classid = {lock.dispatcher}::int::oid and l.objsubid = 2 and l.granted) as dispatchers
      from backlog_count, day
)

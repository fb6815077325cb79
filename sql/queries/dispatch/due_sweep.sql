-- due_sweep: makes deliveries due that were written while the clock was wrong: those that were never tried and are due in more than a
-- minute, and those due later than the longest wait there is (arg.longest seconds). Hops from queue to queue through the index, 200
-- queues from arg.after on, and looks at the 500 nearest and the 500 farthest due times of each.
-- * While the clock and the accepted time have parted, retries stay: a clock that is behind would make all of them look so. Within
--   an hour it may be behind unnoticed, so a retry must be an hour later.
-- * A try that a local fault spared counts as tried, because it has been put off.
-- binds: arg.longest, arg.after
-- last: where the next run begins; null: at the first queue.
with recursive trust as materialized (
    select exists (select from accepted_time where gap is null and abs(extract(epoch from statement_timestamp() - accepted)) <= 3660) as sure
), scanned_queue (queue, n) as (
    select $2::bigint, 0
    union all
    select next_queue.queue, n + 1
      from scanned_queue cross join lateral (
           select d.queue from delivery d where d.queue > scanned_queue.queue order by d.queue, d.due_at limit 1) next_queue
     where n < 200
), near_delivery as materialized (
    select d.* from scanned_queue cross join lateral (
           select ctid as place, attempts, spared_logged_at, due_at from delivery
            where queue = scanned_queue.queue and due_at > statement_timestamp() + interval '1 minute'
            order by due_at, id + 0 limit 500) d
), far_delivery as materialized (
    select d.* from scanned_queue cross join lateral (
           select ctid as place, attempts, spared_logged_at, due_at from delivery
            where queue = scanned_queue.queue and due_at > statement_timestamp() + interval '1 minute'
            order by due_at desc, id + 0 desc limit 500) d
), wrong_delivery as materialized (
    select place from (select * from near_delivery union all select * from far_delivery) d
     where (attempts = 0 and spared_logged_at is null)
        or ((select sure from trust) and due_at > statement_timestamp() + $1::int * interval '1 second' + interval '61 minutes')
), due_delivery as (
    update delivery set due_at = clock_timestamp(), made_at = least(made_at, clock_timestamp())
     where ctid = any (array(
           select ctid from delivery where ctid = any (array(select place from wrong_delivery))
              and claim is null and due_at - interval '1 minute' > statement_timestamp()     -- no index serves this, so the place does
              for update skip locked))
    returning 1
)
select (select count(*) from due_delivery) as done, (select max(queue) from scanned_queue having max(n) = 200) as last

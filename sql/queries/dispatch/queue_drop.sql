-- queue_drop: deletes the deliveries in dropped queues, and the dead letters of deleted subscriptions, at most arg.rows of each at a
-- time, unless another dispatcher is doing so. It leaves locked rows for a later run.
-- * Each run continues in a queue where the last run stopped (due_to). Otherwise it would read past all deleted rows that an old
--   snapshot keeps.
-- * At the end of a queue, due_to is infinity. When the deleted rows have been vacuumed, a run begins again at the start of the queue.
--   If it finds nothing, it deletes the queue's row in dropped_queue. Until then that row tells claims to skip the queue.
-- binds: arg.rows
with duty_lock as materialized (
    select pg_try_advisory_xact_lock({lock.queue_drop}, 0) as mine,
           pg_stat_get_dead_tuples('collab.delivery'::regclass) < 10000 as vacuumed
), scanned_queue as materialized (
    select q.queue, q.subscription, q.due_to from dropped_queue q where (select mine from duty_lock) order by q.due_to, q.queue limit 1000
), dropped_delivery as materialized (
    select d.queue, d.place, d.due_at
      from scanned_queue cross join lateral (
           select queue, ctid as place, due_at from delivery where queue = scanned_queue.queue and due_at >= scanned_queue.due_to
            order by due_at, id + 0 limit $1::int for update skip locked) d
     where scanned_queue.due_to < 'infinity'
     limit $1::int
), dropped_dead_letter as materialized (
    select scanned_queue.queue, l.place
      from scanned_queue cross join lateral (
           select ctid as place from dead_letter where subscription = scanned_queue.subscription order by id desc limit $1::int for update skip locked) l
     where scanned_queue.due_to < 'infinity'
     limit $1::int
), deleted_delivery as (delete from delivery where ctid = any (array(select place from dropped_delivery)) returning 1),
deleted_dead_letter as (delete from dead_letter where ctid = any (array(select place from dropped_dead_letter)) returning 1),
queue_progress as materialized (    -- more: rows may be left, because a batch was full or dead letters of the subscription were just deleted
    select scanned_queue.*, due.at, scanned_queue.due_to = '-infinity' and duty_lock.vacuumed as whole, duty_lock.vacuumed,
           (select count(*) from dropped_delivery) = $1::int or (select count(*) from dropped_dead_letter) = $1::int or queue in (select queue from dropped_dead_letter) as more
      from duty_lock, scanned_queue left join (select queue, max(due_at) as at from dropped_delivery group by queue) due using (queue)
), empty_queue as materialized (
    select queue from queue_progress
     where whole and at is null and not more
       and (select d.queue from delivery d where d.queue = queue_progress.queue limit 1) is null
       and (select l.id from dead_letter l where l.subscription = queue_progress.subscription limit 1) is null
), advanced_queue as (
    update dropped_queue q set due_to = l.due_to
      from (select queue, case when at is not null     then at
                               when due_to < 'infinity' then case when not more then timestamptz 'infinity' end
                               when vacuumed           then '-infinity' end as due_to
              from queue_progress) l
     where q.queue = l.queue and q.due_to <> l.due_to and q.queue not in (select queue from empty_queue)
), deleted_queue as (delete from dropped_queue where queue = any (array(select queue from empty_queue)))
select (select count(*) from deleted_delivery) as deliveries, (select count(*) from deleted_dead_letter) as dead_letters

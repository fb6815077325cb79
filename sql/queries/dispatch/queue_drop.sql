-- queue_drop: deletes the deliveries left in queues that no subscription has any more, and the dead letters of deleted
-- subscriptions, at most arg.rows of each at a time, unless another dispatcher is doing it. Locked rows are left for later. It
-- continues where it stopped (due_to), so that it does not walk past everything it has deleted while an old snapshot keeps those
-- rows alive. At the end (infinity) it waits until they are vacuumed, looks once more from the beginning, and deletes the queue's
-- row if nothing is left. Until then, claims know that they need not look at the queue.
-- binds: arg.rows
with alone as materialized (
    select pg_try_advisory_xact_lock({lock.queue_drop}, 0) as mine,
           pg_stat_get_dead_tuples('collab.delivery'::regclass) < 10000 as vacuumed
), dropped as materialized (
    select q.queue, q.subscription, q.due_to from dropped_queue q where (select mine from alone) order by q.due_to, q.queue limit 1000
), pending as materialized (
    select d.queue, d.place, d.due_at
      from dropped cross join lateral (
           select queue, ctid as place, due_at from delivery where queue = dropped.queue and due_at >= dropped.due_to
            order by due_at, id + 0 limit $1::int for update skip locked) d
     where dropped.due_to < 'infinity'
     limit $1::int
), letter as materialized (
    select dropped.queue, l.place
      from dropped cross join lateral (
           select ctid as place from dead_letter where subscription = dropped.subscription order by id desc limit $1::int for update skip locked) l
     where dropped.due_to < 'infinity'
     limit $1::int
), gone as (
    delete from delivery where ctid = any (array(select place from pending)) returning 1
), buried as (
    delete from dead_letter where ctid = any (array(select place from letter)) returning 1
), looked as materialized (      -- more: the batch was full, or there are more dead letters
    select dropped.*, due.at, dropped.due_to = '-infinity' and alone.vacuumed as whole, alone.vacuumed,
           (select count(*) from pending) = $1::int or (select count(*) from letter) = $1::int or queue in (select queue from letter) as more
      from alone, dropped left join (select queue, max(due_at) as at from pending group by queue) due using (queue)
), over as materialized (
    select queue from looked
     where whole and at is null and not more
       and (select d.queue from delivery d where d.queue = looked.queue limit 1) is null
       and (select l.id from dead_letter l where l.subscription = looked.subscription limit 1) is null
), kept as (
    update dropped_queue q set due_to = l.due_to
      from (select queue, case when at is not null     then at
                               when due_to < 'infinity' then case when not more then timestamptz 'infinity' end
                               when vacuumed           then '-infinity' end as due_to
              from looked) l
     where q.queue = l.queue and q.due_to <> l.due_to and q.queue not in (select queue from over)
), ended as (
    delete from dropped_queue where queue = any (array(select queue from over))
)
select (select count(*) from gone) as deliveries, (select count(*) from buried) as dead_letters

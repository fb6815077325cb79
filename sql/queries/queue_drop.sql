-- queue_drop: deletes what is left in queues that no subscription has any more, and the dead letters of subscriptions that are deleted, so many rows at a
-- time, unless another dispatcher is at it. What somebody holds is left for later. It goes on where it was (due_to), lest it walk past all that it has
-- deleted while somebody's old snapshot keeps that. At the end (infinity) it waits until that is vacuumed, looks once more from the beginning on, and
-- forgets the queue when there is nothing; until then claims know that it need not be looked at.
-- binds: arg.rows
with alone as materialized (
    select pg_try_advisory_xact_lock('collab.dropped_queue'::regclass::oid::int, 0) as mine,
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
    select l.place
      from dropped cross join lateral (
           select ctid as place from dead_letter where subscription = dropped.subscription order by id desc limit $1::int for update skip locked) l
     limit $1::int
), gone as (
    delete from delivery where ctid = any (array(select place from pending)) returning 1
), buried as (
    delete from dead_letter where ctid = any (array(select place from letter)) returning 1
), reached as materialized (
    select dropped.queue, case when due.at is not null                          then due.at
                               when dropped.due_to = 'infinity'                 then case when alone.vacuumed then timestamptz '-infinity' end
                               when (select count(*) from pending) = $1::int    then null          -- its turn will come
                               when alone.vacuumed and dropped.due_to = '-infinity'
                                    and (select d.queue from delivery d where d.queue = dropped.queue limit 1) is null
                                    and (select l.id from dead_letter l where l.subscription = dropped.subscription limit 1) is null then null
                               else 'infinity' end as due_to,
           alone.vacuumed and dropped.due_to = '-infinity' and due.at is null and (select count(*) from pending) < $1::int as looked
      from alone, dropped left join (select queue, max(due_at) as at from pending group by queue) due using (queue)
), kept as (
    update dropped_queue q set due_to = r.due_to from reached r where q.queue = r.queue and q.due_to <> r.due_to
), ended as (
    delete from dropped_queue where queue = any (array(select queue from reached where looked and due_to is null))
)
select (select count(*) from gone) as deliveries, (select count(*) from buried) as dead_letters

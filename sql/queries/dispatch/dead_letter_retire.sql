-- dead_letter_retire: deletes dead letters older than arg.days days, oldest first, at most arg.rows at a time, unless another
-- dispatcher is doing so. A dead letter that a replay lists stays until the replay has sent it. event_retire.sql deletes the events
-- afterwards.
-- The first part takes the lock before the second part's snapshot. A statement that lists dead letters for a replay (replay_start.sql)
-- holds the lock shared. Either that statement commits first, and the second part sees its list; or that statement waits, and finds
-- only the remaining dead letters. The first part passes its result to the second in a setting of this transaction.
-- binds: arg.days, arg.after, arg.rows
-- last: where the next batch begins; null: no further batch.
select set_config('collab.retires', pg_try_advisory_xact_lock({lock.dead_letter_retire}, 0)::text, true)
-- then
with batch as materialized (
    select id, event, subscription, created_at from dead_letter
     where current_setting('collab.retires')::boolean
       and created_at > $2::timestamptz and created_at < (select accepted_now()) - $1::int * interval '1 day'
       and id + 0 <= (select i.dead_letter from ids_before((select accepted_now()) - $1::int * interval '1 day') i)
     order by created_at limit $3::int
), deletable_dead_letter as materialized (
    select l.place
      from batch cross join lateral (select ctid as place from dead_letter where id = batch.id for update skip locked) l
     where not exists (select from replay_item i where i.event = batch.event and i.subscription = batch.subscription)
), deleted_dead_letter as (
    delete from dead_letter where ctid = any (array(select place from deletable_dead_letter)) returning 1
)
select (select count(*) from deleted_dead_letter) as done, case when count(*) = $3::int then max(created_at) end as last from batch

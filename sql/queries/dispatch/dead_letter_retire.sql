-- dead_letter_retire: deletes dead letters older than arg.days days, oldest first, at most arg.rows at a time, unless another
-- dispatcher is doing it. One that a replay is about to make again stays until the replay has made it. Their events go
-- afterwards (event_retire.sql).
-- Whoever puts dead letters on the list of a replay (replay_start.sql) holds this lock too, shared. So the first part, which
-- takes the lock, comes before the snapshot of the second: a list that commits first is seen, and one that begins later waits
-- and finds only what is left. The first part tells the second by a setting of this transaction.
-- binds: arg.days, arg.after, arg.rows
-- last: the next batch begins after it; null: this was the last one.
select set_config('collab.retires', pg_try_advisory_xact_lock({lock.dead_letter_retire}, 0)::text, true)
-- then
with batch as materialized (
    select id, event, subscription, created_at from dead_letter
     where current_setting('collab.retires')::boolean
       and created_at > $2::timestamptz and created_at < statement_timestamp() - $1::int * interval '1 day'
     order by created_at limit $3::int
), deletable_dead_letter as materialized (
    select l.place
      from batch cross join lateral (select ctid as place from dead_letter where id = batch.id for update skip locked) l
     where not exists (select from replay_item i where i.event = batch.event and i.subscription = batch.subscription)
), deleted_dead_letter as (
    delete from dead_letter where ctid = any (array(select place from deletable_dead_letter)) returning 1
)
select (select count(*) from deleted_dead_letter) as done, case when count(*) = $3::int then max(created_at) end as last from batch

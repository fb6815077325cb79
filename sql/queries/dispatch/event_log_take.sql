-- event_log_take: deletes the outbox rows whose lines are safe, and reads the next ones, oldest first, without those that are
-- written, but not safe yet. It does not skip locked rows, because the order matters.
-- binds: arg.safe, arg.held
-- If a crash of the database undoes a deletion, the event is written again.
select set_config('synchronous_commit', 'off', true)
-- then
delete from outbox where channel = 3 and event = any ($1::bigint[])
-- then
select e.id,
-- piece: event_columns
  from outbox o join event e on e.id = o.event where o.channel = 3 and o.event not in (select unnest($2::bigint[])) order by o.event limit 500

-- event_log_take: forgets what the event log has written, and reads what comes next, from the oldest on. Held rows are not skipped: order counts.
-- binds: arg.written
-- What is forgotten and comes back after a crash of the database is written again.
select set_config('synchronous_commit', 'off', true)
-- then
delete from outbox where channel = 3 and event = any ($1::bigint[])
-- then
select e.id, e.uid, e.type, e.request_token, e.note_token, e.response, e.request_id, e.traceparent,
       to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time
  from outbox o join event e on e.id = o.event
 where o.channel = 3
 order by o.event limit 500

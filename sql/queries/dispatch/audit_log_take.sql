-- audit_log_take: unmarks the audit rows that have been written, and reads the next ones, oldest first.
-- binds: arg.written
-- If a crash of the database undoes a deletion, the row is written again.
select set_config('synchronous_commit', 'off', true)
-- then
delete from audit_unlogged where audit = any ($1::bigint[])
-- then
select id, line from audit_log_lines(500)

-- audit_log_take: deletes the marks (audit_unlogged) of the audit rows that have been written, and reads the next rows, oldest first.
-- binds: arg.written
-- If a crash of the database undoes the deletion of a mark, the row is written again.
select set_config('synchronous_commit', 'off', true)
-- then
delete from audit_unlogged where audit = any ($1::bigint[])
-- then
select id, line from audit_log_lines(500)

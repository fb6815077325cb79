-- audit_log_take: deletes the marks (audit_unlogged) of the audit rows whose lines are safe, and reads the next rows, oldest first,
-- without those that are written, but not safe yet.
-- binds: arg.safe, arg.held
-- If a crash of the database undoes the deletion of a mark, the row is written again.
select set_config('synchronous_commit', 'off', true)
-- then
delete from audit_unlogged where audit = any ($1::bigint[])
-- then
select id, line from audit_log_lines(500 + cardinality($2::bigint[])) where id not in (select unnest($2::bigint[])) order by id limit 500

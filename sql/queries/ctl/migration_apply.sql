-- ctl_migration_apply: applies a part of a migration, in one transaction; the last part also records the version. PostgreSQL ends the part
-- after arg.limit milliseconds (0: no limit). The part is one command, so this limit counts for all its waits and all its work. The
-- commit does not wait for a standby, because it would hold the locks meanwhile: a failover can lose it, until a later commit of
-- collabctl migrate (roles.sql), which waits.
-- binds: arg.version, arg.name, arg.checksum, arg.last, arg.limit, arg.script
insert into schema_migration (version, name, checksum) select $1::int, $2, $3 where $4::boolean
-- then
select set_config('statement_timeout', $5, true), set_config('synchronous_commit', 'local', true), set_config('collab.migration', $6, true)
-- then
do $$ begin execute current_setting('collab.migration'); end $$

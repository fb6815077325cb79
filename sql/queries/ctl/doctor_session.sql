-- ctl_doctor_session: the session's role, server and database, and whether the schema exists. Reads only catalogs that every role may
-- read. `most` is the number of connections that role and database allow; null: no limit.
select current_user::text as role, d.datname::text as database, pg_encoding_to_char(d.encoding) as encoding,
       d.oid || '/' || extract(epoch from pg_postmaster_start_time()) as server, pg_is_in_recovery()::text as standby,
       current_setting('transaction_read_only') as read_only, pg_backend_pid()::text as process,
       least(nullif(r.rolconnlimit, -1), nullif(d.datconnlimit, -1))::text as most, current_setting('fsync') as fsync,
       current_setting('full_page_writes') as full_page_writes,
       case when d.datcollversion is distinct from pg_database_collation_actual_version(d.oid) then d.datcollversion end as collation,
       pg_database_collation_actual_version(d.oid) as provided,
       (extract(epoch from clock_timestamp()) * 1000000)::bigint::text as clock, current_setting('max_connections') as connections,
       (current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true)::int, 0))::text as reserved,
       current_setting('server_version_num') as version, current_setting('autovacuum') as autovacuum,
       (select setting from pg_settings where name = 'autovacuum_naptime') as naptime,     -- in seconds
       (select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'collab' and c.relname = 'schema_migration')::text as migrated
  from pg_database d join pg_roles r on r.rolname = current_user where d.datname = current_database()

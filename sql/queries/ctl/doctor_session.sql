-- ctl_doctor_session: the session's role, server and database, and whether the schema exists. Reads only catalogs that every role may
-- read.
select current_user::text as role, d.datname::text as database, pg_encoding_to_char(d.encoding) as encoding,
       d.oid || '/' || extract(epoch from pg_postmaster_start_time()) as server, (pg_is_in_recovery() or current_setting('transaction_read_only')::bool)::text as read_only,
       (extract(epoch from clock_timestamp()) * 1000000)::bigint::text as clock, current_setting('max_connections') as connections,
       (current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true)::int, 0))::text as reserved,
       current_setting('server_version_num') as version, current_setting('autovacuum') as autovacuum,
       (select setting from pg_settings where name = 'autovacuum_naptime') as naptime,     -- in seconds
       (select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'collab' and c.relname = 'schema_migration')::text as migrated
  from pg_database d where d.datname = current_database()

-- ctl_migration_record: puts on record what ctl_migration_announce has named.
insert into collab.schema_migration (version, name, checksum)
select (m ->> 0)::int, m ->> 1, m ->> 2 from (select current_setting('collab.migration')::json) announced (m);

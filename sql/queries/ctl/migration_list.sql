-- ctl_migration_list: the applied versions of the schema.
select lpad(version::text, 4, '0') as version, name, checksum from schema_migration order by schema_migration.version;

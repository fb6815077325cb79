-- ctl_migration_record: records a version, in the transaction that applies it.
-- binds: arg.version, arg.name, arg.checksum
insert into schema_migration (version, name, checksum) values ($1::int, $2, $3);

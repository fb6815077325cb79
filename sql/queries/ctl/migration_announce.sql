-- ctl_migration_announce: what ctl_migration_record will put on record at the end of the migration's own transaction, where nothing can be bound.
-- binds: arg.version, arg.name, arg.checksum
select set_config('collab.migration', json_build_array($1::text, $2::text, $3::text)::text, false);

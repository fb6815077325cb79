-- ctl_migration_since: the time before a try to apply a part of a migration, for ctl_migration_holder.
select clock_timestamp()::text as since

-- health_ready: whether the schema is at least as new as the module. Old nodes run on a newer schema during a rolling upgrade.
-- `foreign` is not null for a schema from before 0.1.0 (versions 1 to 67; 0.1.0 begins at 100), which cannot be migrated.
-- binds: value.schema
-- outcomes: ok, unavailable
select case when max(version) >= $1::int then 'ok' else 'unavailable' end as outcome, max(version)::text as version,
       case when min(version) < 100 then min(version) end as "foreign"
  from schema_migration

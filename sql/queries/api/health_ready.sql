-- health_ready: is the schema at least as new as the module? A newer one is fine: the old nodes of a rolling upgrade run on it.
-- `foreign` is not null if a version before 0.1.0 made the schema (versions 1 to 67; 0.1.0 begins with 100): that cannot be
-- migrated.
-- binds: value.schema
-- outcomes: ok, unavailable
select case when max(version) >= $1::int then 'ok' else 'unavailable' end as outcome, max(version)::text as version,
       case when min(version) < 100 then min(version) end as "foreign"
  from schema_migration

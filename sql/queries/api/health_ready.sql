-- health_ready: is the schema at least as new as the module? A newer one is fine: the old nodes of a rolling upgrade run on it.
-- binds: value.schema
-- outcomes: ok, unavailable
select case when max(version) >= $1::int then 'ok' else 'unavailable' end as outcome from schema_migration

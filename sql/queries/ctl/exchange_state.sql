-- ctl_exchange_state: whether the database has a schema of this service, and whether that is new enough for an identity.
select (to_regclass('collab.schema_migration') is not null)::int as filled, (to_regclass('collab.exchange') is not null)::int as named

-- ctl_migration_prepare: creates the schema and the table of its migrations.
create schema if not exists collab;
-- then
create table if not exists collab.schema_migration (
    version     int primary key check (version between 1 and 9999),
    name        text not null,
    checksum    text not null,          -- SHA-256 of its files (mod_collab/ctl/schema/versions.c)
    applied_at  timestamptz not null default clock_timestamp()
);

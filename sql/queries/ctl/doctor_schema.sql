-- ctl_doctor_schema: the version of the schema; null: none yet.
select max(version)::text as version from collab.schema_migration

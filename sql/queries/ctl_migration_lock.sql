-- ctl_migration_lock: one migration at a time in this database; the lock ends with the session.
select pg_advisory_lock(hashtext('mod_collab'), hashtext('migrate'));

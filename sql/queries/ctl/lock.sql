-- ctl_lock: the lock under which one collabctl at a time migrates or fills the schema. It ends with the session.
select pg_advisory_lock(hashtext('mod_collab'), hashtext('migrate'));

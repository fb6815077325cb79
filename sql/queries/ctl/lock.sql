-- ctl_lock: one collabctl at a time brings the schema up to date or fills it; the lock ends with the session.
select pg_advisory_lock(hashtext('mod_collab'), hashtext('migrate'));

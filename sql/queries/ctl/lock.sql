-- ctl_lock: takes the lock under which one collabctl at a time migrates or fills the schema, if it is free; collab_ctl_lock repeats it. A
-- statement that waits for the lock would have a snapshot, for which `create index concurrently` of the holder waits. The lock ends with
-- the session.
select pg_try_advisory_lock(hashtext('mod_collab'), hashtext('migrate'))::int as held

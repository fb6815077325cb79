-- ctl_lock: takes the lock under which one collabctl at a time migrates or fills the schema, if it is free; collab_ctl_lock repeats it. A
-- statement that waits for the lock would have a snapshot, for which `create index concurrently` of the holder waits. The lock ends with
-- the session. From now on, PostgreSQL ends the session within seconds when collabctl is killed; otherwise, an index that waits for other
-- transactions would keep the lock.
select pg_try_advisory_lock(hashtext('mod_collab'), hashtext('migrate'))::int as held, set_config('client_connection_check_interval', '2s', false) as looks

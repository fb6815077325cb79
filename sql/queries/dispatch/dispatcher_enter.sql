-- dispatcher_enter: this session is the dispatcher of that number, until it ends: its leases hold as long as its lock does. It hears the others,
-- and what webhook_change tells.
-- binds: arg.number
-- Nothing that it claims must outlive a crash of the database: what is forgotten is done again. And plans must not depend on how full
-- the tables were when the session began.
select pg_try_advisory_lock({lock.dispatcher}, $1::int) as entered,
       set_config('synchronous_commit', 'off', false), set_config('plan_cache_mode', 'force_generic_plan', false)
-- then
insert into dispatcher (number)
select $1::int where exists (select from pg_locks where locktype = 'advisory' and classid = {lock.dispatcher}::int::oid and objid = $1::int::oid and objsubid = 2
                                                    and granted and pid = pg_backend_pid())
on conflict (number) do nothing
-- then
-- to hear dispatcher_tell
listen collab_work
-- then
listen collab_callback

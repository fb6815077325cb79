-- dispatcher_enter: makes this session the dispatcher with this number, by an advisory lock, which the session holds until it ends. The
-- dispatcher's leases are valid while the session holds the lock. The session also listens for the notifications that peers.c describes.
-- Returns the time, too: a dispatcher whose clock differs from it claims nothing.
-- binds: arg.number
-- synchronous_commit is off, because the dispatcher repeats commits that a crash of the database loses. Plans are generic, because a
-- plan must not depend on how full the tables were earlier.
select pg_try_advisory_lock({lock.dispatcher}, $1::int) as entered, (extract(epoch from clock_timestamp()) * 1000000)::bigint as now,
       set_config('synchronous_commit', 'off', false), set_config('plan_cache_mode', 'force_generic_plan', false)
-- then
insert into dispatcher (number)
select $1::int where exists (select from pg_locks where locktype = 'advisory' and classid = {lock.dispatcher}::int::oid and objid = $1::int::oid and objsubid = 2
                                                    and granted and pid = pg_backend_pid())
on conflict (number) do nothing
-- then
-- notifications of dispatcher_tell
listen collab_work
-- then
listen collab_callback

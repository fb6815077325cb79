-- dispatcher_enter: this session is the dispatcher of that number, until it ends: its leases hold as long as its lock does.
-- binds: arg.class, arg.number
select pg_try_advisory_lock($1::int, $2::int) as entered

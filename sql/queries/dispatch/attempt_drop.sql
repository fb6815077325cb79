-- attempt_drop: drops the oldest day of the log of attempts if it is older than arg.days days, unless another dispatcher is doing so.
-- binds: arg.days
select case when pg_try_advisory_xact_lock({lock.attempt_drop}, 0) then drop_attempt_partition($1::int) end as dropped

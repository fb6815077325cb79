-- attempt_partitions: makes the partitions of the log of attempts for the next arg.days days, unless another dispatcher is doing so.
-- binds: arg.days
select case when pg_try_advisory_xact_lock({lock.attempt_days}, 0) then make_attempt_partitions($1::int) end as ahead

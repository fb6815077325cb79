-- clock_advance: makes a step of the accepted time: adds arg.passed microseconds of running time to the step arg.step, unless another
-- dispatcher has made a step since. Returns the present step, and whether it is this one. A crash may undo it, so nobody waits for
-- the disk.
-- binds: arg.step, arg.passed
select now_at as step, counted, set_config('synchronous_commit', 'off', true) from advance_accepted_time($1::bigint, $2::bigint)

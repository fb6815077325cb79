-- ctl_canary_set: takes a canary's place, unless another has taken it meanwhile.
-- binds: arg.old, arg.canary
update canary set sealed = $2::bytea where sealed = $1::bytea

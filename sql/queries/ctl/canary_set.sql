-- ctl_canary_set: replaces the canary, unless it has changed meanwhile.
-- binds: arg.old, arg.canary
update canary set sealed = $2::bytea where sealed = $1::bytea

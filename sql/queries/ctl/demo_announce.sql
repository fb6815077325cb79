-- ctl_demo_announce: the hash of the demo's password, for data/demo/members.sql, where nothing can be bound.
-- binds: arg.password_hash
select set_config('collab.demo_password', $1, false);

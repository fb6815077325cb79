-- ctl_demo_announce: passes the hash of the demo's password to data/demo/members.sql, which has no binds.
-- binds: arg.password_hash
select set_config('collab.demo_password', $1, false);

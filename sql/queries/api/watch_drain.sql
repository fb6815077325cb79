-- watch_drain: one row if this node is to be drained.
-- binds: value.name, value.process, value.started
select from node where name = $1 and process = $2::int and started_at = $3::timestamptz and drain_since is not null

-- watch_drain: one row if this node is to be drained.
-- binds: value.id, value.start
select from node where id = $1 and start = $2::bigint and drain_since is not null

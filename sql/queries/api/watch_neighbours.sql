-- watch_neighbours: the nodes of a machine whose last report is older than this node's start.
-- binds: value.name, value.process, value.started
select process from node where name = $1 and process <> $2::int and seen_at < $3::timestamptz

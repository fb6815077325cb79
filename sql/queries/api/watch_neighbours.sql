-- watch_neighbours: the nodes of 0.1.0 on this machine that have not reported since this node started. The others keep their ids.
-- binds: value.name, value.process, value.started
select process from node where id is null and name = $1 and process <> $2::int and seen_at < $3::timestamptz

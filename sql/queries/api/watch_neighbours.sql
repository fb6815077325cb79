-- watch_neighbours: the other nodes of this machine that have not reported since this node started.
-- binds: value.name, value.process, value.started
select process from node where name = $1 and process <> $2::int and seen_at < $3::timestamptz

-- watch_leave: deletes the row of a node that stops, unless a later start has replaced it.
-- binds: value.id, value.start
delete from node where id = $1 and start = $2::bigint

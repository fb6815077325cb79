-- watch_leave: deletes the row of a node that stops or is gone.
-- binds: value.name, value.process
delete from node where name = $1 and process = $2::int

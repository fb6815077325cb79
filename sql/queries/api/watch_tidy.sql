-- watch_tidy: deletes the row of a node of 0.1.0 that has died on this machine.
-- binds: value.name, value.process
delete from node where id is null and name = $1 and process = $2::int

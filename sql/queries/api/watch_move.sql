-- watch_move: gives a node's row the node's new id. Then the earlier start with the old id, which goes on reporting, has a row again.
-- binds: value.id, value.start, value.newId
update node set id = $3, older = 0 where id = $1 and start = $2::bigint

-- claim_known: what the dispatcher knows of its endpoints (arg.rooms).
known as materialized (  -- what the dispatcher remembers: room for so many more; no delivery is due before since (null: do not ask)
    select * from json_to_recordset({arg.rooms}::json) as r (subscription bigint, room int, busy int, since bigint)
)

-- claim_endpoints: what the dispatcher knows of its endpoints (arg.endpoints).
known_endpoint as materialized (    -- slots_left: how many more transfers it may begin; since: no delivery is due before this (null: do not look there)
    select * from json_to_recordset({arg.endpoints}::json) as r (subscription bigint, slots_left int, in_flight int, since bigint)
)

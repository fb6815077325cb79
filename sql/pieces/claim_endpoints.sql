-- claim_endpoints: what the dispatcher knows of its endpoints (arg.endpoints). Where an endpoint reports, what waits there is only
-- reported: the next claim leases it, for which the dispatcher has counted whose share it would use.
known_endpoint as materialized (    -- slots_left: how many more transfers it may begin; since: no delivery is due before this (null: do not look there)
    select * from json_to_recordset({arg.endpoints}::json) as r (subscription bigint, slots_left int, in_flight int, since bigint, reports boolean)
)

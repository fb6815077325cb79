-- claim_endpoints: the dispatcher's state of its endpoints (arg.endpoints). With `reports`, an endpoint's deliveries are only reported.
-- The next claim leases them, after the dispatcher has counted them against the shares of their company and host.
-- slots_left: how many more transfers the endpoint may begin. since: none of the endpoint's deliveries is due before this time; null: the
-- claim does not look for the endpoint's deliveries.
known_endpoint as materialized (
    select * from json_to_recordset({arg.endpoints}::json) as r (subscription bigint, slots_left int, in_flight int, since bigint, reports boolean)
)

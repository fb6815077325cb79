-- lease_renew: claims hold what they hold for so many seconds more: what came of it is known and cannot be put on record for now. One that is over
-- stays over, for somebody may be at it. Answers those that are not.
-- binds: arg.claims, arg.seconds
update lease set until = clock_timestamp() + $2::int * interval '1 second'
 where claim = any ($1::uuid[]) and until > statement_timestamp()
returning claim

-- lease_renew: extends leases to arg.seconds from now, while the dispatcher cannot record verdicts that it has. A lease that has ended stays
-- ended, because another dispatcher may be recovering it. Returns the claims whose leases have not ended.
-- binds: arg.claims, arg.seconds
update lease set until = clock_timestamp() + $2::int * interval '1 second'
 where claim = any ($1::uuid[]) and until > statement_timestamp() returning claim

-- delivery_release: gives leases back as if they had never been taken: the dispatcher stops. Due now, as delivery_recover has it.
-- binds: arg.leases
update delivery set claim = null, due_at = clock_timestamp()
 where id = any (array(
       select d.id from delivery d join json_to_recordset($1::json) as r (id bigint, claim uuid) on r.id = d.id and r.claim = d.claim
        order by d.id for update of d skip locked))

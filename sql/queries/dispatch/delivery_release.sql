-- delivery_release: gives up the leases of a stopping dispatcher. These leases count neither as attempts nor as lost. The deliveries are
-- due now, as after delivery_recover.
-- binds: arg.leases
update delivery set claim = null, due_at = clock_timestamp()
 where ctid = any (array(
       select d.ctid from json_to_recordset($1::json) as r (id bigint, claim uuid)
         cross join lateral (select ctid from delivery where id = r.id and claim = r.claim limit 1) held
              join delivery d on d.ctid = held.ctid and d.claim = r.claim
          for update of d skip locked))

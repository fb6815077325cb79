-- delivery_release: gives leases back as if they had never been taken: the dispatcher stops. Due now, as delivery_recover has it.
-- binds: arg.leases
update delivery set claim = null, due_at = clock_timestamp()
 where ctid = any (array(
       select d.ctid from json_to_recordset($1::json) as r (id bigint, claim uuid)
         cross join lateral (select ctid from delivery where id = r.id and claim = r.claim limit 1) held
              join delivery d on d.ctid = held.ctid and d.claim = r.claim
          for update of d skip locked))

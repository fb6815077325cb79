-- dispatcher_release: gives up the leases of a dispatcher that ends because its loop is stuck. Its session still holds the lock of its
-- number, so no recovery takes these leases back and counts them as lost. They do not count as attempts, either. The deliveries are due
-- now, as after delivery_recover. Those of the subscription arg.except keep their leases; null: none.
-- Returns how many deliveries it released.
-- binds: arg.number, arg.except
with released_delivery as (
    update delivery set claim = null, due_at = clock_timestamp()
     where ctid = any (array(
           select d.ctid from lease l
            cross join unnest(l.deliveries) as x (id)
            cross join lateral (select ctid from delivery where id = x.id and claim = l.claim limit 1) held
                  join delivery d on d.ctid = held.ctid and d.claim = l.claim
            where l.claim between (lpad(to_hex($1::int), 8, '0') || '-0000-0000-0000-000000000000')::uuid
                              and (lpad(to_hex($1::int), 8, '0') || '-ffff-ffff-ffff-ffffffffffff')::uuid
              and d.queue is distinct from (select queue from subscription where id = $2::bigint)
              for update of d skip locked))
    returning id
)
select count(*) as released from released_delivery

-- subscription_retire: whose callback has answered 410 as often as arg.limit, in a row and without a success since it became active, is switched off
-- and loses what is pending, as if its owner had done it.
-- binds: arg.subscription, arg.limit
-- Alone, so that whoever holds its row keeps no other's outcomes waiting; and from here on what is dropped is neither made nor settled.
select from subscription where id = $1::bigint for update
-- then
with retired as (
    update subscription s set active = false, inactive_since = clock_timestamp(), inactive_reason = $2::int || ' answers of 410 in a row', updated_at = clock_timestamp()
     where s.id = $1::bigint and s.active
       and (select count(*) from (select http_status from attempt a
                                   where a.subscription = s.id and a.created_at >= s.active_since and (a.success or a.http_status = 410)
                                   order by a.created_at desc, a.id desc limit $2::int) latest
             where http_status = 410) >= $2::int
    returning s.id, s.company
)
select id, company from retired

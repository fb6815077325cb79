-- delivery_settle_gone: delivery_settle, where an answer was 410: who has said so as often as arg.limit, in a row and without a success since it became
-- active, is switched off, and loses what is pending, as if its owner had done it.
-- binds: arg.results, arg.limit
-- Two that settle for the same endpoint come one after another: each counts what the other has put on record. So do those who settle nothing of the
-- kind there: their deliveries may go with it.
select from subscription
 where id = any (array(select subscription from json_to_recordset($1::json) as r (subscription bigint)))
 order by id for update
-- then
-- with: settled
select subscription, (extract(epoch from min(due_at)) * 1000000)::bigint as next from again group by subscription
-- then
with retired as (
    update subscription s set active = false, updated_at = clock_timestamp()
     where s.active and s.id = any (array(select subscription from json_to_recordset($1::json) as r (subscription bigint, status int) where status = 410))
       and (select count(*) from (select http_status from attempt a
                                   where a.subscription = s.id and a.created_at >= s.active_since and (a.success or a.http_status = 410)
                                   order by a.created_at desc, a.id desc limit $2::int) latest
             where http_status = 410) >= $2::int
    returning s.id, s.company
), dropped as (
    delete from delivery where subscription = any (array(select id from retired))
)
select id, company from retired

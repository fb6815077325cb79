-- subscription_retire: deactivates a subscription if its callback has answered 410 arg.limit times in a row, without a success, since
-- the subscription became active. Its pending deliveries are dropped, as if its owner had deactivated it.
-- binds: arg.subscription, arg.limit
-- This statement is separate from settlements, so that a session that locks this row delays no other subscription's settlements.
-- Under the row lock no delivery of the queue is made or settled concurrently.
-- The ids of attempts say which came first. Times only bound the search, to a day before the first attempt that can count.
select from subscription where id = $1::bigint for update
-- then
with latest_attempt as (
    select a.* from subscription s cross join lateral (
           select a.id, a.created_at, a.http_status from attempt a
            where a.subscription = s.id and a.counted and a.id > s.attempts_from and a.created_at >= s.active_since - interval '1 day'
              and (a.success or a.http_status = 410)
            order by a.created_at desc, a.id desc limit $2::int) a
     where s.id = $1::bigint
), oldest_attempt as (select min(id) as id, min(created_at) as created_at from latest_attempt),
retired_subscription as (
    update subscription s set active = false, inactive_since = clock_timestamp(), inactive_reason = $2::int || ' answers of 410 in a row', updated_at = clock_timestamp()
     where s.id = $1::bigint and s.active and (select count(*) from latest_attempt where http_status = 410) >= $2::int
       and not exists (select from oldest_attempt cross join lateral (
                              select from attempt a where a.subscription = $1::bigint and a.created_at >= oldest_attempt.created_at - interval '1 day'
                                 and a.id > oldest_attempt.id and a.success limit 1) a)
    returning s.id, s.company, s.inactive_reason
), audited as (
    insert into audit (what, company, subscription, after)
    select 'webhook.switched_off', company, id, jsonb_build_object('inactiveReason', inactive_reason) from retired_subscription
)
select id, company from retired_subscription

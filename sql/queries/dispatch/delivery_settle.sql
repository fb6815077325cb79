-- delivery_settle: records the results of attempts, all or none. A delivery that is no longer leased under the same claim belongs to
-- another dispatcher and stays unchanged.
-- Returns each endpoint with retries, and when its first retry is due.
-- binds: arg.results, arg.subscriptions
-- A transaction that deactivates or deletes one of the subscriptions either waits, or commits first: then the deliveries are not found.
select from subscription
 where id = any ($2::bigint[]) order by id for key share
-- then
-- with: settlement
select subscription, (extract(epoch from min(due_at)) * 1000000)::bigint as next from retried_delivery group by subscription

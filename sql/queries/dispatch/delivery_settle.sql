-- delivery_settle: records the results of attempts, all or none. A delivery that is no longer leased under the same claim
-- belongs to another dispatcher by now, and is left alone.
-- Returns the endpoints whose deliveries are tried again, and when the first of them is due.
-- binds: arg.results, arg.subscriptions
-- Whoever switches off or deletes one of the subscriptions goes first, and its deliveries are not found, or waits for this.
select from subscription
 where id = any ($2::bigint[]) order by id for key share
-- then
-- with: settlement
select subscription, (extract(epoch from min(due_at)) * 1000000)::bigint as next from retried_delivery group by subscription

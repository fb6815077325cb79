-- delivery_settle: puts the outcomes of attempts on record, all or none. What is no longer leased under the same claim is somebody else's by now and is left alone.
-- Answers the endpoints that are tried again, and when.
-- binds: arg.results, arg.subscriptions
-- Who switches one off or deletes it goes first, and its deliveries are found no more, or waits until all is on record.
select from subscription
 where id = any ($2::bigint[])
 order by id for key share
-- then
-- with: settled
select subscription, (extract(epoch from min(due_at)) * 1000000)::bigint as next from again group by subscription

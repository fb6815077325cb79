-- request_delete: deletes requests that were closed more than arg.days days ago, oldest first, at most arg.requests at a time, unless
-- another dispatcher is doing so (sql/schema/21_retention.sql).
-- binds: arg.days, arg.after, arg.requests
-- last: where the next batch begins; null: no further batch.
select done, last from delete_closed_requests($1::int, $2::timestamptz, $3::int)

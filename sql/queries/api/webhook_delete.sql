-- webhook_delete: deletes a subscription of either version. Its deliveries and dead letters then belong to nobody (keep_queue).
-- binds: path.id
-- outcomes: deleted, unauthenticated, unknown
-- with: caller
, deleted_subscription as (
    delete from subscription s using caller where s.id = $1::bigint and s.company = caller.company returning s.id
)
select case when not exists (select from caller)           then 'unauthenticated'
            when exists (select from deleted_subscription) then 'deleted'
            else 'unknown' end as outcome

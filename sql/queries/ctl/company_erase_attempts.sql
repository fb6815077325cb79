-- ctl_company_erase_attempts: clears URL, address, response and error in the next batch of attempts to deliver to the company
-- with the id arg.id. arg.requests is the maximum number of attempts in the batch. The audit has the ids of the company's deleted
-- subscriptions.
-- last: where the next batch begins; null: no further batch.
-- binds: arg.id, arg.after, arg.requests
with endpoint as (
    select id from subscription where company = $1::bigint union select subscription from audit where company = $1::bigint and subscription is not null
), batch_start as (
    select coalesce(split_part($2, '-', 1)::bigint, 0) as subscription, coalesce(timestamptz 'epoch' + split_part($2, '-', 2)::bigint * interval '1 microsecond', '-infinity') as at,
           coalesce(split_part($2, '-', 3)::bigint, 0) as id
), batch as materialized (
    select a.* from endpoint, batch_start, lateral (
           select subscription, created_at, id from attempt
            where subscription = endpoint.id and endpoint.id >= batch_start.subscription
              and (subscription, created_at, id) > (batch_start.subscription, batch_start.at, batch_start.id)
            order by created_at, id limit $3::int) a
     order by a.subscription, a.created_at, a.id limit $3::int
), changed_attempt as (
    update attempt a set callback_url = null, remote_address = null, response_body = null, error = case when a.error is not null then 'erased' end
      from batch where a.subscription = batch.subscription and a.created_at = batch.created_at and a.id = batch.id
)
select count(*) as attempts,
       case when count(*) = $3::int
            then (select subscription || '-' || micros(created_at) || '-' || id from batch order by subscription desc, created_at desc, id desc limit 1) end as last
  from batch

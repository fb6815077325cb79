-- ctl_company_export_deliveries: the next batch of attempts to deliver to the subscriptions of the company with the id arg.id, for
-- each subscription oldest first. arg.requests is the maximum number of attempts in the batch. The bodies sent are left out, because
-- they contain only ids and tokens of events.
-- cursor: where the next batch begins; more: whether there may be one.
-- binds: arg.id, arg.after, arg.requests
with batch_start as (
    select coalesce(split_part($2, '-', 1)::bigint, 0) as subscription, coalesce(timestamptz 'epoch' + split_part($2, '-', 2)::bigint * interval '1 microsecond', '-infinity') as at,
           coalesce(split_part($2, '-', 3)::bigint, 0) as id
), batch as materialized (
    select a.* from batch_start, subscription u, lateral (
           select * from attempt
            where subscription = u.id and (subscription, created_at, id) > (batch_start.subscription, batch_start.at, batch_start.id)
            order by created_at, id limit $3::int) a
     where u.company = $1::bigint and u.id >= batch_start.subscription
     order by a.subscription, a.created_at, a.id limit $3::int
)
select 'delivery' as type, row_to_json(x)::text as record, b.subscription || '-' || micros(b.created_at) || '-' || b.id as cursor,
       (select count(*) = $3::int from batch) as more
  from batch b left join event e on e.id = b.event
 cross join lateral (select case when b.next_attempt_at is not null then attempt_dropped(b.delivery_queue, b.event, b.number, b.created_at, b.id, b.counted) end as reason offset 0) dropped
 cross join lateral (
       select b.id as "id", b.subscription as "subscriptionId", e.uid as "cloudEventId", e.type as "eventType", e.request_token as "requestToken", b.callback_url as "callbackUrl",
              b.remote_address as "remoteAddress",
              b.http_status as "httpStatus", b.number as "attemptNumber", b.success as "success", b.response_body as "responseBody", stamp(b.created_at) as "createdAt",
              b.duration_ms as "durationMs", nullif(concat_ws('; ', b.error, dropped.reason), '') as "error",
              case when dropped.reason is null then stamp(b.next_attempt_at) end as "nextAttemptAt", b.dead_letter as "deadLetter") x
 order by b.subscription, b.created_at, b.id

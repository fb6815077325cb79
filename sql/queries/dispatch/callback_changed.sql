-- callback_changed: hastens the retries of a subscription whose callback URL has changed, or whose owner reports that it works again.
-- Deliveries refused with 401 or 403 (CollabSecretHold) are due now; those delayed by Retry-After are due when the schedule would have
-- retried them (arg.delays: seconds after each attempt).
-- An attempt that a wrong clock dated ahead counts from now.
-- Returns the earliest due time of the subscription's deliveries. No due time is set in the past, because a look would miss it.
-- binds: arg.subscription, arg.delays
-- The lock: a transaction that deactivates or deletes the subscription commits first, or waits for this transaction.
select from subscription where id = $1::bigint for key share
-- then
with failed_attempt as (    -- reads the index of failed attempts; 11 hours suffice, because no retry is delayed by more than ten hours
    select a.event, a.number, case when a.http_status in (401, 403) then clock_timestamp()
                                   else least(a.created_at + a.duration_ms * interval '1 millisecond', clock_timestamp()) + ($2::int[])[a.number] * interval '1.1 seconds' end as planned
      from attempt a
     where a.subscription = $1::bigint and a.counted and not a.success and a.created_at > statement_timestamp() - interval '11 hours'
       and a.next_attempt_at > statement_timestamp()
     order by a.created_at desc, a.id desc limit 10000
), hastened_delivery as (    -- one look-up for each event: the table may have grown since this statement was planned
    select d.place, failed_attempt.planned
      from failed_attempt cross join lateral (
           select ctid as place from delivery
            where event = failed_attempt.event and queue + 0 = (select queue from subscription where id = $1::bigint)
              and attempts = failed_attempt.number and claim is null and due_at > failed_attempt.planned
              for update skip locked) d
)
update delivery d set due_at = greatest(hastened_delivery.planned, clock_timestamp()) from hastened_delivery where d.ctid = hastened_delivery.place and d.claim is null
-- then
select (extract(epoch from min(due_at)) * 1000000)::bigint as next from delivery where claim is null and queue = (select queue from subscription where id = $1::bigint)

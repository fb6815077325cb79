-- delivery_claim: leases due deliveries, no more of each endpoint than the dispatcher asks for (dispatch/claim/fairness.c):
-- of each of arg.subscriptions at most `most` deliveries that are due from `since` on, and of these at most `retries` retries.
-- binds: arg.claim, arg.lease_seconds, arg.subscriptions, arg.most, arg.retries, arg.since
-- Returns at least one row for each of arg.subscriptions. If `id` is not null, the row is a leased delivery; only the first row of each
-- subscription has the subscription's columns. All rows of a subscription have its report:
-- * next: when its earliest delivery that the claim saw and did not lease is due; null: there is none.
-- * only_retries: whether all deliveries that the claim saw and did not lease are retries.
with ask as materialized (      -- a deleted or paused subscription has no queue here
    select a.subscription, a.most, a.retries, timestamptz 'epoch' + a.since * interval '1 microsecond' as since, s.queue
      from unnest($3::bigint[], $4::int[], $5::int[], $6::bigint[]) as a (subscription, most, retries, since)
      left join subscription s on s.id = a.subscription and s.paused_since is null
), seen_delivery as materialized (      -- one more than the endpoint takes, to see when the next is due. If none may be a retry, 64 rows,
                                -- to find a first attempt behind the retries
    select subscription, id, place, due_at, retry, allowed and count(*) filter (where allowed) over (partition by subscription order by due_at, id) <= most as chosen
      from (select ask.subscription, ask.most, d.*,
                   d.due_at <= statement_timestamp() and (not retry or count(*) filter (where retry) over (partition by ask.subscription order by due_at, id) <= ask.retries) as allowed
              from ask cross join lateral (
                   select id, ctid as place, due_at, attempts > 0 as retry from delivery
                    where claim is null and queue = ask.queue and due_at >= ask.since
                    order by due_at, id + 0 limit case when ask.retries > 0 then ask.most + 1 else greatest(ask.most + 1, 64) end) d) d
), current_subscription as (    -- key share as in delivery_fan_out, but without waiting. A subscription that was deactivated since this
                                -- claim began has another queue now, so no delivery of its old queue is sent
    select id, queue from subscription
     where queue = any (array(select distinct queue from seen_delivery join ask using (subscription) where chosen))
       for key share skip locked
), leased_delivery as (         -- by ctid: no index is read
    update delivery set claim = $1::uuid
     where ctid = any (array(
           select ctid from delivery
            where ctid = any (array(
                  select seen_delivery.place from seen_delivery join current_subscription on current_subscription.id = seen_delivery.subscription where chosen))
              and claim is null
              for update skip locked))
    returning id, event, queue, attempts, due_at, taken_at, made_at
), new_lease as (
    insert into lease (claim, until, deliveries)
    select $1::uuid, clock_timestamp() + $2::int * interval '1 second', array_agg(id) from leased_delivery having count(*) > 0
), remaining_endpoint as (
    select subscription, min(due_at) as next, bool_and(retry) as only_retries from seen_delivery
     where not exists (select from leased_delivery where leased_delivery.id = seen_delivery.id)
     group by subscription
), job as (
    select leased_delivery.*, ask.subscription, leased_delivery.id = min(leased_delivery.id) over (partition by ask.subscription) as first
      from leased_delivery join ask using (queue)
)
select ask.subscription, (extract(epoch from remaining_endpoint.next) * 1000000)::bigint as next, remaining_endpoint.only_retries,
       (extract(epoch from statement_timestamp()) * 1000000)::bigint as now, job.id, job.attempts,
-- piece: event_columns
     , s.version, s.company, s.callback_url, (extract(epoch from s.callback_since) * 1000000)::bigint as callback_since, s.content_type, s.uid as subscription_uid, s.auth_type, s.auth, s.secret,
       case when s.rotated_at is not null then        -- the replaced secrets that still sign, newest first
           (select string_agg(p.secret::text, ' ' order by p.id desc) from previous_secret p where p.subscription = s.id and p.until > clock_timestamp()) end as previous_secrets,
       (date_part('epoch', job.taken_at - e.created_at) * 1000000)::bigint as outbox_us,
       (date_part('epoch', job.made_at - job.taken_at) * 1000000)::bigint as fanout_us,
       greatest(0, date_part('epoch', clock_timestamp() - job.due_at) * 1000000)::bigint as queue_us
  from ask left join remaining_endpoint using (subscription)
  left join job using (subscription)
  left join lateral (select * from event where id = job.event limit 1) e on true
  left join lateral (select * from subscription where id = job.subscription and job.first limit 1) s on true
 order by job.id

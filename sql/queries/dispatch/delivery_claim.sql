-- delivery_claim: fans out new events into deliveries, and leases the deliveries to send next, new or due. It is one statement, so
-- that a new delivery is written together with its lease. It reports new deliveries that it does not lease; a later claim leases them.
-- binds: arg.claim, arg.lease_seconds, arg.slots, arg.retry_slots, arg.first_limit, arg.endpoints, arg.sunset, arg.look, arg.outbox_since, arg.shares, arg.events, arg.open, arg.company_left, arg.host_left, arg.large_companies, arg.large_hosts
-- Returns at least one row. Each row has the claim's totals:
-- * events: the largest number of events that the claim took from one channel.
-- * newest: the event at which the next claim may begin in the outbox. If any channel gave arg.events events, it is the lowest of those
--   channels' last events; otherwise the highest last event of all channels.
-- * made: the number of new deliveries.
-- * now: the time.
-- * v1_ended: whether V1 has ended by the accepted time. Its events from before are still fanned out, and become dead letters.
-- If `id` is not null, the row is a leased delivery; only the first row of each subscription has the subscription's columns.
-- If `known` is true, the row reports an endpoint:
-- * next: when its earliest unleased delivery is due; null: none.
-- * v1: whether it takes V1.
-- * retries: whether all its unleased deliveries that the claim saw are retries.
-- The events of a paused subscription (collabctl subscription pause) fan out, but its deliveries are neither leased nor reported.
with recursive
-- piece: claim_endpoints, claim_outbox, claim_new_deliveries, claim_due_deliveries
, sure_delivery as (    -- the new deliveries that certainly have a slot, whatever share their company and their host and port may hold
                        -- (dispatch/endpoint/share.c). The others are written as due; the next claim leases them, after the dispatcher has
                        -- counted the slots in use. This list is read only if there are more than arg.open new deliveries
    select event, subscription from (
        select event, subscription, row_number() over (partition by company) as of_company,
               row_number() over (partition by host) as of_host
          from (select event, subscription, company,
-- piece: callback_host
                       as host from new_delivery s where not paused) w
         where company <> all ($15::bigint[]) and host <> all ($16::text[])) w
     where of_company <= $13::int and of_host <= $14::int
),
-- piece: claim_selection, claim_leases
select job.id, job.attempts,
-- piece: event_columns
     , s.version, s.company, s.callback_url, (extract(epoch from s.callback_since) * 1000000)::bigint as callback_since, s.uid as subscription_uid, s.auth_type, s.auth, s.secret,
       case when s.rotated_at is not null then        -- the replaced secrets that still sign, newest first
           (select string_agg(p.secret::text, ' ' order by p.id desc) from previous_secret p where p.subscription = s.id and p.until > clock_timestamp()) end as previous_secrets,
       (date_part('epoch', job.taken_at - e.created_at) * 1000000)::bigint as outbox_us,
       (date_part('epoch', job.made_at - job.taken_at) * 1000000)::bigint as fanout_us,
       greatest(0, date_part('epoch', clock_timestamp() - job.due_at) * 1000000)::bigint as queue_us,
       coalesce(job.subscription, remaining_endpoint.subscription) as subscription, remaining_endpoint.subscription is not null as known,
       remaining_endpoint.next, remaining_endpoint.v1, remaining_endpoint.retries,
       total.events, total.newest, total.made, total.now, total.v1_ended
  from (select coalesce(max(n), 0) as events, coalesce(min(newest) filter (where n = $11::int), max(newest)) as newest,
               (select count(*) from new_delivery) as made, (extract(epoch from statement_timestamp()) * 1000000)::bigint as now,
               coalesce((select ended from legacy), false) as v1_ended
          from (select count(*) as n, max(event) as newest from outbox_event group by version) channel) total
  left join (remaining_endpoint full join (job cross join lateral (select * from event where id = job.event limit 1) e
                                               left join (select subscription, min(id) as id from job group by subscription) first on first.id = job.id
                                               left join lateral (select * from subscription where id = first.subscription limit 1) s on true)
             on remaining_endpoint.subscription = job.subscription) on true
 order by job.id

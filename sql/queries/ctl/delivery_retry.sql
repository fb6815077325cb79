-- ctl_delivery_retry: makes waiting deliveries due now: a single delivery, or those of a subscription or company. With arg.error, only
-- those whose last attempt failed with an error that contains this text.
-- binds: arg.delivery, arg.subscription, arg.company, arg.error, arg.dry_run
-- Deliveries of a paused subscription stay unchanged. After the commit a notification makes the dispatchers discard the state that delays
-- a receiver (peers.c). The notification also hastens deliveries that were due already, so the statement counts them, too.
with endpoint as materialized (
    select s.id, s.queue, (select min(made_at) from delivery where queue = s.queue and claim is null) as oldest
      from subscription s join company c on c.id = s.company
     where s.paused_since is null and ($2::text is null or s.id = $2::bigint) and ($3::text is null or c.id::text = $3 or c.domain = lower($3))
       and ($1::text is null or s.queue = (select queue from delivery where id = $1::bigint))
), failed_attempt as materialized (    -- by the index of failed attempts. No attempt is older than its delivery; the hour allows for differing clocks
    select s.queue, a.event, a.number
      from endpoint s join attempt a on a.subscription = s.id and a.created_at >= s.oldest - interval '1 hour'
     where $4::text is not null and a.counted and not a.success and position(lower($4) in lower(a.error)) > 0
), selected_delivery as materialized (
    select d.id, s.id as subscription, d.due_at
      from endpoint s join delivery d on d.queue = s.queue
     where d.claim is null and ($1::text is null or d.id = $1::bigint)
       and ($4::text is null or (d.queue, d.event, d.attempts) in (select queue, event, number from failed_attempt))
), unlocked_delivery as (    -- skips a delivery that is being claimed: it is sent at once anyway
    select id from delivery
     where $5::text is null and id = any (array(select id from selected_delivery where due_at > statement_timestamp())) and claim is null
     order by id for update skip locked
), hastened_delivery as (
    update delivery d set due_at = clock_timestamp() from unlocked_delivery where d.id = unlocked_delivery.id returning d.queue, d.due_at
), earliest_delivery as (    -- of each endpoint
    select c.subscription, least(min(c.due_at), statement_timestamp()) as due_at from selected_delivery c group by c.subscription
), notification as (
    select count(pg_notify('collab_callback', subscription || ' ' || (extract(epoch from due_at) * 1000000)::bigint)) as n
      from earliest_delivery where $5::text is null and (select count(*) from hastened_delivery) >= 0
), total as (
    select (select count(*) from selected_delivery) as deliveries, (select count(*) from earliest_delivery) as endpoints, notification.n as told from notification
)
select case when $1::text is not null and not exists (select from delivery where id = $1::bigint) then 'delivery: there is no delivery ' || $1 || ' that waits'
            when $1::text is not null and exists (select from delivery where id = $1::bigint and claim is not null) then 'delivery: ' || $1 || ' is being sent'
            when $2::text is not null and not exists (select from subscription where id = $2::bigint) then 'subscription: there is no subscription ' || $2
            when exists (select from subscription where paused_since is not null and (id = $2::bigint or queue = (select queue from delivery where id = $1::bigint)))
                 then 'subscription: '
                      || (select id from subscription where paused_since is not null and (id = $2::bigint or queue = (select queue from delivery where id = $1::bigint)))
                      || ' is paused'
       end as refusal,
       case when deliveries = 0 then 'nothing to do: no such delivery waits'
            else deliveries || case deliveries when 1 then ' delivery' else ' deliveries' end || ' to '
                 || endpoints || case endpoints when 1 then ' subscription' else ' subscriptions' end
                 || case when $5::text is null then case deliveries when 1 then ' is sent now' else ' are sent now' end else ' would be sent now' end
       end as said
  from total

-- claim_leases: leases the deliveries that claim_selection chose, writes the new ones, and reports what remains at each endpoint.
current_subscription as (       -- key share as in claim_new_deliveries, but without waiting. A subscription that was deactivated since
                                -- this claim began has another queue now, so no delivery of its old queue is sent
    select id, queue from subscription
     where queue = any (array(
           select distinct scanned_endpoint.queue from selected_delivery join scanned_endpoint using (subscription)
            where selected_delivery.place is not null))
       for key share skip locked
), leased_delivery as (         -- by ctid: no index is read
    update delivery set claim = {arg.claim}::uuid
     where ctid = any (array(
           select ctid from delivery
            where ctid = any (array(
                  select selected_delivery.place from selected_delivery join current_subscription on current_subscription.id = selected_delivery.subscription
                   where selected_delivery.place is not null))
              and claim is null
              for update skip locked))
    returning id, event, queue, attempts, due_at, taken_at, made_at
), fanned_out_delivery as (
    insert into delivery (event, queue, taken_at, due_at, claim)
    select w.event, w.queue, w.at, clock_timestamp(), case when p.event is not null then {arg.claim}::uuid end
      from new_delivery w left join selected_delivery p on p.event = w.event and p.subscription = w.subscription
     order by w.event, w.subscription
        on conflict (event, (queue + 0)) do nothing
    returning id, event, queue, attempts, due_at, taken_at, made_at, claim
), remaining_endpoint as (
    select subscription, (extract(epoch from min(due_at)) * 1000000)::bigint as next, bool_or(version = 'V1') as v1, bool_and(retry) as retries from (
        select subscription, version, retry, due_at from earliest_delivery
         where not exists (select from leased_delivery where leased_delivery.id = earliest_delivery.id)
        union all
        select fanout_subscription.id, fanout_subscription.version, false, due_at from fanned_out_delivery join fanout_subscription using (queue)
         where claim is null and not fanout_subscription.paused) r
     group by subscription
), job as (
    select leased_delivery.id, event, current_subscription.id as subscription, attempts, due_at, taken_at, made_at
      from leased_delivery join current_subscription using (queue)
    union all
    select fanned_out_delivery.id, event, fanout_subscription.id, attempts, due_at, taken_at, made_at
      from fanned_out_delivery join fanout_subscription using (queue) where claim is not null
), new_lease as (
    insert into lease (claim, until, deliveries)
    select {arg.claim}::uuid, clock_timestamp() + {arg.lease_seconds}::int * interval '1 second', array_agg(id) from job having count(*) > 0
)

-- claim_leased: leases what claim_picked has picked, writes the new deliveries, and reports for each endpoint what is left.
open as (            -- key share as in claim_wanted, but without waiting. A subscription that was switched off since this claim
                     -- began has another queue now, so nothing of the old one is sent
    select id, queue from subscription
     where queue = any (array(select distinct asked.queue from picked join asked using (subscription) where picked.place is not null))
       for key share skip locked
), leased as (          -- by ctid: no index is read
    update delivery set claim = {arg.claim}::uuid
     where ctid = any (array(
           select ctid from delivery
            where ctid = any (array(select picked.place from picked join open on open.id = picked.subscription where picked.place is not null))
              and claim is null
              for update skip locked))
    returning id, event, queue, attempts, due_at, taken_at, made_at
), fanned_out as (
    insert into delivery (event, queue, taken_at, due_at, claim)
    select w.event, w.queue, w.at, clock_timestamp(), case when p.event is not null then {arg.claim}::uuid end
      from wanted w left join picked p on p.event = w.event and p.subscription = w.subscription
     order by w.event, w.subscription
        on conflict (event, (queue + 0)) do nothing
    returning id, event, queue, attempts, due_at, taken_at, made_at, claim
), remaining as (
    select subscription, (extract(epoch from min(due_at)) * 1000000)::bigint as next, bool_or(version = 'V1') as v1, bool_and(retry) as retries from (
        select subscription, version, retry, due_at from ahead where not exists (select from leased where leased.id = ahead.id)
        union all
        select owner.id, owner.version, false, due_at from fanned_out join owner using (queue) where claim is null and not owner.paused) r
     group by subscription
), job as (
    select leased.id, event, open.id as subscription, attempts, due_at, taken_at, made_at from leased join open using (queue)
    union all
    select fanned_out.id, event, owner.id, attempts, due_at, taken_at, made_at from fanned_out join owner using (queue) where claim is not null
), held as (
    insert into lease (claim, until, deliveries)
    select {arg.claim}::uuid, clock_timestamp() + {arg.lease_seconds}::int * interval '1 second', array_agg(id) from job having count(*) > 0
)

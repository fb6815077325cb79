-- delivery_claim: spreads new events into deliveries and leases what is to be sent next, new or due. One statement: what it spreads can be born
-- leased; what it spreads beyond that is reported and leased by the next.
-- binds: arg.claim, arg.lease_seconds, arg.slots, arg.retry_slots, arg.first_room, arg.rooms, arg.legacy, arg.look, arg.outbox_since, arg.shares, arg.events
-- Answers at least one row: events and newest tell how many events were taken (at most so many a channel), and up to which; where known,
-- subscription and next tell from when on an endpoint has deliveries left (null: it has none), v1 their version, and retries whether all that was
-- seen of them are retries; where id is not null, the row is a lease;
-- what its subscription is stands in the first of its rows alone.
-- What is for a subscription that is paused (collabctl subscription pause) is spread and waits: it is neither leased nor reported as left.
with recursive known as materialized (  -- what the dispatcher remembers: room for so many more; no delivery is due before since (null: do not ask)
    select * from json_to_recordset($6::json) as r (subscription bigint, room int, busy int, since bigint)
), taken_v2 as (        -- an event's outbox row and its deliveries change hands in one transaction; a crash repeats it without harm
    delete from outbox
     where ctid = any (array(
           select ctid from outbox where channel = 1 and event >= $9::bigint order by event limit $11::int for update skip locked))
    returning event, clock_timestamp() as at
), taken_v1 as (        -- each version is a channel, with a limit of its own
    delete from outbox
     where ctid = any (array(
           select ctid from outbox where channel = 2 and event >= $9::bigint order by event limit $11::int for update skip locked))
    returning event, clock_timestamp() as at
), taken as (
    select 'V2' as version, event, at from taken_v2 union all select 'V1', event, at from taken_v1
), meant as materialized (     -- by one snapshot of the subscriptions and of the filters that they had, so not by rows that are locked
    select e.id as event, s.id as subscription, s.version, e.created_at, taken.at
      from taken cross join lateral (select * from event where id = taken.event limit 1) e
      join subscription s on s.company = any (array[e.submit_company, e.receive_company]) and s.version = taken.version
      cross join lateral (      -- as they were at the event
           select case when e.created_at >= s.filters_since then s.event_types
                       else (select f.event_types from earlier_filters f where f.subscription = s.id and f.until > e.created_at order by f.until limit 1) end,
                  case when e.created_at >= s.filters_since then s.case_directions
                       else (select f.case_directions from earlier_filters f where f.subscription = s.id and f.until > e.created_at order by f.until limit 1) end,
                  case when e.created_at >= s.filters_since then s.partner_companies
                       else (select f.partner_companies from earlier_filters f where f.subscription = s.id and f.until > e.created_at order by f.until limit 1) end
           ) filter (event_types, case_directions, partner_companies)
     where s.active and (s.version = 'V2' or $7::boolean)
       and case when e.subscription is not null then s.id = e.subscription else
               (filter.event_types is null or e.type = any (filter.event_types))
           and (filter.case_directions is null
                or case when s.company = e.submit_company then 'OUTBOUND' else 'INBOUND' end = any (filter.case_directions))
           and (filter.partner_companies is null
                or case when s.company = e.submit_company then e.receive_company else e.submit_company end = any (filter.partner_companies)) end
), owner as (           -- key share: who is about to delete the subscription or to switch it off goes first, or waits and leaves the deliveries behind; no other waits
    select id, queue, version, active_since, paused_since is not null as paused from subscription
     where id = any (array(select distinct subscription from meant)) and active
     order by id for key share          -- in the order in which others take more than one
), wanted as (
    select meant.event, meant.subscription, owner.queue, meant.version, meant.at, owner.paused
      from meant join owner on owner.id = meant.subscription
     where owner.active_since <= meant.created_at
), hop (queue, high) as (       -- those with work that the dispatcher does not know, found by hopping through the index between those it knows and those dropped
    (select found.queue, gap.high
       from (select lag(queue, 1, 0::bigint) over (order by queue) as low, queue as high
               from (select s.queue from known join subscription s on s.id = known.subscription
                     union all select queue from (select queue from dropped_queue order by queue limit 1000) dropped
                     union all select 9223372036854775807) edge) gap,
            lateral (select d.queue from delivery d
                      where d.claim is null and d.queue > gap.low and d.queue < gap.high
                      order by d.queue, d.due_at limit 1) found
      where $8::boolean)
    union all
    select found.queue, hop.high
      from hop, lateral (select d.queue from delivery d
                          where d.claim is null and d.queue > hop.queue and d.queue < hop.high
                          order by d.queue, d.due_at limit 1) found
), asked as materialized (
    select known.subscription, s.queue, s.version, room, busy, timestamptz 'epoch' + since * interval '1 microsecond' as since
      from known left join subscription s on s.id = known.subscription and s.paused_since is null where since is not null
    union all
    select s.id, s.queue, s.version, $5::int, 0, timestamptz 'epoch' from hop join subscription s on s.queue = hop.queue and s.paused_since is null
), ahead as (           -- one more than there is room for, to know what is left (of a subscription that is gone, nothing); a first attempt is found behind retries
    select asked.subscription, asked.version, asked.busy, asked.room, d.id, d.place, d.attempts > 0 as retry, d.due_at
      from asked left join lateral (
           select id, ctid as place, attempts, due_at from delivery
            where claim is null and queue = asked.queue and due_at >= asked.since
            order by due_at, id + 0 limit case when $4::int > 0 then asked.room + 1 else 64 end) d on true
), due as (
    select id, place, null::bigint as event, subscription, version, retry, due_at, busy + turn as turn from (
        select *, row_number() over (partition by subscription order by due_at, id) as turn from ahead
         where due_at <= statement_timestamp() and (not retry or $4::int > 0)) d
     where turn <= room
), fresh as (           -- after the older ones that wait
    select null::bigint, null::tid, event, subscription, version, false, statement_timestamp(), coalesce(k.busy, 0) + coalesce(older.n, 0) + w.turn
      from (select *, row_number() over (partition by subscription order by event) as turn from wanted where not paused) w
      left join known k using (subscription)
      left join (select subscription, count(*) as n from due group by subscription) older using (subscription)
     where coalesce(older.n, 0) + w.turn <= coalesce(k.room, $5::int)
), picked as materialized (     -- round robin: who has least under way comes first; retries never take the last slots, nor does a channel
    select place, event, ranked.subscription from (
        select *, count(*) filter (where retry) over earlier as retries,
               case version when 'V1' then count(*) filter (where version = 'V1') over earlier else count(*) filter (where version <> 'V1') over earlier end as seat
          from (select * from due union all select * from fresh) pool
        window earlier as (order by turn, due_at, id, event rows unbounded preceding)) ranked
      join json_to_recordset($10::json) as share (version text, half int, most int) using (version)
     where (not retry or retries <= $4::int) and seat <= most
     order by seat > half, turn, due_at, id, event limit $3::int
), open as (            -- key share as above, but nobody is waited for: what was dropped since this began has another queue now, and is not sent
    select id, queue from subscription
     where queue = any (array(select distinct asked.queue from picked join asked using (subscription) where picked.place is not null))
       for key share skip locked
), leased as (          -- by their places: no index is asked
    update delivery set claim = $1::uuid
     where ctid = any (array(
           select ctid from delivery
            where ctid = any (array(select picked.place from picked join open on open.id = picked.subscription where picked.place is not null))
              and claim is null
              for update skip locked))
    returning id, event, queue, attempts, due_at, taken_at, made_at
), spread as (
    insert into delivery (event, queue, taken_at, due_at, claim)
    select w.event, w.queue, w.at, clock_timestamp(), case when p.event is not null then $1::uuid end
      from wanted w left join picked p on p.event = w.event and p.subscription = w.subscription
     order by w.event, w.subscription
        on conflict (event, (queue + 0)) do nothing
    returning id, event, queue, attempts, due_at, taken_at, made_at, claim
), remaining as (
    select subscription, (extract(epoch from min(due_at)) * 1000000)::bigint as next, bool_or(version = 'V1') as v1, bool_and(retry) as retries from (
        select subscription, version, retry, due_at from ahead where not exists (select from leased where leased.id = ahead.id)
        union all
        select owner.id, owner.version, false, due_at from spread join owner using (queue) where claim is null and not owner.paused) r
     group by subscription
), job as (
    select leased.id, event, open.id as subscription, attempts, due_at, taken_at, made_at from leased join open using (queue)
    union all
    select spread.id, event, owner.id, attempts, due_at, taken_at, made_at from spread join owner using (queue) where claim is not null
), held as (
    insert into lease (claim, until, deliveries)
    select $1::uuid, clock_timestamp() + $2::int * interval '1 second', array_agg(id) from job having count(*) > 0
)
select job.id, job.attempts, e.uid, e.type, e.request_token, e.note_token, e.response, e.request_id, e.traceparent,
       to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time,
       s.version, s.callback_url, (extract(epoch from s.callback_since) * 1000000)::bigint as callback_since, s.uid as subscription_uid, s.auth_type, s.auth, s.secret,
       case when s.rotated_at is not null then        -- newest first
           (select string_agg(p.secret::text, ' ' order by p.id desc) from previous_secret p where p.subscription = s.id and p.until > clock_timestamp()) end as previous_secrets,
       (date_part('epoch', job.taken_at - e.created_at) * 1000000)::bigint as outbox_us,
       (date_part('epoch', job.made_at - job.taken_at) * 1000000)::bigint as fanout_us,
       greatest(0, date_part('epoch', clock_timestamp() - job.due_at) * 1000000)::bigint as queue_us,
       coalesce(job.subscription, remaining.subscription) as subscription, remaining.subscription is not null as known,
       remaining.next, remaining.v1, remaining.retries,
       whole.events, whole.newest, whole.made, whole.now
  from (select coalesce(max(n), 0) as events, coalesce(min(newest) filter (where n = $11::int), max(newest)) as newest,
               (select count(*) from wanted) as made, (extract(epoch from statement_timestamp()) * 1000000)::bigint as now
          from (select count(*) as n, max(event) as newest from taken group by version) channel) whole
  left join (remaining full join (job cross join lateral (select * from event where id = job.event limit 1) e
                                      left join (select subscription, min(id) as id from job group by subscription) first on first.id = job.id
                                      left join lateral (select * from subscription where id = first.subscription limit 1) s on true)
             on remaining.subscription = job.subscription) on true
 order by job.id

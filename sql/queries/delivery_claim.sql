-- delivery_claim: spreads new events into deliveries, then leases what is due. Two parts, so that the second sees what the first has made.
-- binds: arg.claim, arg.lease_seconds, arg.slots, arg.retry_slots, arg.per_endpoint, arg.busy
with taken as (         -- an event's outbox row and its deliveries change hands in one transaction; a crash repeats it without harm
    delete from outbox where event = any (array(select event from outbox order by event limit 100 for update skip locked))
    returning event
)
insert into delivery (event, subscription)
select e.id, s.id
  from taken join event e on e.id = taken.event
  join subscription s on s.company in (e.submit_company, e.receive_company)
 where s.active and s.active_since <= e.created_at
   and (s.version = 'V2' or e.type in ('created', 'note.created'))
   and (s.event_types is null or e.type = any (s.event_types))
   and (s.case_directions is null or case when s.company = e.submit_company then 'OUTBOUND' else 'INBOUND' end = any (s.case_directions))
   and (s.partner_companies is null
        or case when s.company = e.submit_company then e.receive_company else e.submit_company end = any (s.partner_companies))
    on conflict (event, subscription) do nothing
-- then
with recursive endpoint (subscription) as (     -- the endpoints that have work, found by hopping through the index
    (select subscription from delivery where claim is null order by subscription limit 1)
    union all
    select (select d.subscription from delivery d where d.claim is null and d.subscription > endpoint.subscription order by d.subscription limit 1)
      from endpoint where endpoint.subscription is not null
), room as (            -- what each may still have under way
    select endpoint.subscription, $5::int - coalesce(busy.n, 0) as n
      from endpoint
      left join (select subscription, n from json_to_recordset($6::json) as b (subscription bigint, n int)) busy using (subscription)
     where endpoint.subscription is not null and $5::int > coalesce(busy.n, 0)
), due as (
    select room.subscription, d.id, d.attempts, row_number() over (partition by room.subscription order by d.due_at, d.id) as turn
      from room, lateral (
           select id, attempts, due_at from delivery
            where claim is null and subscription = room.subscription and due_at <= clock_timestamp()
            order by due_at, id limit room.n for update skip locked) d
), picked as (          -- round robin over the endpoints; retries never take the last slots
    select id, turn from (
        select id, turn, attempts = 0 as first, row_number() over (partition by attempts > 0 order by turn, subscription) as place from due) ranked
     where first or place <= $4::int
     order by turn, id limit 100
), claimed as (
    update delivery set claim = $1::uuid, lease_until = clock_timestamp() + $2::int * interval '1 second'
     where id = any (array(select id from picked order by turn, id limit $3::int))
    returning id, event, subscription, attempts
)
select c.id, c.subscription, c.attempts, e.uid, e.type, e.request_token, e.note_token, e.response, e.request_id, e.traceparent,
       to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time,
       s.version, s.callback_url, s.uid as subscription_uid, s.auth_type, s.auth, s.secret,
       case when s.previous_expires_at > clock_timestamp() then s.previous_secret end as previous_secret
  from claimed c join event e on e.id = c.event join subscription s on s.id = c.subscription
 order by c.id
